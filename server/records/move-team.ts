// Assigning the records of one team to another one, as the replacement of a team does.
import { sql } from 'kysely'
import type { DomainEvent } from '../platform/events/change.ts'
import type { Tx } from '../platform/postgres/database.ts'
import { countTeamMove } from './lists/record-counts.ts'
import type { RecordTables } from './record-kind.ts'

interface Teams {
  readonly organisationId: number
  readonly from: number
  readonly into: number
}

/**
 * Each record of the one team is updated, also those that the caller does not see or that are in the bin. Returns the
 * events.
 */
export async function moveTeam(
  kind: RecordTables,
  tx: Tx,
  { organisationId, from, into }: Teams,
  now: Date,
): Promise<readonly DomainEvent[]> {
  const table = sql.table(kind.table)
  // not through access.ts: a team is the organisation's, and so is what becomes of it
  const { rows } = await sql<{ readonly id: number }>`select id from ${table}
    where organisation_id = ${organisationId} and team_id = ${from} order by id for no key update`.execute(tx)
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return []
  await countTeamMove(tx, kind, { organisationId, from, into, ids })
  await sql`update ${table} set team_id = ${into}, version = version + 1, updated_at = ${now}, last_activity_at = ${now}
    where organisation_id = ${organisationId} and id = any(${ids}::bigint[])`.execute(tx)
  return ids.map((id) => ({
    name: `${kind.kind}.updated` as const,
    organisationId,
    resource: { kind: kind.kind, id },
    subject: { kind: kind.kind, id },
    facts: { changes: { teamId: { from, to: into } } },
  }))
}
