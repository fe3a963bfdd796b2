// A zip archive in memory, as far as a document needs one: deflated entries, no comments, no encryption.
import { crc32, deflateRawSync } from 'node:zlib'

export interface Entry {
  readonly name: string
  readonly content: string
}

const version = 20
const utf8Names = 0x0800
const deflated = 8
// 1 January 2026, 00:00: the same content always gives the same bytes
const date = ((2026 - 1980) << 9) | (1 << 5) | 1

/** The archive of the entries, in order. */
export function zip(entries: readonly Entry[]): Buffer {
  const locals: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, content } of entries) {
    const plain = Buffer.from(content, 'utf8')
    const packed = deflateRawSync(plain, { level: 9 })
    const path = Buffer.from(name, 'utf8')
    const shared = sharedHeader({ crc: crc32(plain), packed: packed.length, plain: plain.length, path })
    const local = Buffer.concat([uint32(0x04034b50), shared, uint16(0), path, packed])
    locals.push(local)
    directory.push(
      Buffer.concat([
        uint32(0x02014b50),
        uint16(version),
        shared,
        // extra field, comment, disk, internal attributes, external attributes, offset of the entry
        Buffer.concat([uint16(0), uint16(0), uint16(0), uint16(0), uint32(0), uint32(offset)]),
        path,
      ]),
    )
    offset += local.length
  }
  const list = Buffer.concat(directory)
  const end = [uint32(0x06054b50), uint16(0), uint16(0), uint16(entries.length), uint16(entries.length)]
  return Buffer.concat([...locals, list, ...end, uint32(list.length), uint32(offset), uint16(0)])
}

// The part that the header of an entry and its line in the directory have in common, up to the length of the name.
function sharedHeader(entry: { crc: number; packed: number; plain: number; path: Buffer }): Buffer {
  return Buffer.concat([
    ...[version, utf8Names, deflated, 0, date].map(uint16),
    ...[entry.crc, entry.packed, entry.plain].map(uint32),
    uint16(entry.path.length),
  ])
}

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16LE(value)
  return bytes
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}
