// Legal holds: what may be needed as evidence is neither deleted nor purged, with all that is on it, until the hold
// ends. An administrator sets and ends them, with a reason; not even the right to delete everything goes above one.
// What takes something away is refused for every change by its events (platform/events/removals.ts); commands check
// first only where they would do more than that in vain.
import { sql } from 'kysely'
import { conflict } from '../platform/errors.ts'
import type { MaySee } from '../platform/granted.ts'
import type { Reader, Tx } from '../platform/postgres/database.ts'
import { placeholder, statementFamily } from '../platform/postgres/statement.ts'
import type { RecordBase, RecordTables } from './record-kind.ts'

/** A hold that a record is under. */
export interface LegalHold {
  readonly reason: string
  readonly at: Date
  readonly by: string
}

interface HoldRow {
  readonly reason: string | null
  readonly at: Date | null
  readonly by: string | null
}

// one for each kind
const reads = statementFamily<RecordBase, HoldRow>(40)

async function readHold(
  { table }: RecordTables,
  db: Reader,
  { organisationId, id }: RecordBase,
): Promise<LegalHold | undefined> {
  const read = reads.get(table, () => {
    const of = <Value>(value: (record: RecordBase) => Value) => placeholder(value)
    // not through access.ts: a hold counts for everybody
    return sql<HoldRow>`select legal_hold_reason as reason, legal_hold_at as at, legal_hold_by as by from ${sql.table(table)}
      where organisation_id = ${of((record) => record.organisationId)} and id = ${of((record) => record.id)}`
  })
  const [row] = await read.run(db, { organisationId, id })
  return row && row.reason !== null && row.at !== null && row.by !== null
    ? { reason: row.reason, at: row.at, by: row.by }
    : undefined
}

/** The hold that the record is under, if any. */
export const findLegalHold = (
  kind: RecordTables,
  db: Reader,
  record: RecordBase & MaySee,
): Promise<LegalHold | undefined> => readHold(kind, db, record)

/** Throws conflict with the reason when the record is under a hold. */
export async function checkNoLegalHold(kind: RecordTables, db: Reader, record: RecordBase): Promise<void> {
  const hold = await readHold(kind, db, record)
  if (hold) {
    throw conflict(
      `This ${kind.kind} is under a legal hold (${hold.reason}): nothing on it can be deleted. An administrator can end the hold.`,
    )
  }
}

/** Those of the records that are under a hold. None is put under one, and no hold ends, until the transaction ends. */
export async function findHeldAmong(
  { table }: RecordTables,
  tx: Tx,
  organisationId: number,
  ids: readonly number[],
): Promise<readonly number[]> {
  // not through access.ts: a hold counts for everybody
  const { rows } = await sql<{ readonly id: number; readonly held: boolean }>`select id::int as id,
      legal_hold_at is not null as held from ${sql.table(table)}
    where organisation_id = ${organisationId} and id = any(${[...ids]}::bigint[]) order by id for share`.execute(
    tx,
  )
  return rows.filter(({ held }) => held).map(({ id }) => id)
}

/** Sets a hold or ends it; the record must be held. */
export async function writeLegalHold(
  { table }: RecordTables,
  tx: Tx,
  { organisationId, id }: RecordBase & MaySee,
  hold: LegalHold | undefined,
): Promise<void> {
  await sql`update ${sql.table(table)} set legal_hold_reason = ${hold?.reason ?? null}, legal_hold_at = ${hold?.at ?? null},
      legal_hold_by = ${hold?.by ?? null}
    where organisation_id = ${organisationId} and id = ${id}`.execute(tx)
}
