// Whether the data of a PNG is as long as its header says: a few kilobytes may unpack to gigabytes.
import { inflateSync } from 'node:zlib'

interface PngHeader {
  readonly width: number
  readonly height: number
  /** Of a pixel. */
  readonly bits: number
  readonly isInterlaced: boolean
}

const signature = Buffer.from('89504e470d0a1a0a', 'hex')
// by the colour type
const channels: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }
// of an interlaced picture: where its first pixel is, and how far the next ones are from it
const passes = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const

/** The size that the header says; undefined for what is no PNG. Its data is not looked at. */
export function readPngHeader(png: Buffer): PngHeader | undefined {
  if (png.length < 33 || !png.subarray(0, 8).equals(signature)) return undefined
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)]
  const [depth = 0, colour = -1] = png.subarray(24, 26)
  return { width, height, bits: depth * (channels[colour] ?? 0), isInterlaced: png[28] === 1 }
}

/** Whether the data unpacks to what the header says, and to no more. Nothing beyond that is unpacked. */
export function hasDataOfHeader(png: Buffer, header: PngHeader): boolean {
  const expected = lengthOf(header)
  if (expected === 0) return false
  try {
    return inflateSync(dataOf(png), { maxOutputLength: expected }).length === expected
  } catch {
    return false
  }
}

function lengthOf({ width, height, bits, isInterlaced }: PngHeader): number {
  // a byte before each row says how it is filtered
  const rows = (across: number, down: number) =>
    across === 0 || bits === 0 ? 0 : down * (1 + Math.ceil((across * bits) / 8))
  if (!isInterlaced) return rows(width, height)
  return passes.reduce(
    (sum, [x, y, dx, dy]) =>
      sum + rows(Math.max(0, Math.ceil((width - x) / dx)), Math.max(0, Math.ceil((height - y) / dy))),
    0,
  )
}

function dataOf(png: Buffer): Buffer {
  const pieces: Buffer[] = []
  for (let at = 8; at + 12 <= png.length; ) {
    const length = png.readUInt32BE(at)
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT') pieces.push(png.subarray(at + 8, at + 8 + length))
    at += 12 + length
  }
  return Buffer.concat(pieces)
}
