import { beforeEach, describe, expect, test } from 'vitest'
import { insertContract } from '../../../test/fixtures/contracts.ts'
import {
  createContractTemplate,
  createOrganisation,
  createTeam,
  createUser,
  type TestUser,
} from '../../../test/factories.ts'
import { eventsOf } from '../../../test/fixtures/files.ts'
import type { Caller } from '../../../test/http.ts'
import { insertMatter } from '../../../test/fixtures/matters.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { callerFor } from '../../../test/tokens.ts'

const parts = useTestApp()

let organisationId: number
let owner: TestUser
let caller: Caller
let templateId: number
let contractId: number
beforeEach(async () => {
  const { app } = parts
  organisationId = (await createOrganisation(app)).id
  owner = await createUser(app, { organisationId })
  caller = await callerFor(parts, owner)
  templateId = await createContractTemplate(app, { organisationId })
  contractId = await insertContract(app, { owner, templateId, values: { name: 'Pact', external_id: 'E-1' } })
})

const address = (id = contractId) => `/contract-apis/v1/contracts/${id}`
const patch = (body: object, id = contractId) => caller.patch(address(id), body)
const details = async (id = contractId) => (await caller.get(address(id))).json<Record<string, unknown>>()

/** Values that each path takes, and the name under which the details show them. */
async function values(): Promise<readonly (readonly [string, string, unknown])[]> {
  const { app } = parts
  const other = await createUser(app, { organisationId })
  return [
    ['Name', 'name', 'Pact 2'],
    ['TeamId', 'teamId', await createTeam(app, { organisationId })],
    ['Restricted', 'restricted', true],
    ['ExternalId', 'externalId', 'E-2'],
    ['Expiry', 'expiry', '2027-06-30T17:00:00'],
    ['Status', 'status', 'Approval'],
    ['MatterId', 'matterId', await insertMatter(app, { owner })],
    ['ParentContractId', 'parentContractId', await insertContract(app, { owner, templateId })],
    ['OwnerId', 'ownerId', other.id],
  ]
}

describe('each path', () => {
  test('is set by replace and by add, with or without the slash, in any case', async () => {
    for (const [path, name, value] of await values()) {
      const spelled = [`/${path}`, path, path.toLowerCase(), `/${name}`]
      const before = (await details())[name]
      for (const each of spelled) {
        const op = each.startsWith('/') ? 'replace' : 'add'
        expect((await patch([{ op, path: each, value }])).statusCode, each).toBe(200)
        expect((await details())[name], each).toEqual(value)
        if (each !== spelled.at(-1)) await patch([{ op: 'replace', path, value: before }])
      }
    }
  })

  test('is tested: a value that does not hold changes nothing', async () => {
    for (const [path, name, value] of await values()) {
      const current = (await details())[name]
      const body = (tested: unknown) => [
        { op: 'test', path: `/${path}`, value: tested },
        { op: 'replace', path: `/${path}`, value },
      ]
      expect((await patch(body('something else'))).statusCode, path).toBe(409)
      expect((await details())[name]).toEqual(current)
      expect((await patch(body(current))).statusCode, path).toBe(200)
      expect((await details())[name]).toEqual(value)
    }
  })

  test('is removed where there may be nothing, and refused where there must be something', async () => {
    await patch(Object.fromEntries((await values()).map(([path, , value]) => [path, value])))
    for (const [path, name] of await values()) {
      const may = ['TeamId', 'ExternalId', 'Expiry', 'MatterId', 'ParentContractId'].includes(path)
      const before = (await details())[name]
      expect((await patch([{ op: 'remove', path: `/${path}` }])).statusCode, path).toBe(may ? 200 : 400)
      expect((await details())[name], path).toEqual(may ? null : before)
    }
  })
})

test.each([
  '/Id',
  '/id',
  '/organisationId',
  '/createdByUserId',
  '/__proto__',
  '/constructor/prototype',
  '/Name/0',
  '/',
  '',
  '/documentFileId',
  '/executedDateUtc',
  '/version',
])('%s cannot be reached, and nothing else of the patch is done', async (path) => {
  for (const op of ['replace', 'add', 'remove', 'test']) {
    const answer = await patch([
      { op: 'replace', path: '/Name', value: 'Other' },
      { op, path, value: 1 },
    ])
    expect(answer.statusCode, op).toBe(400)
  }
  expect(await details()).toMatchObject({ name: 'Pact' })
  expect(await eventsOf(parts.app, organisationId)).toEqual([])
})

test('move and copy are refused, and so are bodies that are no patch', async () => {
  for (const op of ['move', 'copy', 'merge', '', 7]) {
    expect((await patch([{ op, from: '/Name', path: '/ExternalId', value: 'x' }])).statusCode).toBe(400)
  }
  for (const body of ['7', '"x"', 'null', '[7]', '[[]]', '[null]']) {
    const headers = { 'content-type': 'application/json' }
    expect((await caller.patch(address(), body, { headers })).statusCode, body).toBe(400)
  }
})

describe('changes at the same time', () => {
  test('with one If-Match, one is applied and the others get 412', async () => {
    const headers = { 'if-match': '"1"' }
    const answers = await Promise.all(
      ['A', 'B', 'C', 'D'].map((Name) => caller.patch(address(), { Name }, { headers })),
    )
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 412, 412, 412])
    expect(answers.find(({ statusCode }) => statusCode === 412)?.headers['etag']).toBe('"2"')
  })

  test('do not bring contracts below each other in a circle', async () => {
    const { app } = parts
    const others = [
      await insertContract(app, { owner, templateId }),
      await insertContract(app, { owner, templateId }),
    ]
    const ring = [contractId, ...others]
    const answers = await Promise.all(
      ring.map((id, index) => patch({ ParentContractId: ring[(index + 1) % ring.length] }, id)),
    )
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 200, 400])
  })

  test('of one external id, one is taken', async () => {
    const others = await Promise.all([1, 2, 3].map(() => insertContract(parts.app, { owner, templateId })))
    const answers = await Promise.all(others.map((id) => patch({ ExternalId: 'SAME' }, id)))
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409, 409])
  })

  test('of adding one person, one raises an event', async () => {
    const { id: userId } = await createUser(parts.app, { organisationId })
    const users = `${address()}/users`
    const answers = await Promise.all([1, 2, 3].map(() => caller.post(users, { userId })))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([204, 204, 204])
    expect(await eventsOf(parts.app, organisationId)).toEqual([['contract.member.added', contractId]])
  })
})
