// v2 of webhook subscriptions: the caller's own, with what v1 has no words for: pause, test, signing secret, health.
import Type from 'typebox'
import { idOf, pathIds } from '../../http/ids.ts'
import { actorOf, type RouteModule } from '../../http/route.ts'
import { pageOf, pageQuery } from '../../http/v2/paging.ts'
import { getSubscription, listSubscriptions } from '../access.ts'
import { setPaused } from '../commands/pause-subscription.ts'
import { rotateSigningSecret, showSigningSecret } from '../commands/rotate-signing-secret.ts'
import { sendTest } from '../commands/send-test.ts'
import { subscribe, unsubscribe } from '../commands/subscribe.ts'
import { getHealth } from '../log.ts'
import {
  CreatedSubscriptionV2,
  healthToV2,
  HealthV2,
  NewSubscriptionV2,
  RotatedSigningSecretV2,
  rotatedToV2,
  SigningRotationV2,
  SigningSecretV2,
  SubscriptionChangesV2,
  subscriptionToV2,
  SubscriptionV2,
  TestV2,
} from './subscriptions.wire.ts'

const config = { access: { right: 'use' } } as const
const params = pathIds('id')
const list = Type.Object({ items: Type.Array(SubscriptionV2) })

export const webhookSubscriptionRoutes: RouteModule = (server, app) => {
  server.get(
    '/v2/webhookSubscriptions',
    { config, schema: { querystring: Type.Object(pageQuery), response: { 200: list } } },
    async (request) => {
      const { limit, offset } = pageOf(request.query)
      const subscriptions = await listSubscriptions(app.db, actorOf(request))
      return { items: subscriptions.slice(offset, offset + limit).map(subscriptionToV2) }
    },
  )

  server.post(
    '/v2/webhookSubscriptions',
    { config, schema: { body: NewSubscriptionV2, response: { 201: CreatedSubscriptionV2 } } },
    async (request, reply) => {
      const { topics, subscriptionUrl, clientState } = request.body
      const wanted = { topics, url: subscriptionUrl, clientState: clientState ?? null }
      const subscription = await subscribe(app, actorOf(request), wanted)
      const signingSecret = await showSigningSecret(app, actorOf(request), subscription.id)
      reply.code(201).header('cache-control', 'no-store')
      return reply.send({ ...subscriptionToV2(subscription), signingSecret })
    },
  )

  server.get(
    '/v2/webhookSubscriptions/:id',
    { config, schema: { params, response: { 200: SubscriptionV2 } } },
    async (request) =>
      subscriptionToV2(await getSubscription(app.db, actorOf(request), idOf(request.params.id))),
  )

  server.patch(
    '/v2/webhookSubscriptions/:id',
    { config, schema: { params, body: SubscriptionChangesV2, response: { 204: Type.Null() } } },
    async (request, reply) => {
      const paused = request.body.status === 'Paused'
      await setPaused(app, actorOf(request), { id: idOf(request.params.id), paused })
      return reply.code(204).send(null)
    },
  )

  server.delete(
    '/v2/webhookSubscriptions/:id',
    { config, schema: { params, response: { 204: Type.Null() } } },
    async (request, reply) => {
      await unsubscribe(app, actorOf(request), idOf(request.params.id))
      return reply.code(204).send(null)
    },
  )

  careRoutes(server, app)
}

const careRoutes: RouteModule = (server, app) => {
  server.get(
    '/v2/webhookSubscriptions/:id/health',
    { config, schema: { params, response: { 200: HealthV2 } } },
    async (request) => healthToV2(await getHealth(app, actorOf(request), idOf(request.params.id))),
  )

  server.post(
    '/v2/webhookSubscriptions/:id/test',
    {
      config,
      schema: { params, body: TestV2, response: { 201: Type.Object({ deliveryId: Type.Integer() }) } },
    },
    async (request, reply) => {
      const { topic } = request.body
      const deliveryId = await sendTest(app, actorOf(request), { id: idOf(request.params.id), topic })
      return reply.code(201).send({ deliveryId })
    },
  )

  server.get(
    '/v2/webhookSubscriptions/:id/signingSecret',
    { config, schema: { params, response: { 200: SigningSecretV2 } } },
    async (request, reply) => {
      reply.header('cache-control', 'no-store')
      return {
        signingSecret: await showSigningSecret(app, actorOf(request), idOf(request.params.id)),
      }
    },
  )

  server.post(
    '/v2/webhookSubscriptions/:id/signingSecret',
    { config, schema: { params, body: SigningRotationV2, response: { 201: RotatedSigningSecretV2 } } },
    async (request, reply) => {
      const { overlapHours = 24 } = request.body
      const id = idOf(request.params.id)
      const rotated = await rotateSigningSecret(app, actorOf(request), { id, overlapHours })
      return reply.code(201).header('cache-control', 'no-store').send(rotatedToV2(rotated))
    },
  )
}
