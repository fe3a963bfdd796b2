// The time zones of organisations.
import type { Reader } from '../postgres/database.ts'

/** The time zone of an organisation that exists. */
export async function timeZoneOf(db: Reader, organisationId: number): Promise<string> {
  const { time_zone: timeZone } = await db
    .selectFrom('organisations')
    .where('id', '=', organisationId)
    .select('time_zone')
    .executeTakeFirstOrThrow()
  return timeZone
}
