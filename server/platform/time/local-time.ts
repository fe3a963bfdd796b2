// Local time of an organisation: dates and times without a zone, as in a calendar.

/** The zone at the end of a time: `Z`, or a valid offset. */
export const zoneAtEnd = /(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/i

const form = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])(T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?)?$/

/**
 * Parses a local time such as `2026-05-06T17:00:00` into the form the database returns; undefined if invalid. A date
 * alone is midnight, seconds may be omitted, and six fraction digits are kept.
 */
export function readLocalTime(value: unknown): string | undefined {
  if (typeof value !== 'string' || !form.test(value) || value.startsWith('0000')) return undefined
  const day = value.slice(0, 10)
  const date = new Date(`${day}T00:00:00Z`)
  if (date.toISOString().slice(0, 10) !== day) return undefined
  return value.length === 10 ? `${value}T00:00:00` : value.length === 16 ? `${value}:00` : value.slice(0, 26)
}

/** The same for clients that can only write times with a zone: the zone is ignored. */
export const readWrittenTime = (value: unknown): string | undefined =>
  readLocalTime(typeof value === 'string' ? value.replace(zoneAtEnd, '') : value)

/** The day this many days later (or earlier): `addDays('2026-02-27', 2)` is `2026-03-01`. */
export function addDays(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + days)
  return date.toISOString().slice(0, 10)
}

/** The day this many months later (or earlier), or the last one of a shorter month. */
export function addMonths(day: string, months: number): string {
  const [year = 0, month = 1, dayOfMonth = 1] = day.split('-').map(Number)
  const first = new Date(Date.UTC(year, month - 1 + months, 1))
  const lastDay = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate()
  first.setUTCDate(Math.min(dayOfMonth, lastDay))
  return first.toISOString().slice(0, 10)
}

/** The current day of an organisation. */
export interface LocalToday {
  /** The day so many days from now, such as 2026-05-06. */
  day(days: number): string
  /** When that day begins, as a time with zone. */
  start(days: number): string
}

/** The current day in a time zone. */
export function todayIn(timeZone: string, now: Date): LocalToday {
  const today = new Date(now.getTime() + offsetAt(timeZone, now)).toISOString().slice(0, 10)
  return {
    day: (days) => addDays(today, days),
    start: (days) => startOfDay(addDays(today, days), timeZone).toISOString(),
  }
}

/** When a day begins in a time zone. */
export function startOfDay(day: string, timeZone: string): Date {
  return momentOf(day, 0, timeZone)
}

// making one takes a hundred times as long as using it
const clocks = new Map<string, Intl.DateTimeFormat>()

function clockIn(timeZone: string): Intl.DateTimeFormat {
  const known = clocks.get(timeZone)
  if (known) return known
  const clock = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    calendar: 'iso8601',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  // as many as there are time zones, since it refuses all other names
  clocks.set(timeZone, clock)
  return clock
}

/** By how many milliseconds the clocks of a time zone are ahead of UTC. */
function offsetAt(timeZone: string, at: Date): number {
  if (timeZone === 'UTC') return 0
  const parts = clockIn(timeZone).formatToParts(at)
  const of = (type: Intl.DateTimeFormatPartTypes) =>
    Number(parts.find((part) => part.type === type)?.value ?? 0)
  const local = Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second'))
  return local - Math.floor(at.getTime() / 1_000) * 1_000
}

/** Whether people work on a day, by its number: how many days it is after 1 January 1970. */
export type IsWorkingDay = (dayNumber: number) => boolean

const dayLength = 86_400_000

/** The number of a day such as 2026-05-06. */
export const numberOfDay = (day: string): number => new Date(`${day}T00:00:00Z`).getTime() / dayLength

/**
 * The day this many working days after (or before) a day; zero from a day off is the next working day. Without
 * `isWorkingDay`, Monday to Friday.
 */
export function addWorkingDays(
  day: string,
  workingDays: number,
  isWorkingDay: IsWorkingDay = isWeekday,
): string {
  const step = workingDays < 0 ? -1 : 1
  const from = numberOfDay(day)
  let current = from
  const go = (by: number) => {
    current += by
    if (Math.abs(current - from) > furthest) throw new Error(`no working day near ${day}`)
  }
  for (let left = Math.abs(workingDays); left > 0; ) {
    go(step)
    if (isWorkingDay(current)) left--
  }
  while (!isWorkingDay(current)) go(1)
  return new Date(current * dayLength).toISOString().slice(0, 10)
}

// ten years of one working day a week, and all holidays that there can be on it
const furthest = 30_000

/** When people work: the days, and from which minute of the day to which. */
export interface WorkingTime {
  readonly timeZone: string
  readonly isWorkingDay: IsWorkingDay
  readonly beginsAt: number
  readonly endsAt: number
}

const minute = 60_000

/** The moment this many working hours after another one, which counts from the next time at which people work. */
export function addWorkingHours(
  from: Date,
  hours: number,
  { timeZone, isWorkingDay, beginsAt, endsAt }: WorkingTime,
): Date {
  const first = numberOfDay(todayIn(timeZone, from).day(0))
  let left = hours * 60 * minute
  for (let current = first; current - first <= furthest; current++) {
    if (!isWorkingDay(current)) continue
    const day = new Date(current * dayLength).toISOString().slice(0, 10)
    const begin = Math.max(momentOf(day, beginsAt, timeZone).getTime(), from.getTime())
    const end = momentOf(day, endsAt, timeZone).getTime()
    if (begin >= end) continue
    if (left <= end - begin) return new Date(begin + left)
    left -= end - begin
  }
  throw new Error(`no working hours after ${from.toISOString()}`)
}

/**
 * When the clocks of a time zone show a minute of a day: the same minute after the change where they skip it, and one
 * of both where they show it twice.
 */
export function momentOf(day: string, minuteOfDay: number, timeZone: string): Date {
  const asUtc = numberOfDay(day) * dayLength + minuteOfDay * minute
  const near = new Date(asUtc - offsetAt(timeZone, new Date(asUtc)))
  // the clocks may have been changed in between
  return new Date(asUtc - offsetAt(timeZone, near))
}

/** The weekday of a day by its number: 0 is Monday. 1 January 1970 was a Thursday. */
export const weekdayOf = (dayNumber: number): number => (((dayNumber + 3) % 7) + 7) % 7

const isWeekday: IsWorkingDay = (dayNumber) => weekdayOf(dayNumber) < 5
