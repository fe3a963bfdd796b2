// Last days of what somebody is asked, by the working days of an organisation.
import type { Reader } from '../../platform/postgres/database.ts'
import { addWorkingDays, addWorkingHours, startOfDay, todayIn } from '../../platform/time/local-time.ts'
import { timeZoneOf } from '../../platform/time/time-zone.ts'
import { readWorkingCalendar, workingTimeOf, worksOn } from './working-calendar.ts'

/** Days are `2026-05-06`, in the time zone of the organisation. */
export interface WorkDeadlines {
  readonly today: string
  /** The day after so many working days. */
  readonly dayAfter: (workingDays: number) => string
  /** When people begin to work on a day, or on the next one on which they work. */
  readonly morningOf: (day: string) => Date
  readonly startOf: (day: string) => Date
}

/** Reads the calendar and the time zone once. */
export async function workDeadlines(db: Reader, organisationId: number, now: Date): Promise<WorkDeadlines> {
  const [calendar, timeZone] = await Promise.all([
    readWorkingCalendar(db, organisationId),
    timeZoneOf(db, organisationId),
  ])
  const time = workingTimeOf(calendar, timeZone)
  const today = todayIn(timeZone, now).day(0)
  return {
    today,
    dayAfter: (workingDays) => addWorkingDays(today, workingDays, worksOn(calendar)),
    morningOf: (day) => addWorkingHours(startOfDay(day, timeZone), 0, time),
    startOf: (day) => startOfDay(day, timeZone),
  }
}
