// Gives an organisation its logo.
import type { App } from '../../platform/app.ts'
import { change, type SystemActor } from '../../platform/change.ts'
import { writePicture } from '../pictures.ts'

/** Sets the logo, or takes it away with null; nothing happens when it is the one that is there. 400 for what is no picture. */
export function setLogo(
  app: App,
  actor: SystemActor,
  organisationId: number,
  logo: Buffer | null,
): Promise<void> {
  return change(app, actor, async (tx, now) => {
    const changed = await writePicture(tx, { organisationId, userId: null }, logo, now)
    const event = {
      name: 'organisation.logo.updated',
      organisationId,
      resource: { kind: 'organisation', id: organisationId },
      subject: null,
      facts: { removed: logo === null },
    }
    return { result: undefined, events: changed ? [event] : [] }
  })
}
