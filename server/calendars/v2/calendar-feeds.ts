// v2 of the caller's calendar feeds: private addresses for calendar programs.
import Type from 'typebox'
import { idOf } from '../../http/ids.ts'
import { actorOf, type RouteModule } from '../../http/route.ts'
import { onDelete, onGet, onPost } from '../../http/routes.ts'
import { jsonBody } from '../../http/v2/bodies.ts'
import { choiceIn, needed, propertiesOf } from '../../http/v2/merge-patch.ts'
import {
  type CalendarFeed,
  type FeedScope,
  feedScopes,
  getCalendarFeed,
  listCalendarFeeds,
} from '../calendar-feed.ts'
import { addCalendarFeed } from '../commands/add-calendar-feed.ts'
import { removeCalendarFeed } from '../commands/remove-calendar-feed.ts'

const config = { access: { right: 'use' } } as const

const scope = Type.Unsafe<FeedScope>({
  type: 'string',
  enum: [...feedScopes],
  description: 'Mine: key dates that you look after and tasks assigned to you. All: everything that you see.',
})
const properties = {
  id: Type.Integer(),
  scope,
  created: Type.Object({ dateUtc: Type.String({ format: 'date-time' }) }),
}
const example = { id: 3, scope: 'Mine', created: { dateUtc: '2026-05-06T10:00:00.000Z' } } as const
const schema = Type.Object(properties, { examples: [example] })
const listSchema = Type.Object({ items: Type.Array(schema) }, { examples: [{ items: [example] }] })
const newSchema = Type.Object(
  { ...properties, url: Type.String({ description: 'The private address. It is shown this once only.' }) },
  {
    examples: [
      {
        ...example,
        url: 'https://chancery.example/calendars/0mUZq5tU6zv0ZbJ0p2o5h7mY9hJq3bXo1v8c4s2d6eI.ics',
      },
    ],
  },
)

const toV2 = ({ id, scope, createdAt }: CalendarFeed) => ({
  id,
  scope,
  created: { dateUtc: createdAt.toISOString() },
})

const scopeFromV2 = (body: unknown): FeedScope =>
  needed('scope', choiceIn(propertiesOf(body, ['scope']), 'scope', feedScopes))

export const calendarFeedRoutes: RouteModule = (server, app) => {
  onGet(server, '/v2/me/calendarFeeds', {
    config,
    summary: 'List your calendar feeds',
    description:
      'The private addresses that you made for calendar programs, without the addresses themselves.',
    returns: listSchema,
    handler: async (request) => ({ items: (await listCalendarFeeds(app.db, actorOf(request))).map(toV2) }),
  })

  onGet(server, '/v2/me/calendarFeeds/:feedId', {
    config,
    summary: 'Get one of your calendar feeds',
    description: 'Its scope and when you made it; the address is not stored.',
    returns: schema,
    handler: async (request) =>
      toV2(await getCalendarFeed(app.db, actorOf(request), idOf(request.params.feedId))),
  })

  onPost(server, '/v2/me/calendarFeeds', {
    config: {
      ...config,
      secret: true,
      documentedBodies: jsonBody(Type.Object({ scope }, { additionalProperties: false }), {
        scope: 'Mine',
      }),
    },
    summary: 'Make a calendar feed',
    description:
      'A private address to subscribe to in a calendar program (RFC 5545), with the rights that you have whenever it is read. Anyone who knows it can read it: delete the feed to revoke it. Twenty at most.',
    creates: newSchema,
    handler: async (request, reply) => {
      const actor = actorOf(request)
      const { id, url } = await addCalendarFeed(app, actor, scopeFromV2(request.body))
      const feed = await getCalendarFeed(app.db, actor, id)
      reply.header('location', `/v2/me/calendarFeeds/${id}`)
      return { ...toV2(feed), url }
    },
  })

  onDelete(server, '/v2/me/calendarFeeds/:feedId', {
    config,
    summary: 'Remove a calendar feed',
    description: 'Its address is 404 from then on; calendar programs keep what they have until they notice.',
    handler: (request) => removeCalendarFeed(app, actorOf(request), idOf(request.params.feedId)),
  })
}
