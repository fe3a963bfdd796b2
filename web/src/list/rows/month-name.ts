// Months by name.

/** "November 2026" for `2026-11`, in a language. */
export function monthName(month: string, locale: string): string {
  const time = Date.parse(`${month}-01T00:00:00Z`)
  if (Number.isNaN(time)) return month
  return new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(time)
}
