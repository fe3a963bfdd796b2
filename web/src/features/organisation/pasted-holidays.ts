// Holidays as somebody pastes them: a line for each, the day and then its name.

interface Holiday {
  readonly date: string
  readonly name: string
}

const line = /^(\d{4}-\d\d-\d\d)[\s,;:]+(\S.*)$/

const isDay = (day: string): boolean => {
  const date = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().slice(0, 10) === day
}

/** The holidays of the text, or the first line that is none. Empty lines are passed over. */
export function holidaysIn(text: string): { holidays: readonly Holiday[] } | { wrong: string } {
  const holidays: Holiday[] = []
  for (const each of text.split('\n').map((one) => one.trim())) {
    if (each === '') continue
    const [, date = '', name = ''] = line.exec(each) ?? []
    if (date === '' || !isDay(date)) return { wrong: each.slice(0, 80) }
    holidays.push({ date, name: name.trim() })
  }
  return { holidays }
}

/** Both together, by their dates; of two on a day the former stays. */
export function withHolidays(known: readonly Holiday[], more: readonly Holiday[]): Holiday[] {
  const all = new Map([...more, ...known].map((holiday) => [holiday.date, holiday]))
  return [...all.values()].toSorted((a, b) => (a.date < b.date ? -1 : 1))
}
