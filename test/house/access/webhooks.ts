// Access to webhook subscriptions: each belongs to the person who made it, and to nobody else of their organisation either.
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

export const webhookCases: readonly AccessCase[] = [
  {
    route: `GET ${subscriptions}`,
    make: async (world) => ({ mark: (await subscription(world)).clientState }),
    answers: 200,
    stranger: 'shown nothing',
    colleague: 'shown nothing',
    viewer: 'shown nothing',
  },
  {
    route: `POST ${subscriptions}`,
    make: () => ({ body: wanted(mark()) }),
    answers: 201,
    stranger: 'may',
    colleague: 'may',
    viewer: 'may',
  },
  {
    route: `GET ${subscriptions}/:id`,
    make: async (world) => {
      const { id, clientState } = await subscription(world)
      return { params: { id }, mark: clientState }
    },
    answers: 200,
    stranger: 404,
    colleague: 404,
    viewer: 404,
  },
  {
    route: `DELETE ${subscriptions}/:id`,
    make: async (world) => ({ params: { id: (await subscription(world)).id } }),
    answers: 204,
    stranger: 404,
    colleague: 404,
    viewer: 404,
  },
]
