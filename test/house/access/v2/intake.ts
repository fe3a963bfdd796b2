// Access to intake: request types, requests, and what the legal department does with them.
import { askRequester } from '../../../../server/intake/commands/ask-requester.ts'
import { makeRequest } from '../../../../server/intake/commands/make-request.ts'
import { createRequestType } from '../../../../server/intake/commands/write-request-type.ts'
import { insertCategory } from '../../../fixtures/matters.ts'
import { actorFor } from '../../../fixtures/actors.ts'
import type { AccessCase, Call } from '../case.ts'
import { mark, type World } from '../world.ts'

async function type(world: World) {
  const owner = await actorFor(world.app, world.people.owner)
  const categoryId = await insertCategory(world.app, world.organisationId)
  const title = mark()
  return {
    typeId: await createRequestType(world.app, owner, { title, categoryId }),
    title,
    categoryId,
    owner,
  }
}

/** A request of the owner, who manages intake as well. */
async function request(world: World) {
  const { typeId, owner } = await type(world)
  const description = mark()
  return { id: await makeRequest(world.app, owner, { typeId, description }), description, owner }
}

const hidden = { outsider: 404, colleague: 404, viewer: 404 } as const
const ofOthers = { outsider: 'shown nothing', colleague: 'shown nothing', viewer: 403 } as const
const ofMatter = '/v2/matters/:matterId/intake'

const acts: readonly (readonly [string, number, (world: World) => Call['body']])[] = [
  ['assign', 204, ({ people }) => ({ manager: { id: people.owner.id } })],
  ['accept', 204, () => undefined],
  ['ask', 201, () => ({ question: mark() })],
  ['decline', 204, () => ({ reason: mark() })],
]

/** Demo data of the organisation: taken in, or thrown away. */
async function demoOf(world: World, method: 'POST' | 'DELETE') {
  await world.send('owner', 'token', { method, url: '/v2/demoData' })
  return {}
}

export const intakeCases: readonly AccessCase[] = [
  {
    route: 'GET /v2/requestTypes',
    make: async (world) => ({ mark: (await type(world)).title }),
    colleague: 'may',
  },
  {
    route: 'POST /v2/requestTypes',
    make: async (world) => ({
      body: { title: mark(), matterType: { id: await insertCategory(world.app, world.organisationId) } },
    }),
    outsider: 400,
    colleague: 403,
  },
  {
    route: 'PATCH /v2/requestTypes/:typeId',
    make: async (world) => ({ params: { typeId: (await type(world)).typeId }, body: { title: mark() } }),
    colleague: 403,
  },
  {
    route: 'DELETE /v2/requestTypes/:typeId',
    make: async (world) => ({ params: { typeId: (await type(world)).typeId } }),
    colleague: 403,
  },
  {
    route: 'POST /v2/requestTypes/:typeId/restore',
    make: async (world) => {
      const { typeId } = await type(world)
      await world.send('owner', 'token', { method: 'DELETE', url: `/v2/requestTypes/${typeId}` })
      return { params: { typeId } }
    },
    colleague: 403,
  },
  {
    route: 'POST /v2/requestTypes/:typeId/purge',
    make: async (world) => ({ params: { typeId: (await type(world)).typeId } }),
    colleague: 403,
  },
  {
    route: 'GET /v2/demoData',
    make: () => ({ mark: '"there":false' }),
    outsider: 'may',
    colleague: 403,
  },
  {
    route: 'POST /v2/demoData',
    make: (world) => demoOf(world, 'DELETE'),
    answers: 200,
    outsider: 'may',
    colleague: 403,
  },
  {
    route: 'DELETE /v2/demoData',
    make: (world) => demoOf(world, 'POST'),
    answers: 200,
    outsider: 'may',
    colleague: 403,
  },
  { route: 'GET /v2/starterSets', make: () => ({ mark: 'commercial' }), outsider: 'may', colleague: 403 },
  {
    route: 'POST /v2/starterSets/:set/add',
    make: () => ({ params: { set: 'disputes' } }),
    outsider: 'may',
    colleague: 403,
    words: ['set'],
  },
  {
    route: 'GET /v2/typeUsage',
    make: async (world) => ({ mark: (await type(world)).title }),
    outsider: 'shown nothing',
    colleague: 403,
  },
  { route: 'GET /v2/requests', make: async (world) => ({ mark: (await request(world)).description }) },
  { route: 'GET /v2/intake', make: async (world) => ({ mark: (await request(world)).description }) },
  {
    route: 'GET /v2/intake/export',
    make: async (world) => ({
      query: 'columns=Description&format=json&$orderby=Id desc',
      mark: (await request(world)).description,
    }),
    ...ofOthers,
  },
  {
    route: 'GET /v2/intake/summary',
    make: async (world) => ({ query: 'groupBy=Description', mark: (await request(world)).description }),
    ...ofOthers,
  },
  {
    route: 'POST /v2/intake/bulk',
    make: async (world) => ({
      body: { ids: [(await request(world)).id], change: { decision: 'Accepted' } },
      mark: '"changed":1',
    }),
    ...ofOthers,
    viewer: 'shown nothing',
  },
  {
    route: 'GET /v2/requests/:requestId',
    make: async (world) => {
      const { id, description } = await request(world)
      return { params: { requestId: id }, mark: description }
    },
  },
  {
    route: 'POST /v2/requests',
    make: async (world) => ({ body: { type: { id: (await type(world)).typeId } } }),
    outsider: 400,
    colleague: 403,
  },
  ...acts.map(
    ([name, answers, body]): AccessCase => ({
      route: `POST ${ofMatter}/${name}`,
      make: async (world) => {
        const sent = body(world)
        return {
          params: { matterId: (await request(world)).id },
          ...(sent === undefined ? {} : { body: sent }),
        }
      },
      answers,
      ...hidden,
    }),
  ),
  {
    route: `POST ${ofMatter}/answer`,
    make: async (world) => {
      const { id, owner } = await request(world)
      await askRequester(world.app, owner, id, mark())
      return { params: { matterId: id }, body: { answer: mark() } }
    },
    ...hidden,
  },
]
