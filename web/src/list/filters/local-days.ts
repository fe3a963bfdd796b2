// Days of a time zone as moments and back, for properties that are compared with moments.

/** Compared as they are written, or as moments of a time zone. */
type TimeKind = 'local' | 'moment'

/** The first moment of a day (`2026-05-06`), as the API writes it. */
export function startOf(day: string, kind: TimeKind, timeZone: string): string {
  if (kind === 'local') return `${day}T00:00:00`
  return `${new Date(startingAt(day, timeZone)).toISOString().slice(0, 19)}Z`
}

/** The last moment of a day: microseconds are what the API compares by. */
export function endOf(day: string, kind: TimeKind, timeZone: string): string {
  if (kind === 'local') return `${day}T23:59:59.999999`
  const last = startingAt(addDays(day, 1), timeZone) - 1_000
  return `${new Date(last).toISOString().slice(0, 19)}.999999Z`
}

/** The day that has this first or last moment; undefined for all other moments. */
export function dayOf(written: string, kind: TimeKind, timeZone: string): string | undefined {
  const day = isDay(written) ? written : dayNear(written, kind, timeZone)
  const fits = day !== undefined && [startOf, endOf].some((edge) => edge(day, kind, timeZone) === written)
  return fits ? day : undefined
}

export const isDay = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`))

function dayNear(written: string, kind: TimeKind, timeZone: string): string | undefined {
  if (kind === 'local') return isDay(written.slice(0, 10)) ? written.slice(0, 10) : undefined
  const time = Date.parse(written)
  if (Number.isNaN(time)) return undefined
  return new Date(time + offsetAt(time, timeZone)).toISOString().slice(0, 10)
}

function startingAt(day: string, timeZone: string): number {
  const asUtc = Date.parse(`${day}T00:00:00Z`)
  // The offset of a nearby moment can be another one when the clocks change in between: a second look settles it.
  const near = asUtc - offsetAt(asUtc, timeZone)
  return asUtc - offsetAt(near, timeZone)
}

/** So many days later. */
export function addDays(day: string, days: number): string {
  const time = Date.parse(`${day}T00:00:00Z`)
  return Number.isNaN(time) ? day : new Date(time + days * 86_400_000).toISOString().slice(0, 10)
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** How far local time is ahead of UTC, in milliseconds. */
function offsetAt(time: number, timeZone: string): number {
  let format = formats.get(timeZone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-GB', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    })
    formats.set(timeZone, format)
  }
  const parts = Object.fromEntries(format.formatToParts(time).map(({ type, value }) => [type, Number(value)]))
  const { year = 1970, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(time / 1_000) * 1_000
}
