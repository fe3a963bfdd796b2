// The integrity check of all stored content, in the background: each round slowly reads every file again and compares
// it with its hash. Any process can continue a round that was interrupted. Known damage is checked again on every turn
// until it is repaired.
import { setTimeout as sleep } from 'node:timers/promises'
import type { App } from '../../platform/app.ts'
import { internalTransaction } from '../../platform/events/change.ts'
import {
  type Damage,
  clearDamage,
  listDamages,
  reportDamage,
} from '../../platform/storage/content-damages.ts'
import type { RecordedContent } from '../../platform/storage/storage.ts'
import { isRecorded } from './stored-blobs.ts'
import { type Throttle, verifyContent } from './verify-content.ts'
import { iterateRecorded, type Cursor } from './iterate-recorded.ts'

/** Progress of the installation's integrity check. */
export interface CheckProgress {
  /** When the last or current round started; null before the first one. */
  readonly beganAt: Date | null
  /** When it ended; null while it is running. */
  readonly endedAt: Date | null
  /** What it has read so far. */
  readonly contents: number
  readonly bytes: number
  /** What the last whole round has read, and when it ended; null before there is one. */
  readonly measured: { readonly at: Date; readonly contents: number; readonly bytes: number } | null
}

interface Limits {
  /** How long one turn lasts; the next turn continues from there. */
  readonly turnMs?: number
}

const defaultTurnMs = 45_000
// after this long the claim of a process that died expires
const claimMs = 10 * 60_000
const saveEvery = 100

/**
 * One turn: checks known damage again, then continues the current round, or starts a new one when it is due. Returns
 * how many files it read. Does nothing while another process has a turn.
 */
export async function checkContents(app: App, { turnMs = defaultTurnMs }: Limits = {}): Promise<number> {
  if (app.config.fileCheckDays === 0) return 0
  const at = await claimTurn(app)
  if (!at) return 0
  // real time: how long the turn has lasted
  const end = performance.now() + turnMs
  const over = () => app.stopping() || performance.now() > end
  const pace = createThrottle(app)
  try {
    await checkFound(app, pace, over)
    return at === 'nothing due' ? 0 : await continueRound(app, { at, over, pace })
  } catch (error) {
    if (error instanceof CheckStopped) return 0
    throw error
  } finally {
    await releaseTurn(app)
  }
}

/** Progress of the check. */
export async function checkProgress({ db }: Pick<App, 'db'>): Promise<CheckProgress> {
  const { measuredAt, measuredContents, measuredBytes, ...progress } = await db
    .selectFrom('content_checks')
    .select(['began_at as beganAt', 'ended_at as endedAt', 'contents', 'bytes'])
    .select([
      'measured_at as measuredAt',
      'measured_contents as measuredContents',
      'measured_bytes as measuredBytes',
    ])
    .executeTakeFirstOrThrow()
  const measured = { contents: measuredContents ?? 0, bytes: measuredBytes ?? 0 }
  return { ...progress, measured: measuredAt === null ? null : { at: measuredAt, ...measured } }
}

/** The process is stopping: the next one reads the current file again. */
class CheckStopped extends Error {}

/** Limits reading to the configured number of bytes per second. */
function createThrottle(app: App): Throttle {
  const bytesPerMs = (app.config.fileCheckMegabytesPerSecond * 1_000_000) / 1_000
  return async (bytes) => {
    if (app.stopping()) throw new CheckStopped()
    await sleep(bytes / bytesPerMs)
  }
}

// the claim uses the database's time: the sandbox's clock may be moved
async function claimTurn(app: App): Promise<Cursor | 'nothing due' | undefined> {
  return internalTransaction(app, async (tx, now) => {
    const time = app.clock.databaseTime()
    const row = await tx.selectFrom('content_checks').selectAll().forUpdate().executeTakeFirstOrThrow()
    if (row.held_until && row.held_until > time) return undefined
    const heldUntil = new Date(time.getTime() + claimMs)
    await tx.updateTable('content_checks').set({ held_until: heldUntil }).execute()
    if (row.began_at && !row.ended_at)
      return { organisationId: row.after_organisation_id, key: row.after_storage_key }
    const nextAt = (row.began_at?.getTime() ?? 0) + app.config.fileCheckDays * 86_400_000
    if (now.getTime() < nextAt) return 'nothing due'
    const fresh = { after_organisation_id: 0, after_storage_key: '', contents: 0, bytes: 0 }
    await tx
      .updateTable('content_checks')
      .set({ ...fresh, began_at: now, ended_at: null })
      .execute()
    return { organisationId: 0, key: '' }
  })
}

const releaseTurn = (app: App) =>
  internalTransaction(app, (tx) => tx.updateTable('content_checks').set({ held_until: null }).execute())

interface Turn {
  readonly at: Cursor
  readonly over: () => boolean
  readonly pace: Throttle
}

async function continueRound(app: App, { at, over, pace }: Turn): Promise<number> {
  let [contents, saved, bytes] = [0, 0, 0]
  let last = at
  const saveProgressIfDue = async (ended: boolean) => {
    await saveProgress(app, last, { contents: contents - saved, bytes, ended })
    saved = contents
    bytes = 0
  }
  try {
    for await (const content of iterateRecorded(app.db, at)) {
      await checkOne(app, content, pace)
      last = content
      contents += 1
      bytes += content.size
      if (contents % saveEvery === 0) await saveProgressIfDue(false)
      if (over()) return contents
    }
    await saveProgressIfDue(true)
    app.log.info({ contents }, 'all stored contents were checked')
    return contents
  } finally {
    if (contents > saved) await saveProgressIfDue(false)
  }
}

async function saveProgress(
  app: App,
  { organisationId, key }: Cursor,
  { contents, bytes, ended }: { contents: number; bytes: number; ended: boolean },
): Promise<void> {
  await internalTransaction(app, (tx, now) =>
    tx
      .updateTable('content_checks')
      .set((row) => ({
        after_organisation_id: organisationId,
        after_storage_key: key,
        contents: row('contents', '+', contents),
        bytes: row('bytes', '+', bytes),
        held_until: new Date(app.clock.databaseTime().getTime() + claimMs),
        ...(ended
          ? {
              ended_at: now,
              measured_at: now,
              measured_contents: row('contents', '+', contents),
              measured_bytes: row('bytes', '+', bytes),
            }
          : {}),
      }))
      .execute(),
  )
}

async function checkOne(app: App, content: RecordedContent, pace: Throttle): Promise<void> {
  const problem = await verifyContent(app, content, pace)
  // content that was replaced or purged while it was being read is not lost
  if (problem && (await isRecorded(app.db, content.key))) await reportDamage(app, content, problem)
}

async function checkFound(app: App, pace: Throttle, over: () => boolean): Promise<void> {
  for (const damage of await listDamages(app.db)) {
    if (over()) return
    await checkAgain(app, damage, pace)
  }
}

async function checkAgain(app: App, damage: Damage, pace: Throttle): Promise<void> {
  const problem = (await isRecorded(app.db, damage.key)) ? await verifyContent(app, damage, pace) : undefined
  if (problem) await reportDamage(app, damage, problem)
  else await clearDamage(app, damage)
}
