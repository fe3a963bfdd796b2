// Reads untrusted zip archives in memory: nothing in them is trusted, and nothing exceeds the limits.
import { crc32, createInflateRaw, inflateRawSync } from 'node:zlib'
import { AppError } from '../errors.ts'

export interface ZipEntry {
  readonly name: string
  readonly content: Buffer
}

/** A file of an archive that is unpacked while it is read, so that it is never in memory as a whole. */
export interface ZipPart {
  readonly name: string
  /** Its content in pieces. Throws bad_request where it is damaged, or longer than the archive says. */
  read(): AsyncIterable<Buffer>
}

interface Limits {
  readonly entries: number
  /** Total size of all contents, unpacked. */
  readonly bytes: number
}

const endSignature = 0x06054b50
const centralSignature = 0x02014b50
const localSignature = 0x04034b50
const endLength = 22
const encrypted = 1

/**
 * The files of the archive in order, without folders. Throws bad_request if it is not an archive, damaged or encrypted,
 * contains a name twice or one that leads outside, and too_large if it exceeds the limits. With `isWanted`, the others
 * are neither unpacked nor returned.
 */
export function readZip(
  archive: Buffer,
  limits: Limits,
  isWanted: (name: string) => boolean = () => true,
): readonly ZipEntry[] {
  return recognising(() =>
    entriesOf(archive, limits, isWanted).map((entry) => ({
      name: entry.name,
      content: contentOf(archive, entry),
    })),
  )
}

/** Like `readZip`, but nothing is unpacked before it is read. */
export const openZip = (
  archive: Buffer,
  limits: Limits,
  isWanted: (name: string) => boolean,
): readonly ZipPart[] =>
  recognising(() =>
    entriesOf(archive, limits, isWanted).map((entry) => ({
      name: entry.name,
      read: () => piecesOf(archive, entry),
    })),
  )

/** Has a position beyond the end, or invalid deflate data, reported as what it is. */
function recognising<Result>(read: () => Result): Result {
  try {
    return read()
  } catch (error) {
    throw errorOf(error)
  }
}

const errorOf = (error: unknown): unknown =>
  error instanceof RangeError || isZlibError(error) ? damaged() : error

function entriesOf(
  archive: Buffer,
  limits: Limits,
  isWanted: (name: string) => boolean,
): readonly CentralEntry[] {
  const end = archive.lastIndexOf(uint32(endSignature), Math.max(0, archive.length - endLength))
  if (end < 0) throw damaged()
  const count = archive.readUInt16LE(end + 10)
  if (count > limits.entries) throw tooLarge(limits)
  const found = new Set<string>()
  const wanted: CentralEntry[] = []
  let left = limits.bytes
  let place = archive.readUInt32LE(end + 16)
  for (let index = 0; index < count; index++) {
    if (archive.readUInt32LE(place) !== centralSignature) throw damaged()
    const entry = centralEntryOf(archive, place)
    place = entry.end
    if (entry.name.endsWith('/')) continue
    if (found.has(entry.name) || !isSafeName(entry.name)) throw damaged()
    found.add(entry.name)
    if (!isWanted(entry.name)) continue
    if (entry.size > left) throw tooLarge(limits)
    left -= entry.size
    wanted.push(entry)
  }
  return wanted
}

interface CentralEntry {
  readonly name: string
  readonly method: number
  readonly crc: number
  readonly packed: number
  readonly size: number
  readonly local: number
  readonly end: number
}

function centralEntryOf(archive: Buffer, place: number): CentralEntry {
  const nameLength = archive.readUInt16LE(place + 28)
  const begin = place + 46
  if (archive.readUInt16LE(place + 8) & encrypted) throw damaged()
  return {
    name: archive.toString('utf8', begin, begin + nameLength),
    method: archive.readUInt16LE(place + 10),
    crc: archive.readUInt32LE(place + 16),
    packed: archive.readUInt32LE(place + 20),
    size: archive.readUInt32LE(place + 24),
    local: archive.readUInt32LE(place + 42),
    end: begin + nameLength + archive.readUInt16LE(place + 30) + archive.readUInt16LE(place + 32),
  }
}

function packedOf(archive: Buffer, { method, packed, local }: CentralEntry): Buffer {
  if (archive.readUInt32LE(local) !== localSignature) throw damaged()
  const begin = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28)
  if (begin + packed > archive.length) throw damaged()
  if (method !== 0 && method !== 8) throw damaged()
  return archive.subarray(begin, begin + packed)
}

/** Inflates at most the size given in the directory, whatever the data would expand to. */
function contentOf(archive: Buffer, entry: CentralEntry): Buffer {
  const { method, crc, size } = entry
  const data = packedOf(archive, entry)
  const content = method === 0 ? data : inflateRawSync(data, { maxOutputLength: Math.max(size, 1) })
  if (content.length !== size || crc32(content) !== crc) throw damaged()
  return content
}

async function* piecesOf(archive: Buffer, entry: CentralEntry): AsyncGenerator<Buffer> {
  try {
    const data = packedOf(archive, entry)
    let [size, crc] = [0, 0]
    for await (const piece of entry.method === 0 ? [data] : inflated(data)) {
      size += piece.length
      crc = crc32(piece, crc)
      if (size > entry.size) throw damaged()
      yield piece
    }
    if (size !== entry.size || crc !== entry.crc) throw damaged()
  } catch (error) {
    throw errorOf(error)
  }
}

function inflated(data: Buffer): AsyncIterable<Buffer> {
  const inflate = createInflateRaw({ chunkSize: 64 * 1024 })
  inflate.end(data)
  return inflate
}

const isSafeName = (name: string) =>
  name !== '' &&
  !name.includes('\\') &&
  !name.includes('\0') &&
  !name.split('/').some((part) => /^\.{0,2}$/.test(part))

const isZlibError = (error: unknown) =>
  error instanceof Error && 'code' in error && /^(Z_|ERR_BUFFER_TOO_LARGE)/.test(String(error.code))

const damaged = () =>
  new AppError('bad_request', 'The file is not a zip archive, is damaged, or is encrypted.')
const tooLarge = ({ entries, bytes }: Limits) =>
  new AppError(
    'too_large',
    `The archive contains more than ${entries} files, or more than ${Math.floor(bytes / 1_048_576)} MiB unpacked.`,
  )

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}
