// Days and moments as documents write them: nobody takes 6 May for 5 June, and the time zone is named.

/** `2026-05-06` as `6 May 2026`, or as it is written in the language of who reads it. */
export const dayText = (day: string, locale = 'en-GB'): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(`${day.slice(0, 10)}T00:00:00Z`),
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
