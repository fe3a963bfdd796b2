// Days and moments as documents write them: nobody takes 6 May for 5 June, and the time zone is named.

/** `2026-05-06` as `6 May 2026`, or as it is written in the language of who reads it. */
export const dayText = (day: string, locale = 'en-GB'): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(`${day.slice(0, 10)}T00:00:00Z`),
  )

/** `14 Sept 2026`: as the web app writes days, for texts that are read there. */
export const shortDayText = (day: string, locale = 'en-GB'): string =>
  new Intl.DateTimeFormat(locale, {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(new Date(`${day.slice(0, 10)}T00:00:00Z`))

/** The month of a day: `Sept 2026` as the web app writes it, `September 2026` in mails and documents. */
export const monthName = (
  day: string,
  month: 'short' | 'long' = 'short',
  locale: string | undefined = 'en-GB',
): string =>
  new Intl.DateTimeFormat(locale, { month, year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${day.slice(0, 7)}-01T00:00:00Z`),
  )

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
