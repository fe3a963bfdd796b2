// v2 of the notification log: deliveries, their attempts, and replays.
import Type from 'typebox'
import { idOf } from '../../http/ids.ts'
import { actorOf, type RouteModule } from '../../http/route.ts'
import { onGet, onPost } from '../../http/routes.ts'
import { countedItemsSchema, countQuery, pageOf, pageQuery } from '../../http/v2/paging.ts'
import { sendNow } from '../commands/send-now.ts'
import { countReplays, endedStates, replayOne, replayRange } from '../commands/replay-deliveries.ts'
import { getDeliveryWithAttempts, listDeliveries } from '../delivery-log.ts'
import {
  deliveryToV2,
  DeliveryV2,
  DeliveryWithAttemptsV2,
  logFilterFromV2,
  LogQueryV2,
  RangeReplayV2,
  ReplayV2,
  statesFromV2,
  withAttemptsToV2,
} from './deliveries.wire.ts'
import { madeDelivery } from './subscriptions.wire.ts'

const config = { access: { right: 'use' } } as const
const list = countedItemsSchema(DeliveryV2)
// delivery ids can exceed the range of other ids
const deliveryIdOf = (text: string) => idOf(text, Number.MAX_SAFE_INTEGER)
const key = Type.Object({
  'idempotency-key': Type.Optional(
    Type.String({
      maxLength: 200,
      description: 'The same key identifies the same replay: nothing is sent twice.',
    }),
  ),
})

export const webhookDeliveryRoutes: RouteModule = (server, app) => {
  onGet(server, '/v2/webhookSubscriptions/:id/deliveries', {
    config,
    operationId: 'listWebhookDeliveries',
    summary: 'List the log of a subscription',
    description: 'Notifications of the subscription, newest first; filter by topic, state and creation time.',
    querystring: Type.Object({ ...pageQuery, ...countQuery, ...LogQueryV2 }),
    returns: list,
    handler: async (request) => {
      const { $count: counted = false } = request.query
      const filter = { ...logFilterFromV2(request.query), ...pageOf(request.query) }
      const id = idOf(request.params.id)
      const { deliveries, count } = await listDeliveries(app, actorOf(request), { ...filter, id, counted })
      return { items: deliveries.map(deliveryToV2), ...(count === undefined ? {} : { count }) }
    },
  })

  onGet(server, '/v2/webhookSubscriptions/:id/deliveries/:deliveryId', {
    config,
    operationId: 'getWebhookDelivery',
    summary: 'Get a notification from the log',
    description: 'Includes each attempt with its response and duration, or the reason it failed.',
    returns: DeliveryWithAttemptsV2,
    handler: async (request) => {
      const { id, deliveryId } = request.params
      const which = { subscriptionId: idOf(id), deliveryId: deliveryIdOf(deliveryId) }
      return withAttemptsToV2(await getDeliveryWithAttempts(app, actorOf(request), which))
    },
  })

  onPost(server, '/v2/webhookSubscriptions/:id/deliveries/:deliveryId/replay', {
    config,
    operationId: 'replayWebhookDelivery',
    summary: 'Send a notification again',
    description:
      'Sent with the same webhook-id, to the same subscription or to another one of the caller that has the topic. Only what has ended can be replayed (Acknowledged, Abandoned, Suppressed, Cancelled): 409 otherwise, when sendNow is what you want.',
    body: ReplayV2,
    creates: madeDelivery,
    handler: async (request, reply) => {
      const { id, deliveryId } = request.params
      const made = await replayOne(app, actorOf(request), {
        id: idOf(id),
        deliveryId: deliveryIdOf(deliveryId),
        toId: request.body.toSubscriptionId,
      })
      const goesTo = request.body.toSubscriptionId ?? idOf(id)
      reply.header('location', `/v2/webhookSubscriptions/${goesTo}/deliveries/${made}`)
      return { deliveryId: made }
    },
  })

  onPost(server, '/v2/webhookSubscriptions/:id/deliveries/:deliveryId/sendNow', {
    config,
    operationId: 'sendWebhookDeliveryNow',
    summary: 'Send a notification now',
    description:
      'For one that waits for its next attempt: it is due at once, and a failure is retried on the usual schedule. 409 for one that has ended, that is held by a pause, or that still collects changes.',
    handler: async (request) => {
      const { id, deliveryId } = request.params
      await sendNow(app, actorOf(request), { id: idOf(id), deliveryId: deliveryIdOf(deliveryId) })
    },
  })

  onPost(server, '/v2/webhookSubscriptions/:id/replay', {
    config,
    summary: 'Send the notifications of a time range again',
    description:
      'At most 10,000, oldest first, optionally limited to states and topics; with dryRun they are only counted. With an Idempotency-Key, repeating the request sends nothing twice.',
    headers: key,
    body: RangeReplayV2,
    returns: Type.Object({ replayed: Type.Integer() }, { examples: [{ replayed: 42 }] }),
    handler: async (request) => {
      const { from, to, states, topics, toSubscriptionId, dryRun = false } = request.body
      const wanted = {
        id: idOf(request.params.id),
        toId: toSubscriptionId,
        from: new Date(from),
        to: new Date(to),
        states: states ? statesFromV2(states) : endedStates,
        topics,
      }
      const actor = actorOf(request)
      if (dryRun) return { replayed: await countReplays(app, actor, wanted) }
      return {
        replayed: await replayRange(app, actor, { ...wanted, key: request.headers['idempotency-key'] }),
      }
    },
  })
}
