// Dates as the app shows them: British format, in the reader's own time zone, with its name.

const dateTime = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZoneName: 'short',
})
const dateTimeSeconds = new Intl.DateTimeFormat('en-GB', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  timeZoneName: 'short',
})

/** "21 Nov 2026, 14:05 GMT" */
export function formatDateTime(iso: string): string {
  return formatted(dateTime, iso)
}

/** The same with weekday and seconds, for clocks. */
export function formatInstant(iso: string): string {
  return formatted(dateTimeSeconds, iso)
}

// A date that cannot be parsed is shown unchanged, rather than breaking the page.
function formatted(format: Intl.DateTimeFormat, iso: string): string {
  const date = new Date(iso)
  return Number.isNaN(date.getTime()) ? iso : format.format(date)
}
