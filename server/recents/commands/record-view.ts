// Records what people view. Nobody waits for it: views are collected in memory and written together a few seconds
// later, in a transaction that does not wait for the disk. A crash loses the last moments of a convenience list.
import { kindOfType } from '../../records/kinds.ts'
import { sql } from 'kysely'
import { getFileToSee } from '../../files/access.ts'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { internalTransaction } from '../../platform/events/change.ts'
import { AppError } from '../../platform/errors.ts'
import { statement } from '../../platform/postgres/statement.ts'
import type { Viewed } from '../recent.ts'

interface View {
  readonly actor: Actor
  readonly viewed: Viewed
  readonly at: Date
  /** The order of viewing, whichever process notes it: microseconds of the database's time, each once in a process. */
  readonly place: number
}

type Recorded = View & { readonly organisationId: number }

interface Views {
  /** What to write next, by person and kind of record and then by record, in the order of viewing. */
  next: Map<string, Map<number, View>>
  /** How many these are. */
  waiting: number
  /** The last one. */
  place: number
  /** Starts the next write. */
  timer: NodeJS.Timeout | undefined
  /** The write in progress; never rejects. */
  writing: Promise<void> | undefined
  /** The last record that each person viewed, so that repeated views of it are skipped. */
  readonly last: Map<string, { readonly kind: string; readonly id: number; readonly at: number }>
}

const viewsOf = new WeakMap<App['database'], Views>()
const repeatWindow = 10_000
const peopleRemembered = 10_000
const delayMs = 2_000
/** Of one person and kind, the latest are written: as many as a list of recents has at most. */
const mostOfPerson = 1_000
/** As many are written without waiting for the timer. */
const batchSize = 5_000
/** When the database cannot keep up, further views are not recorded. */
const maxWaiting = 20_000

/**
 * Puts a record that the caller was shown on their recents, a moment later. Never fails, because nobody must be refused
 * a record for the reason that the view could not be recorded.
 */
export function recordView(app: App, actor: Actor, viewed: Viewed): void {
  const views = viewsFor(app)
  const at = app.clock.now()
  if (isStillViewed(views, actor.userId, viewed, at.getTime())) return
  if (views.waiting >= maxWaiting) return
  views.place = Math.max(views.place + 1, app.clock.databaseTime().getTime() * 1_000)
  addView(views, { actor, viewed, at, place: views.place })
  if (views.waiting >= batchSize) void writeNext(app, views)
  else views.timer ??= writeLater(app, views)
}

/** Resolves once everything that this process has recorded so far is stored, or has failed to be. */
export async function viewsRecorded(app: App): Promise<void> {
  const views = viewsOf.get(app.database)
  if (!views) return
  await views.writing
  await writeNext(app, views)
}

function viewsFor({ database }: App): Views {
  const known = viewsOf.get(database)
  if (known) return known
  const views: Views = {
    next: new Map(),
    waiting: 0,
    place: 0,
    timer: undefined,
    writing: undefined,
    last: new Map(),
  }
  viewsOf.set(database, views)
  return views
}

function isStillViewed({ last }: Views, userId: string, { kind, id }: Viewed, at: number): boolean {
  const before = last.get(userId)
  if (before?.id === id && before.kind === kind && Math.abs(at - before.at) < repeatWindow) return true
  last.delete(userId)
  last.set(userId, { kind, id, at })
  if (last.size > peopleRemembered) last.delete(last.keys().next().value as string)
  return false
}

function addView(views: Views, view: View): void {
  const { kind, id } = view.viewed
  const key = `${view.actor.userId} ${kind}`
  const ofPerson = views.next.get(key) ?? new Map<number, View>()
  views.next.set(key, ofPerson)
  const before = ofPerson.size
  // what was viewed before moves to the end
  ofPerson.delete(id)
  ofPerson.set(id, view)
  if (ofPerson.size > mostOfPerson) ofPerson.delete(ofPerson.keys().next().value as number)
  views.waiting += ofPerson.size - before
}

const writeLater = (app: App, views: Views) => setTimeout(() => void writeNext(app, views), delayMs).unref()

/** Writes all that are waiting; one write at a time. */
function writeNext(app: App, views: Views): Promise<void> {
  if (views.writing) return views.writing
  clearTimeout(views.timer)
  views.timer = undefined
  if (views.waiting === 0) return Promise.resolve()
  const batch = [...views.next.values()].flatMap((ofPerson) => [...ofPerson.values()])
  views.next = new Map()
  views.waiting = 0
  views.writing = write(app, batch)
    .catch((error: unknown) => {
      views.last.clear()
      app.log.warn({ err: error, records: batch.length }, 'views could not be recorded')
    })
    .then(() => {
      views.writing = undefined
      if (views.waiting > 0) views.timer ??= writeLater(app, views)
    })
  return views.writing
}

async function write(app: App, batch: readonly View[]): Promise<void> {
  const found = await Promise.all(batch.map((view) => withOrganisation(app, view)))
  const recorded = found.filter((view) => view !== undefined)
  if (recorded.length === 0) return
  await internalTransaction(app, async (tx) => {
    withoutWaitingForDisk.send(tx, {})
    insertViews.send(tx, {
      organisationIds: recorded.map(({ organisationId }) => organisationId),
      userIds: recorded.map(({ actor }) => actor.userId),
      kinds: recorded.map(({ viewed }) => viewed.kind),
      recordIds: recorded.map(({ viewed }) => viewed.id),
      times: recorded.map(({ at }) => at),
      places: recorded.map(({ place }) => place),
    })
  })
}

const withoutWaitingForDisk = statement<object, never>(
  () => sql`select set_config('synchronous_commit', 'off', true)`,
)

interface ViewColumns {
  readonly organisationIds: readonly number[]
  readonly userIds: readonly string[]
  readonly kinds: readonly string[]
  readonly recordIds: readonly number[]
  readonly times: readonly Date[]
  readonly places: readonly number[]
}

// Rows are written in one order always, so that processes cannot deadlock; what another process has written of a later
// view stays. One view of a person who has been removed since would fail all of them. Not through access.ts: nothing of
// the people is shown.
const insertViews = statement<ViewColumns, never>(
  ({ organisationIds, userIds, kinds, recordIds, times, places }) => sql`
    insert into recents (organisation_id, user_id, kind, record_id, seen_at, place)
    select viewed.organisation_id, viewed.user_id, viewed.kind, viewed.record_id, viewed.seen_at, viewed.place
    from unnest(${organisationIds}::bigint[], ${userIds}::uuid[], ${kinds}::text[], ${recordIds}::bigint[],
      ${times}::timestamptz[], ${places}::bigint[]) as viewed (organisation_id, user_id, kind, record_id, seen_at, place)
    where exists (select from users where users.id = viewed.user_id)
    order by viewed.organisation_id, viewed.user_id, viewed.kind, viewed.record_id
    on conflict (organisation_id, user_id, kind, record_id) do update
    set seen_at = greatest(recents.seen_at, excluded.seen_at), place = greatest(recents.place, excluded.place)`,
)

/**
 * The view with the organisation of its record, which takes a query only for people on records of several organisations
 * and when the route did not say it; undefined if they may no longer see the record.
 */
async function withOrganisation(app: App, view: View): Promise<Recorded | undefined> {
  const { actor, viewed } = view
  if (viewed.organisationId !== undefined) return { ...view, organisationId: viewed.organisationId }
  const [only, ...others] = actor.organisationIds
  if (only !== undefined && others.length === 0) return { ...view, organisationId: only }
  try {
    return { ...view, organisationId: await organisationOf(app, actor, viewed) }
  } catch (error) {
    if (error instanceof AppError) return undefined
    throw error
  }
}

async function organisationOf(app: App, actor: Actor, { kind, id }: Viewed): Promise<number> {
  if (kind === 'File') return (await getFileToSee(app, app.db, actor, id)).organisationId
  return (await app.subjects[kindOfType(kind)].getToSee(app.db, actor, id)).organisationId
}
