// Setting the days on which an organisation works.
import type { Actor } from '../../../platform/actor.ts'
import type { App } from '../../../platform/app.ts'
import { badInput } from '../../../platform/errors.ts'
import { change } from '../../../platform/events/change.ts'
import type { Tx } from '../../../platform/postgres/database.ts'
import type { VersionChecked } from '../../../platform/version-checked.ts'
import { getOrganisationToChange } from '../access.ts'
import { organisationEvent } from '../events.ts'
import {
  type Holiday,
  minuteOfTime,
  readWorkingCalendar,
  type Weekday,
  weekdays,
  type WorkingCalendar,
  type WorkingHours,
} from '../working-calendar.ts'

/** What to set: an absent property is kept. */
export interface CalendarChanges {
  readonly workingDays?: readonly Weekday[]
  readonly holidays?: readonly Holiday[]
  readonly workingHours?: WorkingHours
}

/** More than the public holidays of twenty years. */
export const mostHolidays = 500
const longestName = 100

/**
 * Sets the given properties, and returns the version; nothing happens if there is no difference. For administrators.
 * Throws 400 for no working day, for hours that end before they begin, for two
 * holidays on a day, and for too many of them.
 */
export function setWorkingCalendar(
  app: App,
  actor: Actor,
  changes: CalendarChanges,
  { checkVersion }: VersionChecked = {},
): Promise<number> {
  const { organisationId } = actor
  const given = check(changes)
  return change(app, actor, async (tx, now) => {
    await getOrganisationToChange(tx, actor, organisationId)
    const before = await readWorkingCalendar(tx, organisationId)
    checkVersion?.(before.version)
    const after = { ...before, ...given, version: before.version + 1 }
    const changed = {
      ...difference('workingDays', before.workingDays, after.workingDays),
      ...difference('workingHours', [hoursText(before)], [hoursText(after)]),
      ...difference('holidays', wordsOf(before.holidays), wordsOf(after.holidays)),
    }
    if (Object.keys(changed).length === 0) return { result: before.version, events: [] }
    const values = {
      working_days: after.workingDays.map((day) => weekdays.indexOf(day) + 1),
      begins_at: minuteOfTime(after.workingHours.from) ?? 0,
      ends_at: minuteOfTime(after.workingHours.to) ?? 0,
      version: after.version,
      updated_at: now,
    }
    await tx
      .insertInto('working_calendars')
      .values({ organisation_id: organisationId, ...values })
      .onConflict((conflict) => conflict.column('organisation_id').doUpdateSet(values))
      .execute()
    if (given.holidays) await replaceHolidays(tx, organisationId, given.holidays)
    return {
      result: after.version,
      events: [organisationEvent('organisation.calendar.updated', organisationId, { changed })],
    }
  })
}

const hoursText = ({ workingHours: { from, to } }: Pick<WorkingCalendar, 'workingHours'>) =>
  `${from} to ${to}`

function checkHours({ from, to }: WorkingHours): void {
  const [begins, ends] = [minuteOfTime(from), minuteOfTime(to)]
  if (begins === undefined) throw badInput('workingHours.from', 'must be a time such as 09:00.')
  if (ends === undefined) throw badInput('workingHours.to', 'must be a time such as 17:30.')
  if (begins >= ends) throw badInput('workingHours.to', 'must be later than the time at which people begin.')
}

function check({ workingDays, holidays, workingHours }: CalendarChanges): CalendarChanges {
  if (workingHours) checkHours(workingHours)
  if (workingDays?.length === 0) throw badInput('workingDays', 'must have one day at least.')
  const days = workingDays && weekdays.filter((day) => workingDays.includes(day))
  if (holidays && holidays.length > mostHolidays)
    throw badInput('holidays', `must be ${mostHolidays} at most: leave out those of past years.`)
  const sorted = holidays?.map(({ date, name }) => ({ date, name: name.trim() }))
  for (const [index, { date, name }] of (sorted ?? []).entries()) {
    if (name === '' || Array.from(name).length > longestName || /[\u0000-\u001f\u007f]/.test(name))
      throw badInput(
        `holidays[${index}].name`,
        `must be a text of 1 to ${longestName} characters on one line.`,
      )
    if (sorted?.findIndex((other) => other.date === date) !== index)
      throw badInput(`holidays[${index}].date`, `${date} is there twice.`)
  }
  return {
    ...(days ? { workingDays: days } : {}),
    ...(workingHours ? { workingHours } : {}),
    ...(sorted ? { holidays: sorted.toSorted((a, b) => (a.date < b.date ? -1 : 1)) } : {}),
  }
}

const wordsOf = (holidays: readonly Holiday[]) => holidays.map(({ date, name }) => `${date} ${name}`)

const difference = (name: string, from: readonly string[], to: readonly string[]) =>
  from.join('\n') === to.join('\n') ? {} : { [name]: { from, to } }

async function replaceHolidays(tx: Tx, organisationId: number, holidays: readonly Holiday[]): Promise<void> {
  await tx.deleteFrom('holidays').where('organisation_id', '=', organisationId).execute()
  if (holidays.length === 0) return
  await tx
    .insertInto('holidays')
    .values(holidays.map(({ date, name }) => ({ organisation_id: organisationId, day: date, name })))
    .execute()
}
