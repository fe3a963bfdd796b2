// The contents of files in a backup place: each stored once, under its hash, however many files and backups contain it.
import { createHash } from 'node:crypto'
import type { BackedUpContents } from '../../../files/contents/contents-to-back-up.ts'
import { ContentMissing, type Storage } from '../../../platform/storage/storage.ts'
import { throwIfStopping, forEachConcurrently, type ProgressOptions } from '../progress.ts'
import { isDamage, type Repository } from './repository.ts'

/** Contents, and a storage key that has them. */
export interface StoredContents {
  readonly key: string
  readonly sha256: string
  readonly size: number
}

/** Contents do not match their hash. */
export class ContentMismatch extends Error {}

const concurrency = 6

/** The names and sizes of all contents in the place. */
export async function listContents({ place }: Repository): Promise<Map<string, number>> {
  const stored = new Map<string, number>()
  for await (const { name, size } of place.list('contents/')) stored.set(name, size)
  return stored
}

export interface Copied {
  readonly kept: readonly StoredContents[]
  /** Keys whose contents are missing from the storage, or do not match their recorded hash. */
  readonly lost: readonly string[]
  /** How many contents were copied; the others were already there. */
  readonly copied: number
  readonly copiedBytes: number
}

/** Copies the contents that the place does not have yet. */
export async function copyContents(
  { storage, repository }: { readonly storage: Storage; readonly repository: Repository },
  recorded: readonly BackedUpContents[],
  progress: ProgressOptions & { readonly check: () => void },
): Promise<Copied> {
  const kept: StoredContents[] = []
  const lost: string[] = []
  let [copied, copiedBytes, done] = [0, 0, 0]
  const stored = await listContents(repository)
  const groups = Map.groupBy(
    await withHashes(storage, recorded, lost),
    ({ sha256, size }) => `${sha256} ${size}`,
  )
  await forEachConcurrently([...groups.values()], concurrency, async (same) => {
    progress.check()
    throwIfStopping(progress)
    const [first] = same
    if (!first) return
    const object = repository.objectOf(first)
    if (stored.get(object.name) === object.size) kept.push(...same)
    else if (await copyOne(storage, repository, same)) {
      copied++
      copiedBytes += first.size
      kept.push(...same)
    } else lost.push(...same.map(({ key }) => key))
    done++
    progress.onProgress?.({ what: 'files', done, total: groups.size })
  })
  return { kept, lost: lost.sort(), copied, copiedBytes }
}

/** The same contents may be stored under several keys: one intact copy is enough. */
async function copyOne(
  storage: Storage,
  repository: Repository,
  same: readonly StoredContents[],
): Promise<boolean> {
  for (const contents of same) {
    try {
      const stream = (await storage.open(contents.key)) as AsyncIterable<Buffer>
      await repository.write(repository.objectOf(contents).name, checked(stream, contents))
      return true
    } catch (error) {
      if (!isLoss(error)) throw error
    }
  }
  return false
}

const isLoss = (error: unknown) => error instanceof ContentMissing || error instanceof ContentMismatch

/** The stream, which fails at its end if size or hash do not match. */
async function* checked(
  stream: AsyncIterable<Buffer>,
  { sha256, size, key }: StoredContents,
): AsyncGenerator<Buffer> {
  const hash = createHash('sha256')
  let length = 0
  for await (const chunk of stream) {
    hash.update(chunk)
    length += chunk.length
    yield chunk
  }
  if (length !== size || hash.digest('hex') !== sha256) throw new ContentMismatch(`${key} is damaged`)
}

async function withHashes(
  storage: Storage,
  recorded: readonly BackedUpContents[],
  lost: string[],
): Promise<readonly StoredContents[]> {
  const all: StoredContents[] = []
  for (const { key, sha256, size } of recorded) {
    if (sha256 !== null && size !== null) all.push({ key, sha256, size })
    else {
      const found = await hashOf(storage, key)
      if (found) all.push({ key, ...found })
      else lost.push(key)
    }
  }
  return all
}

/** Hash and size of the contents stored under a key; undefined if there are none. */
export async function hashOf(
  storage: Storage,
  key: string,
): Promise<{ readonly sha256: string; readonly size: number } | undefined> {
  try {
    const hash = createHash('sha256')
    let size = 0
    for await (const chunk of (await storage.open(key)) as AsyncIterable<Buffer>) {
      hash.update(chunk)
      size += chunk.length
    }
    return { sha256: hash.digest('hex'), size }
  } catch (error) {
    if (error instanceof ContentMissing) return undefined
    throw error
  }
}

/** The contents from the place. Throws ContentMismatch, at the end at the latest, if they are damaged. */
export async function* readContents(
  repository: Repository,
  contents: StoredContents,
): AsyncGenerator<Buffer> {
  const { name } = repository.objectOf(contents)
  try {
    yield* checked(await repository.read(name), contents)
  } catch (error) {
    if (isDamage(error) || error instanceof ContentMismatch)
      throw new ContentMismatch(`${name} is missing or damaged (${contents.key})`, { cause: error })
    throw error
  }
}
