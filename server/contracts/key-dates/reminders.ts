// When people are reminded of a key date: so many days before it, and before each of its occurrences to come even if
// nobody marks an earlier one as done.
import { addDays } from '../../platform/time/local-time.ts'
import type { KeyDate } from '../key-date.ts'
import { visitOccurrences } from './recurrence.ts'

/** The next reminder: the day on which it is due, and the occurrence it is of. */
export interface NextReminder {
  readonly on: string
  readonly of: string
}

type Reminding = Pick<KeyDate, 'date' | 'recurrence' | 'reminders' | 'done'>

/** The first reminder that is due on the day or later; null if there is none any more. */
export function nextReminder(keyDate: Reminding, from: string): NextReminder | null {
  const { date, recurrence, reminders, done } = keyDate
  if (done || reminders.length === 0) return null
  const earliest = Math.max(...reminders)
  let found: NextReminder | null = null
  const visit = (day: string) => {
    if (found && addDays(day, -earliest) >= found.on) return true
    for (const days of reminders) {
      const on = addDays(day, -days)
      if (on >= from && (!found || on < found.on)) found = { on, of: day }
    }
    return false
  }
  if (recurrence === null) visit(date)
  else visitOccurrences({ date, recurrence }, visit)
  return found
}

/** How many days the second day is after the first. */
export const daysBetween = (first: string, second: string): number =>
  Math.round((Date.parse(`${second}T00:00:00Z`) - Date.parse(`${first}T00:00:00Z`)) / 86_400_000)
