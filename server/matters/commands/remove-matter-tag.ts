// Removing tags from matters.
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { change } from '../../platform/change.ts'
import { notFound } from '../../platform/errors.ts'
import { getMatterToChange, noteMatterActivity } from '../access.ts'
import { tagRemoved } from '../events.ts'

/** Removes the tag from the matter; the organisation keeps it. Throws not_found when the matter does not have it. */
export function removeMatterTag(app: App, actor: Actor, matterId: number, tagId: number): Promise<void> {
  return change(app, actor, async (tx, now) => {
    const matter = await getMatterToChange(tx, actor, matterId)
    const removed = await tx
      .deleteFrom('matter_tags')
      .where('organisation_id', '=', matter.organisationId)
      .where('matter_id', '=', matter.id)
      .where('tag_id', '=', tagId)
      .executeTakeFirst()
    if (removed.numDeletedRows !== 1n) throw notFound()
    await noteMatterActivity(tx, matter, now)
    return { result: undefined, events: [tagRemoved(matter, tagId)] }
  })
}
