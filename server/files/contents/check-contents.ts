// The check of all stored contents in the background: a round reads each of them again, slowly, and compares it with its hash. It
// goes on where it was stopped, by whichever process is free; what was found is looked at each time, until it is right again.
import { setTimeout as sleep } from 'node:timers/promises'
import type { App } from '../../platform/app.ts'
import { bookkeeping } from '../../platform/change.ts'
import {
  type Damage,
  forgetDamage,
  listDamages,
  reportDamage,
} from '../../platform/storage/content-damages.ts'
import type { RecordedContent } from '../../platform/storage/recorded-content.ts'
import { isRecorded } from './content.ts'
import { type Pace, problemOf } from './content-problems.ts'
import { allRecorded, type Place } from './recorded-contents.ts'

/** How the check of an installation stands. */
export interface CheckProgress {
  /** When the last round, or the one under way, began; none has yet when it is null. */
  readonly beganAt: Date | null
  /** When it ended; null while it is under way. */
  readonly endedAt: Date | null
  /** What it has read so far. */
  readonly contents: number
  readonly bytes: number
}

interface Limits {
  /** How long one turn lasts; the next one goes on. */
  readonly turnMs?: number
}

const defaultTurnMs = 45_000
// a process that dies gives the check back after this long
const holdMs = 10 * 60_000
const noteEvery = 100

/**
 * One turn: looks again at what was found, then goes on with the round that is under way, or begins one when it is time. Answers
 * how many contents it read. Does nothing while another process has its turn.
 */
export async function checkContents(app: App, { turnMs = defaultTurnMs }: Limits = {}): Promise<number> {
  if (app.config.fileCheckDays === 0) return 0
  const at = await takeTurn(app)
  if (!at) return 0
  // real time: how long the turn has lasted
  const end = performance.now() + turnMs
  const over = () => app.stopping() || performance.now() > end
  const pace = paceOf(app)
  try {
    await checkFound(app, pace, over)
    return at === 'nothing due' ? 0 : await goOn(app, { at, over, pace })
  } catch (error) {
    if (error instanceof Stopped) return 0
    throw error
  } finally {
    await giveTurnBack(app)
  }
}

/** How the check stands. */
export async function checkProgress({ db }: Pick<App, 'db'>): Promise<CheckProgress> {
  return db
    .selectFrom('content_checks')
    .select(['began_at as beganAt', 'ended_at as endedAt', 'contents', 'bytes'])
    .executeTakeFirstOrThrow()
}

/** The process is stopping: what is being read is read again by the next one. */
class Stopped extends Error {}

/** Reads no more bytes a second than the setting allows. */
function paceOf(app: App): Pace {
  const bytesPerMs = (app.config.fileCheckMegabytesPerSecond * 1_000_000) / 1_000
  return async (bytes) => {
    if (app.stopping()) throw new Stopped()
    await sleep(bytes / bytesPerMs)
  }
}

// the turn is held by the database's time: the sandbox's clock may be moved
async function takeTurn(app: App): Promise<Place | 'nothing due' | undefined> {
  return bookkeeping(app, async (tx, now) => {
    const time = app.clock.databaseTime()
    const row = await tx.selectFrom('content_checks').selectAll().forUpdate().executeTakeFirstOrThrow()
    if (row.held_until && row.held_until > time) return undefined
    const heldUntil = new Date(time.getTime() + holdMs)
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

const giveTurnBack = (app: App) =>
  bookkeeping(app, (tx) => tx.updateTable('content_checks').set({ held_until: null }).execute())

interface Turn {
  readonly at: Place
  readonly over: () => boolean
  readonly pace: Pace
}

async function goOn(app: App, { at, over, pace }: Turn): Promise<number> {
  let [contents, noted, bytes] = [0, 0, 0]
  let last = at
  const note = async (ended: boolean) => {
    await noteProgress(app, last, { contents: contents - noted, bytes, ended })
    noted = contents
    bytes = 0
  }
  try {
    for await (const content of allRecorded(app.db, at)) {
      await checkOne(app, content, pace)
      last = content
      contents += 1
      bytes += content.size
      if (contents % noteEvery === 0) await note(false)
      if (over()) return contents
    }
    await note(true)
    app.log.info({ contents }, 'all stored contents were checked')
    return contents
  } finally {
    if (contents > noted) await note(false)
  }
}

async function noteProgress(
  app: App,
  { organisationId, key }: Place,
  { contents, bytes, ended }: { contents: number; bytes: number; ended: boolean },
): Promise<void> {
  await bookkeeping(app, (tx, now) =>
    tx
      .updateTable('content_checks')
      .set((row) => ({
        after_organisation_id: organisationId,
        after_storage_key: key,
        contents: row('contents', '+', contents),
        bytes: row('bytes', '+', bytes),
        held_until: new Date(app.clock.databaseTime().getTime() + holdMs),
        ...(ended ? { ended_at: now } : {}),
      }))
      .execute(),
  )
}

async function checkOne(app: App, content: RecordedContent, pace: Pace): Promise<void> {
  const problem = await problemOf(app, content, pace)
  // what was replaced or purged while it was read is not lost
  if (problem && (await isRecorded(app.db, content.key))) await reportDamage(app, content, problem)
}

async function checkFound(app: App, pace: Pace, over: () => boolean): Promise<void> {
  for (const damage of await listDamages(app.db)) {
    if (over()) return
    await checkAgain(app, damage, pace)
  }
}

async function checkAgain(app: App, damage: Damage, pace: Pace): Promise<void> {
  const problem = (await isRecorded(app.db, damage.key)) ? await problemOf(app, damage, pace) : undefined
  if (problem) await reportDamage(app, damage, problem)
  else await forgetDamage(app, damage)
}
