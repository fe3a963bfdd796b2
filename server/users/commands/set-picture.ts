// Gives a person their picture.
import { writePicture } from '../../organisations/pictures.ts'
import type { App } from '../../platform/app.ts'
import { change, type SystemActor } from '../../platform/change.ts'
import { notFound } from '../../platform/errors.ts'

/** Sets the picture, or takes it away with null; nothing happens when it is the one that is there. 400 for what is no picture. */
export function setPicture(
  app: App,
  actor: SystemActor,
  userId: string,
  picture: Buffer | null,
): Promise<void> {
  return change(app, actor, async (tx, now) => {
    const user = await tx
      .selectFrom('users')
      .where('id', '=', userId)
      .select('organisation_id as organisationId')
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!user) throw notFound()
    const changed = await writePicture(tx, { ...user, userId }, picture, now)
    const event = {
      name: 'user.picture.updated',
      organisationId: user.organisationId,
      resource: { kind: 'user', id: null },
      subject: null,
      facts: { userId, removed: picture === null },
    }
    return { result: undefined, events: changed ? [event] : [] }
  })
}
