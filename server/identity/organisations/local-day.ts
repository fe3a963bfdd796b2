// The current day in the time zone of an organisation.
import { sql } from 'kysely'
import type { Reader } from '../../platform/postgres/database.ts'

/** The current day in the time zone of the organisation. */
export async function localDay(db: Reader, organisationId: number, now: Date): Promise<string> {
  const { day } = await db
    .selectFrom('organisations')
    .where('id', '=', organisationId)
    .select(sql<string>`to_char(${now}::timestamptz at time zone time_zone, 'YYYY-MM-DD')`.as('day'))
    .executeTakeFirstOrThrow()
  return day
}
