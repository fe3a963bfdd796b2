// Every route that records of all kinds have, called for a third kind: by somebody of another organisation, who is
// refused or finds nothing, and by somebody who may.
import { beforeAll, expect, test } from 'vitest'
import type { RouteModule, Server } from '../../../server/http/route.ts'
import { conversationRoutes } from '../../../server/records/conversations/v2/record-conversation.ts'
import { historyExportRoutes } from '../../../server/history/v2/exports.ts'
import { historyRoutes } from '../../../server/history/v2/history.ts'
import { createUser } from '../../factories.ts'
import { insertFieldOn } from '../../fixtures/fields.ts'
import type { Caller } from '../../http.ts'
import { useTestApp } from '../../test-app.ts'
import { dispute } from './dispute-kind.ts'
import { disputeParts } from './dispute-parts.ts'
import { createDisputeTables, insertDispute } from './insert-dispute.ts'
import { createDispute, type DisputeWorld, disputeWorld } from './world.ts'

const parts = useTestApp()
beforeAll(() => createDisputeTables(parts.app))

interface Called extends DisputeWorld {
  readonly parentId: number
  readonly abandonedId: number
  /** Ids that calls answered, by the name of the path's parameter. */
  readonly known: Record<string, string | number>
}

interface Step {
  readonly route: string
  readonly by?: 'asOwner' | 'asAdministrator'
  readonly query?: string
  readonly body?: (called: Called) => object
  /** What the outsider gets: of a list, one without the dispute. */
  readonly refused?: number | 'nothing'
  readonly status?: number
  /** What the answer must have in it. */
  readonly shows?: string
  /** The parameter of later paths that the answer is the id of. */
  readonly makes?: string
  /** Of a path whose parameter is another record. */
  readonly of?: (called: Called) => number
}

const v1 = '/dispute-apis/v1/disputes'
const done = { status: 204 } as const
const list = { refused: 'nothing', shows: 'Quay wall' } as const

/** In an order in which each can be made: the dispute is deleted at the end. */
const steps: readonly Step[] = [
  { route: `GET ${v1}`, ...list },
  { route: `GET ${v1}/:disputeId`, shows: 'Quay wall' },
  { route: `PATCH ${v1}/:disputeId`, body: () => [{ op: 'replace', path: '/Name', value: 'Quay wall 2' }] },
  { route: `GET ${v1}/:disputeId/fields`, shows: 'Court' },
  {
    route: `PATCH ${v1}/:disputeId/fields`,
    body: ({ known }) => [{ op: 'add', path: `/field_${known['fieldId']}`, value: 'The Hague' }],
  },
  {
    route: `POST ${v1}/:disputeId/files`,
    body: () => ({ file: Buffer.from('Claim').toString('base64'), name: 'Claim.txt' }),
    status: 201,
    makes: 'fileId',
  },
  { route: `GET ${v1}/:disputeId/users`, shows: 'Ana' },
  {
    route: `POST ${v1}/:disputeId/statusMessages`,
    body: () => ({ statusMessage: 'A hearing is set' }),
    ...done,
  },
  { route: 'GET /v2/disputes', ...list },
  { route: 'GET /v2/disputes/:disputeId', shows: 'The Hague' },
  { route: 'PATCH /v2/disputes/:disputeId', body: () => ({ externalId: 'D-1' }), ...done },
  { route: 'GET /v2/disputes/export', ...list, query: '?columns=Id,Name' },
  { route: 'GET /v2/disputes/summary', query: '?groupBy=Status', refused: 'nothing', shows: 'Open' },
  {
    route: 'POST /v2/disputes/bulk',
    body: ({ id }) => ({ ids: [id], change: { status: 'Settled' } }),
    refused: 'nothing',
    shows: '"changed":1',
  },
  { route: 'GET /v2/disputes/:disputeId/files/:fileId', shows: '"type":"Dispute"' },
  { route: 'GET /v2/disputes/:disputeId/overview', shows: 'A hearing is set' },
  {
    route: 'POST /v2/disputes/:disputeId/statusMessages',
    body: () => ({ message: 'It was adjourned' }),
    status: 201,
    makes: 'messageId',
  },
  { route: 'GET /v2/disputes/:disputeId/statusMessages', shows: 'A hearing is set' },
  { route: 'GET /v2/disputes/:disputeId/statusMessages/:messageId', shows: 'It was adjourned' },
  { route: 'PUT /v2/disputes/:disputeId/members/:userId', body: () => ({ roles: ['Member'] }), ...done },
  { route: 'GET /v2/disputes/:disputeId/members', shows: 'Bo' },
  { route: 'GET /v2/disputes/:disputeId/viewers', shows: 'Bo' },
  { route: 'DELETE /v2/disputes/:disputeId/members/:userId', ...done },
  { route: 'PUT /v2/disputes/:disputeId/parent', body: ({ parentId }) => ({ id: parentId }), ...done },
  { route: 'DELETE /v2/disputes/:disputeId/parent', ...done },
  {
    route: 'POST /v2/disputes/:disputeId/conversation',
    body: () => ({ text: 'Dear all' }),
    status: 201,
    makes: 'messageId',
  },
  { route: 'GET /v2/disputes/:disputeId/conversation', shows: 'Dear all' },
  {
    route: 'PATCH /v2/disputes/:disputeId/conversation/:messageId',
    body: () => ({ text: 'Dear everybody' }),
    ...done,
  },
  { route: 'DELETE /v2/disputes/:disputeId/conversation/:messageId', ...done },
  { route: 'GET /v2/disputes/:disputeId/history', shows: 'dispute.created' },
  { route: 'GET /v2/disputes/:disputeId/history/export', shows: 'dispute.created' },
  {
    route: 'PUT /v2/disputes/:disputeId/hold',
    by: 'asAdministrator',
    body: () => ({ reason: 'Investigation' }),
    ...done,
  },
  { route: 'GET /v2/disputes/:disputeId/hold', shows: 'Investigation' },
  { route: 'GET /v2/legalHolds/disputes', by: 'asAdministrator', refused: 'nothing', shows: 'Investigation' },
  { route: 'DELETE /v2/disputes/:disputeId/hold', by: 'asAdministrator', ...done },
  {
    route: 'GET /v2/unattended/disputes',
    by: 'asAdministrator',
    refused: 'nothing',
    shows: '"items":[{"id"',
  },
  { route: 'GET /v2/disputes/hidden', by: 'asAdministrator', refused: 'nothing', shows: '"hidden":true' },
  {
    route: 'POST /v2/disputes/:disputeId/takeOver',
    by: 'asAdministrator',
    of: ({ abandonedId }) => abandonedId,
    body: () => ({ reason: 'Its owner has left' }),
    ...done,
  },
  { route: 'DELETE /v2/disputes/:disputeId', ...done },
  { route: 'GET /v2/bin/disputes', by: 'asAdministrator', ...list },
  { route: 'GET /v2/bin/disputes/:disputeId', by: 'asAdministrator', shows: 'Quay wall' },
  { route: 'POST /v2/bin/disputes/:disputeId/restore', by: 'asAdministrator', ...done },
  { route: 'DELETE /v2/disputes/:disputeId', ...done },
  { route: 'DELETE /v2/bin/disputes/:disputeId', by: 'asAdministrator', ...done },
]

interface Registered {
  readonly method: string
  readonly url: string
}

/** The routes that these modules register, as `GET /v2/disputes`. */
function routesOf(modules: readonly RouteModule[]): readonly string[] {
  const found: Registered[] = []
  const server: Server = new Proxy({} as Server, {
    get: (_, method: string) => (given: string | Registered) => {
      if (method === 'route') found.push(given as Registered)
      else if (methods.has(method)) found.push({ method: method.toUpperCase(), url: given as string })
      return server
    },
  })
  for (const routes of modules) routes(server, parts.app)
  return found.map(({ method, url }) => `${method} ${url}`)
}

const methods = new Set(['get', 'post', 'put', 'patch', 'delete'])

test('every route that records of all kinds have is called below', () => {
  const modules = [...disputeParts.routes, conversationRoutes(dispute), historyRoutes, historyExportRoutes]
  const shared = routesOf(modules).filter(
    (route) => route.includes('disputes') && route !== 'POST /v2/disputes',
  )
  expect(shared.length).toBeGreaterThan(30)
  expect([...new Set(steps.map(({ route }) => route))].toSorted()).toEqual(shared.toSorted())
})

async function world(): Promise<Called> {
  const made = await disputeWorld(parts)
  const { organisationId, asOwner, colleague } = made
  const form = { organisationId, form: 'DisputeCore' as string as 'MatterCore' }
  const fieldId = await insertFieldOn(parts.app, form, { title: 'Court', type: 'ShortText' })
  const gone = await createUser(parts.app, { organisationId, status: 'Disabled' })
  return {
    ...made,
    parentId: await createDispute(asOwner, 'Harbour'),
    abandonedId: await insertDispute(parts.app, { owner: gone, name: 'Abandoned', restricted: true }),
    known: { fieldId, userId: colleague.id },
  }
}

const send = (caller: Caller, called: Called, { route, query = '', body, of }: Step) => {
  const [method = '', path = ''] = route.split(' ')
  const known: Called['known'] = { ...called.known, disputeId: of?.(called) ?? called.id }
  const url = path.replaceAll(/:(\w+)/g, (_, name: string) => String(known[name])) + query
  const verb = method.toLowerCase() as 'get' | 'post'
  return verb === 'get' || route.startsWith('DELETE') ? caller[verb](url) : caller[verb](url, body?.(called))
}

test('each answers those who may call it, and refuses others', async () => {
  const called = await world()
  for (const step of steps) {
    const { route, by = 'asOwner', refused = 404, status = 200, shows = '', makes } = step
    const outside = await send(called.asOutsider, called, step)
    if (refused === 'nothing') {
      expect(outside.statusCode, `${route} ${outside.body}`).toBe(200)
      if (shows !== '') expect(outside.body, route).not.toContain(shows)
    } else expect(outside.statusCode, `${route} ${outside.body}`).toBe(refused)
    const answer = await send(called[by], called, step)
    expect(answer.statusCode, `${route} ${answer.body}`).toBe(status)
    expect(answer.body, route).toContain(shows)
    if (makes !== undefined) {
      const id = answer.json<number | { id: number }>()
      called.known[makes] = typeof id === 'number' ? id : id.id
    }
  }
  expect((await called.asOwner.get(`/v2/disputes/${called.id}`)).statusCode).toBe(404)
})
