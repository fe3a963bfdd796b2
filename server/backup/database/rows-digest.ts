// A hash over the rows of a table that does not depend on their order, and cutting a stream of rows at their ends.
import { hash } from 'node:crypto'

export interface RowsDigest {
  /** Takes one row in the text form of COPY, without its line end. */
  add(line: Buffer): void
  readonly rows: number
  /** The sums of the words of all rows' SHA-256. */
  hex(): string
}

/** Starts a digest. */
export function digestRows(): RowsDigest {
  const sums = new Uint32Array(8)
  let rows = 0
  return {
    add(line) {
      const digest = hash('sha256', line, 'buffer')
      for (let word = 0; word < 8; word++) sums[word] = (sums[word] ?? 0) + digest.readUInt32LE(word * 4)
      rows++
    },
    get rows() {
      return rows
    },
    hex: () => Buffer.from(sums.buffer.slice(0)).toString('hex'),
  }
}

const lineEnd = 10

/** Cuts chunks into lines; the text form of COPY has no line end inside a row. */
export function createLineCutter(onLine: (line: Buffer) => void): {
  /** Answers how many of the chunk's bytes belong to whole lines. */
  add(chunk: Buffer): number
  /** Throws when the last line has no end. */
  end(): void
} {
  let rest: Buffer[] = []
  return {
    add(chunk) {
      let from = 0
      for (let at = chunk.indexOf(lineEnd); at >= 0; at = chunk.indexOf(lineEnd, from)) {
        const line = chunk.subarray(from, at)
        onLine(rest.length > 0 ? Buffer.concat([...rest, line]) : line)
        rest = []
        from = at + 1
      }
      if (from < chunk.length) rest.push(Buffer.from(chunk.subarray(from)))
      return from
    },
    end() {
      if (rest.length > 0) throw new Error('The rows of a table break off in the middle of one.')
    },
  }
}
