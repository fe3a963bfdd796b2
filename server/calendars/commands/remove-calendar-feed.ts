// Ending a private address for calendar programs.
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { change } from '../../platform/events/change.ts'
import { getCalendarFeed } from '../calendar-feed.ts'
import { feedDeleted } from '../events.ts'

/** Removes one of the caller's own feeds: its address is 404 from then on. */
export function removeCalendarFeed(app: App, actor: Actor, id: number): Promise<void> {
  return change(app, actor, async (tx) => {
    const feed = await getCalendarFeed(tx, actor, id)
    await tx.deleteFrom('calendar_feeds').where('user_id', '=', actor.userId).where('id', '=', id).execute()
    return { result: undefined, events: [feedDeleted(actor, feed)] }
  })
}
