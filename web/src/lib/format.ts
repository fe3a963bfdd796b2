// Dates, times, numbers and money as a person reads them: in their language and time zone. What cannot be read as a
// date is shown unchanged rather than breaking the page.
import { now } from './now.ts'

/** Whose habits count. */
export interface Habits {
  /** A language tag, such as `en-GB`. */
  readonly locale: string
  /** A name of the IANA database, such as `Europe/London`. */
  readonly timeZone: string
}

/** An amount as the API has it: a number, or the digits as text. */
type Amount = number | string

export interface Format {
  /** "2 Mar 2026". Takes a day (`2026-03-02`), a local time, or an instant, whose day in the person's zone is meant. */
  date(value: string): string
  /** "Mon 2 Mar", of other years "Tue, 2 Mar 2027": for lists that are read by day. */
  shortDate(value: string): string
  /** "Mon, 2 Mar 2026" */
  weekdayDate(value: string): string
  /**
   * "Mar 2026" for `2026-03`, and for the day on which a month begins; that day where an organisation's months begin on
   * another one.
   */
  month(value: string): string
  /** "dd/mm/yyyy": how the person writes a day in digits. */
  readonly datePattern: string
  /** "14:05" of an instant. */
  time(value: string): string
  /** "2 Mar 2026, 14:05" of an instant in the person's zone; of a local time as it stands. */
  dateTime(value: string): string
  /** The same with weekday, seconds and the name of the zone: for logs, clocks and tooltips. */
  exactly(value: string): string
  /** "5 minutes ago", "in 3 days"; beyond a month, the date. `at` is that moment, in milliseconds: now by default. */
  relative(value: string, at?: number): string
  /** Whether a moment is over. */
  isOver(value: string, at?: number): boolean
  /** "today", "tomorrow", "in 3 days", "5 days ago": a day as seen from the person's today. */
  day(value: string, at?: number): string
  /** "1,234.5" */
  number(value: Amount): string
  /** "£1,234.50" in the currency's usual digits; an amount that has more, such as a price per unit, shows up to six. */
  money(value: Amount, currency: string): string
  /** "3.4 MB" */
  size(bytes: number): string
  /** "a, b and c" */
  list(texts: readonly string[]): string
  /** Today in the person's zone: `2026-03-02`. */
  today(at?: number): string
  /** The instant at which a day begins in the person's zone: 0 is today, -1 yesterday. */
  startOfDay(days: number, at?: number): string
}

const DAY = 86_400_000
const HAS_ZONE = /T.*(?:Z|[+-]\d\d:?\d\d)$/
const UNITS = [
  ['day', DAY],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const
const SIZES = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte']

/** The formats of a person. Make it once: its parts are expensive to make and are kept. */
export function formatFor(habits: Habits): Format {
  const own = usable(habits)
  return { ...dateFormats(own), ...relativeFormats(own), ...amountFormats(own.locale) }
}

const DATE = { day: 'numeric', month: 'short', year: 'numeric' } as const
const TIME = { hour: '2-digit', minute: '2-digit' } as const

function dateFormats({
  locale,
  timeZone,
}: Habits): Pick<
  Format,
  'date' | 'shortDate' | 'weekdayDate' | 'month' | 'datePattern' | 'time' | 'dateTime' | 'exactly'
> {
  const kept = new Map<string, Intl.DateTimeFormat>()
  // a day or local time has no zone: it is read and written as if it were in UTC
  const written = (value: string, name: string, options: Intl.DateTimeFormatOptions) => {
    const zoned = HAS_ZONE.test(value)
    const at = instantOf(value)
    if (Number.isNaN(at)) return value
    const key = `${name}${zoned}`
    const known =
      kept.get(key) ?? new Intl.DateTimeFormat(locale, { ...options, timeZone: zoned ? timeZone : 'UTC' })
    kept.set(key, known)
    return known.format(at)
  }
  const date = (value: string) => written(value, 'date', DATE)
  const weekdayDate = (value: string) => written(value, 'weekday', { weekday: 'short', ...DATE })
  return {
    date,
    weekdayDate,
    month: (value) =>
      /^\d{4}-\d\d(?:-01)?$/.test(value)
        ? written(value, 'month', { month: 'short', year: 'numeric' })
        : date(value),
    datePattern: datePattern(locale),
    shortDate: (value) => {
      const thisYear = dayOf(new Date(now()).toISOString(), timeZone).slice(0, 4)
      return dayOf(value, timeZone).startsWith(thisYear)
        ? written(value, 'short', { weekday: 'short', day: 'numeric', month: 'short' })
        : weekdayDate(value)
    },
    time: (value) => written(value, 'time', TIME),
    dateTime: (value) =>
      value.includes('T') ? written(value, 'dateTime', { ...DATE, ...TIME }) : date(value),
    exactly: (value) =>
      written(value, 'exactly', {
        weekday: 'short',
        ...DATE,
        ...TIME,
        second: '2-digit',
        ...(HAS_ZONE.test(value) ? { timeZoneName: 'short' } : {}),
      }),
  }
}

const DIGITS = { day: '2-digit', month: '2-digit', year: 'numeric' } as const

function datePattern(locale: string): string {
  const letters: Readonly<Record<string, string>> = { day: 'dd', month: 'mm', year: 'yyyy' }
  const parts = new Intl.DateTimeFormat(locale, { ...DIGITS, calendar: 'gregory' }).formatToParts(0)
  return parts.map(({ type, value }) => letters[type] ?? value).join('')
}

function relativeFormats({
  locale,
  timeZone,
}: Habits): Pick<Format, 'relative' | 'isOver' | 'day' | 'today' | 'startOfDay'> {
  const { date } = dateFormats({ locale, timeZone })
  const relatives = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  const today = (at = now()) => dayOf(new Date(at).toISOString(), timeZone)
  return {
    today,
    startOfDay: (days, at) => {
      const day = new Date(Date.parse(today(at)) + days * DAY).toISOString().slice(0, 10)
      return startOf(day, timeZone)
    },
    isOver: (value, at = now()) => instantOf(value) < at,
    relative: (value, at = now()) => {
      const past = instantOf(value) - at
      if (Number.isNaN(past)) return value
      if (Math.abs(past) > 30 * DAY) return date(value)
      const [unit, length] = UNITS.find(([, each]) => Math.abs(past) >= each) ?? ['minute', 60_000]
      return relatives.format(Math.trunc(past / length), unit)
    },
    day: (value, at) => {
      const days = (Date.parse(dayOf(value, timeZone)) - Date.parse(today(at))) / DAY
      if (Number.isNaN(days)) return value
      return Math.abs(days) > 30 ? date(value) : relatives.format(days, 'day')
    },
  }
}

function amountFormats(locale: string): Pick<Format, 'number' | 'money' | 'size' | 'list'> {
  const numbers = new Intl.NumberFormat(locale, { maximumFractionDigits: 20 })
  const lists = new Intl.ListFormat(locale, { type: 'conjunction' })
  const number = (value: Amount) => numbers.format(exact(value))
  return {
    number,
    money: (value, currency) =>
      moneyFormat(locale, currency)?.format(exact(value)) ?? `${number(value)} ${currency}`,
    size: (bytes) => sizeText(locale, bytes),
    list: (texts) => lists.format(texts),
  }
}

const MINUTE = 60_000

/**
 * The first instant of a day in the zone, to the minute: not every day begins at midnight, nor every zone a whole hour
 * from others.
 */
function startOf(day: string, timeZone: string): string {
  const midnight = Date.parse(day) / MINUTE
  // no zone is further from that of the world
  let [before, from] = [midnight - 15 * 60, midnight + 15 * 60]
  while (from - before > 1) {
    const middle = Math.floor((before + from) / 2)
    if (dayOf(new Date(middle * MINUTE).toISOString(), timeZone) < day) before = middle
    else from = middle
  }
  return new Date(from * MINUTE).toISOString()
}

/** The day of a value in that zone, as `2026-03-02`: of an instant its day there, of anything else the day it names. */
function dayOf(value: string, timeZone: string): string {
  if (!HAS_ZONE.test(value)) return value.slice(0, 10)
  const at = Date.parse(value)
  // Sweden writes dates as ISO 8601 does
  return Number.isNaN(at) ? value : new Intl.DateTimeFormat('sv-SE', { timeZone }).format(at)
}

/** The habits of this browser, for pages that nobody is signed in on. */
export function browserHabits(): Habits {
  return { locale: navigator.language, timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone }
}

// decimals are formatted exactly as text, whatever a float would make of them
const exact = (value: Amount) => value as number

function instantOf(value: string): number {
  return Date.parse(HAS_ZONE.test(value) || !value.includes('T') ? value : `${value}Z`)
}

function moneyFormat(locale: string, currency: string): Intl.NumberFormat | undefined {
  try {
    // never rounded to what is usual: what is shown is what is stored
    return new Intl.NumberFormat(locale, { style: 'currency', currency, maximumFractionDigits: 6 })
  } catch {
    return undefined
  }
}

function sizeText(locale: string, bytes: number): string {
  const step = bytes < 1000 ? 0 : Math.min(SIZES.length - 1, Math.floor(Math.log10(bytes) / 3))
  const maximumFractionDigits = step < 2 ? 0 : 1
  const unit = SIZES[step] ?? 'byte'
  const options = {
    style: 'unit',
    unit,
    unitDisplay: step === 0 ? 'long' : 'short',
    maximumFractionDigits,
  } as const
  return new Intl.NumberFormat(locale, options).format(bytes / 1000 ** step)
}

// A preference that this browser does not know falls back to the browser's own.
function usable({ locale, timeZone }: Habits): Habits {
  const known = <Value>(value: Value, check: () => unknown, other: () => Value) => {
    try {
      check()
      return value
    } catch {
      return other()
    }
  }
  return {
    locale: known(
      locale,
      () => new Intl.DateTimeFormat(locale),
      () => 'en-GB',
    ),
    timeZone: known(
      timeZone,
      () => new Intl.DateTimeFormat('en-GB', { timeZone }),
      () => 'UTC',
    ),
  }
}
