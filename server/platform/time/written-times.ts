// Days and moments as documents write them: nobody takes 6 May for 5 June, and the time zone is named.

const looks = {
  day: { dateStyle: 'long' },
  shortDay: { day: 'numeric', month: 'short', year: 'numeric' },
  month: { month: 'long', year: 'numeric' },
  shortMonth: { month: 'short', year: 'numeric' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>

/** A report writes thousands of days, and making what writes them takes longer than that. */
const writers = new Map<string, Intl.DateTimeFormat>()
const mostWriters = 200

function written(day: string, look: keyof typeof looks, locale: string): string {
  const key = `${look} ${locale}`
  let writer = writers.get(key)
  if (!writer) {
    if (writers.size >= mostWriters) writers.clear()
    writer = new Intl.DateTimeFormat(locale, { ...looks[look], timeZone: 'UTC' })
    writers.set(key, writer)
  }
  return writer.format(new Date(`${day.slice(0, 10)}T00:00:00Z`))
}

/** `2026-05-06` as `6 May 2026`, or as it is written in the language of who reads it. */
export const dayText = (day: string, locale = 'en-GB'): string => written(day, 'day', locale)

/** `14 Sept 2026`: as the web app writes days, for texts that are read there. */
export const shortDayText = (day: string, locale = 'en-GB'): string => written(day, 'shortDay', locale)

/** The month of a day: `Sept 2026` as the web app writes it, `September 2026` in mails and documents. */
export const monthName = (day: string, length: 'short' | 'long' = 'short', locale = 'en-GB'): string =>
  written(`${day.slice(0, 7)}-01`, length === 'long' ? 'month' : 'shortMonth', locale)

/** `6 May 2026 at 14:05 CEST`. */
export const momentText = (at: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZone,
    timeZoneName: 'short',
  }).format(at)
