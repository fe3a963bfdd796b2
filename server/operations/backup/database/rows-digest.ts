// An order-independent hash over the rows of a table, and a splitter that cuts a stream of rows into lines.
import { hash } from 'node:crypto'

export interface RowsDigest {
  /** Adds one row in the text form of COPY, without its line end. */
  add(line: Buffer): void
  readonly rows: number
  /** The word-wise sums of the SHA-256 of all rows. */
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
const tab = 9
const endOfRows = Buffer.from('\\.')

/** Whether a line can be a row of so many columns in the text form of COPY, which ends at a line of its own. */
export function isRow(line: Buffer, columns: number): boolean {
  let tabs = 0
  for (let at = line.indexOf(tab); at >= 0; at = line.indexOf(tab, at + 1)) tabs++
  return tabs === columns - 1 && !line.equals(endOfRows)
}

/** Splits chunks into lines; the text form of COPY has no line end inside a row. */
export function createLineCutter(onLine: (line: Buffer) => void): {
  /** Returns how many bytes of the chunk belong to complete lines. */
  add(chunk: Buffer): number
  /** Throws if the last line is incomplete. */
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
      if (rest.length > 0) throw new Error('The rows of a table end in the middle of a row.')
    },
  }
}
