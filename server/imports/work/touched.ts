// Whether somebody has done anything with what a row became: then an undo leaves it alone.
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { conflict } from '../../platform/errors.ts'
import type { Tx } from '../../platform/postgres/database.ts'

/** Which events `e` are about what a row became, by its id. */
export type EventsOn = (id: string) => RawBuilder<SqlBool>

/** Events of a thing with a number. */
export const eventsOn =
  (...kinds: readonly string[]): EventsOn =>
  (id) =>
    sql`e.resource_kind = any(${[...kinds]}::text[]) and e.resource_id = ${Number(id)}`

/** Events of a person. */
export const eventsOnPerson: EventsOn = (id) =>
  sql`e.resource_kind = 'user' and e.resource_id is null and e.facts->>'userId' = ${id}`

interface Undone {
  readonly organisationId: number
  /** When the import began: nothing that it made can have been touched before. */
  readonly since: Date | null
  readonly events: RawBuilder<SqlBool>
}

/** Throws conflict where a person has done anything with it that was no import. */
export async function checkUntouched(tx: Tx, { organisationId, since, events }: Undone): Promise<void> {
  const { rows } =
    await sql`select e.id from events e where e.organisation_id = ${organisationId} and ${events}
    and e.at >= coalesce(${since}::timestamptz, '-infinity') and e.user_id is not null
    and e.facts->>'import' is null limit 1`.execute(tx)
  if (rows.length > 0) throw conflict('Somebody has worked on it since, so it stays.')
}
