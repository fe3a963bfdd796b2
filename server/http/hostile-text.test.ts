// Texts and names that must be rejected, or treated literally, wherever a request may contain them.
import { beforeAll, describe, expect, test } from 'vitest'
import { insertContract } from '../../test/fixtures/contracts.ts'
import { createContractTemplate, createOrganisation, createUser } from '../../test/factories.ts'
import { as, type Caller } from '../../test/http.ts'
import { useTestApp } from '../../test/test-app.ts'
import { callerFor } from '../../test/tokens.ts'

const parts = useTestApp()
let caller: Caller
let contractId: number

beforeAll(async () => {
  const { app } = parts
  const { id: organisationId } = await createOrganisation(app)
  const user = await createUser(app, {
    organisationId,
    role: 'Administrator',
    permissions: ['ContractCreator'],
  })
  const templateId = await createContractTemplate(app, { organisationId })
  contractId = await insertContract(app, { owner: user, templateId })
  caller = await callerFor(parts, user)
})

describe('NUL', () => {
  const v1 = '/contract-apis/v1/contracts'
  const byName = (operator: string) =>
    `${v1}?filtering.field=name&filtering.operator=${operator}&filtering.value=%00`
  test.each([
    ['in a filter of v2', '/v2/contracts?$filter=contains(name,%27%00%27)', '$filter'],
    ['in an order of v2', '/v2/contracts?$orderby=%00', '$orderby'],
    ['in a filter of v1 for a part', byName('contains'), 'filtering.value'],
    ['in a filter of v1 for the whole', byName('eq'), 'filtering.value'],
    ['in the term of quick find', `${v1}/quickfind?term=timber%00`, 'term'],
    ['in an external id', `${v1}/externalid/a%00b`, 'externalId'],
    ['in the name of a parameter', `${v1}?take%00=1`, 'take\\u0000'],
  ])('%s is 400 naming the input [G-101]', async (_, url, name) => {
    const answer = await caller.get(url)
    expect(answer.statusCode, answer.body).toBe(400)
    expect(Object.keys(answer.json<{ errors: object }>().errors)).toEqual([name])
  })

  test('in a body is 400 naming the input at any depth, and changes nothing [G-101]', async () => {
    const changes = { externalId: 'E-1', owner: { id: 'x', firstName: 'a\u0000' } }
    const answer = await caller.patch(`/v2/contracts/${contractId}`, changes)
    expect(answer.statusCode).toBe(400)
    expect(Object.keys(answer.json<{ errors: object }>().errors)).toEqual(['owner.firstName'])
    expect((await caller.get(`/v2/contracts/${contractId}`)).json()).toMatchObject({ externalId: null })
    expect((await caller.patch(`/v2/contracts/${contractId}`, { externalId: 'E-1' })).statusCode).toBe(204)
  })
})

describe('the name of a built-in object property', () => {
  const names = ['constructor', 'toString', 'hasOwnProperty', 'valueOf', '__proto__']

  test.each(names)('%s as an unknown property is rejected like any other [G-102]', async (name) => {
    const bodies: readonly [url: string, body: string][] = [
      ['/session/method', `{"email":"a@b.example","${name}":1}`],
      ['/v2/contractTypes', `{"${name}":1}`],
      ['/v2/teams', `{"name":"Team","${name}":1}`],
    ]
    for (const [url, payload] of bodies) {
      const headers = { 'content-type': 'application/json' }
      const answer = await caller.post(url, payload, { headers })
      expect(answer.statusCode, `${url}: ${answer.body}`).toBe(400)
      expect(answer.body).not.toMatch(/iterable|TypeError|is not a function/)
    }
  })

  test.each(names)('%s is not a column, operator or property of a list [G-102]', async (name) => {
    const urls = [
      `/contract-apis/v1/contracts?fields=${name}`,
      `/contract-apis/v1/contracts?filtering.field=${name}&filtering.operator=eq&filtering.value=1`,
      `/contract-apis/v1/contracts?filtering.field=name&filtering.operator=${name}&filtering.value=1`,
      `/field-apis/v1/fields?filtering.field=${name}&filtering.operator=eq&filtering.value=1`,
      `/matter-apis/v1/matters/tasks?sorting.field=${name}&sorting.direction=asc`,
      `/v2/contracts?$filter=${name} eq 1`.replaceAll(' ', '%20'),
      `/v2/contracts?$filter=Fields/${name} eq 1`.replaceAll(' ', '%20'),
      `/v2/contracts?$orderby=${name}`,
      `/v2/contracts?$select=${name}`,
    ]
    for (const url of urls) {
      const answer = await caller.get(url)
      expect(answer.statusCode, `${url}: ${answer.body}`).toBe(400)
    }
  })

  test('is not a field of a record', async () => {
    for (const name of names) {
      const answer = await caller.patch(`/v2/contracts/${contractId}`, `{"fields":{"${name}":"x"}}`, {
        headers: { 'content-type': 'application/json' },
      })
      expect(answer.statusCode, answer.body).toBe(400)
    }
  })

  test('as a file extension implies no type', async () => {
    for (const extension of ['constructor', 'tostring', '__proto__']) {
      const sent = await caller.post(`/file-apis/v1/files/Contract/${contractId}`, Buffer.from('text'), {
        headers: {
          'content-type': 'application/octet-stream',
          'content-disposition': `attachment; filename="a.${extension}"`,
        },
      })
      expect(sent.statusCode, sent.body).toBe(200)
      const { headers } = await caller.get(`/file-apis/v1/files/${sent.json()}/download`)
      expect(headers['content-type']).toMatch(/^text\/plain/)
    }
  })
})

describe('a time zone that does not exist', () => {
  test.each(['+99:99', '+24:00', '-00:60', '+5:00'])('%s is rejected', async (zone) => {
    const at = `2026-01-01T00:00:00${zone}`
    const v1 = await caller.patch(`/contract-apis/v1/contracts/${contractId}`, { Expiry: at })
    expect(v1.statusCode, v1.body).toBe(400)
    const v2 = await caller.patch(`/v2/contracts/${contractId}`, { expiry: at })
    expect(v2.statusCode, v2.body).toBe(400)
    const filter = encodeURIComponent(`created/dateUtc gt ${at}`)
    expect((await caller.get(`/v2/contracts?$filter=${filter}`)).statusCode).toBe(400)
  })

  test.each(['Z', '+13:45', '-09:30'])('%s, which exists, is accepted', async (zone) => {
    const at = `2027-01-01T00:00:00${zone}`
    const answer = await caller.patch(`/contract-apis/v1/contracts/${contractId}`, { Expiry: at })
    expect(answer.statusCode, answer.body).toBe(200)
  })
})

test('an anonymous caller learns no more from a hostile name than an authenticated one', async () => {
  const answer = await as(parts.server).post('/session/method', { email: 'a@b.example', constructor: 1 })
  expect(answer.statusCode).toBe(400)
})
