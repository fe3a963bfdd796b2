// Carrying out a bulk change: some hundred records at a time, each in a transaction of its own that also says how far
// the whole has come.
import { randomUUID } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { checkFeatures } from '../../identity/features/feature.ts'
import { featuresOfRoute } from '../../identity/features/feature-routes.ts'
import { findGrantActor } from '../../identity/oauth/bearer.ts'
import type { Actor } from '../../platform/actor.ts'
import { addJob } from '../../platform/add-job.ts'
import type { App } from '../../platform/app.ts'
import { type DomainEvent, internalTransaction } from '../../platform/events/change.ts'
import { AppError } from '../../platform/errors.ts'
import { refusalOf } from '../../platform/postgres/constraint-refusal.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { dryRun } from '../../platform/dry-run.ts'
import { replacesValue } from '../../platform/events/replaced-values.ts'
import { type BulkChangeKey, keepMade, takeBackRecord } from './made.ts'
import { findSnapshot } from '../../identity/users/authorization-snapshot.ts'
import { type ChangeOne, idsPerPart, mostRefusals } from './bulk-change.ts'

// so that one of many does not keep the others waiting
const recordsPerRun = 200
const leaseMs = 60_000
const renewAfterMs = 15_000
// then the record is skipped, and the others go on
const mostErrors = 10

/** Somebody cancelled it, or another process works on it: the transaction at hand must not be committed. */
class NotOurs extends Error {}

/** The bulk change that this process works on. */
interface Held extends BulkChangeKey {
  readonly lease: string
  readonly userId: string
  readonly grantId: number | null
  readonly requestId: string | null
  readonly list: string
  readonly change: unknown
  readonly onlyEmpty: boolean
  readonly checkOnly: boolean
  readonly undoOf: number | null
  readonly total: number
  readonly errors: number
  done: number
}

// real time: a lease ends although the sandbox's clock stands still
const leaseEnd = (ms = leaseMs) => new Date(Date.now() + ms)

/**
 * Changes the next records, and stores a job for those after them. Does nothing if another process is at it, or if it
 * has come to its end. An unexpected error is logged and the record is tried again later.
 */
export async function runBulkChange(
  app: App,
  key: BulkChangeKey,
  changes: ReadonlyMap<string, ChangeOne>,
): Promise<void> {
  const held = await claim(app, key)
  if (!held) return
  try {
    await changeSome(app, held, changes)
    await release(app, held)
  } catch (error) {
    if (error instanceof NotOurs) return
    app.log.warn({ err: error, bulkChange: held.id }, 'a bulk change was interrupted and is tried again')
    await postpone(app, held)
  }
}

async function claim(app: App, { organisationId, id }: BulkChangeKey): Promise<Held | undefined> {
  const lease = randomUUID()
  return internalTransaction(app, async (tx, now) => {
    const row = await tx
      .updateTable('bulk_changes')
      .set((eb) => ({
        state: 'Running',
        lease,
        leased_until: leaseEnd(),
        // real time: of turns, which go on while the sandbox's clock stands still
        ran_at: new Date(Date.now()),
        started_at: eb.fn.coalesce('started_at', eb.val(now)),
      }))
      .where('organisation_id', '=', organisationId)
      .where('id', '=', id)
      .where('finished_at', 'is', null)
      // real time: as the lease was set
      .where((eb) => eb.or([eb('leased_until', 'is', null), eb('leased_until', '<', new Date(Date.now()))]))
      .returningAll()
      .executeTakeFirst()
    if (!row) return undefined
    return {
      organisationId,
      id,
      lease,
      userId: row.created_by,
      grantId: row.grant_id,
      requestId: row.request_id,
      list: row.list,
      change: row.change,
      onlyEmpty: row.only_empty,
      checkOnly: row.check_only,
      undoOf: row.undo_of,
      total: row.total,
      errors: row.errors,
      done: row.done,
    }
  })
}

async function changeSome(app: App, held: Held, changes: ReadonlyMap<string, ChangeOne>): Promise<void> {
  const changeOne = changes.get(held.list)
  if (!changeOne) throw new Error(`There is no list "${held.list}" to change`)
  const ids = await nextIds(app, held)
  let renewed = performance.now()
  for (const id of ids) {
    if (app.stopping()) return
    if (performance.now() - renewed > renewAfterMs) {
      await renew(app, held)
      renewed = performance.now()
    }
    const actor = await findCaller(app, held)
    if (typeof actor === 'string') return fail(app, held, actor)
    await changeRecord(app, held, id, (one) => changeOrTakeBack(one, actor, { held, id }, changeOne))
    held.done++
  }
}

function changeOrTakeBack(
  app: App,
  actor: Actor,
  { held, id }: { readonly held: Held; readonly id: number },
  changeOne: ChangeOne,
): Promise<unknown> {
  const { organisationId, change, onlyEmpty, undoOf } = held
  if (undoOf === null) return changeOne(app, actor, id, { change, onlyEmpty })
  return takeBackRecord(app, actor, { undoOf: { organisationId, id: undoOf }, recordId: id }, changeOne)
}

async function nextIds(app: App, { organisationId, id, done }: Held): Promise<readonly number[]> {
  const row = await app.db
    .selectFrom('bulk_change_ids')
    .where('organisation_id', '=', organisationId)
    .where('bulk_change_id', '=', id)
    .where('part', '=', Math.floor(done / idsPerPart))
    .select('ids')
    .executeTakeFirst()
  const from = done % idsPerPart
  return (row?.ids ?? []).map(Number).slice(from, from + recordsPerRun)
}

/** Who asked for it, with the rights of this moment; or why they may not go on. */
async function findCaller(app: App, held: Held): Promise<Actor | string> {
  const { userId, grantId, requestId } = held
  if (grantId !== null) {
    const actor = await findGrantActor(app.db, { userId, grantId })
    if (!actor) return 'You, or the integration that asked for it, have no access any more.'
    return closedFor(actor, held) ?? { ...actor, requestId }
  }
  const snapshot = await findSnapshot(app.db, userId)
  if (!snapshot) return 'You have no access any more.'
  return (
    closedFor(snapshot, held) ?? {
      ...snapshot,
      via: { kind: 'session', sessionId: '', verifiedAt: null },
      requestId,
    }
  )
}

function closedFor(snapshot: Pick<Actor, 'featuresOff'>, { list }: Held): string | undefined {
  try {
    checkFeatures(snapshot, featuresOfRoute(`/v2/${list}`))
    return undefined
  } catch (error) {
    if (error instanceof AppError) return error.message
    throw error
  }
}

type Work = (app: App) => Promise<unknown>

/** Changes one record and counts it, both in one transaction where anything is written. */
async function changeRecord(app: App, held: Held, id: number, work: Work): Promise<void> {
  const count = (outcome: Outcome) => internalTransaction(app, (tx) => record(tx, held, outcome))
  if (held.errors >= mostErrors) {
    const because = 'It could not be changed because of an unexpected error. The log of the server has it.'
    return count({ column: 'skipped', refusal: { id, because } })
  }
  try {
    if (held.checkOnly) return await count(outcomeOf(await dryRun(app, work)))
    let counted = false
    await work({
      ...app,
      beforeCommit: async (tx, events) => {
        await record(tx, held, outcomeOf(events))
        if (events.length > 0) await keepMade(tx, held, id, events)
        counted = true
      },
    })
    if (!counted) await count({ column: 'unchanged' })
  } catch (error) {
    const refusal = refusalOf(error)
    if (!refusal) throw error
    await count({ column: 'skipped', refusal: { id, because: refusal.message } })
  }
}

interface Outcome {
  readonly column: 'changed' | 'unchanged' | 'skipped'
  readonly differs?: boolean
  readonly refusal?: { readonly id: number; readonly because: string }
}

const outcomeOf = (events: readonly DomainEvent[]): Outcome =>
  events.length === 0 ? { column: 'unchanged' } : { column: 'changed', differs: events.some(replacesValue) }

/** Counts one record: the next in the order, and only while the bulk change is ours to carry out. */
async function record(tx: Tx, held: Held, { column, differs = false, refusal }: Outcome): Promise<void> {
  const refusals = refusal
    ? sql`case when jsonb_array_length(refusals) < ${mostRefusals}
        then refusals || ${JSON.stringify([refusal])}::jsonb else refusals end`
    : sql`refusals`
  const { rows } =
    await sql`update bulk_changes set done = done + 1, ${sql.ref(column)} = ${sql.ref(column)} + 1,
      differing = differing + ${differs ? 1 : 0}, refusals = ${refusals}, errors = 0
    where organisation_id = ${held.organisationId} and id = ${held.id} and lease = ${held.lease}
      and done = ${held.done} and finished_at is null
    returning id`.execute(tx)
  if (rows.length === 0) throw new NotOurs()
}

/** Ours while it lasts, for the statement of each of the next functions. */
const ours = (tx: Kysely<unknown> | Tx, { organisationId, id, lease }: Held) =>
  (tx as Tx)
    .updateTable('bulk_changes')
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .where('lease', '=', lease)
    .where('finished_at', 'is', null)

async function renew(app: App, held: Held): Promise<void> {
  const renewed = await internalTransaction(app, (tx) =>
    ours(tx, held).set({ leased_until: leaseEnd() }).returning('id').executeTakeFirst(),
  )
  if (!renewed) throw new NotOurs()
}

/** Ends it if all are done, and leaves it to the next run otherwise. */
const release = (app: App, held: Held): Promise<void> =>
  internalTransaction(app, async (tx, now) => {
    if (held.done >= held.total) {
      await ours(tx, held).set({ state: 'Done', finished_at: now, leased_until: null }).execute()
      return
    }
    const left = await ours(tx, held).set({ leased_until: null }).returning('id').executeTakeFirst()
    const { organisationId, id } = held
    if (left) await addJob(tx, 'change-many', { organisationId, id }, `change-many ${organisationId} ${id}`)
  })

const fail = async (app: App, held: Held, because: string): Promise<void> => {
  await internalTransaction(app, (tx, now) =>
    ours(tx, held).set({ state: 'Failed', failure: because, finished_at: now, leased_until: null }).execute(),
  )
  throw new NotOurs()
}

/** After an unexpected error: later by as much as it has failed before. */
const postpone = (app: App, held: Held): Promise<unknown> =>
  internalTransaction(app, (tx) =>
    ours(tx, held)
      .set((eb) => ({
        errors: eb('errors', '+', 1),
        leased_until: leaseEnd(Math.min(held.errors * 10_000, leaseMs)),
      }))
      .execute(),
  )
