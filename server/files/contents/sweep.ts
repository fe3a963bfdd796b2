// Keeps storage and rows consistent: a sweep that deletes content no row refers to, and a check that finds missing,
// damaged and orphaned content.
import type { App } from '../../platform/app.ts'
import { organisationOfKey } from '../../platform/storage/storage-keys.ts'
import { recordWithinMinutes } from './file-content.ts'
import { isBackupRunning, isRecorded, canDeleteBlob, recordedKeys } from './stored-blobs.ts'
import { verifyContent } from './verify-content.ts'
import { iterateRecorded, findVersionByKey } from './iterate-recorded.ts'

type SweepContext = Pick<App, 'db' | 'storage' | 'storageClaim' | 'log' | 'stopping'>

/** What a sweep did, or why it did nothing. */
export interface Swept {
  readonly removed: number
  readonly refused?: string
}

const defaultGraceMinutes = 60
const batchSize = 500

/**
 * Deletes content that no row refers to and that is older than the grace period, and the remains of broken transfers.
 * Safe alongside uploads and other processes doing the same: content is recorded within 15 minutes of being stored (see
 * file-content.ts), the transaction that does so is ended by its timeouts minutes later, and each key is looked up
 * again just before it is deleted. A shorter grace period is only for tests and for installations without running
 * uploads.
 */
export async function sweepStorage(
  app: SweepContext,
  { graceMinutes = defaultGraceMinutes } = {},
): Promise<Swept> {
  const claim = await app.storageClaim.hold()
  if (!claim.held) return { removed: 0, refused: claim.because }
  if (await isBackupRunning(app.db)) return { removed: 0, refused: 'A backup is running.' }
  let removed = 0
  for await (const orphan of orphans(app, olderThan(graceMinutes))) {
    // the next process continues
    if (app.stopping()) break
    if (!(await canDeleteBlob(app, orphan))) continue
    await app.storage.remove(orphan)
    removed++
  }
  if (removed > 0) app.log.info({ removed }, 'content that no row refers to was removed')
  return { removed }
}

// real time: the storage uses it; the sandbox's clock may be days ahead
const olderThan = (minutes: number) => new Date(Date.now() - minutes * 60_000)

/** How much stored content no row in this database refers to, including new content. */
export async function countUnknown(app: SweepContext): Promise<number> {
  let unknown = 0
  for await (const key of unrecordedOf(app, app.storage.keys())) if (key) unknown++
  return unknown
}

const orphans = (app: SweepContext, before: Date) => unrecordedOf(app, app.storage.keysOlderThan(before))

async function* unrecordedOf(app: SweepContext, keys: AsyncIterable<string>): AsyncGenerator<string> {
  let batch: string[] = []
  for await (const key of keys) {
    batch.push(key)
    if (batch.length < batchSize) continue
    yield* unrecorded(app, batch)
    batch = []
  }
  yield* unrecorded(app, batch)
}

async function* unrecorded(app: SweepContext, batch: readonly string[]): AsyncGenerator<string> {
  for (const [organisationId, keys] of Map.groupBy(batch, organisationOfKey)) {
    const recorded = await recordedKeys(app.db, organisationId, keys)
    yield* keys.filter((key) => !recorded.has(key))
  }
}

/** A problem with the content of one key. */
export interface Finding {
  /**
   * `missing`: a version without content; `damaged`: content that differs from its record; `orphan`: content without a
   * version.
   */
  readonly problem: 'missing' | 'damaged' | 'orphan'
  readonly key: string
  readonly organisationId: number
  readonly fileId?: number
  readonly version?: number
}

/**
 * Reads all content again and compares it with its rows. Changes nothing, and may run during uploads: content newer
 * than the grace period is not reported as orphaned, and content replaced in the meantime is not reported as missing.
 */
export async function verifyStorage(
  app: SweepContext,
  { graceMinutes = recordWithinMinutes } = {},
): Promise<{ readonly checked: number; readonly findings: readonly Finding[] }> {
  const findings: Finding[] = []
  let checked = 0
  for await (const content of iterateRecorded(app.db)) {
    checked++
    const problem = await verifyContent(app, content)
    if (problem === undefined || !(await isRecorded(app.db, content.key))) continue
    const { key, organisationId } = content
    findings.push({ problem, key, organisationId, ...(await findVersionByKey(app.db, content)) })
  }
  for await (const key of orphans(app, olderThan(graceMinutes))) {
    if (await isRecorded(app.db, key)) continue
    findings.push({ problem: 'orphan', key, organisationId: organisationOfKey(key) })
  }
  return { checked, findings }
}
