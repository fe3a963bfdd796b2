// The days of an obligation that is due after the end of every period, as a key date that recurs.
import { addDays, addMonths } from '../../platform/time/local-time.ts'
import type { Duration } from './reading/durations.ts'

export interface RecurringDays {
  /** The first one from today on. */
  readonly date: string
  /** RFC 5545. */
  readonly recurrence: string
}

/**
 * When it is due from `today` on, so many days after the end of every period of the calendar. A rule has the same day
 * in every month, and months differ: where they do, it is a day that is never too late, at most a week early.
 */
export function recurringDays(every: Duration, days: number, today: string): RecurringDays {
  const months = every.unit === 'years' ? 12 * every.amount : every.amount
  const { later, day } = dayOfMonth(months, days)
  // the first days of periods, far enough back that the first one is past
  let start = addMonths(`${today.slice(0, 4)}-01-01`, -12 * Math.ceil((months + later) / 12))
  let date = dueAfter(start, { later, day })
  for (; date < today; date = dueAfter(start, { later, day })) start = addMonths(start, months)
  const recurrence =
    months % 12 === 0 ? `FREQ=YEARLY;INTERVAL=${months / 12}` : `FREQ=MONTHLY;INTERVAL=${months}`
  return { date, recurrence }
}

interface DayOfMonth {
  /** In which month after the end of a period, 0 the next one. */
  readonly later: number
  readonly day: number
}

const dueAfter = (start: string, { later, day }: DayOfMonth) => addDays(addMonths(start, later), day - 1)

/** The day of the month that the exact ones have in common, or one that is before all of them. */
function dayOfMonth(months: number, days: number): DayOfMonth {
  const exact = ['2027-01-01', '2028-01-01'].flatMap((year) =>
    Array.from({ length: Math.ceil(12 / months) }, (_, index) => {
      const start = addMonths(year, index * months)
      const due = addDays(start, days - 1)
      return { later: monthsBetween(start, due), day: Number(due.slice(8)) }
    }),
  )
  const [{ later } = { later: 0 }] = exact
  if (exact.every((each) => each.later === later))
    return { later, day: Math.min(...exact.map(({ day }) => day)) }
  // no month is longer than 31 days, and every one has 28
  const whole = Math.floor((days - 1) / 31)
  return { later: whole, day: Math.min(28, days - 31 * whole) }
}

const monthsBetween = (from: string, to: string) =>
  12 * (Number(to.slice(0, 4)) - Number(from.slice(0, 4))) + Number(to.slice(5, 7)) - Number(from.slice(5, 7))
