// Reads untrusted zip archives in memory: nothing in them is trusted, and nothing exceeds the limits.
import { crc32, inflateRawSync } from 'node:zlib'
import { AppError } from '../errors.ts'

export interface ZipEntry {
  readonly name: string
  readonly content: Buffer
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
 * contains a name twice or one that leads outside, and too_large if it exceeds the limits. With `isWanted`, the others are
 * neither unpacked nor returned.
 */
export function readZip(
  archive: Buffer,
  limits: Limits,
  isWanted: (name: string) => boolean = () => true,
): readonly ZipEntry[] {
  try {
    return entriesOf(archive, limits, isWanted)
  } catch (error) {
    // a position beyond the end, or invalid deflate data
    if (error instanceof RangeError || isZlibError(error)) throw damaged()
    throw error
  }
}

function entriesOf(
  archive: Buffer,
  limits: Limits,
  isWanted: (name: string) => boolean,
): readonly ZipEntry[] {
  const end = archive.lastIndexOf(uint32(endSignature), Math.max(0, archive.length - endLength))
  if (end < 0) throw damaged()
  const count = archive.readUInt16LE(end + 10)
  if (count > limits.entries) throw tooLarge(limits)
  const found = new Map<string, ZipEntry>()
  let left = limits.bytes
  let place = archive.readUInt32LE(end + 16)
  for (let index = 0; index < count; index++) {
    if (archive.readUInt32LE(place) !== centralSignature) throw damaged()
    const entry = centralEntryOf(archive, place)
    place = entry.end
    if (entry.name.endsWith('/')) continue
    if (found.has(entry.name) || !isSafeName(entry.name)) throw damaged()
    if (!isWanted(entry.name)) continue
    if (entry.size > left) throw tooLarge(limits)
    const content = contentOf(archive, entry)
    left -= content.length
    found.set(entry.name, { name: entry.name, content })
  }
  return [...found.values()]
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

/** Inflates at most the size given in the directory, whatever the data would expand to. */
function contentOf(archive: Buffer, { method, crc, packed, size, local }: CentralEntry): Buffer {
  if (archive.readUInt32LE(local) !== localSignature) throw damaged()
  const begin = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28)
  if (begin + packed > archive.length) throw damaged()
  const data = archive.subarray(begin, begin + packed)
  if (method !== 0 && method !== 8) throw damaged()
  const content = method === 0 ? data : inflateRawSync(data, { maxOutputLength: Math.max(size, 1) })
  if (content.length !== size || crc32(content) !== crc) throw damaged()
  return content
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
