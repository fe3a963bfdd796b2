// The days of a recurrence rule that was read by recurrence.ts. Day by day and for a limited time, because a rule
// without any days (30 February) must not be looked at for ever, as libraries do; the tests compare it with one.

const msPerDay = 86_400_000
// a rule that makes no day in so long a time has come to its end
const longestWait = 30 * 366

const weekdays = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA']

interface Rule {
  readonly frequency: string
  readonly interval: number
  readonly count: number
  /** The last day it may have, in days since 1970. */
  readonly until: number
  /** With the number 0, every such weekday. */
  readonly byDay: readonly { readonly weekday: number; readonly number: number }[]
  readonly byMonthDay: readonly number[]
  readonly byMonth: readonly number[]
  readonly bySetPos: readonly number[]
  readonly weekStart: number
}

/** A day of the calendar, with what rules ask of it. */
interface Day {
  /** Days since 1970. */
  readonly at: number
  readonly year: number
  /** From 1. */
  readonly month: number
  readonly dayOfMonth: number
  readonly weekday: number
}

function dayAt(at: number): Day {
  const date = new Date(at * msPerDay)
  return {
    at,
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    dayOfMonth: date.getUTCDate(),
    weekday: date.getUTCDay(),
  }
}

const numberOf = (day: string) => Math.round(Date.parse(`${day}T00:00:00Z`) / msPerDay)

/** What the rule leaves open follows from its first day. */
function ruleOf(recurrence: string, start: Day): Rule {
  const given = new Map(recurrence.split(';').map((part) => part.split('=') as [string, string]))
  const numbers = (name: string) => given.get(name)?.split(',').map(Number) ?? []
  const frequency = given.get('FREQ') ?? ''
  const isOpen = !given.has('BYDAY') && !given.has('BYMONTHDAY')
  const byMonth = numbers('BYMONTH')
  const until = given.get('UNTIL')
  return {
    frequency,
    interval: Number(given.get('INTERVAL') ?? 1),
    count: Number(given.get('COUNT') ?? Number.POSITIVE_INFINITY),
    until: until ? numberOf(until.replace(/^(....)(..)/, '$1-$2-')) : Number.POSITIVE_INFINITY,
    byDay:
      isOpen && frequency === 'WEEKLY'
        ? [{ weekday: start.weekday, number: 0 }]
        : (given.get('BYDAY')?.split(',').map(weekdayIn) ?? []),
    byMonthDay:
      isOpen && (frequency === 'MONTHLY' || frequency === 'YEARLY')
        ? [start.dayOfMonth]
        : numbers('BYMONTHDAY'),
    byMonth: isOpen && frequency === 'YEARLY' && byMonth.length === 0 ? [start.month] : byMonth,
    bySetPos: numbers('BYSETPOS'),
    weekStart: weekdays.indexOf(given.get('WKST') ?? 'MO'),
  }
}

const weekdayIn = (text: string) => ({
  weekday: weekdays.indexOf(text.slice(-2)),
  number: Number(text.slice(0, -2)),
})

/** The occurrences of the rule from the date on, for thirty years at most. */
export function* occurrencesOf({
  date,
  recurrence,
}: {
  readonly date: string
  readonly recurrence: string
}): Generator<string> {
  const start = dayAt(numberOf(date))
  const rule = ruleOf(recurrence, start)
  let left = rule.count
  for (const at of daysOf(rule, start)) {
    if (at > rule.until || left-- <= 0) return
    yield new Date(at * msPerDay).toISOString().slice(0, 10)
  }
}

/** Period by period, because positions are counted in the whole one, also before the start. */
function* daysOf(rule: Rule, start: Day): Generator<number> {
  const firstPeriod = periodOf(rule, start)
  let [period, days]: [number, number[]] = [firstPeriod, []]
  // the last period is not complete, so it is left out
  for (let at = periodStart(rule, start); at < start.at + longestWait; at++) {
    const day = dayAt(at)
    const own = periodOf(rule, day)
    if (own !== period) {
      yield* chosen(rule, days).filter((each) => each >= start.at)
      ;[period, days] = [own, []]
    }
    if ((own - firstPeriod) % rule.interval === 0 && isIn(rule, day)) days.push(at)
  }
}

const weekOf = ({ weekStart }: Rule, { at }: Day) =>
  // 1 January 1970 was a Thursday
  Math.floor((at + 4 - weekStart) / 7)

function periodOf(rule: Rule, day: Day): number {
  if (rule.frequency === 'DAILY') return day.at
  if (rule.frequency === 'WEEKLY') return weekOf(rule, day)
  return rule.frequency === 'MONTHLY' ? day.year * 12 + day.month : day.year
}

function periodStart(rule: Rule, start: Day): number {
  const { at, year, dayOfMonth } = start
  if (rule.frequency === 'DAILY') return at
  if (rule.frequency === 'WEEKLY') return weekOf(rule, start) * 7 - 4 + rule.weekStart
  return rule.frequency === 'MONTHLY' ? at - dayOfMonth + 1 : Date.UTC(year, 0, 1) / msPerDay
}

const daysInMonth = (year: number, month: number) => new Date(Date.UTC(year, month, 0)).getUTCDate()

function isIn(rule: Rule, day: Day): boolean {
  const { byMonth, byMonthDay, byDay } = rule
  if (byMonth.length > 0 && !byMonth.includes(day.month)) return false
  if (byMonthDay.length > 0) {
    const fromEnd = day.dayOfMonth - daysInMonth(day.year, day.month) - 1
    if (!byMonthDay.includes(day.dayOfMonth) && !byMonthDay.includes(fromEnd)) return false
  }
  return byDay.length === 0 || byDay.some((each) => isWeekday(rule, day, each))
}

/** The second Friday is counted in the month, and in the year where the rule has no months. */
function isWeekday(rule: Rule, day: Day, { weekday, number }: Rule['byDay'][number]): boolean {
  if (day.weekday !== weekday) return false
  if (number === 0) return true
  const isOfYear = rule.frequency === 'YEARLY' && rule.byMonth.length === 0
  const first = Date.UTC(day.year, isOfYear ? 0 : day.month - 1, 1) / msPerDay
  const last = Date.UTC(day.year, isOfYear ? 12 : day.month, 0) / msPerDay
  return number > 0
    ? Math.floor((day.at - first) / 7) + 1 === number
    : Math.floor((last - day.at) / 7) + 1 === -number
}

/** Those at the positions of the rule, each once and in order. */
function chosen({ bySetPos }: Rule, days: readonly number[]): readonly number[] {
  if (bySetPos.length === 0) return days
  return days.filter((_, index) => bySetPos.includes(index + 1) || bySetPos.includes(index - days.length))
}
