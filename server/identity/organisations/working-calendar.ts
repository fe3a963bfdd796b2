// The working calendar of an organisation: on which weekdays it works, and on which days it does not. What it promises
// in days is counted in these.
import { sql } from 'kysely'
import type { Reader } from '../../platform/postgres/database.ts'
import { type IsWorkingDay, numberOfDay, weekdayOf } from '../../platform/time/local-time.ts'

/** In the order of the week; the first has the number 1. */
export const weekdays = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
] as const
export type Weekday = (typeof weekdays)[number]

export interface Holiday {
  /** Such as 2026-12-25. */
  readonly date: string
  readonly name: string
}

export interface WorkingCalendar {
  /** In the order of the week; at least one. */
  readonly workingDays: readonly Weekday[]
  /** By their dates. */
  readonly holidays: readonly Holiday[]
  /** Goes up with each change; 0 until the first. */
  readonly version: number
}

const usualDays: readonly Weekday[] = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday']

/** The calendar of the organisation: Monday to Friday until it sets its own. */
export async function readWorkingCalendar(db: Reader, organisationId: number): Promise<WorkingCalendar> {
  const { rows } = await sql<{
    readonly days: readonly (number | string)[] | null
    readonly version: number | null
    readonly holidays: readonly Holiday[]
  }>`select c.working_days as days, c.version, (
      select coalesce(jsonb_agg(jsonb_build_object('date', to_char(h.day, 'YYYY-MM-DD'), 'name', h.name) order by h.day), '[]')
      from holidays h where h.organisation_id = ${organisationId}) as holidays
    from organisations o
    left join working_calendars c on c.organisation_id = o.id and c.organisation_id = ${organisationId}
    where o.id = ${organisationId}`.execute(db)
  const { days = null, version = null, holidays = [] } = rows[0] ?? {}
  return {
    workingDays:
      days === null ? usualDays : weekdays.filter((_, place) => days.map(Number).includes(place + 1)),
    holidays,
    version: version ?? 0,
  }
}

/** Whether the organisation works on a day. */
export function worksOn({
  workingDays,
  holidays,
}: Pick<WorkingCalendar, 'workingDays' | 'holidays'>): IsWorkingDay {
  const off = new Set(holidays.map(({ date }) => numberOfDay(date)))
  const on = weekdays.map((day) => workingDays.includes(day))
  return (day) => on[weekdayOf(day)] === true && !off.has(day)
}
