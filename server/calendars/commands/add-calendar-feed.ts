// Making a private address for calendar programs.
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { change } from '../../platform/events/change.ts'
import { checkRoom } from '../../identity/organisations/limits/check-room.ts'
import { hashOfSecret, newSecret } from '../../platform/secrets/crypto.ts'
import { feedAddress, type FeedScope } from '../calendar-feed.ts'
import { feedCreated } from '../events.ts'

/** Makes the feed and returns it with its address, which cannot be read again. */
export function addCalendarFeed(
  app: App,
  actor: Actor,
  scope: FeedScope,
): Promise<{ readonly id: number; readonly url: string }> {
  const token = newSecret()
  return change(app, actor, async (tx, now) => {
    await checkRoom(tx, 'calendarFeeds', actor)
    const { id } = await tx
      .insertInto('calendar_feeds')
      .values({ hash: hashOfSecret(token), user_id: actor.userId, scope, created_at: now })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { result: { id, url: feedAddress(app, token) }, events: [feedCreated(actor, { id, scope })] }
  })
}
