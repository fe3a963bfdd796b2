// Detecting the type of a file does a bounded amount of work for any first bytes: they are read on the main thread.
import { deflateRawSync, gzipSync } from 'node:zlib'
import { afterEach, expect, test, vi } from 'vitest'
import { longestTurnAllowed, watchLoopAgain } from '../../../test/servers/loop-delay.ts'
import { detectContentType } from './content-type.ts'

const headBytes = 16_384

afterEach(() => {
  vi.unstubAllGlobals()
})

/** The pieces repeated until the size is reached, after a beginning. */
function repeated(piece: Buffer, begin: Buffer = Buffer.alloc(0), size = headBytes): Buffer {
  return Buffer.concat([begin, Buffer.alloc(size - begin.length, piece)])
}

interface ZipEntry {
  readonly name?: string
  readonly content?: Buffer
  readonly deflated?: boolean
  /** The sizes follow the content, so a reader has to search for its end. */
  readonly sizesFollow?: boolean
}

function zipEntry({ name = '', content = Buffer.alloc(0), deflated, sizesFollow }: ZipEntry = {}): Buffer {
  const header = Buffer.alloc(30)
  header.writeUInt32LE(0x04_03_4b_50, 0)
  header.writeUInt16LE(20, 4)
  header.writeUInt16LE(sizesFollow ? 8 : 0, 6)
  header.writeUInt16LE(deflated ? 8 : 0, 8)
  const stored = deflated ? deflateRawSync(content) : content
  header.writeUInt32LE(sizesFollow ? 0 : stored.length, 18)
  header.writeUInt32LE(sizesFollow ? 0 : content.length, 22)
  header.writeUInt16LE(name.length, 26)
  return Buffer.concat([header, Buffer.from(name), stored])
}

function tiff(littleEndian: boolean): Buffer {
  const head = Buffer.alloc(headBytes)
  const put = (value: number, place: number) =>
    littleEndian ? head.writeUInt16LE(value, place) : head.writeUInt16BE(value, place)
  head.write(littleEndian ? 'II' : 'MM')
  put(42, 2)
  // the offset of the first directory: 8, and 512 tags, as many as are read
  put(8, littleEndian ? 4 : 6)
  put(512, 8)
  put(512, 16)
  return head
}

const bytes = (...values: number[]) => Buffer.from(values)
const png = Buffer.from('89504e470d0a1a0a0000000d49484452'.padEnd(66, '0'), 'hex')
const asf = Buffer.from('3026b2758e66cf11a6d9'.padEnd(60, '0'), 'hex')
const id3 = Buffer.from('ID3\u0003\0\0\0\0\0\0', 'latin1')
const byteOrderMark = bytes(0xef, 0xbb, 0xbf)
const ebml = bytes(0x1a, 0x45, 0xdf, 0xa3, 0x50, 0)
const sizesFollow = zipEntry({ sizesFollow: true })
const megabyte = Buffer.alloc(1_048_576, '"')
const gzipped = gzipSync(repeated(Buffer.alloc(65_536), sizesFollow, 15_000_000), { level: 9 })
const gzip = Buffer.concat([gzipped, Buffer.alloc(headBytes)]).subarray(0, headBytes)

const heads: readonly [string, Buffer, string][] = [
  ['no format', Buffer.alloc(headBytes), 'application/octet-stream'],
  ['text', Buffer.alloc(headBytes, '['), 'text/plain'],
  ['zip of empty entries', repeated(zipEntry()), 'application/zip'],
  ['zip of entries to search the end of', repeated(sizesFollow), 'application/zip'],
  ['zip entry without an end', repeated(Buffer.from('PK\u0007'), sizesFollow), 'application/zip'],
  ['zip entry with a long name', zipEntry({ name: 'classes1'.repeat(2_000) }), 'application/zip'],
  [
    'zip with a megabyte of types',
    zipEntry({ name: '[Content_Types].xml', content: megabyte, deflated: true }),
    'application/zip',
  ],
  [
    'zip with a megabyte of a type',
    zipEntry({ name: 'mimetype', content: megabyte, deflated: true }),
    'application/zip',
  ],
  ['gzip of a zip entry without an end', gzip, 'application/gzip'],
  [
    'asf of small objects',
    repeated(Buffer.from('18'.padStart(34, '0').padEnd(48, '0'), 'hex'), asf),
    'application/vnd.ms-asf',
  ],
  ['png of empty chunks', repeated(Buffer.from('0000000074455874'.padEnd(24, '0'), 'hex'), png), 'image/png'],
  ['id3 in id3', repeated(id3), 'application/octet-stream'],
  ['byte order marks', repeated(byteOrderMark), 'text/plain'],
  ['id3 before zip', repeated(sizesFollow, repeated(id3, undefined, 2_550)), 'application/zip'],
  ['id3 before gzip', Buffer.concat([id3, gzip]).subarray(0, headBytes), 'application/gzip'],
  [
    'a byte order mark before gzip',
    Buffer.concat([byteOrderMark, gzip]).subarray(0, headBytes),
    'application/gzip',
  ],
  ['tiff with many tags', tiff(true), 'image/tiff'],
  ['tiff with many tags, the other way round', tiff(false), 'image/tiff'],
  ['ebml of empty elements', repeated(bytes(0xec, 0x81, 0), ebml), 'application/octet-stream'],
  ['ogg', repeated(Buffer.alloc(4), Buffer.from('OggS')), 'application/ogg'],
  ['riff', repeated(Buffer.alloc(4), Buffer.from('RIFF\0\0\0\0WAVE')), 'audio/wav'],
  ['mp4', repeated(Buffer.alloc(4), Buffer.from('\0\0@\0ftypmp42')), 'video/mp4'],
  ['compound file', repeated(bytes(255), Buffer.from('d0cf11e0a1b11ae1', 'hex')), 'application/x-cfb'],
  ['xml', repeated(Buffer.from('<a '), Buffer.from('<?xml ')), 'application/xml'],
]

test.each(heads)('%s does not block the event loop', async (_, head, type) => {
  const { result, longestTurn } = await watchLoopAgain(() => detectContentType(head, undefined, undefined))
  expect(result).toBe(type)
  expect(longestTurn).toBeLessThanOrEqual(longestTurnAllowed)
})

test('gzip is not unpacked, wherever it starts', async () => {
  const unpacked = vi.fn()
  vi.stubGlobal('DecompressionStream', unpacked)
  for (const begin of [Buffer.alloc(0), id3, byteOrderMark, Buffer.concat([id3, byteOrderMark])]) {
    const head = Buffer.concat([begin, gzip]).subarray(0, headBytes)
    expect(await detectContentType(head, undefined, undefined)).toBe('application/gzip')
  }
  expect(unpacked).not.toHaveBeenCalled()
})
