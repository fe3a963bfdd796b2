// What keeps storage and rows in step: a sweep that removes contents nobody names, and a check that finds what is missing,
// damaged or too much.
import type { App } from '../../platform/app.ts'
import { organisationOfKey } from '../../platform/storage/storage-keys.ts'
import { isHeldForBackup, isRecorded, mayRemove, recordedKeys, recordWithinMinutes } from './content.ts'
import { problemOf } from './content-problems.ts'
import { allRecorded, fileOf } from './recorded-contents.ts'

type Keeper = Pick<App, 'db' | 'storage' | 'storageClaim' | 'log' | 'stopping'>

/** What a sweep did, or why it did nothing. */
export interface Swept {
  readonly removed: number
  readonly refused?: string
}

const defaultGraceMinutes = 60
const batchSize = 500

/**
 * Removes contents that no version of a file names and that are older than the grace, and what broken transfers left. Safe
 * beside uploads and beside other processes doing the same: bytes are recorded at most a quarter of an hour after they were
 * stored (see content.ts), the transaction that does it is ended by its timeouts minutes later, and each key is looked for
 * once more right before it goes. A shorter grace is for tests and for installations without uploads under way.
 */
export async function sweepStorage(app: Keeper, { graceMinutes = defaultGraceMinutes } = {}): Promise<Swept> {
  const standing = await app.storageClaim.hold()
  if (!standing.held) return { removed: 0, refused: standing.because }
  if (await isHeldForBackup(app.db)) return { removed: 0, refused: 'A backup is under way.' }
  let removed = 0
  for await (const orphan of orphans(app, olderThan(graceMinutes))) {
    // the next process goes on
    if (app.stopping()) break
    if (!(await mayRemove(app, orphan))) continue
    await app.storage.remove(orphan)
    removed++
  }
  if (removed > 0) app.log.info({ removed }, 'contents that no file names were removed')
  return { removed }
}

// real time: the storage counts by it; the sandbox's clock may be days ahead
const olderThan = (minutes: number) => new Date(Date.now() - minutes * 60_000)

/** How many contents of the storage nothing in this database names, new ones included. */
export async function countUnknown(app: Keeper): Promise<number> {
  let unknown = 0
  for await (const key of unrecordedOf(app, app.storage.keys())) if (key) unknown++
  return unknown
}

const orphans = (app: Keeper, before: Date) => unrecordedOf(app, app.storage.keysOlderThan(before))

async function* unrecordedOf(app: Keeper, keys: AsyncIterable<string>): AsyncGenerator<string> {
  let batch: string[] = []
  for await (const key of keys) {
    batch.push(key)
    if (batch.length < batchSize) continue
    yield* unrecorded(app, batch)
    batch = []
  }
  yield* unrecorded(app, batch)
}

async function* unrecorded(app: Keeper, batch: readonly string[]): AsyncGenerator<string> {
  for (const [organisationId, keys] of Map.groupBy(batch, organisationOfKey)) {
    const recorded = await recordedKeys(app.db, organisationId, keys)
    yield* keys.filter((key) => !recorded.has(key))
  }
}

/** Something that is wrong with the contents of one key. */
export interface Finding {
  /** `missing`: a version without bytes; `damaged`: bytes that are not those of the version; `orphan`: bytes without version. */
  readonly problem: 'missing' | 'damaged' | 'orphan'
  readonly key: string
  readonly organisationId: number
  readonly fileId?: number
  readonly version?: number
}

/**
 * Reads all contents again and compares them with their rows. Changes nothing, and may run beside uploads: what is new
 * within the grace is not called an orphan, and what was replaced meanwhile is not called missing.
 */
export async function verifyStorage(
  app: Keeper,
  { graceMinutes = recordWithinMinutes } = {},
): Promise<{ readonly checked: number; readonly findings: readonly Finding[] }> {
  const findings: Finding[] = []
  let checked = 0
  for await (const content of allRecorded(app.db)) {
    checked++
    const problem = await problemOf(app, content)
    if (problem === undefined || !(await isRecorded(app.db, content.key))) continue
    const { key, organisationId } = content
    findings.push({ problem, key, organisationId, ...(await fileOf(app.db, content)) })
  }
  for await (const key of orphans(app, olderThan(graceMinutes))) {
    if (await isRecorded(app.db, key)) continue
    findings.push({ problem: 'orphan', key, organisationId: organisationOfKey(key) })
  }
  return { checked, findings }
}
