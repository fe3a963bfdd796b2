// The last day that a law firm has, by the working days of the organisation that pays.
import { workDeadlines } from '../../identity/organisations/work-deadlines.ts'
import { badInput } from '../../platform/errors.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { addDays } from '../../platform/time/local-time.ts'

const mostDays = 90

interface Asked {
  /** A day, `2026-05-06`; null for the working days of the setting. */
  readonly due: string | null
  readonly workingDays: number
  readonly now: Date
}

/** The last day, when it is over, and when the firm is reminded. Throws bad_request naming `due`. */
export async function deadlineOf(tx: Tx, organisationId: number, { due, workingDays, now }: Asked) {
  const time = await workDeadlines(tx, organisationId, now)
  const day = due ?? time.dayAfter(workingDays)
  if (day < time.today || day > addDays(time.today, mostDays)) {
    throw badInput('due', `must be a day from today on, ${mostDays} days ahead at most.`)
  }
  const remindAt = time.morningOf(day)
  return { due: day, closesAt: time.startOf(addDays(day, 1)), remindAt: remindAt > now ? remindAt : null }
}
