// Setting the logo of an organisation.
import type { Actor } from '../../../platform/actor.ts'
import type { App } from '../../../platform/app.ts'
import { change, type SystemActor } from '../../../platform/events/change.ts'
import { getOrganisationToChange } from '../access.ts'
import { organisationEvent } from '../events.ts'
import { writePicture } from '../pictures.ts'

/**
 * Sets the logo, or removes it with null; does nothing if it is the current one. For administrators of the
 * organisation. Throws bad_request if it is not an image.
 */
export function setLogo(
  app: App,
  actor: Actor | SystemActor,
  organisationId: number,
  logo: Buffer | null,
): Promise<void> {
  return change(app, actor, async (tx, now) => {
    await getOrganisationToChange(tx, actor, organisationId)
    const changed = await writePicture(tx, { organisationId, userId: null }, logo, now)
    const event = organisationEvent('organisation.logo.updated', organisationId, { removed: logo === null })
    return { result: undefined, events: changed ? [event] : [] }
  })
}
