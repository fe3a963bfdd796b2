// Access to imports: the administrators of the organisation.
import { randomUUID } from 'node:crypto'
import { importKinds } from '../../../../server/operations/process/import-kinds.ts'
import { carryOn } from '../../../../server/imports/work/carry-on.ts'
import type { AccessCase } from '../case.ts'
import type { World } from '../world.ts'

const tableHeaders = { 'content-type': 'text/csv' }
const tableOf = ({ name }: World) => `Name,Type,Created\n${name},Advice,2020-12-31`

/** An import of one matter whose table names the organisation. */
async function table(world: World) {
  await world.app.database.pool.query('delete from imports where organisation_id = $1', [
    world.organisationId,
  ])
  const made = await world.send('owner', 'token', {
    method: 'POST',
    url: `/v2/imports?kind=matters&fileName=${world.name}.csv`,
    payload: tableOf(world),
    headers: tableHeaders,
  })
  return { params: { importId: made.json<{ id: number }>().id }, mark: world.name }
}

const unmarked = async (world: World) => ({ params: (await table(world)).params })

const post = (world: World, importId: number, path: string) =>
  world.send('owner', 'token', { method: 'POST', url: `/v2/imports/${importId}/${path}`, payload: {} })

const work = ({ app, organisationId }: World, id: number) => carryOn(app, { organisationId, id }, importKinds)

async function typed(world: World): Promise<void> {
  await world.send('owner', 'token', { method: 'POST', url: '/v2/matterTypes', payload: { name: 'Advice' } })
}

async function checked(world: World) {
  await typed(world)
  const call = await table(world)
  await post(world, call.params.importId, 'check')
  await work(world, call.params.importId)
  return { ...call, body: {} }
}

async function done(world: World) {
  const call = await checked(world)
  await post(world, call.params.importId, 'run')
  await work(world, call.params.importId)
  return call
}

async function kept(world: World) {
  const { params } = await table(world)
  const answer = await world.send('owner', 'token', {
    method: 'POST',
    url: '/v2/importMappings',
    payload: { import: { id: params.importId }, name: world.name },
  })
  return { params: { mappingId: answer.json<{ id: number }>().id }, mark: world.name }
}

export const importCases: readonly AccessCase[] = [
  { route: 'GET /v2/importKinds', make: () => ({}), outsider: 'may', colleague: 403 },
  {
    route: 'GET /v2/importMappings',
    make: async (world) => ({ mark: (await kept(world)).mark }),
    colleague: 403,
  },
  {
    route: 'POST /v2/importMappings',
    make: async (world) => ({
      body: { import: { id: (await table(world)).params.importId }, name: world.name },
    }),
    outsider: 404,
    colleague: 403,
  },
  {
    route: 'GET /v2/importMappings/:mappingId',
    make: kept,
    colleague: 403,
  },
  {
    route: 'PATCH /v2/importMappings/:mappingId',
    make: async (world) => ({
      params: (await kept(world)).params,
      body: { name: `${world.name} ${randomUUID()}` },
    }),
    colleague: 403,
  },
  {
    route: 'DELETE /v2/importMappings/:mappingId',
    make: async (world) => ({ params: (await kept(world)).params }),
    colleague: 403,
  },
  { route: 'GET /v2/imports', make: async (world) => ({ mark: (await table(world)).mark }), colleague: 403 },
  {
    route: 'POST /v2/imports',
    make: (world) => ({ query: 'kind=matters', body: tableOf(world), headers: tableHeaders }),
    outsider: 'may',
    colleague: 403,
  },
  { route: 'GET /v2/imports/:importId', make: table, colleague: 403 },
  { route: 'GET /v2/imports/:importId/problems', make: unmarked, colleague: 403 },
  {
    route: 'GET /v2/imports/:importId/rows',
    make: async (world) => {
      const { params } = await done(world)
      return { params, query: 'outcome=Made', mark: world.name }
    },
    colleague: 403,
  },
  { route: 'GET /v2/imports/:importId/result', make: table, colleague: 403 },
  {
    route: 'PUT /v2/imports/:importId/mapping',
    make: async (world) => ({
      ...(await table(world)),
      body: { columns: [{ column: 1, property: 'name' }], always: [] },
    }),
    colleague: 403,
  },
  {
    route: 'POST /v2/imports/:importId/mapping',
    make: async (world) => {
      const { mappingId } = (await kept(world)).params
      const { params } = await table(world)
      await world.send('owner', 'token', {
        method: 'PUT',
        url: `/v2/imports/${params.importId}/mapping`,
        payload: { columns: [], always: [] },
      })
      return { params, body: { kept: { id: mappingId } } }
    },
    colleague: 403,
  },
  {
    route: 'POST /v2/imports/:importId/buckets',
    make: async (world) => ({
      ...(await unmarked(world)),
      // nothing is fetched before the background has a turn
      body: {
        endpoint: 'https://localhost:9',
        bucket: 'archive',
        accessKeyId: 'key',
        secretAccessKey: 'secret',
      },
    }),
    colleague: 403,
  },
  {
    route: 'POST /v2/imports/:importId/files',
    make: async (world) => ({
      ...(await unmarked(world)),
      query: 'path=a.pdf',
      body: 'abc',
      headers: { 'content-type': 'application/pdf' },
    }),
    colleague: 403,
  },
  { route: 'POST /v2/imports/:importId/check', make: table, colleague: 403 },
  { route: 'POST /v2/imports/:importId/run', make: checked, colleague: 403 },
  {
    route: 'POST /v2/imports/:importId/stop',
    make: async (world) => {
      const call = await checked(world)
      await post(world, call.params.importId, 'run')
      return call
    },
    colleague: 403,
  },
  { route: 'POST /v2/imports/:importId/undo', make: done, colleague: 403 },
  { route: 'DELETE /v2/imports/:importId', make: unmarked, colleague: 403 },
]
