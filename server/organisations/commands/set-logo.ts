// Gives an organisation its logo.
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { change, type SystemActor } from '../../platform/change.ts'
import { getOrganisationToChange } from '../access.ts'
import { organisationEvent } from '../events.ts'
import { writePicture } from '../pictures.ts'

/**
 * Sets the logo, or takes it away with null; nothing happens when it is the one that is there. For administrators of the organisation.
 * 400 for what is no picture.
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
