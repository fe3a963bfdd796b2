// Opening contents in a folder: only what was stored there, never what a link, a pipe or another file in its place leads to.
import { close, constants, createReadStream, fstat, open, type Stats } from 'node:fs'
import { access, lstat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { type ByteRange, ContentDamaged, ContentMissing, type OpenedContent, storageAway } from './storage.ts'

// plain descriptors: reading by a FileHandle takes a promise for each chunk and is a fifth slower
const [openFile, statFile, closeFile] = [promisify(open), promisify(fstat), promisify(close)]

// no waiting for the other end of a pipe
const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK
const readSize = 1024 * 1024

interface Place {
  readonly key: string
  readonly path: string
}
interface Wanted {
  readonly range: ByteRange | undefined
  /** As it was recorded. */
  readonly size: number | undefined
}

/** Opens the file of the key, which must be a regular one of the size, in folders that are no links below the root. */
export async function openContents(
  root: string,
  { key, path }: Place,
  { range, size }: Wanted,
): Promise<OpenedContent> {
  const fd = await openFile(path, flags).catch(async (error: unknown) => {
    throw await failureOf(root, key, error)
  })
  try {
    await checkFolders(root, key, path)
    const found = await statFile(fd)
    if (!found.isFile()) throw new ContentDamaged(key, 'it is not a regular file')
    if (size !== undefined && found.size !== size) {
      throw new ContentDamaged(key, `it has ${found.size} bytes instead of ${size}`)
    }
    const identity = identityOf(found)
    if (found.size === 0) {
      await closeFile(fd)
      return Object.assign(Readable.from([]), { identity })
    }
    // never more than was there when it was looked at
    const { start, end } = range ?? { start: 0, end: found.size - 1 }
    return Object.assign(createReadStream(path, { fd, start, end, highWaterMark: readSize }), { identity })
  } catch (error) {
    await closeFile(fd)
    throw error
  }
}

const identityOf = ({ ino, mtimeMs, ctimeMs }: Stats) => `${ino} ${mtimeMs} ${ctimeMs}`

async function failureOf(root: string, key: string, error: unknown): Promise<unknown> {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'ENOENT':
      // a disk that is not mounted has lost nothing
      return access(root).then(
        () => new ContentMissing(key, error),
        () => storageAway(error),
      )
    case 'ELOOP':
    case 'EMLINK':
      return new ContentDamaged(key, 'it is a symbolic link', error)
    case 'ENOTDIR':
    case 'ENXIO':
    case 'EISDIR':
      return new ContentDamaged(key, 'it is not a regular file', error)
    case 'EIO':
      return new ContentDamaged(key, 'it cannot be read', error)
    default:
      return error
  }
}

// Folders of ours, each looked at once: what an operator links is the root, or what is above it.
const checked = new Set<string>()

async function checkFolders(root: string, key: string, path: string): Promise<void> {
  if (checked.has(dirname(path))) return
  for (let folder = dirname(path); folder !== root; folder = dirname(folder)) {
    if (!(await lstat(folder)).isDirectory()) throw new ContentDamaged(key, 'its folder is a symbolic link')
  }
  checked.add(dirname(path))
}
