// Making a private address for calendar programs.
import { sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { change } from '../../platform/events/change.ts'
import { conflict } from '../../platform/errors.ts'
import { hashOfSecret, newSecret } from '../../platform/secrets/crypto.ts'
import { feedAddress, type FeedScope, listCalendarFeeds } from '../calendar-feed.ts'
import { feedCreated } from '../events.ts'

const mostFeeds = 20

/** Makes the feed and returns it with its address, which cannot be read again. */
export function addCalendarFeed(
  app: App,
  actor: Actor,
  scope: FeedScope,
): Promise<{ readonly id: number; readonly url: string }> {
  const token = newSecret()
  return change(app, actor, async (tx, now) => {
    // one after the other, so that they stay within the limit
    await sql`select 1 from users where id = ${actor.userId} for update`.execute(tx)
    if ((await listCalendarFeeds(tx, actor)).length >= mostFeeds) {
      throw conflict(`You have ${mostFeeds} calendar feeds. Remove one that you do not use any more.`)
    }
    const { id } = await tx
      .insertInto('calendar_feeds')
      .values({ hash: hashOfSecret(token), user_id: actor.userId, scope, created_at: now })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { result: { id, url: feedAddress(app, token) }, events: [feedCreated(actor, { id, scope })] }
  })
}
