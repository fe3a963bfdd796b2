// The working calendar of an organisation: on which weekdays it works, and on which days it does not. What it promises
// in days is counted in these.
import { sql } from 'kysely'
import type { Reader } from '../../platform/postgres/database.ts'
import {
  type IsWorkingDay,
  numberOfDay,
  weekdayOf,
  type WorkingTime,
} from '../../platform/time/local-time.ts'

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

/** From when to when people work on a working day, such as 09:00 to 17:00. */
export interface WorkingHours {
  readonly from: string
  readonly to: string
}

export interface WorkingCalendar {
  /** In the order of the week; at least one. */
  readonly workingDays: readonly Weekday[]
  /** By their dates. */
  readonly holidays: readonly Holiday[]
  readonly workingHours: WorkingHours
  /** Goes up with each change; 0 until the first. */
  readonly version: number
}

const usualDays: readonly Weekday[] = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday']

/** In minutes of the day. */
const usualHours = { begins: 540, ends: 1_020 }

const timeText = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`

/** The minute of the day of a time such as 09:30, or 24:00 for its end; undefined for anything else. */
export function minuteOfTime(time: string): number | undefined {
  const [, hour, minute] = /^(\d\d):([0-5]\d)$/.exec(time) ?? []
  const minutes = Number(hour) * 60 + Number(minute)
  return hour !== undefined && minutes <= 1_440 ? minutes : undefined
}

/** The calendar of the organisation: Monday to Friday from 09:00 to 17:00 until it sets its own. */
export async function readWorkingCalendar(db: Reader, organisationId: number): Promise<WorkingCalendar> {
  const { rows } = await sql<{
    readonly days: readonly (number | string)[] | null
    readonly version: number | null
    readonly begins: number | string | null
    readonly ends: number | string | null
    readonly holidays: readonly Holiday[]
  }>`select c.working_days as days, c.version, c.begins_at as begins, c.ends_at as ends, (
      select coalesce(jsonb_agg(jsonb_build_object('date', to_char(h.day, 'YYYY-MM-DD'), 'name', h.name) order by h.day), '[]')
      from holidays h where h.organisation_id = ${organisationId}) as holidays
    from organisations o
    left join working_calendars c on c.organisation_id = o.id and c.organisation_id = ${organisationId}
    where o.id = ${organisationId}`.execute(db)
  const { days = null, version = null, holidays = [], begins, ends } = rows[0] ?? {}
  return {
    workingDays:
      days === null ? usualDays : weekdays.filter((_, place) => days.map(Number).includes(place + 1)),
    holidays,
    workingHours: {
      from: timeText(Number(begins ?? usualHours.begins)),
      to: timeText(Number(ends ?? usualHours.ends)),
    },
    version: version ?? 0,
  }
}

/** When the organisation works, in its time zone. */
export const workingTimeOf = (
  calendar: Pick<WorkingCalendar, 'workingDays' | 'holidays' | 'workingHours'>,
  timeZone: string,
): WorkingTime => ({
  timeZone,
  isWorkingDay: worksOn(calendar),
  beginsAt: minuteOfTime(calendar.workingHours.from) ?? usualHours.begins,
  endsAt: minuteOfTime(calendar.workingHours.to) ?? usualHours.ends,
})

/** Whether the organisation works on a day. */
export function worksOn({
  workingDays,
  holidays,
}: Pick<WorkingCalendar, 'workingDays' | 'holidays'>): IsWorkingDay {
  const off = new Set(holidays.map(({ date }) => numberOfDay(date)))
  const on = weekdays.map((day) => workingDays.includes(day))
  return (day) => on[weekdayOf(day)] === true && !off.has(day)
}
