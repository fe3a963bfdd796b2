// Records what people view. Many view at once, and nobody should wait for it: what arrives while a batch is being written is
// the next batch, and no batch waits for the disk.
import { sql } from 'kysely'
import { getFileToSee } from '../../files/access.ts'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { internalTransaction } from '../../platform/change.ts'
import type { RecentKind, Viewed } from '../recent.ts'

interface View extends Viewed {
  readonly userId: string
  readonly at: Date
}

interface Batches {
  /** What to write next, by person and record. */
  next: Map<string, View>
  /** The batch that `next` will be written in. */
  written: Promise<void> | undefined
  /** The batch that is being written. */
  writing: Promise<void>
  /** The last record that each person viewed, so that repeated views of it are skipped. */
  readonly last: Map<string, { readonly key: string; readonly at: Date }>
}

const batchesOf = new WeakMap<App, Batches>()
const repeatWindow = 10_000
const peopleRemembered = 10_000

/**
 * Puts a record that the caller was shown on their recents. Resolves once it is there; never fails, because nobody must be
 * refused a record for the reason that the view could not be recorded.
 */
export async function recordView(
  app: App,
  actor: Actor,
  { kind, id }: Pick<Viewed, 'kind' | 'id'>,
): Promise<void> {
  try {
    await recordRecent(app, actor, { kind, id, organisationId: await organisationOf(app, actor, kind, id) })
  } catch (error) {
    app.log.warn({ err: error }, 'a view could not be recorded')
  }
}

/** The same for a record whose organisation is known. */
export async function recordRecent(app: App, actor: Actor, viewed: Viewed): Promise<void> {
  const batches = batchesFor(app)
  const view = { ...viewed, userId: actor.userId, at: app.clock.now() }
  const key = `${actor.userId}/${viewed.kind}/${viewed.organisationId}/${viewed.id}`
  if (isStillViewed(batches, key, view)) return
  batches.next.delete(key)
  batches.next.set(key, view)
  batches.written ??= batches.writing.then(() => writeNext(app, batches))
  await batches.written
}

/**
 * The organisation of a record that the actor may see; only people on records of several organisations need a query for
 * it.
 */
async function organisationOf(app: App, actor: Actor, kind: RecentKind, id: number): Promise<number> {
  const [only, ...others] = actor.organisationIds
  if (only !== undefined && others.length === 0) return only
  if (kind === 'File') return (await getFileToSee(app, app.db, actor, id)).organisationId
  const subjects = kind === 'Matter' ? app.subjects.matter : app.subjects.contract
  return (await subjects.getToSee(app.db, actor, id)).organisationId
}

function batchesFor(app: App): Batches {
  const known = batchesOf.get(app)
  if (known) return known
  const batches = { next: new Map(), written: undefined, writing: Promise.resolve(), last: new Map() }
  batchesOf.set(app, batches)
  return batches
}

function isStillViewed({ last }: Batches, key: string, { userId, at }: View): boolean {
  const before = last.get(userId)
  if (before?.key === key && Math.abs(at.getTime() - before.at.getTime()) < repeatWindow) return true
  last.delete(userId)
  last.set(userId, { key, at })
  if (last.size > peopleRemembered) last.delete(last.keys().next().value as string)
  return false
}

function writeNext(app: App, batches: Batches): Promise<void> {
  const batch = [...batches.next.values()]
  batches.next = new Map()
  batches.written = undefined
  batches.writing = write(app, batch).catch((error: unknown) => {
    batches.last.clear()
    app.log.warn({ err: error, records: batch.length }, 'views could not be recorded')
  })
  return batches.writing
}

const write = (app: App, batch: readonly View[]): Promise<void> =>
  internalTransaction(app, async (tx) => {
    // a crash loses a few entries of a convenience list
    await sql`select set_config('synchronous_commit', 'off', true)`.execute(tx)
    // always in one order, so that processes cannot deadlock
    const inOrder = batch.toSorted((a, b) => (orderKey(a) < orderKey(b) ? -1 : 1))
    await tx
      .insertInto('recents')
      .values(
        inOrder.map(({ organisationId, userId, kind, id, at }) => ({
          organisation_id: organisationId,
          user_id: userId,
          kind,
          record_id: id,
          seen_at: at,
        })),
      )
      .onConflict((conflict) =>
        conflict.columns(['organisation_id', 'user_id', 'kind', 'record_id']).doUpdateSet((eb) => ({
          seen_at: eb.ref('excluded.seen_at'),
          place: eb.ref('excluded.place'),
        })),
      )
      .execute()
  })

const orderKey = ({ organisationId, userId, kind, id }: View) => `${organisationId}/${userId}/${kind}/${id}`
