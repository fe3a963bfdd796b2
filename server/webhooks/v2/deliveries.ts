// v2 of the log of notifications: deliveries, their attempts, and replays.
import Type from 'typebox'
import { idOf, pathIds } from '../../http/ids.ts'
import { actorOf, type RouteModule } from '../../http/route.ts'
import { pageOf, pageQuery } from '../../http/v2/paging.ts'
import { endedStates, replayOne, replayRange } from '../commands/replay-deliveries.ts'
import { getDeliveryWithAttempts, listDeliveries } from '../log.ts'
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

const config = { access: { right: 'use' } } as const
const list = Type.Object({ items: Type.Array(DeliveryV2) })
// deliveries are counted up for ever, beyond what other ids reach
const deliveryIdOf = (text: string) => idOf(text, Number.MAX_SAFE_INTEGER)
const key = Type.Object({
  'idempotency-key': Type.Optional(
    Type.String({
      maxLength: 200,
      description: 'The same key again is the same replay: nothing is sent twice.',
    }),
  ),
})

export const webhookDeliveryRoutes: RouteModule = (server, app) => {
  server.get(
    '/v2/webhookSubscriptions/:id/deliveries',
    {
      config,
      schema: {
        params: pathIds('id'),
        querystring: Type.Object({ ...pageQuery, ...LogQueryV2 }),
        response: { 200: list },
      },
    },
    async (request) => {
      const filter = { ...logFilterFromV2(request.query), ...pageOf(request.query) }
      const id = idOf(request.params.id)
      return { items: (await listDeliveries(app, actorOf(request), { ...filter, id })).map(deliveryToV2) }
    },
  )

  server.get(
    '/v2/webhookSubscriptions/:id/deliveries/:deliveryId',
    {
      config,
      schema: { params: pathIds('id', 'deliveryId'), response: { 200: DeliveryWithAttemptsV2 } },
    },
    async (request) => {
      const { id, deliveryId } = request.params
      const which = { subscriptionId: idOf(id), deliveryId: deliveryIdOf(deliveryId) }
      return withAttemptsToV2(await getDeliveryWithAttempts(app, actorOf(request), which))
    },
  )

  server.post(
    '/v2/webhookSubscriptions/:id/deliveries/:deliveryId/replay',
    {
      config,
      schema: {
        params: pathIds('id', 'deliveryId'),
        body: ReplayV2,
        response: { 201: Type.Object({ deliveryId: Type.Integer() }) },
      },
    },
    async (request, reply) => {
      const { id, deliveryId } = request.params
      const made = await replayOne(app, actorOf(request), {
        id: idOf(id),
        deliveryId: deliveryIdOf(deliveryId),
        toId: request.body.toSubscriptionId,
      })
      return reply.code(201).send({ deliveryId: made })
    },
  )

  server.post(
    '/v2/webhookSubscriptions/:id/replay',
    {
      config,
      schema: {
        params: pathIds('id'),
        headers: key,
        body: RangeReplayV2,
        response: { 200: Type.Object({ replayed: Type.Integer() }) },
      },
    },
    async (request) => {
      const { from, to, states, topics, toSubscriptionId } = request.body
      const replayed = await replayRange(app, actorOf(request), {
        id: idOf(request.params.id),
        toId: toSubscriptionId,
        from: new Date(from),
        to: new Date(to),
        states: states ? statesFromV2(states) : endedStates,
        topics,
        key: request.headers['idempotency-key'],
      })
      return { replayed }
    },
  )
}
