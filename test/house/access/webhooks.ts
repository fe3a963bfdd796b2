// Access to webhook subscriptions: each belongs to the person who created it, and to nobody else of their organisation
// either.
import { internalTransaction } from '../../../server/platform/events/change.ts'
import type { AccessCase } from './case.ts'
import { mark, type World } from './world.ts'

const subscriptions = '/account-apis/v1/webhooks/subscriptions'

const wanted = (clientState: string) => ({
  topics: ['contract.created'],
  subscriptionUrl: 'https://receiver.example/hook',
  clientState,
})

/** A subscription of the owner. */
async function subscription({ send }: World) {
  const clientState = mark()
  const answer = await send('owner', 'token', {
    method: 'POST',
    url: subscriptions,
    payload: wanted(clientState),
  })
  return { id: answer.json<{ id: number }>().id, clientState }
}

const v1Cases: readonly AccessCase[] = [
  {
    route: `GET ${subscriptions}`,
    make: async (world) => ({ mark: (await subscription(world)).clientState }),
    viewer: 'shown nothing',
  },
  {
    route: `POST ${subscriptions}`,
    make: () => ({ body: wanted(mark()) }),
    outsider: 'may',
    viewer: 'may',
  },
  {
    route: `GET ${subscriptions}/:id`,
    make: async (world) => {
      const { id, clientState } = await subscription(world)
      return { params: { id }, mark: clientState }
    },
    viewer: 404,
  },
  {
    route: `DELETE ${subscriptions}/:id`,
    make: async (world) => ({ params: { id: (await subscription(world)).id } }),
    viewer: 404,
  },
]

const v2 = '/v2/webhookSubscriptions'
const ofSubscription = async (world: World) => {
  const { id, clientState } = await subscription(world)
  return { params: { id }, mark: clientState }
}
// nobody but the owner may see a subscription
const ownersAlone = { outsider: 404, colleague: 404, viewer: 404 } as const

/** A notification of the owner's subscription that was acknowledged. */
async function delivery(world: World, state: 'acknowledged' | 'pending' = 'acknowledged') {
  const { id } = await subscription(world)
  const messageId = mark()
  const made = await internalTransaction(world.app, (tx, now) =>
    tx
      .insertInto('webhook_deliveries')
      .values({
        organisation_id: world.organisationId,
        subscription_id: id,
        message_id: messageId,
        event_id: 1,
        event_at: now,
        topic: 'contract.created',
        resource_id: 1,
        subject_kind: 'contract',
        subject_id: 1,
        collecting: false,
        state,
        due_at: state === 'pending' ? new Date(now.getTime() + 60_000) : now,
        ended_at: state === 'pending' ? null : now,
        created_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  return { params: { id, deliveryId: made.id }, mark: messageId }
}

const colleagues = '/v2/colleaguesWebhookSubscriptions'

const v2Cases: readonly AccessCase[] = [
  {
    route: `GET ${colleagues}`,
    make: async (world) => ({ mark: `"id":${(await subscription(world)).id}` }),
    colleague: 403,
  },
  {
    route: `POST ${colleagues}/:id/disable`,
    make: async (world) => ({
      params: (await ofSubscription(world)).params,
      body: { reason: 'The vendor was replaced.' },
    }),
    colleague: 403,
  },
  {
    route: `GET ${v2}`,
    make: async (world) => ({ mark: (await subscription(world)).clientState }),
    viewer: 'shown nothing',
  },
  {
    route: `POST ${v2}`,
    make: () => ({ body: wanted(mark()) }),
    outsider: 'may',
    viewer: 'may',
  },
  { route: `GET ${v2}/:id`, make: ofSubscription, ...ownersAlone },
  {
    route: `PATCH ${v2}/:id`,
    make: async (world) => ({ params: (await ofSubscription(world)).params, body: { status: 'Paused' } }),
    ...ownersAlone,
  },
  {
    route: `DELETE ${v2}/:id`,
    make: async (world) => ({ params: (await ofSubscription(world)).params }),
    ...ownersAlone,
  },
  {
    route: `GET ${v2}/:id/health`,
    make: async (world) => ({ params: (await ofSubscription(world)).params, mark: '"waiting":' }),
    ...ownersAlone,
  },
  {
    route: `POST ${v2}/:id/test`,
    make: async (world) => ({ params: (await ofSubscription(world)).params, body: {} }),
    ...ownersAlone,
  },
  {
    route: `GET ${v2}/:id/signingSecret`,
    make: async (world) => ({ params: (await ofSubscription(world)).params, mark: 'whsec_' }),
    ...ownersAlone,
  },
  {
    route: `POST ${v2}/:id/signingSecret`,
    make: async (world) => ({ params: (await ofSubscription(world)).params, body: {} }),
    ...ownersAlone,
  },
  {
    route: `GET ${v2}/:id/deliveries`,
    make: async (world) => {
      const { params, mark: messageId } = await delivery(world)
      return { params: { id: params.id }, mark: messageId }
    },
    ...ownersAlone,
  },
  { route: `GET ${v2}/:id/deliveries/:deliveryId`, make: (world) => delivery(world), ...ownersAlone },
  {
    route: `POST ${v2}/:id/deliveries/:deliveryId/replay`,
    make: async (world) => ({ params: (await delivery(world)).params, body: {} }),
    ...ownersAlone,
  },
  {
    route: `POST ${v2}/:id/deliveries/:deliveryId/sendNow`,
    make: async (world) => ({ params: (await delivery(world, 'pending')).params }),
    ...ownersAlone,
  },
  {
    route: `POST ${v2}/:id/replay`,
    make: async (world) => ({
      params: { id: (await delivery(world)).params.id },
      body: { from: '2000-01-01T00:00:00Z', to: '2100-01-01T00:00:00Z' },
    }),
    ...ownersAlone,
  },
]

export const webhookCases: readonly AccessCase[] = [...v1Cases, ...v2Cases]
