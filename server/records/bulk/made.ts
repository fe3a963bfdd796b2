// What bulk changes have changed of each record, kept so that it can be taken back.
import { sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { keeping } from '../../platform/change-each.ts'
import type { DomainEvent } from '../../platform/events/change.ts'
import { type Made, madeBy } from '../../platform/events/taken-back.ts'
import { notFound } from '../../platform/errors.ts'
import type { Reader, Tx } from '../../platform/postgres/database.ts'
import { statement } from '../../platform/postgres/statement.ts'
import type { ChangeOne } from './bulk-change.ts'

/** Which bulk change. */
export interface BulkChangeKey {
  readonly organisationId: number
  readonly id: number
}

const insert = statement<BulkChangeKey & { readonly recordId: number; readonly made: string }, never>(
  (row) => sql`insert into bulk_change_records (organisation_id, bulk_change_id, record_id, made)
    values (${row.organisationId}, ${row.id}, ${row.recordId}, ${row.made})`,
)

/** Keeps what was changed of a record, in the transaction of its change. */
export function keepMade(
  tx: Tx,
  key: BulkChangeKey,
  recordId: number,
  events: readonly DomainEvent[],
): Promise<void> {
  insert.send(tx, { ...key, recordId, made: JSON.stringify(madeBy(events)) })
  return Promise.resolve()
}

const keptOf = (db: Reader, { organisationId, id }: BulkChangeKey) =>
  db
    .selectFrom('bulk_change_records')
    .where('organisation_id', '=', organisationId)
    .where('bulk_change_id', '=', id)
    .where('undone_at', 'is', null)

/** The records whose change has not been taken back, in the order of their ids. */
export async function recordsToTakeBack(db: Reader, key: BulkChangeKey): Promise<readonly number[]> {
  const rows = await keptOf(db, key).orderBy('record_id').select('record_id').execute()
  return rows.map(({ record_id: id }) => id)
}

/** Takes back what a bulk change has changed of a record, and notes that in the same transaction. */
export async function takeBackRecord(
  app: App,
  actor: Actor,
  { undoOf, recordId }: { readonly undoOf: BulkChangeKey; readonly recordId: number },
  { takeBack }: Pick<ChangeOne, 'takeBack'>,
): Promise<void> {
  const row = await keptOf(app.db, undoOf).where('record_id', '=', recordId).select('made').executeTakeFirst()
  if (!row) throw notFound()
  const marking = keeping(app, async (tx) => {
    await tx
      .updateTable('bulk_change_records')
      .set({ undone_at: app.clock.now() })
      .where('organisation_id', '=', undoOf.organisationId)
      .where('bulk_change_id', '=', undoOf.id)
      .where('record_id', '=', recordId)
      .execute()
  })
  await takeBack(marking, actor, recordId, row.made as unknown as Made)
}
