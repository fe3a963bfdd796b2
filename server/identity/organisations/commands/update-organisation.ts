// Updating the settings of an organisation.
import type { Actor } from '../../../platform/actor.ts'
import type { App } from '../../../platform/app.ts'
import { change, type SystemActor } from '../../../platform/events/change.ts'
import { differencesOf } from '../../../platform/events/differences.ts'
import { getOrganisationToChange } from '../access.ts'
import { organisationEvent } from '../events.ts'
import { checkCurrency, checkTimeZone, type Locale, nameFor } from '../organisation.ts'

/** What to update: an absent property is kept. */
export interface OrganisationChanges extends Partial<Locale> {
  readonly name?: string
}

/**
 * Applies the changes; does nothing if there is no difference. For administrators of the organisation. Local times keep
 * their wording, so a new time zone makes them other moments. Amounts keep the currency they were entered in.
 */
export async function updateOrganisation(
  app: App,
  actor: Actor | SystemActor,
  id: number,
  changes: OrganisationChanges,
): Promise<void> {
  const name = changes.name === undefined ? undefined : nameFor('An organisation', changes.name)
  if (changes.timeZone !== undefined) checkTimeZone(changes.timeZone)
  if (changes.currency !== undefined) checkCurrency(changes.currency)
  return change(app, actor, async (tx, now) => {
    await getOrganisationToChange(tx, actor, id)
    const before = await tx
      .selectFrom('organisations')
      .where('id', '=', id)
      .select(['name', 'time_zone as timeZone', 'currency'])
      .executeTakeFirstOrThrow()
    const after = { ...before, ...changes, name: name ?? before.name }
    const changed = differencesOf(before, after, ['name', 'timeZone', 'currency'])
    if (Object.keys(changed).length === 0) return { result: undefined, events: [] }
    await tx
      .updateTable('organisations')
      .set({ name: after.name, time_zone: after.timeZone, currency: after.currency, updated_at: now })
      .where('id', '=', id)
      .execute()
    return { result: undefined, events: [organisationEvent('organisation.updated', id, { changed })] }
  })
}
