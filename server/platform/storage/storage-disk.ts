// File contents in a folder on this machine (or on a network file system shared by several machines).
//
// incoming/<random>                       a transfer in progress
// <organisationId>/<yyyy>/<mm>/<random>   contents; they never change once they are there
//
// Contents are written to a temporary file, synced, renamed, and the folder synced: after a power cut there is either
// all of a file or nothing, and nothing is acknowledged before it is durable.
import { randomBytes } from 'node:crypto'
import type { Dirent } from 'node:fs'
import * as nodeFiles from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { chunksOf, storageFull, claimFileName, type Storage, type StoredContent } from './storage.ts'
import { openContents } from './storage-disk-reading.ts'
import { startHashes } from './hashing.ts'
import { type Digest, startExtent } from './storage-digest.ts'
import { isKey, newKey, organisationOfKey } from './storage-keys.ts'

/** The file operations used for storing, so that a test can watch their order and make them fail. */
export type FileOperations = Pick<typeof nodeFiles, 'open' | 'rename' | 'mkdir' | 'rm'>

const incomingFolder = 'incoming'
const batchSize = 1024 * 1024
// small chunks are slices of larger ones: a few of them keep little memory alive
const batchChunks = 64
// a slow transfer is touched once a minute, so that its age distinguishes it from one whose process died
const batchAge = 60_000

/** Opens (and on first use creates) the folder for contents; fails if it cannot be written. */
export async function openDiskStorage(root: string, files: FileOperations = nodeFiles): Promise<Storage> {
  await files.mkdir(join(root, incomingFolder), { recursive: true, mode: 0o700 })
  await nodeFiles.access(join(root, incomingFolder), nodeFiles.constants.W_OK)
  const pathOf = (key: string) => {
    organisationOfKey(key)
    return join(root, key)
  }
  const makeFolder = durableFolders(root, files)
  const putAt: Storage['putAt'] = async (key, source, limit) => {
    const incoming = join(root, incomingFolder, randomBytes(20).toString('hex'))
    try {
      const taken = await writeThrough(await files.open(incoming, 'wx', 0o600), source, limit)
      await makeFolder(dirname(pathOf(key)))
      await files.rename(incoming, pathOf(key))
      await syncFolder(dirname(pathOf(key)), files)
      return { key, ...taken }
    } catch (error) {
      await Promise.allSettled([incoming, pathOf(key)].map((path) => files.rm(path, { force: true })))
      throw isFull(error) ? storageFull(error) : error
    }
  }
  return {
    put: (organisationId, source, limit) => putAt(newKey(organisationId), source, limit),
    putAt,
    open: async (key, range, size) => openContents(root, { key, path: pathOf(key) }, { range, size }),
    remove: (key) => files.rm(pathOf(key), { force: true }),
    async *keysOlderThan(before) {
      for await (const { name } of entriesOf(join(root, incomingFolder))) {
        const path = join(root, incomingFolder, name)
        if (await isOlder(path, before)) await files.rm(path, { force: true })
      }
      for await (const key of keysUnder(root, '', 0)) if (await isOlder(join(root, key), before)) yield key
    },
    keys: () => keysUnder(root, '', 0),
    readClaimFile: () =>
      nodeFiles.readFile(join(root, claimFileName), 'utf8').catch((error: unknown) => {
        if (hasCode(error, 'ENOENT')) return undefined
        throw error
      }),
    async writeClaimFile(text) {
      const incoming = join(root, incomingFolder, randomBytes(20).toString('hex'))
      await nodeFiles.writeFile(incoming, text, { mode: 0o600, flush: true })
      await files.rename(incoming, join(root, claimFileName))
      await syncFolder(root, files)
    },
    close: async () => undefined,
  }
}

type Taken = Digest & Pick<StoredContent, 'storedAt'>

async function writeThrough(handle: FileHandle, source: Readable, limit: number): Promise<Taken> {
  try {
    const digest = await writeAll(handle, source, limit)
    await handle.sync()
    const { mtime } = await handle.stat()
    return { ...digest, storedAt: mtime }
  } finally {
    await handle.close()
  }
}

/** one batch is written and hashed while the next one is received */
async function writeAll(handle: FileHandle, source: Readable, limit: number): Promise<Digest> {
  const extent = startExtent(limit)
  const hashes = startHashes()
  let batch: Buffer[] = []
  let batched = 0
  let begun = Date.now()
  let writing: Promise<void> = Promise.resolve()
  const flush = async () => {
    await writing
    const batchNow = batch
    writing = Promise.all([writeBatch(handle, batchNow), hashes.add(batchNow)]).then(() => undefined)
    // awaited later; until then its failure must not count as unhandled
    writing.catch(() => undefined)
    batch = []
    batched = 0
    begun = Date.now()
  }
  try {
    for await (const chunk of chunksOf(source)) {
      extent.add(chunk)
      batch.push(chunk)
      batched += chunk.length
      const whole = batched >= batchSize || batch.length >= batchChunks
      if (whole || Date.now() - begun >= batchAge) await flush()
    }
    await flush()
    await writing
    return { ...extent.end(), ...(await hashes.end()) }
  } catch (error) {
    hashes.drop()
    throw error
  } finally {
    await writing
  }
}

async function writeBatch(handle: FileHandle, batch: readonly Buffer[]): Promise<void> {
  let rest = batch.filter((chunk) => chunk.length > 0)
  while (rest.length > 0) {
    let { bytesWritten } = await handle.writev(rest)
    // a nearly full disk accepts part of the data and rejects the next call
    while (rest[0] && bytesWritten >= rest[0].length) {
      bytesWritten -= rest[0].length
      rest = rest.slice(1)
    }
    if (rest[0]) rest = [rest[0].subarray(bytesWritten), ...rest.slice(1)]
  }
}

/** Creates folders so that they survive a power cut: their parents are synced as well. */
function durableFolders(root: string, files: FileOperations): (folder: string) => Promise<void> {
  // another process may have created a folder without syncing it yet, so each process syncs it once itself
  const durable = new Set<string>()
  return async (folder) => {
    if (durable.has(folder)) return
    await files.mkdir(folder, { recursive: true, mode: 0o700 })
    for (let each = folder; each !== root; each = dirname(each)) await syncFolder(dirname(each), files)
    durable.add(folder)
  }
}

async function syncFolder(folder: string, files: FileOperations): Promise<void> {
  const handle = await files.open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

const depthOfKeys = 3

async function* keysUnder(root: string, path: string, depth: number): AsyncGenerator<string> {
  for await (const entry of entriesOf(join(root, path))) {
    const inner = path === '' ? entry.name : `${path}/${entry.name}`
    if (depth === depthOfKeys) {
      if (isKey(inner)) yield inner
    } else if (entry.isDirectory() && /^\d+$/.test(entry.name)) {
      yield* keysUnder(root, inner, depth + 1)
    }
  }
}

async function* entriesOf(folder: string): AsyncGenerator<Dirent> {
  yield* await nodeFiles.opendir(folder)
}

async function isOlder(path: string, before: Date): Promise<boolean> {
  try {
    return (await nodeFiles.stat(path)).mtime < before
  } catch (error) {
    // another process was faster
    if (hasCode(error, 'ENOENT')) return false
    throw error
  }
}

const hasCode = (error: unknown, ...codes: readonly string[]): boolean =>
  error instanceof Error && codes.includes(String((error as NodeJS.ErrnoException).code))

const isFull = (error: unknown) => hasCode(error, 'ENOSPC', 'EDQUOT', 'EFBIG')
