// Backups in a folder. An object is written to a temporary file next to its name, flushed, and renamed.
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, opendir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, resolve, sep } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type Entry, NotInPlace, type Place } from './place.ts'

const draftMark = '.draft-'

/** The place in this folder. */
export function openFolderPlace(root: string): Place {
  const made = new Set<string>()
  return {
    address: root,
    async put(name, source) {
      const path = within(root, name)
      if (!made.has(dirname(path))) await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      made.add(dirname(path))
      const draft = `${path}${draftMark}${randomBytes(6).toString('hex')}`
      try {
        const from = Buffer.isBuffer(source) ? Readable.from([source]) : source
        await pipeline(from, createWriteStream(draft, { mode: 0o600, flush: true }))
        await rename(draft, path)
        await syncFolder(dirname(path))
      } catch (error) {
        await rm(draft, { force: true })
        throw error
      }
    },
    async get(name) {
      try {
        const stream = createReadStream(within(root, name), { highWaterMark: 1024 * 1024 })
        await once(stream, 'open')
        return stream
      } catch (error) {
        throw isMissing(error) ? new NotInPlace(name, error) : error
      }
    },
    list: (prefix) => entriesUnder(root, prefix),
    remove: async (name) => rm(within(root, name), { force: true }),
    close: async () => undefined,
  }
}

/** The path of an object; some names come from a backup, and none may lead out of its folder. */
function within(root: string, name: string): string {
  const path = resolve(root, name)
  if (path.startsWith(resolve(root) + sep)) return path
  throw new Error(`${JSON.stringify(name)} is not the name of an object in ${root}`)
}

const isMissing = (error: unknown) =>
  error instanceof Error && (error as NodeJS.ErrnoException).code === 'ENOENT'

// Drafts of interrupted transfers are listed as well, so that pruning finds them.
async function* entriesUnder(root: string, prefix: string): AsyncGenerator<Entry> {
  const folder = prefix.slice(0, prefix.lastIndexOf('/') + 1)
  for await (const name of namesIn(root, folder)) {
    if (!name.startsWith(prefix)) continue
    const found = await stat(join(root, name)).catch((error: unknown) => {
      if (isMissing(error)) return undefined
      throw error
    })
    if (found) yield { name, size: found.size, modifiedAt: found.mtime }
  }
}

async function* namesIn(root: string, folder: string): AsyncGenerator<string> {
  const entries = await opendir(join(root, folder)).catch((error: unknown) => {
    if (isMissing(error)) return undefined
    throw error
  })
  if (!entries) return
  for await (const entry of entries) {
    if (entry.isDirectory()) yield* namesIn(root, `${folder}${entry.name}/`)
    else if (entry.isFile()) yield `${folder}${entry.name}`
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
