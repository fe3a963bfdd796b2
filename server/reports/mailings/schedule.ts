// When a report is mailed: on a weekday or a day of the month, at an hour of the organisation's clocks.
import {
  addDays,
  addMonths,
  momentOf,
  numberOfDay,
  todayIn,
  weekdayOf,
} from '../../platform/time/local-time.ts'

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

/** Weekly with a weekday, monthly with a day of the month: one of both. */
export interface Schedule {
  readonly weekday: Weekday | null
  /** 1 to 31; the last day of a month that is shorter. */
  readonly monthDay: number | null
  /** 0 to 23. */
  readonly hour: number
}

// a month and the rest of the one before
const furthest = 62

/**
 * The first time after a moment at which a report is due. Where the clocks skip the hour it is the one after it, and
 * where they show it twice it is one of the two.
 */
export function nextDue(schedule: Schedule, after: Date, timeZone: string): Date {
  const today = todayIn(timeZone, after).day(0)
  for (let days = 0; days <= furthest; days++) {
    const day = addDays(today, days)
    if (!isOn(day, schedule)) continue
    const due = momentOf(day, schedule.hour * 60, timeZone)
    if (due > after) return due
  }
  throw new Error(`no day of the schedule after ${after.toISOString()}`)
}

function isOn(day: string, { weekday, monthDay }: Schedule): boolean {
  if (weekday !== null) return weekdays[weekdayOf(numberOfDay(day))] === weekday
  const last = addDays(addMonths(`${day.slice(0, 7)}-01`, 1), -1)
  return Number(day.slice(8)) === Math.min(monthDay ?? 1, Number(last.slice(8)))
}

/** `every Monday at 08:00`, `on the last day of the month at 08:00`. */
export function scheduleText({ weekday, monthDay, hour }: Schedule): string {
  const at = `at ${String(hour).padStart(2, '0')}:00`
  if (weekday !== null) return `every ${weekday} ${at}`
  return monthDay === 31
    ? `on the last day of the month ${at}`
    : `on day ${String(monthDay)} of the month ${at}`
}
