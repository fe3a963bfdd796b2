// A small picture as PNG: one colour with a diagonal of another, so that people can be distinguished.
import { createHash } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'

const side = 48

/** The bytes of the picture for a name. The same name always gives the same bytes. */
export function pngOf(name: string): Buffer {
  const colours = createHash('sha256').update(name).digest()
  const [ground, figure] = [colours.subarray(0, 3), colours.subarray(3, 6)]
  const rows = Array.from({ length: side }, (_, y) =>
    Buffer.concat([
      // rows are stored without a filter
      Buffer.of(0),
      ...Array.from({ length: side }, (__, x) => (Math.abs(x - y) < 8 ? figure : ground)),
    ]),
  )
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  // eight bits for each of red, green and blue
  header.set([8, 2, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.concat(rows))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), content])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(content.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}
