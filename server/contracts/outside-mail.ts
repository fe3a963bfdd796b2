// What mails about a contract to people without an account say: the contract, who sends it, and the last day on which
// their address opens anything.
import { badInput, sentence } from '../platform/errors.ts'
import type { Reader } from '../platform/postgres/database.ts'
import { addDays, startOfDay, todayIn } from '../platform/time/local-time.ts'

const mostDays = 180

/** The name of the contract, "Ben Okafor of Harbour Foods", and the time zone of the organisation. */
export async function readMailFacts(
  db: Reader,
  sent: { readonly organisationId: number; readonly contractId: number; readonly createdBy: string },
): Promise<{ readonly contract: string; readonly sender: string; readonly timeZone: string }> {
  const { contract, name, organisation, timeZone } = await db
    // not through access.ts: the mail is for people without an account
    .selectFrom('contracts as c')
    .innerJoin('organisations as o', 'o.id', 'c.organisation_id')
    .innerJoin('users as u', (join) => join.on('u.id', '=', sent.createdBy))
    .where('c.organisation_id', '=', sent.organisationId)
    .where('c.id', '=', sent.contractId)
    .select(['c.name as contract', 'o.name as organisation', 'o.time_zone as timeZone'])
    .select((eb) => eb.fn<string>('concat_ws', [eb.val(' '), 'u.first_name', 'u.last_name']).as('name'))
    .executeTakeFirstOrThrow()
  return { contract, sender: `${name} of ${organisation}`, timeZone }
}

/** When a last day is over in the time zone. Throws bad_request for one that is not within 180 days from today. */
export function endOfLastDay(day: string, timeZone: string, now: Date): Date {
  const today = todayIn(timeZone, now)
  if (day < today.day(0) || day > today.day(mostDays))
    throw badInput('expires', sentence(`The last day must be within ${mostDays} days from today.`))
  // the day itself counts
  return startOfDay(addDays(day, 1), timeZone)
}

/** The last day on which an address is good for something: `expiresAt` is when the day after it begins. */
export const lastDayOf = (expiresAt: Date, timeZone: string): string =>
  todayIn(timeZone, new Date(expiresAt.getTime() - 1)).day(0)
