// v1 of webhook subscriptions: create, list, read, delete the caller's own.
import Type from 'typebox'
import { idOf } from '../../http/ids.ts'
import { actorOf, type RouteModule } from '../../http/route.ts'
import { onDelete, onGet, onPost } from '../../http/routes.ts'
import { utcText } from '../../http/v1/dates.wire.ts'
import { nullable } from '../../http/v1/people.wire.ts'
import { topicsOfV1 } from '../../platform/events/topics.ts'
import { getSubscription, listSubscriptions } from '../access.ts'
import { subscribe, unsubscribe } from '../commands/subscribe.ts'
import type { Subscription } from '../subscription.ts'

const config = { access: { right: 'use' } } as const
const topic = Type.Unsafe<string>({ type: 'string', enum: [...topicsOfV1] })

const newSubscription = Type.Object({
  topics: Type.Array(topic),
  // both are validated by the command, which explains what is wrong
  subscriptionUrl: Type.String({ description: 'https, at most 2048 characters' }),
  clientState: nullable<string>('string', {
    description: 'at most 128 characters, returned in each notification',
  }),
})

const subscriptionSchema = Type.Object({
  id: Type.Integer(),
  topics: Type.Array(topic),
  subscriptionUrl: nullable<string>('string'),
  clientState: nullable<string>('string'),
  status: nullable<string>('string'),
  createdDateUtc: Type.String({ format: 'date-time' }),
  createdBy: nullable<string>('string'),
  modifiedDateUtc: Type.String({ format: 'date-time' }),
  modifiedBy: nullable<string>('string'),
})

const subscriptionToV1 = (subscription: Subscription) => ({
  id: subscription.id,
  // those of v2 alone are not shown here
  topics: subscription.topics.filter((each) => topicsOfV1.includes(each)),
  subscriptionUrl: subscription.url,
  clientState: subscription.clientState,
  status: subscription.status,
  createdDateUtc: utcText(subscription.createdAt),
  createdBy: subscription.userId,
  modifiedDateUtc: utcText(subscription.modifiedAt),
  modifiedBy: subscription.modifiedBy,
})

export const subscriptionRoutes: RouteModule = (server, app) => {
  onPost(server, '/account-apis/v1/webhooks/subscriptions', {
    config,
    summary: 'Subscribe to topics',
    description:
      'Notifications of these topics are posted to the address. The secret that they are signed with is read in v2.',
    body: newSubscription,
    creates: subscriptionSchema,
    handler: async (request) => {
      const { topics: wanted, subscriptionUrl, clientState } = request.body
      const subscription = await subscribe(app, actorOf(request), {
        topics: wanted,
        offered: topicsOfV1,
        url: subscriptionUrl,
        clientState: clientState ?? null,
      })
      return subscriptionToV1(subscription)
    },
  })

  onGet(server, '/account-apis/v1/webhooks/subscriptions', {
    config,
    summary: 'List webhook subscriptions',
    description: 'The subscriptions of the caller, the oldest first, as a plain array.',
    returns: Type.Array(subscriptionSchema),
    handler: async (request) => (await listSubscriptions(app.db, actorOf(request))).map(subscriptionToV1),
  })

  onGet(server, '/account-apis/v1/webhooks/subscriptions/:id', {
    config,
    summary: 'Get a webhook subscription',
    description: 'One subscription of the caller, with its status.',
    returns: subscriptionSchema,
    handler: async (request) =>
      subscriptionToV1(await getSubscription(app.db, actorOf(request), idOf(request.params.id))),
  })

  onDelete(server, '/account-apis/v1/webhooks/subscriptions/:id', {
    config,
    summary: 'Delete a webhook subscription',
    description: 'What waits to be delivered to it is not sent any more.',
    handler: (request) => unsubscribe(app, actorOf(request), idOf(request.params.id)),
  })
}
