// v2 of webhook subscriptions: the caller's own, including what v1 does not offer: pausing, tests, signing secrets,
// health.
import Type from 'typebox'
import { idOf } from '../../http/ids.ts'
import { actorOf, type RouteModule } from '../../http/route.ts'
import { onDelete, onGet, onPatch, onPost } from '../../http/routes.ts'
import { itemsSchema, pageOf, pageQuery } from '../../http/v2/paging.ts'
import { getSubscription, listSubscriptions } from '../access.ts'
import { changeSubscription } from '../commands/change-subscription.ts'
import { rotateSigningSecret, showSigningSecret } from '../commands/rotate-signing-secret.ts'
import { sendTest } from '../commands/send-test.ts'
import { subscribe, unsubscribe } from '../commands/subscribe.ts'
import { getHealth } from '../delivery-log.ts'
import {
  CreatedSubscriptionV2,
  healthToV2,
  HealthV2,
  madeDelivery,
  NewSubscriptionV2,
  RotatedSigningSecretV2,
  rotatedToV2,
  SigningRotationV2,
  SigningSecretV2,
  subscriptionChangesBody,
  subscriptionChangesFromV2,
  subscriptionToV2,
  SubscriptionV2,
  TestV2,
} from './subscriptions.wire.ts'

const config = { access: { right: 'use' } } as const
const list = itemsSchema(SubscriptionV2)

export const webhookSubscriptionRoutes: RouteModule = (server, app) => {
  onGet(server, '/v2/webhookSubscriptions', {
    config,
    summary: 'List webhook subscriptions',
    description: 'Subscriptions of the caller, created through either version, ordered by id.',
    querystring: Type.Object(pageQuery),
    returns: list,
    handler: async (request) => {
      const { limit, offset } = pageOf(request.query)
      const subscriptions = await listSubscriptions(app.db, actorOf(request))
      return { items: subscriptions.slice(offset, offset + limit).map(subscriptionToV2) }
    },
  })

  server.post(
    '/v2/webhookSubscriptions',
    {
      config,
      schema: {
        summary: 'Subscribe to topics',
        description:
          'Notifies the address of events from now on, as far as the caller may see them. The response contains the secret that notifications are signed with. docs/webhooks.md has the topics and the rules for receivers.',
        body: NewSubscriptionV2,
        response: { 201: CreatedSubscriptionV2 },
      },
    },
    async (request, reply) => {
      const { topics, subscriptionUrl, clientState } = request.body
      const wanted = { topics, url: subscriptionUrl, clientState: clientState ?? null }
      const subscription = await subscribe(app, actorOf(request), wanted)
      const signingSecret = await showSigningSecret(app, actorOf(request), subscription.id)
      reply.code(201).header('location', `/v2/webhookSubscriptions/${subscription.id}`)
      return reply.send({ ...subscriptionToV2(subscription), signingSecret })
    },
  )

  onGet(server, '/v2/webhookSubscriptions/:id', {
    config,
    summary: 'Get a webhook subscription',
    description: 'One of the caller’s subscriptions; a disabled one includes the reason.',
    returns: SubscriptionV2,
    handler: async (request) =>
      subscriptionToV2(await getSubscription(app.db, actorOf(request), idOf(request.params.id))),
  })

  onPatch(server, '/v2/webhookSubscriptions/:id', {
    config: { ...config, documentedBodies: subscriptionChangesBody },
    summary: 'Change, pause or resume a subscription',
    description:
      'Other topics hold from the next event on. Notifications are held while it is paused and sent when it is resumed. The address cannot be changed, and a disabled subscription stays disabled: 409.',
    handler: async (request) => {
      const id = idOf(request.params.id)
      const changes = subscriptionChangesFromV2(request.body)
      if (Object.keys(changes).length === 0) await getSubscription(app.db, actorOf(request), id)
      else await changeSubscription(app, actorOf(request), { id, ...changes })
    },
  })

  onDelete(server, '/v2/webhookSubscriptions/:id', {
    config,
    summary: 'Delete a webhook subscription',
    description: 'Nothing more is sent, not even pending notifications.',
    handler: (request) => unsubscribe(app, actorOf(request), idOf(request.params.id)),
  })

  careRoutes(server, app)
}

const careRoutes: RouteModule = (server, app) => {
  onGet(server, '/v2/webhookSubscriptions/:id/health', {
    config,
    summary: 'Get the health of a subscription',
    description: 'Pending notifications, totals of the last 24 hours, and the last failure.',
    returns: HealthV2,
    handler: async (request) => healthToV2(await getHealth(app, actorOf(request), idOf(request.params.id))),
  })

  onPost(server, '/v2/webhookSubscriptions/:id/test', {
    config,
    summary: 'Send a test notification',
    description:
      'One notification with ResourceId 0, which no resource has. It is not retried and counts towards no limit.',
    body: TestV2,
    creates: madeDelivery,
    handler: async (request, reply) => {
      const { topic } = request.body
      const deliveryId = await sendTest(app, actorOf(request), { id: idOf(request.params.id), topic })
      reply.header('location', `/v2/webhookSubscriptions/${request.params.id}/deliveries/${deliveryId}`)
      return { deliveryId }
    },
  })

  onGet(server, '/v2/webhookSubscriptions/:id/signingSecret', {
    config,
    operationId: 'getWebhookSigningSecret',
    summary: 'Get the signing secret',
    description: 'What notifications are signed with, also for subscriptions created through v1.',
    returns: SigningSecretV2,
    handler: async (request) => {
      return {
        signingSecret: await showSigningSecret(app, actorOf(request), idOf(request.params.id)),
      }
    },
  })

  onPost(server, '/v2/webhookSubscriptions/:id/signingSecret', {
    config,
    operationId: 'rotateWebhookSigningSecret',
    summary: 'Rotate the signing secret',
    description:
      'For overlapHours (default 24) notifications are signed with the old secret as well, so that a receiver can switch over in its own time.',
    body: SigningRotationV2,
    creates: RotatedSigningSecretV2,
    handler: async (request) => {
      const { overlapHours = 24 } = request.body
      const id = idOf(request.params.id)
      const rotated = await rotateSigningSecret(app, actorOf(request), { id, overlapHours })
      return rotatedToV2(rotated)
    },
  })
}
