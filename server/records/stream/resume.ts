// What happened since a position, for a client that was away.
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import type { Change } from './change.ts'
import { changesFor, currentPosition, isKnownPosition, readEvents } from './read-changes.ts'

const mostAtOnce = 1_000

export interface Since {
  readonly changes: readonly Change[]
  /** Where to go on. */
  readonly position: number
  /** Whether these are all; otherwise everything has to be read again. */
  readonly isComplete: boolean
}

/** What the actor may know of what happened since then; without a position, from now on. */
export async function changesSince(app: App, actor: Actor, position: number | undefined): Promise<Since> {
  const now = await currentPosition(app.db)
  if (position === undefined) return { changes: [], position: now, isComplete: true }
  const { organisationIds, userId } = actor
  const [isKnown, { ids, events }] = await Promise.all([
    isKnownPosition(app, organisationIds, position),
    readEvents(app, { organisationIds, after: position, limit: mostAtOnce }),
  ])
  if (!isKnown || ids.length === mostAtOnce) return { changes: [], position: now, isComplete: false }
  const { of } = await changesFor(app, [userId], events)
  // what was committed late may have a smaller id than what was seen
  return { changes: of(userId), position: Math.max(position, now), isComplete: true }
}
