// The people of the demo as actors.
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { findSnapshot } from '../../identity/users/authorization-snapshot.ts'

/** The person as an actor; history attributes the change to the demo. */
export async function actorFor(app: App, userId: string): Promise<Actor> {
  const snapshot = await findSnapshot(app.db, userId)
  if (!snapshot)
    throw new Error(`The person ${userId} of the demo is disabled: what they would make cannot be made.`)
  return { ...snapshot, via: { kind: 'system', name: 'demo' }, requestId: null }
}
