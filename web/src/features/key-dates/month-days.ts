// The days of a month table: whole weeks, beginning on Monday.

const DAY = 86_400_000

const dayText = (time: number) => new Date(time).toISOString().slice(0, 10)

/** The weeks with the days of a month (`2026-05`). */
export function weeksOf(month: string): readonly (readonly string[])[] {
  const first = Date.parse(`${month}-01T00:00:00Z`)
  const last = Date.parse(`${monthAfter(month, 1)}-01T00:00:00Z`) - DAY
  // Monday is the first day of the week
  const start = first - ((new Date(first).getUTCDay() + 6) % 7) * DAY
  const weeks: string[][] = []
  for (let monday = start; monday <= last; monday += 7 * DAY)
    weeks.push(Array.from({ length: 7 }, (_, day) => dayText(monday + day * DAY)))
  return weeks
}

/** So many months later. */
export function monthAfter(month: string, by: number): string {
  const [year = 1970, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1 + by, 1)).toISOString().slice(0, 7)
}
