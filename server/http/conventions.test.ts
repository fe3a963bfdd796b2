// What all calls have in common: URLs, content types, headers without effect, and pages.
import { beforeAll, describe, expect, test } from 'vitest'
import { contractWorld, insertContract } from '../../test/fixtures/contracts.ts'
import {
  createContractTemplate,
  createOrganisation,
  createUser,
  type TestUser,
} from '../../test/factories.ts'
import type { Caller } from '../../test/http.ts'
import { insertMatter } from '../../test/fixtures/matters.ts'
import { useTestApp } from '../../test/test-app.ts'
import { callerFor } from '../../test/tokens.ts'

interface Document {
  readonly paths: Readonly<
    Record<string, { readonly get?: { readonly parameters?: readonly { name: string; schema: object }[] } }>
  >
}

const parts = useTestApp()
const contracts = '/contract-apis/v1/contracts'
let user: TestUser
let caller: Caller
let contractId: number

beforeAll(async () => {
  const { app } = parts
  const { id: organisationId } = await createOrganisation(app)
  user = await createUser(app, { organisationId })
  const templateId = await createContractTemplate(app, { organisationId })
  contractId = await insertContract(app, { owner: user, templateId })
  caller = await callerFor(parts, user)
})

describe('a URL', () => {
  test.each([
    '/contract-apis/v1/contracts/',
    '/CONTRACT-APIS/V1/Contracts',
    '/Contract-Apis/v1/contracts/?take=1',
  ])('is equivalent to %s [G-3]', async (url) => {
    const answer = await caller.get(url)
    expect(answer.statusCode, answer.body).toBe(200)
    expect(answer.json()).toMatchObject({ total: 1 })
  })

  test.each(['/v2/my/integrations', '/contract-apis/v2/my/integrations', '/account-apis/v2/my/integrations'])(
    'of v2 is served at the root and below every area: %s [G-2]',
    async (url) => {
      expect((await caller.get(url)).statusCode).toBe(200)
    },
  )

  test.each([
    '/contract-apis/v1/contracts',
    '/matter-apis/v1/matters',
    '/file-apis/v1/files',
    '/field-apis/v1/fields',
    '/invoice-apis/v1/invoices',
    '/account-apis/v1/teams',
  ])('of each area exists: %s [G-1]', async (url) => {
    expect((await caller.get(url)).statusCode).toBe(200)
  })

  test('of one area does not exist in another [G-1]', async () => {
    expect((await caller.get('/matter-apis/v1/contracts')).statusCode).toBe(404)
  })
})

describe('headers', () => {
  test.each([
    ['a subscription key', { 'ocp-apim-subscription-key': 'anything' }],
    ['another host', { host: 'eu.legal.example:8443' }],
  ])('make no difference: %s [G-4, G-5]', async (_, headers) => {
    expect((await caller.get(contracts, { headers })).json()).toMatchObject({ total: 1 })
  })

  test('of a page on another origin are answered in the sandbox, and never with cookies [G-9]', async () => {
    const { headers } = await caller.get(contracts, { headers: { origin: 'https://page.example' } })
    expect(headers['access-control-allow-origin']).toBe('*')
    expect(headers['access-control-allow-credentials']).toBeUndefined()
  })

  test('without a token are 401 as the standard defines it', async () => {
    const answer = await parts.server.inject(contracts)
    expect(answer.statusCode).toBe(401)
    expect(answer.headers['www-authenticate']).toBe('Bearer')
  })
})

describe('a body', () => {
  test.each([
    'application/json',
    'text/json',
    'application/vnd.client+json',
    'application/json; charset=utf-8',
  ])('is accepted as %s [G-30, G-31]', async (type) => {
    const body = JSON.stringify({ STATUSMESSAGE: `as ${type}`, surprise: true })
    const address = `${contracts}/${contractId}/statusMessages`
    const answer = await caller.post(address, body, { headers: { 'content-type': type } })
    expect(answer.statusCode, answer.body).toBe(204)
    const { lastStatusMessage } = (await caller.get(`${contracts}/${contractId}`)).json<{
      lastStatusMessage: object
    }>()
    expect(lastStatusMessage).toMatchObject({ message: `as ${type}` })
  })

  test('of a change is accepted as JSON Patch [G-30]', async () => {
    const body = JSON.stringify([{ op: 'replace', path: '/Name', value: 'By patch' }])
    const headers = { 'content-type': 'application/json-patch+json' }
    expect((await caller.patch(`${contracts}/${contractId}`, body, { headers })).statusCode).toBe(200)
    expect((await caller.get(`${contracts}/${contractId}`)).json()).toMatchObject({ name: 'By patch' })
  })

  test.each([
    ['application/xml', '<a/>'],
    ['text/plain', '{"statusMessage":"text"}'],
    ['application/x-www-form-urlencoded', 'statusMessage=form&name=form'],
    [
      'multipart/form-data; boundary=x',
      '--x\r\ncontent-disposition: form-data; name="a"\r\n\r\nb\r\n--x--\r\n',
    ],
  ])('of another type is 415: %s [G-33]', async (type, body) => {
    const headers = { 'content-type': type }
    const before = (await caller.get(`${contracts}/${contractId}`)).body
    const posted = await caller.post(`${contracts}/${contractId}/statusMessages`, body, { headers })
    expect(posted.statusCode, posted.body).toBe(415)
    const patched = await caller.patch(`${contracts}/${contractId}`, body, { headers })
    expect(patched.statusCode, patched.body).toBe(415)
    expect((await caller.get(`${contracts}/${contractId}`)).body).toBe(before)
  })
})

describe('an invalid v2 request', () => {
  test('is rejected with a readable message naming the properties as sent [V-250]', async () => {
    const answer = await caller.post('/v2/webhookSubscriptions', {
      subscriptionUrl: 5,
      topics: [{}],
      more: 1,
    })
    expect(answer.json()).toMatchObject({
      status: 400,
      errors: { 'topics[0]': ['topics[0] must be a text.'], more: [expect.stringMatching(/^more is not/)] },
    })
    const log = await caller.get('/v2/webhookSubscriptions/1/deliveries?state=Lost&$top=0&from=soon')
    expect(log.json<{ errors: object }>().errors).toEqual({
      $top: ['$top must be 1 or more.'],
      state: [expect.stringMatching(/^state must be one of Pending, /)],
      from: ['from must be a time with its zone such as 2026-05-06T10:00:00Z.'],
    })
    const clock = await caller.put('/v2/sandbox/clock', { advance: 5 })
    expect(clock.json<{ errors?: object }>().errors ?? {}).not.toHaveProperty('body')
  })
})

describe('no body', () => {
  test.each([
    ['delete', '/file-apis/v1/files/2147483647', 404],
    ['post', '/file-apis/v1/files/2147483647/move/0', 404],
    ['patch', '/contract-apis/v1/contracts/2147483647', 400],
    ['post', '/contract-apis/v1/contracts/entities', 400],
    ['post', '/matter-apis/v1/matters', 400],
    ['patch', '/v2/contracts/2147483647', 400],
  ] as const)('is accepted even if declared as JSON: %s %s [G-43]', async (method, url, status) => {
    const options = { headers: { 'content-type': 'application/json' } }
    const answer = await (method === 'delete'
      ? caller.delete(url, options)
      : caller[method](url, undefined, options))
    expect(answer.statusCode, answer.body).toBe(status)
    expect(answer.json<{ detail: string }>().detail).not.toMatch(/content-type/)
  })
})

test('a body that is not UTF-8 is rejected, and nothing is changed [G-44]', async () => {
  const body = Buffer.from('{"name":"M\u00fcller"}', 'latin1')
  const headers = { 'content-type': 'application/json' }
  const answer = await caller.patch(`${contracts}/${contractId}`, body, { headers })
  expect(answer.statusCode).toBe(400)
  expect(answer.json()).toMatchObject({ detail: 'The body must be JSON in UTF-8.' })
  expect((await caller.get(`${contracts}/${contractId}`)).body).not.toContain('\ufffd')
})

test.each([
  ['%E0%A4%A', 400],
  ['1'.repeat(2_000), 404],
])('an invalid URL (%s) is a problem document [G-50]', async (id, status) => {
  const answer = await caller.get(`${contracts}/${id}`)
  expect(answer.statusCode, answer.body).toBe(status)
  expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/)
  expect(answer.json()).toMatchObject({ status, operationId: answer.headers['x-request-id'] })
})

describe('null for a v1 property that is not nullable', () => {
  test.each([
    ['/account-apis/v1/emails/threads/byExternalReferenceId', 'externalReferenceIds'],
    ['/account-apis/v1/webhooks/subscriptions', 'topics'],
    [`${contracts}/1/statusMessages`, 'statusMessage'],
  ])('counts as absent, never as an empty text: %s [G-42]', async (address, name) => {
    const answer = await caller.post(address, { [name]: null, subscriptionUrl: 'https://hooks.example.com/' })
    expect(answer.statusCode, answer.body).toBe(400)
    expect(answer.json()).toMatchObject({ errors: { [name]: [`${name} is missing.`] } })
  })

  test('is reported by its position in a list', async () => {
    const body = { client: 'Outlook', threadIdentifier: 'T', messages: [{ subject: 'no id' }] }
    const answer = await caller.post('/account-apis/v1/emails/threads', body)
    expect(Object.keys(answer.json<{ errors: object }>().errors)).toEqual(['messages[0].externalReferenceId'])
  })
})

describe('parameters of v1', () => {
  test.each([
    'filtering.field=name&filtering.operator=contains&filtering.value=no%20such%20name',
    'Filtering.Field=Name&Filtering.Operator=Contains&Filtering.Value=no%20such%20name',
    'filtering[field]=name&filtering[operator]=EQ&filtering[value]=no%20such%20name',
    'filtering.logic=AND&filtering[filters][0][field]=name&filtering[filters][0][operator]=Eq&filtering[filters][0][value]=x',
    'filtering.field=name&filtering.operator=doesNotContain&filtering.value=a&context=personal&Take=1&SKIP=1',
  ])('are accepted in any case and form, and never ignored: %s [G-41, G-76]', async (query) => {
    const answer = await caller.get(`${contracts}?${query}`)
    expect(answer.statusCode, answer.body).toBe(200)
    expect(answer.json()).toMatchObject({ data: [] })
  })

  test('that are empty count as absent [G-41]', async () => {
    const names = ['take', 'skip', 'fields', 'context', 'sorting.field', 'sorting.direction']
    const filters = ['filtering.field', 'filtering.operator', 'filtering.value']
    const nothing = await caller.get(`${contracts}?${[...names, ...filters].join('=&')}=`)
    expect(nothing.json(), nothing.body).toMatchObject({ total: 1 })
    const filled = (operator: string, value: string) =>
      caller.get(`${contracts}?filtering.field=name&filtering.operator=${operator}&filtering.value=${value}`)
    const missing = 'filtering.operator is missing.'
    expect((await filled('', 'x')).json()).toMatchObject({ errors: { 'filtering.operator': [missing] } })
    expect((await filled('eq', '')).json()).toMatchObject({ total: 0 })
  })

  test.each(['true', 'True', 'TRUE'])('accept %s as true [G-41]', async (yes) => {
    expect((await caller.get(`/account-apis/v1/teams?allowAssigment=${yes}`)).statusCode).toBe(200)
  })

  test.each([
    ['context=Mine', 'context must be one of All, Personal, Teams, Restricted.'],
    ['take=0', 'take must be 1 or more.'],
    ['take=1001', 'take must be 1000 or less.'],
    ['take=many', 'take must be a whole number.'],
  ])('that are invalid are rejected with a hint: %s [G-51]', async (query, message) => {
    const answer = await caller.get(`${contracts}?${query}`)
    expect(answer.statusCode).toBe(400)
    const [name = ''] = query.split('=')
    expect(answer.json()).toMatchObject({ detail: message, errors: { [name]: [message] } })
  })
})

describe('a page', () => {
  test.each([
    ['contracts', '/contract-apis/v1/contracts'],
    ['matters', '/matter-apis/v1/matters'],
  ])('of %s has fifty items unless requested otherwise [G-70]', async (kind, path) => {
    const { app } = parts
    const { owner, caller: them, insert } = await contractWorld(parts)
    for (let i = 0; i < 51; i++) await (kind === 'contracts' ? insert() : insertMatter(app, { owner }))
    const page = async (query = '') =>
      (await them.get(path + query)).json<{ data: object[]; total: number }>()
    expect(await page()).toMatchObject({ total: 51 })
    expect((await page()).data).toHaveLength(50)
    expect((await page('?take=51')).data).toHaveLength(51)
    expect((await page('?take=2&skip=50')).data).toHaveLength(1)
  })

  test('has the same limits for every v1 take parameter [G-70]', async () => {
    const { paths } = (await caller.get('/openapi.json')).json<Document>()
    const takes = Object.entries(paths)
      .filter(([path]) => path.includes('/v1/'))
      .flatMap(([path, { get }]) => {
        const take = get?.parameters?.find(({ name }) => name === 'take')
        return take ? [[path, take.schema] as const] : []
      })
    expect(takes.length).toBeGreaterThan(13)
    for (const [path, schema] of takes) {
      const recents = /\/recents?$/.test(path)
      expect(schema, path).toMatchObject({ minimum: 1, maximum: 1_000, default: recents ? 5 : 50 })
    }
  })
})
