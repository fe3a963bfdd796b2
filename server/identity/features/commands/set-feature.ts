// Switches a feature on or off for an organisation.
import { organisationEvent } from '../../organisations/events.ts'
import { getOrganisationToChange } from '../../organisations/access.ts'
import type { Actor } from '../../../platform/actor.ts'
import type { App } from '../../../platform/app.ts'
import { change, type SystemActor } from '../../../platform/events/change.ts'
import { notFound } from '../../../platform/errors.ts'
import { findFeature } from '../feature.ts'

/**
 * Switches the feature; does nothing if it is already in that state. For administrators of the organisation; not_found
 * for an unknown code.
 */
export function setFeature(
  app: App,
  actor: Actor | SystemActor,
  { organisationId, code, enabled }: { organisationId: number; code: string; enabled: boolean },
): Promise<void> {
  const known = findFeature(code)
  if (!known) throw notFound()
  return change(app, actor, async (tx, now) => {
    await getOrganisationToChange(tx, actor, organisationId)
    const written = await tx
      .insertInto('organisation_features')
      .values({ organisation_id: organisationId, code: known, enabled, updated_at: now })
      .onConflict((conflict) =>
        conflict
          .columns(['organisation_id', 'code'])
          .doUpdateSet({ enabled, updated_at: now })
          .where('organisation_features.enabled', '!=', enabled),
      )
      .returning('code')
      .execute()
    const event = organisationEvent('organisation.feature.updated', organisationId, { code: known, enabled })
    return { result: undefined, events: written.map(() => event) }
  })
}
