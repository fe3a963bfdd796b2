// Opening contents in a folder: only what was stored there, never the target of a link, a pipe or another file in its
// place.
import { close, constants, fstat, open, type Stats } from 'node:fs'
import { access, lstat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { FileReading } from './file-reading.ts'
import {
  type ByteRange,
  ContentDamaged,
  ContentMissing,
  type OpenedContent,
  storageUnavailable,
} from './storage.ts'

// plain descriptors: reading through a FileHandle takes a promise per chunk and is a fifth slower
const [openFile, statFile, closeFile] = [promisify(open), promisify(fstat), promisify(close)]

// does not wait for the other end of a pipe
const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK

interface Place {
  readonly key: string
  readonly path: string
}
interface Wanted {
  readonly range: ByteRange | undefined
  /** The recorded size. */
  readonly size: number | undefined
}

/**
 * Opens the file of the key, which must be a regular file of this size, in folders that are not links below the root.
 */
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
    // never more than was there when it was checked
    const { start, end } = range ?? { start: 0, end: found.size - 1 }
    return new FileReading(key, identity, { fd, at: start, length: end - start + 1 })
  } catch (error) {
    await closeFile(fd)
    throw error
  }
}

const identityOf = ({ ino, mtimeMs, ctimeMs }: Stats) => `${ino} ${mtimeMs} ${ctimeMs}`

async function failureOf(root: string, key: string, error: unknown): Promise<unknown> {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'ENOENT':
      // an unmounted disk has lost nothing
      return access(root).then(
        () => new ContentMissing(key, error),
        () => storageUnavailable(error),
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

// Our folders, each checked once: only the root, or what is above it, may be a link set up by an operator.
const checked = new Set<string>()

async function checkFolders(root: string, key: string, path: string): Promise<void> {
  if (checked.has(dirname(path))) return
  for (let folder = dirname(path); folder !== root; folder = dirname(folder)) {
    if (!(await lstat(folder)).isDirectory()) throw new ContentDamaged(key, 'its folder is a symbolic link')
  }
  checked.add(dirname(path))
}
