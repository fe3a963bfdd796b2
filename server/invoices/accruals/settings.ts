// The window in which law firms state what is unbilled.
import { getOrganisationToChange } from '../../identity/organisations/access.ts'
import { organisationEvent } from '../../identity/organisations/events.ts'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { badInput } from '../../platform/errors.ts'
import { change } from '../../platform/events/change.ts'
import { differencesOf } from '../../platform/events/differences.ts'
import type { Reader } from '../../platform/postgres/database.ts'
import type { Unanswered } from './accrual.ts'

export const lastDay = 28
export const mostReminders = 10

export interface AccrualSettings {
  /** Counts the changes; 0 before the first. */
  readonly version: number
  readonly enabled: boolean
  /** Days of a month: of the one that the window is for, and of the next one. */
  readonly opensDay: number
  readonly closesDay: number
  /** So many days before it closes. */
  readonly remindDays: readonly number[]
  readonly unanswered: Unanswered
}

const usual: AccrualSettings = {
  version: 0,
  enabled: false,
  opensDay: 25,
  closesDay: 4,
  remindDays: [3, 1],
  unanswered: 'Mean',
}

/** The settings of an organisation. No firm is asked until it switches accruals on. */
export async function getAccrualSettings(db: Reader, organisationId: number): Promise<AccrualSettings> {
  const row = await db
    .selectFrom('accrual_settings')
    .where('organisation_id', '=', organisationId)
    .select(['version', 'enabled', 'opens_day', 'closes_day', 'remind_days', 'unanswered'])
    .executeTakeFirst()
  if (!row) return usual
  return {
    version: row.version,
    enabled: row.enabled,
    opensDay: row.opens_day,
    closesDay: row.closes_day,
    remindDays: row.remind_days,
    unanswered: row.unanswered as Unanswered,
  }
}

interface Setting {
  readonly given: Omit<AccrualSettings, 'version'>
  readonly checkVersion: (version: number) => void
}

/** Sets the window, for months that are not open yet. For administrators; throws bad_request naming `remindDays[1]`. */
export function setAccrualSettings(app: App, actor: Actor, { given, checkVersion }: Setting): Promise<void> {
  return change(app, actor, async (tx) => {
    const { organisationId } = actor
    await getOrganisationToChange(tx, actor, organisationId)
    const before = await getAccrualSettings(tx, organisationId)
    checkVersion(before.version)
    checkSettings(given)
    const remindDays = [...new Set(given.remindDays)].toSorted((a, b) => b - a)
    const after = { ...given, remindDays: remindDays.join(', ') }
    const names = ['enabled', 'opensDay', 'closesDay', 'remindDays', 'unanswered'] as const
    const changes = differencesOf({ ...before, remindDays: before.remindDays.join(', ') }, after, names)
    if (Object.keys(changes).length === 0) return { result: undefined, events: [] }
    const values = {
      version: before.version + 1,
      enabled: given.enabled,
      opens_day: given.opensDay,
      closes_day: given.closesDay,
      remind_days: remindDays,
      unanswered: given.unanswered,
    }
    await tx
      .insertInto('accrual_settings')
      .values({ organisation_id: organisationId, ...values })
      .onConflict((conflict) => conflict.column('organisation_id').doUpdateSet(values))
      .execute()
    const event = organisationEvent('organisation.accrualsettings.updated', organisationId, { changes })
    return { result: undefined, events: [event] }
  })
}

function checkSettings({ opensDay, closesDay, remindDays }: Setting['given']): void {
  const isDay = (day: number) => Number.isInteger(day) && day >= 1 && day <= lastDay
  if (!isDay(opensDay)) throw badInput('opensDay', `must be a day from 1 to ${lastDay}.`)
  if (!isDay(closesDay)) throw badInput('closesDay', `must be a day from 1 to ${lastDay}.`)
  if (remindDays.length > mostReminders) throw badInput('remindDays', `can be ${mostReminders} at most.`)
  for (const [index, day] of remindDays.entries()) {
    if (!isDay(day)) throw badInput(`remindDays[${index}]`, `must be from 1 to ${lastDay} days.`)
  }
}
