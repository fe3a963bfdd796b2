// At how many percent of a budget those responsible are told.
import { getOrganisationToChange } from '../../identity/organisations/access.ts'
import { organisationEvent } from '../../identity/organisations/events.ts'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { badInput } from '../../platform/errors.ts'
import { change } from '../../platform/events/change.ts'
import type { Reader } from '../../platform/postgres/database.ts'

const usualPercents: readonly number[] = [50, 75, 90, 100]
export const mostPercents = 10
export const largestPercent = 1_000

export interface AlertSettings {
  /** Counts the changes; 0 before the first. */
  readonly version: number
  /** In ascending order; empty for no alerts. */
  readonly percents: readonly number[]
}

/** The settings of an organisation; 50, 75, 90 and 100 percent until it sets others. */
export async function getAlertSettings(db: Reader, organisationId: number): Promise<AlertSettings> {
  const row = await db
    .selectFrom('budget_alert_settings')
    .where('organisation_id', '=', organisationId)
    .select(['version', 'percents'])
    .executeTakeFirst()
  return row ?? { version: 0, percents: usualPercents }
}

/** Only the percentages. */
export const getAlertPercents = async (db: Reader, organisationId: number): Promise<readonly number[]> =>
  (await getAlertSettings(db, organisationId)).percents

interface NewSettings {
  readonly percents: readonly number[]
  readonly checkVersion: (version: number) => void
}

/** Sets the percentages. For administrators; throws bad_request naming `percents[1]`. */
export function setAlertSettings(
  app: App,
  actor: Actor,
  { percents, checkVersion }: NewSettings,
): Promise<void> {
  return change(app, actor, async (tx) => {
    const { organisationId } = actor
    await getOrganisationToChange(tx, actor, organisationId)
    const before = await getAlertSettings(tx, organisationId)
    checkVersion(before.version)
    if (percents.length > mostPercents) throw badInput('percents', `can be ${mostPercents} at most.`)
    for (const [index, percent] of percents.entries()) {
      const isFit = Number.isInteger(percent) && percent >= 1 && percent <= largestPercent
      if (!isFit) throw badInput(`percents[${index}]`, `must be a whole number from 1 to ${largestPercent}.`)
    }
    const sorted = [...new Set(percents)].toSorted((a, b) => a - b)
    if (sorted.join() === before.percents.join()) return { result: undefined, events: [] }
    const values = { version: before.version + 1, percents: sorted }
    await tx
      .insertInto('budget_alert_settings')
      .values({ organisation_id: organisationId, ...values })
      .onConflict((conflict) => conflict.column('organisation_id').doUpdateSet(values))
      .execute()
    const changes = { percents: { from: before.percents.join(', '), to: sorted.join(', ') } }
    const event = organisationEvent('organisation.budgetalerts.updated', organisationId, { changes })
    return { result: undefined, events: [event] }
  })
}
