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
}

/**
 * Makes somebody a member of the record and, in place of the former one, its owner. Answers what happened. The record
 * is held.
 */
export async function handOver(
  kind: RecordTables,
  tx: Tx,
  record: RecordBase,
  { to, from, by, now }: HandOver,
): Promise<readonly DomainEvent[]> {
  const { organisationId, id } = record
  const about = { organisationId, resource: { kind: kind.kind, id }, subject: { kind: kind.kind, id } }
  const owner = await holdOwner(kind, tx, record)
  const joined = await insertMembers(tx, kind, record, { userIds: [to], addedBy: by, now })
  const added = joined.map((userId) => ({
    name: `${kind.kind}.member.added` as const,
    ...about,
    facts: { userId },
  }))
  if (owner === to || (from !== undefined && owner !== from)) return added
  await sql`update ${sql.table(kind.table)} set owner_id = ${to}, version = version + 1, updated_at = ${now}, last_activity_at = ${now}
    where organisation_id = ${organisationId} and id = ${id}`.execute(tx)
  const facts = { changes: { ownerId: { from: owner, to } } }
  return [...added, { name: `${kind.kind}.updated` as const, ...about, facts }]
}

async function holdOwner({ table }: RecordTables, tx: Tx, { organisationId, id }: RecordBase) {
  // not through access.ts: nobody but the person who hands it over, or nobody at all, sees it
  const { rows } = await sql<{ readonly owner: string }>`select owner_id as owner from ${sql.table(table)}
    where organisation_id = ${organisationId} and id = ${id} for no key update`.execute(tx)
  return rows[0]?.owner
}
