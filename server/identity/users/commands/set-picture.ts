// Setting the picture of a person.
import { writePicture } from '../../organisations/pictures.ts'
import type { Actor } from '../../../platform/actor.ts'
import type { App } from '../../../platform/app.ts'
import { change, type SystemActor } from '../../../platform/events/change.ts'
import { getAccountToChangeOneself } from '../access.ts'
import { personEvent } from '../events.ts'

/**
 * Sets the picture, or removes it with null; does nothing if it is the current one. For the person and for
 * administrators of their organisation. Throws bad_request if it is not an image.
 */
export function setPicture(
  app: App,
  actor: Actor | SystemActor,
  userId: string,
  picture: Buffer | null,
): Promise<void> {
  return change(app, actor, async (tx, now) => {
    const { organisationId } = await getAccountToChangeOneself(tx, actor, userId)
    const changed = await writePicture(tx, { organisationId, userId }, picture, now)
    const event = personEvent(
      'user.picture.updated',
      { organisationId, userId },
      { removed: picture === null },
    )
    return { result: undefined, events: changed ? [event] : [] }
  })
}
