// Rows and lines as objects of a backup: split at line ends into parts of some megabytes, compressed and hashed.
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { constants, gunzip, gzip } from 'node:zlib'
import { DamagedBackup, type Part } from './manifest.ts'
import { isDamage, type Repository } from './repository.ts'
import { createLineCutter } from '../database/rows-digest.ts'

const compress = promisify(gzip)
const decompress = promisify(gunzip)
const partSize = 8 * 1024 * 1024
// the fastest level: the rows of the database are a small part of most backups
const level = constants.Z_BEST_SPEED

/** Stores lines under names with this prefix; `onLine` is called with each of them. Returns the parts. */
export async function writeParts(
  repository: Repository,
  prefix: string,
  lines: AsyncIterable<Buffer>,
  onLine: (line: Buffer) => void,
): Promise<readonly Part[]> {
  const parts: Part[] = []
  let pending: Buffer[] = []
  let size = 0
  const cutter = createLineCutter(onLine)
  const flush = async () => {
    if (size === 0) return
    const packed = await compress(Buffer.concat(pending), { level })
    const name = `${prefix}${parts.length}`
    const sha256 = createHash('sha256').update(packed).digest('hex')
    await repository.write(name, packed)
    parts.push({ name, size, sha256 })
    pending = []
    size = 0
  }
  for await (const chunk of lines) {
    const whole = cutter.add(chunk)
    pending.push(chunk.subarray(0, whole))
    size += whole
    if (whole > 0 && size >= partSize) await flush()
    pending.push(chunk.subarray(whole))
    size += chunk.length - whole
  }
  cutter.end()
  await flush()
  return parts
}

/** The lines of a part; throws DamagedBackup if it was altered. */
export async function readPart(repository: Repository, { name, sha256, size }: Part): Promise<Buffer> {
  let packed: Buffer
  try {
    packed = await repository.readWhole(name)
  } catch (error) {
    if (isDamage(error)) throw damaged(name)
    throw error
  }
  if (createHash('sha256').update(packed).digest('hex') !== sha256) throw damaged(name)
  // never more in memory than the manifest says
  const lines = await decompress(packed, { maxOutputLength: Math.max(size, 1) }).catch(() => undefined)
  if (lines?.length !== size) throw damaged(name)
  return lines
}

const damaged = (name: string) => new DamagedBackup(`The backup is damaged: ${name}.`)
