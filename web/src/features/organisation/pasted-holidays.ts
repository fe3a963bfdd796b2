// Holidays as somebody pastes them: a line for each, the day and then its name.
import { type DayWriting, readDay } from '../../lib/written-day.ts'

interface Holiday {
  readonly date: string
  readonly name: string
}

/** The holidays of the text, or what is said of the first line that is none. Empty lines are passed over. */
export function holidaysIn(
  text: string,
  writing: DayWriting,
): { holidays: readonly Holiday[] } | { wrong: string; problem: string } {
  const holidays: Holiday[] = []
  for (const each of text.split('\n').map((one) => one.trim())) {
    if (each === '') continue
    const holiday = holidayIn(each, writing)
    if ('problem' in holiday) return { wrong: each.slice(0, 80), ...holiday }
    holidays.push(holiday)
  }
  return { holidays }
}

/** A day in any notation, which may have spaces in it, and its name. */
function holidayIn(line: string, writing: DayWriting): Holiday | { readonly problem: string } {
  for (const { index, 0: gap } of line.matchAll(/[\s,;:]+/g)) {
    const read = readDay(line.slice(0, index), writing)
    const name = line.slice(index + gap.length).trim()
    if ('day' in read && name !== '') return { date: read.day, name }
  }
  const whole = readDay(line, writing)
  return { problem: 'day' in whole ? 'It has no name.' : whole.problem }
}

/** Both together, by their dates; of two on a day the former stays. */
export function withHolidays(known: readonly Holiday[], more: readonly Holiday[]): Holiday[] {
  const all = new Map([...more, ...known].map((holiday) => [holiday.date, holiday]))
  return [...all.values()].toSorted((a, b) => (a.date < b.date ? -1 : 1))
}
