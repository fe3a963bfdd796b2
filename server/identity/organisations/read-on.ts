// The day on which figures are read, by the clocks and the fiscal calendar of the organisation.
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import type { ReadOn } from '../../platform/lists/report-list.ts'
import { shiftOf } from '../../platform/time/fiscal-calendar.ts'
import { addDays, startOfDay, todayIn } from '../../platform/time/local-time.ts'
import { timeZoneOf } from '../../platform/time/time-zone.ts'
import { readFinancialSettings } from './read-organisations.ts'

/** When figures are read: now, or at the end of an earlier day such as 2026-05-06. */
export async function readOn(app: App, actor: Actor, asOf: string | null): Promise<ReadOn> {
  const [timeZone, settings] = await Promise.all([
    timeZoneOf(app.db, actor.organisationId),
    readFinancialSettings(app.db, actor.organisationId),
  ])
  const today = todayIn(timeZone, app.clock.now()).day(0)
  const shift = shiftOf(settings)
  if (asOf === null || asOf >= today) return { now: app.clock.now(), today, timeZone, shift, isPast: false }
  return { now: startOfDay(addDays(asOf, 1), timeZone), today: asOf, timeZone, shift, isPast: true }
}
