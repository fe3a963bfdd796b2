// The filter of a request as it is now and for its caller.
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import type { Filter } from '../../platform/lists/list-query.ts'
import { todayIn } from '../../platform/time/local-time.ts'
import { timeZoneOf } from '../../platform/time/time-zone.ts'
import { filterFromV2 } from './odata-filter.ts'
import type { Resource } from './odata-properties.ts'

/** The filter of a $filter: `me()` and `today(n)` have the values that they have for the caller at this moment. */
export async function filterOf(
  app: Pick<App, 'db' | 'clock'>,
  actor: Actor,
  source: string,
  resource: Resource,
): Promise<Filter> {
  // only a filter that may name the day needs to know the time zone
  const timeZone = /\btoday\b/i.test(source) ? await timeZoneOf(app.db, actor.organisationId) : 'UTC'
  return filterFromV2(source, resource, { userId: actor.userId, today: todayIn(timeZone, app.clock.now()) })
}
