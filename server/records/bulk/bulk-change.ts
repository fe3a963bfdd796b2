// A bulk change: the same change of many records, carried out in the background for the person who asked for it. Up to
// a thousand are changed at once and need none of this (server/http/v2/reports/bulk.ts).
import type { Selectable } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import type { Made } from '../../platform/events/taken-back.ts'
import { notFound } from '../../platform/errors.ts'
import type { Reader } from '../../platform/postgres/database.ts'
import type { BulkChangesTable } from '../../platform/postgres/tables.ts'

/** How many records one bulk change may have. */
export const mostRecords = 100_000
/** How many ids are stored in one row. */
export const idsPerPart = 1_000
/** How many of those that were skipped are named. */
export const mostRefusals = 100

export const bulkStates = ['Waiting', 'Running', 'Done', 'Cancelled', 'Failed'] as const
export type BulkState = (typeof bulkStates)[number]

/** One that was skipped, with the reason as text. */
interface Refusal {
  readonly id: number
  readonly because: string
}

export interface BulkChange {
  readonly id: number
  /** The list whose records it changes: `matters`. */
  readonly list: string
  readonly onlyEmpty: boolean
  readonly checkOnly: boolean
  /** The bulk change that this one takes back. */
  readonly undoOf: number | null
  readonly state: BulkState
  readonly total: number
  readonly done: number
  readonly changed: number
  readonly unchanged: number
  readonly differing: number
  readonly skipped: number
  /** The first of those that were skipped. */
  readonly refusals: readonly Refusal[]
  /** Why it failed. */
  readonly failure: string | null
  readonly createdAt: Date
  readonly startedAt: Date | null
  readonly finishedAt: Date | null
}

/** What changes one record of a list, by the operation that everybody else uses. */
export interface ChangeOne {
  (
    app: App,
    actor: Actor,
    id: number,
    asked: { readonly change: unknown; readonly onlyEmpty: boolean },
  ): Promise<unknown>
  /** Takes back what such a change has made; throws conflict where it was changed since. */
  readonly takeBack: (app: App, actor: Actor, id: number, made: Made) => Promise<unknown>
}

/** A page of the actor's own bulk changes, newest first. */
export async function listBulkChanges(
  db: Reader,
  actor: Actor,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<readonly BulkChange[]> {
  const rows = await ownOf(db, actor).orderBy('id', 'desc').limit(limit).offset(offset).execute()
  return rows.map(bulkChangeOf)
}

/** One of the actor's own; not_found for those of others. */
export async function getBulkChange(db: Reader, actor: Actor, id: number): Promise<BulkChange> {
  const row = await ownOf(db, actor).where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound()
  return bulkChangeOf(row)
}

const ownOf = (db: Reader, actor: Actor) =>
  db
    .selectFrom('bulk_changes')
    .where('organisation_id', '=', actor.organisationId)
    .where('created_by', '=', actor.userId)
    .selectAll()

const bulkChangeOf = (row: Selectable<BulkChangesTable>): BulkChange => ({
  id: row.id,
  list: row.list,
  onlyEmpty: row.only_empty,
  checkOnly: row.check_only,
  undoOf: row.undo_of,
  state: row.state as BulkState,
  total: row.total,
  done: row.done,
  changed: row.changed,
  unchanged: row.unchanged,
  differing: row.differing,
  skipped: row.skipped,
  refusals: row.refusals as unknown as readonly Refusal[],
  failure: row.failure,
  createdAt: row.created_at,
  startedAt: row.started_at,
  finishedAt: row.finished_at,
})
