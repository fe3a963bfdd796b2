// Removing tags from matters.
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { change, type DomainEvent } from '../../platform/events/change.ts'
import type { MayChange } from '../../platform/granted.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { notFound } from '../../platform/errors.ts'
import { getMatterFor, noteMatterActivity } from '../access.ts'
import { tagRemoved } from '../events.ts'
import type { Matter } from '../matter.ts'

/** Removes the tag from the matter; the organisation keeps it. Throws not_found when the matter does not have it. */
export function removeMatterTag(app: App, actor: Actor, matterId: number, tagId: number): Promise<void> {
  return change(app, actor, async (tx, now) => {
    const matter = await getMatterFor(tx, actor, matterId, 'tags')
    const events = await takeTagOff(tx, matter, { tagId, now })
    if (events.length === 0) throw notFound()
    return { result: undefined, events }
  })
}

/** The same inside a larger change, which stores the returned events: none when the matter does not have it. */
export async function takeTagOff(
  tx: Tx,
  matter: Matter & MayChange,
  { tagId, now }: { readonly tagId: number; readonly now: Date },
): Promise<readonly DomainEvent[]> {
  const removed = await tx
    .deleteFrom('matter_tags')
    .where('organisation_id', '=', matter.organisationId)
    .where('matter_id', '=', matter.id)
    .where('tag_id', '=', tagId)
    .executeTakeFirst()
  if (removed.numDeletedRows !== 1n) return []
  await noteMatterActivity(tx, matter, now)
  return [tagRemoved(matter, tagId)]
}
