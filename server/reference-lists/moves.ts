// Making what names one entry name another one, table by table.
import { sql } from 'kysely'
import { conflict } from '../platform/errors.ts'
import type { DomainEvent } from '../platform/events/change.ts'
import { checkReplacesNothing } from '../identity/users/write-teams.ts'
import type { Moving } from './uses.ts'

interface Place {
  readonly table: string
  readonly column: string
  /** What the event is about, if not the row itself. */
  readonly id?: string
  /** Whether the table says when a row was changed. */
  readonly isDated?: boolean
}

/** Moves the uses in a column of a table, with an event for each. */
export async function moveColumn(
  moving: Moving,
  { table, column, id = 'id', isDated = true }: Place,
  event: (moving: Moving, id: number) => DomainEvent,
): Promise<readonly DomainEvent[]> {
  const { tx, organisationId, from, into, now } = moving
  const { rows } = await sql<{ readonly id: number }>`update ${sql.table(table)}
    set ${sql.ref(column)} = ${into.id}${isDated ? sql`, updated_at = ${now}` : sql``}
    where organisation_id = ${organisationId} and ${sql.ref(column)} = ${from.id} returning ${sql.ref(id)} as id`.execute(
    tx,
  )
  return [...new Set(rows.map((row) => row.id))].map((changed) => event(moving, changed))
}

/** Puts the people of the one department into the other. */
export async function movePeople(
  moving: Moving,
  event: (moving: Moving, userId: string) => DomainEvent,
): Promise<readonly DomainEvent[]> {
  const { tx, organisationId, from, into, now } = moving
  const { rows } = await sql<{
    readonly id: string
  }>`update users set department_id = ${into.id}, updated_at = ${now}
    where organisation_id = ${organisationId} and department_id = ${from.id} returning id`.execute(tx)
  return rows.map(({ id }) => event(moving, id))
}

/**
 * Groups of the identity provider say who is in a team: that is decided there, not by a replacement. And nobody gets
 * for themselves what another team has.
 */
export async function refuseForTeams({
  tx,
  actor,
  organisationId,
  from,
  into,
}: Moving): Promise<readonly DomainEvent[]> {
  await checkReplacesNothing(tx, actor.userId, { organisationId, from: from.id, into: into.id })
  const group = await tx
    .selectFrom('scim_groups')
    .where('organisation_id', '=', organisationId)
    .where('team_id', '=', from.id)
    .select('name')
    .executeTakeFirst()
  if (!group) return []
  throw conflict(
    `The group "${group.name}" of your identity provider puts people into ${from.name}: give that group another team first, under Sign-in.`,
  )
}
