// Access to calendar feeds: the caller's own.
import { addCalendarFeed } from '../../../../server/calendars/commands/add-calendar-feed.ts'
import { actorFor } from '../../../fixtures/actors.ts'
import type { AccessCase } from '../case.ts'
import type { World } from '../world.ts'

async function feed(world: World) {
  const owner = await actorFor(world.app, world.people.owner)
  const [last] = await world.app.db
    .selectFrom('calendar_feeds')
    .where('user_id', '=', owner.userId)
    .select('id')
    .execute()
  // there may be only so many
  const feedId = last?.id ?? (await addCalendarFeed(world.app, owner, 'Mine')).id
  return { params: { feedId } }
}

export const calendarFeedCases: readonly AccessCase[] = [
  {
    route: 'GET /v2/me/calendarFeeds',
    make: async (world) => {
      const { params } = await feed(world)
      return { mark: `"id":${params.feedId},"scope"` }
    },
  },
  { route: 'GET /v2/me/calendarFeeds/:feedId', make: feed },
  {
    route: 'POST /v2/me/calendarFeeds',
    make: () => ({ body: { scope: 'Mine' } }),
    outsider: 'may',
    viewer: 'may',
  },
  { route: 'DELETE /v2/me/calendarFeeds/:feedId', make: feed, viewer: 404 },
]
