// Records what people view. Nobody waits for it: views are collected in memory and written together a moment later, in a
// transaction that does not wait for the disk. A crash loses the last moment of a convenience list.
import { sql } from 'kysely'
import { getFileToSee } from '../../files/access.ts'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { internalTransaction } from '../../platform/events/change.ts'
import { AppError } from '../../platform/errors.ts'
import type { Viewed } from '../recent.ts'

interface View {
  readonly actor: Actor
  readonly viewed: Viewed
  readonly at: Date
}

type Recorded = View & { readonly organisationId: number }

interface Views {
  /** What to write next, by person and record, in the order of viewing. */
  next: Map<string, View>
  /** Starts the next write. */
  timer: NodeJS.Timeout | undefined
  /** The write in progress; never rejects. */
  writing: Promise<void> | undefined
  /** The last record that each person viewed, so that repeated views of it are skipped. */
  readonly last: Map<string, { readonly key: string; readonly at: Date }>
}

const viewsOf = new WeakMap<App['database'], Views>()
const repeatWindow = 10_000
const peopleRemembered = 10_000
const delayMs = 200
/** As many are written without waiting for the timer. */
const batchSize = 500
/** When the database cannot keep up, further views are not recorded. */
const maxWaiting = 2_000

/**
 * Puts a record that the caller was shown on their recents, a moment later. Never fails, because nobody must be refused a
 * record for the reason that the view could not be recorded.
 */
export function recordView(app: App, actor: Actor, viewed: Viewed): void {
  const views = viewsFor(app)
  const view = { actor, viewed, at: app.clock.now() }
  const key = `${actor.userId}/${viewed.kind}/${viewed.id}`
  if (isStillViewed(views, key, view)) return
  views.next.delete(key)
  if (views.next.size >= maxWaiting) return
  views.next.set(key, view)
  if (views.next.size >= batchSize) void writeNext(app, views)
  else views.timer ??= setTimeout(() => void writeNext(app, views), delayMs).unref()
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
  const views = { next: new Map(), timer: undefined, writing: undefined, last: new Map() }
  viewsOf.set(database, views)
  return views
}

function isStillViewed({ last }: Views, key: string, { actor: { userId }, at }: View): boolean {
  const before = last.get(userId)
  if (before?.key === key && Math.abs(at.getTime() - before.at.getTime()) < repeatWindow) return true
  last.delete(userId)
  last.set(userId, { key, at })
  if (last.size > peopleRemembered) last.delete(last.keys().next().value as string)
  return false
}

/** Writes all that are waiting; one write at a time. */
function writeNext(app: App, views: Views): Promise<void> {
  if (views.writing) return views.writing
  clearTimeout(views.timer)
  views.timer = undefined
  if (views.next.size === 0) return Promise.resolve()
  const batch = [...views.next.values()]
  views.next = new Map()
  views.writing = write(app, batch)
    .catch((error: unknown) => {
      views.last.clear()
      app.log.warn({ err: error, records: batch.length }, 'views could not be recorded')
    })
    .then(() => {
      views.writing = undefined
      if (views.next.size > 0) views.timer ??= setTimeout(() => void writeNext(app, views), delayMs).unref()
    })
  return views.writing
}

async function write(app: App, batch: readonly View[]): Promise<void> {
  const found = await Promise.all(batch.map((view) => withOrganisation(app, view)))
  const recorded = found.filter((view) => view !== undefined)
  if (recorded.length === 0) return
  await internalTransaction(app, async (tx) => {
    await sql`select set_config('synchronous_commit', 'off', true)`.execute(tx)
    const { rows: places } = await sql<{ place: number }>`
      select nextval('recents_place') as place from generate_series(1, ${recorded.length}::int)`.execute(tx)
    const rows = recorded.map(({ actor, viewed, organisationId, at }, index) => ({
      organisation_id: organisationId,
      user_id: actor.userId,
      kind: viewed.kind,
      record_id: viewed.id,
      seen_at: at,
      place: Number(places[index]?.place),
    }))
    await tx
      .insertInto('recents')
      // always in one order, so that processes cannot deadlock
      .values(rows.toSorted((a, b) => (orderKey(a) < orderKey(b) ? -1 : 1)))
      .onConflict((conflict) =>
        conflict.columns(['organisation_id', 'user_id', 'kind', 'record_id']).doUpdateSet((eb) => ({
          seen_at: eb.ref('excluded.seen_at'),
          place: eb.ref('excluded.place'),
        })),
      )
      .execute()
  })
}

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
  const subjects = kind === 'Matter' ? app.subjects.matter : app.subjects.contract
  return (await subjects.getToSee(app.db, actor, id)).organisationId
}

const orderKey = (row: {
  readonly organisation_id: number
  readonly user_id: string
  readonly kind: string
  readonly record_id: number
}) => `${row.organisation_id}/${row.user_id}/${row.kind}/${row.record_id}`
