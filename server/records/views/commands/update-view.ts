// Changing and deleting a view.
import type { Actor } from '../../../platform/actor.ts'
import type { App } from '../../../platform/app.ts'
import { change } from '../../../platform/events/change.ts'
import type { Tx } from '../../../platform/postgres/database.ts'
import { getViewToChange } from '../access.ts'
import { checkSharing } from '../check-sharing.ts'
import { viewDeleted, viewUpdated } from '../events.ts'
import type { View, ViewContent } from '../view.ts'
import { rowOf } from './create-view.ts'

/**
 * Changes a view to what `next` makes of it, which has been checked; answers its new version. A view that is shared no
 * more is its changer's own from then on.
 */
export function updateView(
  app: App,
  actor: Actor,
  id: number,
  next: (view: View, tx: Tx) => Promise<ViewContent>,
): Promise<number> {
  return change(app, actor, async (tx, now) => {
    const view = await getViewToChange(tx, actor, id)
    const content = await next(view, tx)
    const ownerId = content.sharedWith === 'Me' ? actor.userId : view.ownerId
    await checkSharing(tx, actor, { ...content, ownerId })
    const version = view.version + 1
    await tx
      .updateTable('saved_views')
      .set({ ...rowOf(content), owner_id: ownerId, version, updated_at: now })
      .where('organisation_id', '=', view.organisationId)
      .where('id', '=', view.id)
      .execute()
    return { result: version, events: viewUpdated(view, { ...view, ...content, ownerId }) }
  })
}

/** Deletes a view; `check` may refuse its version. */
export function deleteView(app: App, actor: Actor, id: number, check: (view: View) => void): Promise<void> {
  return change(app, actor, async (tx) => {
    const view = await getViewToChange(tx, actor, id)
    check(view)
    await tx
      .deleteFrom('saved_views')
      .where('organisation_id', '=', view.organisationId)
      .where('id', '=', view.id)
      .execute()
    return { result: undefined, events: viewDeleted(view) }
  })
}
