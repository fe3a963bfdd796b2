// Giving records to somebody else: who becomes their owner and a member, where the former people cannot open them any
// more.
import { sql } from 'kysely'
import type { DomainEvent } from '../platform/events/change.ts'
import type { Tx } from '../platform/postgres/database.ts'
import { insertMembers } from './new-members.ts'
import type { RecordBase, RecordTables } from './record-kind.ts'

interface HandOver {
  readonly to: string
  /** Only of records that they own does the owner change; of all, if absent. */
  readonly from?: string
  /** Who does it. */
  readonly by: string
  readonly now: Date
  /** What the former person is to the record; the owner, if absent. */
  readonly as?: 'owner' | 'manager'
}

/**
 * Makes somebody a member of the record and, in place of the former one, its owner or manager. Answers what happened.
 * The record is held.
 */
export async function handOver(
  kind: RecordTables,
  tx: Tx,
  record: RecordBase,
  { to, from, by, now, as = 'owner' }: HandOver,
): Promise<readonly DomainEvent[]> {
  const { organisationId, id } = record
  const about = { organisationId, resource: { kind: kind.kind, id }, subject: { kind: kind.kind, id } }
  const column = kind.access.responsible[as]?.column
  if (column === undefined) return []
  const holder = await holdWho(kind, tx, record, column)
  const joined = await insertMembers(tx, kind, record, { userIds: [to], addedBy: by, now })
  const added = joined.map((userId) => ({
    name: `${kind.kind}.member.added` as const,
    ...about,
    facts: { userId },
  }))
  if (holder === to || (from !== undefined && holder !== from)) return added
  await sql`update ${sql.table(kind.table)} set ${sql.ref(column)} = ${to}, version = version + 1, updated_at = ${now}, last_activity_at = ${now}
    where organisation_id = ${organisationId} and id = ${id}`.execute(tx)
  const facts = { changes: { [`${as}Id`]: { from: holder ?? null, to } } }
  return [...added, { name: `${kind.kind}.updated` as const, ...about, facts }]
}

async function holdWho({ table }: RecordTables, tx: Tx, { organisationId, id }: RecordBase, column: string) {
  // not through access.ts: nobody but the person who hands it over, or nobody at all, sees it
  const { rows } = await sql<{
    readonly holder: string | null
  }>`select ${sql.ref(column)} as holder from ${sql.table(table)}
    where organisation_id = ${organisationId} and id = ${id} for no key update`.execute(tx)
  return rows[0]?.holder
}
