// The contents of files in a place: each stored once, under its hash, however many files and backups have it.
import { createHash } from 'node:crypto'
import type { BackedUpContents } from '../../files/contents/contents-to-back-up.ts'
import { ContentMissing, type Storage } from '../../platform/storage/storage.ts'
import { checkGoingOn, forEachOf, type Watching } from '../progress.ts'
import { isDamage, type Repository } from './repository.ts'

/** Contents and a key under which the storage has them. */
export interface KeptContents {
  readonly key: string
  readonly sha256: string
  readonly size: number
}

/** Contents are not those that their hash names. */
export class WrongContents extends Error {}

const atOnce = 6

/** The names and sizes of all contents that the place has. */
export async function listContents({ place }: Repository): Promise<Map<string, number>> {
  const there = new Map<string, number>()
  for await (const { name, size } of place.list('contents/')) there.set(name, size)
  return there
}

export interface Copied {
  readonly kept: readonly KeptContents[]
  /** Keys whose contents the storage does not have, or not as they were recorded. */
  readonly lost: readonly string[]
  /** How many contents were copied; the others were there. */
  readonly copied: number
  readonly copiedBytes: number
}

/** Brings whatever the place does not have yet. */
export async function copyContents(
  { storage, repository }: { readonly storage: Storage; readonly repository: Repository },
  recorded: readonly BackedUpContents[],
  watching: Watching & { readonly check: () => void },
): Promise<Copied> {
  const kept: KeptContents[] = []
  const lost: string[] = []
  let [copied, copiedBytes, done] = [0, 0, 0]
  const there = await listContents(repository)
  const groups = Map.groupBy(
    await withHashes(storage, recorded, lost),
    ({ sha256, size }) => `${sha256} ${size}`,
  )
  await forEachOf([...groups.values()], atOnce, async (same) => {
    watching.check()
    checkGoingOn(watching)
    const [first] = same
    if (!first) return
    const object = repository.objectOf(first)
    if (there.get(object.name) === object.size) kept.push(...same)
    else if (await copyOne(storage, repository, same)) {
      copied++
      copiedBytes += first.size
      kept.push(...same)
    } else lost.push(...same.map(({ key }) => key))
    done++
    watching.onProgress?.({ what: 'files', done, total: groups.size })
  })
  return { kept, lost: lost.sort(), copied, copiedBytes }
}

/** The same contents may lie under several keys: one that is whole is enough. */
async function copyOne(
  storage: Storage,
  repository: Repository,
  same: readonly KeptContents[],
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

const isLoss = (error: unknown) => error instanceof ContentMissing || error instanceof WrongContents

/** The stream, which fails at its end when it was not what it should be. */
async function* checked(
  stream: AsyncIterable<Buffer>,
  { sha256, size, key }: KeptContents,
): AsyncGenerator<Buffer> {
  const hash = createHash('sha256')
  let length = 0
  for await (const chunk of stream) {
    hash.update(chunk)
    length += chunk.length
    yield chunk
  }
  if (length !== size || hash.digest('hex') !== sha256) throw new WrongContents(`${key} is damaged`)
}

async function withHashes(
  storage: Storage,
  recorded: readonly BackedUpContents[],
  lost: string[],
): Promise<readonly KeptContents[]> {
  const all: KeptContents[] = []
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

/** Hash and size of what the storage has under a key; undefined when it has nothing. */
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

/** The contents as the place has them. Throws WrongContents, at the latest at the end, when they are damaged. */
export async function* readContents(repository: Repository, contents: KeptContents): AsyncGenerator<Buffer> {
  const { name } = repository.objectOf(contents)
  try {
    yield* checked(await repository.read(name), contents)
  } catch (error) {
    if (isDamage(error) || error instanceof WrongContents)
      throw new WrongContents(`${name} is missing or damaged (${contents.key})`, { cause: error })
    throw error
  }
}
