// Keeping a view.
import type { Actor } from '../../../platform/actor.ts'
import type { App } from '../../../platform/app.ts'
import { change } from '../../../platform/events/change.ts'
import { checkRoom } from '../../../identity/organisations/limits/check-room.ts'
import { checkSharing } from '../check-sharing.ts'
import { viewCreated } from '../events.ts'
import { type ViewContent, viewColumns, viewOf } from '../view.ts'

/**
 * Keeps a view, whose filter, order and columns have been checked; forbidden when it is shared with others than the
 * caller may.
 */
export function createView(app: App, actor: Actor, content: ViewContent): Promise<number> {
  return change(app, actor, async (tx, now) => {
    await checkSharing(tx, actor, { ...content, ownerId: actor.userId })
    await checkRoom(tx, 'ownViews', actor)
    await checkRoom(tx, 'views', actor)
    const row = await tx
      .insertInto('saved_views')
      .values({
        organisation_id: actor.organisationId,
        ...rowOf(content),
        list: content.list,
        owner_id: actor.userId,
        created_at: now,
        updated_at: now,
      })
      .returning([...viewColumns])
      .executeTakeFirstOrThrow()
    const view = viewOf(row)
    return { result: view.id, events: viewCreated(view) }
  })
}

/** The columns that can be changed. */
export const rowOf = ({
  name,
  filter,
  orderBy,
  columns,
  groupBy,
  layout,
  sharedWith,
  teamId,
}: ViewContent) => ({
  name,
  filter,
  order_by: orderBy,
  columns: JSON.stringify(columns),
  group_by: groupBy,
  layout,
  shared_with: sharedWith,
  team_id: teamId,
})
