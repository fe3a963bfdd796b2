// The time zones of organisations, and of people in them.
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

/** The time zone that a person reads times in: their own choice, or that of their organisation. */
export async function timeZoneOfPerson(
  db: Reader,
  { userId, organisationId }: { readonly userId: string; readonly organisationId: number },
): Promise<string> {
  const { time_zone: timeZone } = await db
    .selectFrom('organisations')
    .leftJoin('user_preferences', (join) =>
      join
        .onRef('user_preferences.organisation_id', '=', 'organisations.id')
        .on('user_preferences.user_id', '=', userId),
    )
    .where('organisations.id', '=', organisationId)
    .select((e) => e.fn.coalesce('user_preferences.time_zone', 'organisations.time_zone').as('time_zone'))
    .executeTakeFirstOrThrow()
  return timeZone
}
