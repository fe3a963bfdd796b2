// What calls of v2 refuse of their query and bodies, and how answers are repeated and compressed.
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  createContractTemplate,
  createOrganisation,
  createUser,
  type TestUser,
} from '../../test/factories.ts'
import { insertContract } from '../../test/fixtures/contracts.ts'
import type { Caller } from '../../test/http.ts'
import { insertCategory } from '../../test/fixtures/matters.ts'
import { useTestApp } from '../../test/test-app.ts'
import { callerFor } from '../../test/tokens.ts'

const parts = useTestApp()
let user: TestUser
let caller: Caller
let contractId: number
let types: { contract: number; matter: number }

beforeAll(async () => {
  const { app } = parts
  const { id: organisationId } = await createOrganisation(app)
  user = await createUser(app, { organisationId, role: 'Administrator' })
  types = {
    contract: await createContractTemplate(app, { organisationId }),
    matter: await insertCategory(app, organisationId),
  }
  contractId = await insertContract(app, { owner: user, templateId: types.contract })
  caller = await callerFor(parts, user)
})

describe('a query parameter of v2', () => {
  test.each([
    ['/v2/matters?fitler=x', 'fitler', 'There is no parameter "fitler" here. Did you mean $filter?'],
    ['/v2/matters?$fitler=x', '$fitler', 'There is no parameter "$fitler" here. Did you mean $filter?'],
    [
      '/v2/contracts?orderBy=Name&foobar=1',
      'foobar',
      /^There is no parameter "foobar" here\. This call takes \$filter, /,
    ],
    ['/v2/my/integrations?a=1', 'a', /^There is no parameter "a" here\. This call takes /],
    ['/v2/users/me?fields=id', 'fields', /^There is no parameter "fields" here\./],
    ['/v2/matters?=x', 'query', /has no name\. In a shell write the address in single quotes/],
  ])('%s is refused if the call does not have it [G-146]', async (url, name, message) => {
    const answer = await caller.get(url)
    expect(answer.statusCode, answer.body).toBe(400)
    const { errors } = answer.json<{ errors: Record<string, string[]> }>()
    expect(Object.keys(errors)).toEqual([name])
    expect(errors[name]?.[0]).toEqual(
      typeof message === 'string' ? message : (expect.stringMatching(message) as string),
    )
  })

  test.each(['top=1', '$TOP=1', 'Filter=Name ne null', 'count=true', 'subscription-key=abc'])(
    '%s is taken [G-5, G-146]',
    async (query) => {
      expect((await caller.get(`/v2/contracts?${query}`)).statusCode).toBe(200)
    },
  )

  test('of v1 is ignored if it is unknown, as the platform does [G-146]', async () => {
    expect((await caller.get('/contract-apis/v1/contracts?tke=5')).statusCode).toBe(200)
  })
})

describe('a property that a new record does not take', () => {
  test.each(['matter', 'contract'] as const)('status of a new %s is refused [V-468]', async (kind) => {
    const [path, count] = [`/v2/${kind}s`, `/v2/${kind}s?$count=true`]
    const body = { name: 'With a status', type: { id: types[kind] } }
    const before = (await caller.get(count)).json<{ count: number }>().count
    for (const status of ['Active', 'Executed', 'Nonsense', 5, null]) {
      const answer = await caller.post(path, { ...body, status })
      expect(answer.statusCode, answer.body).toBe(400)
      expect(answer.json<{ errors: Record<string, string[]> }>().errors['status']?.[0]).toContain(
        'set the status with PATCH afterwards',
      )
    }
    expect((await caller.get(count)).json<{ count: number }>().count).toBe(before)
    const plain = await caller.post(path, body)
    // a contract lacks a document, and nothing else
    expect(Object.keys(plain.json<{ errors?: object }>().errors ?? {})).toEqual(
      kind === 'contract' ? ['document'] : [],
    )
  })

  test('an unknown one is refused with the name that was meant [V-33]', async () => {
    const answer = await caller.patch(`/v2/contracts/${contractId}`, { externalID: 'x' })
    expect(answer.statusCode).toBe(400)
    expect(answer.body).toContain('Did you mean externalId?')
  })
})

describe('a conditional read', () => {
  test.each([
    ['v2', () => `/v2/contracts/${contractId}`],
    ['v1', () => `/contract-apis/v1/contracts/${contractId}`],
    ['the OpenAPI document', () => '/v2/openapi.json'],
  ])('of %s is 304 while the answer is the same [G-147]', async (_, path) => {
    const first = await caller.get(path())
    const { etag = '' } = first.headers
    for (const tag of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const again = await caller.get(path(), { headers: { 'if-none-match': tag } })
      expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', etag])
    }
    const other = await caller.get(path(), { headers: { 'if-none-match': '"other"' } })
    expect([other.statusCode, other.body]).toEqual([200, first.body])
  })

  test('is 200 when anything that is shown has changed, and If-Match still takes the version [G-147]', async () => {
    const path = `/v2/contracts/${contractId}`
    const { etag = '' } = (await caller.get(path)).headers
    expect((await caller.patch(`/v2/users/${user.id}/profile`, { lastName: 'Other' })).statusCode).toBe(204)
    const renamed = await caller.get(path, { headers: { 'if-none-match': etag } })
    expect(renamed.statusCode).toBe(200)
    expect(renamed.headers.etag?.split('-')[0]).toBe(etag.split('-')[0])
    const change = (value: string) => caller.patch(path, { name: value }, { headers: { 'if-match': etag } })
    expect((await change('Renamed')).statusCode).toBe(204)
    expect((await change('Again')).statusCode).toBe(412)
    expect((await caller.get(path, { headers: { 'if-none-match': etag } })).statusCode).toBe(200)
  })

  test('is 404 for a caller who may not see the record, whatever they have [G-147]', async () => {
    const { etag = '' } = (await caller.get(`/v2/contracts/${contractId}`)).headers
    const stranger = await callerFor(
      parts,
      await createUser(parts.app, { organisationId: (await createOrganisation(parts.app)).id }),
    )
    const answer = await stranger.get(`/v2/contracts/${contractId}`, { headers: { 'if-none-match': etag } })
    expect(answer.statusCode).toBe(404)
  })
})

test('a long answer comes whole and says its length', async () => {
  const { headers, rawPayload, body } = await caller.get('/openapi.json')
  expect(rawPayload.length).toBeGreaterThan(500_000)
  expect(headers['content-length']).toBe(String(rawPayload.length))
  expect(JSON.parse(body)).toHaveProperty('openapi')
  const asHead = await parts.server.inject({ method: 'HEAD', url: '/openapi.json' })
  expect([asHead.statusCode, asHead.headers['content-length']]).toEqual([200, String(rawPayload.length)])
})

describe('compression', () => {
  const asked = (encoding: string) => ({ headers: { 'accept-encoding': encoding } })

  test.each([
    ['gzip', gunzipSync],
    ['br', brotliDecompressSync],
  ])('texts of 1 KB and more are sent as %s [G-148]', async (encoding, decompress) => {
    for (const path of ['/openapi.json', '/v2/users?$count=true', '/v2/contracts?$top=200']) {
      const plain = await caller.get(path)
      const answer = await caller.get(path, asked(encoding))
      if (Buffer.byteLength(plain.body) < 1_024) {
        expect(answer.headers['content-encoding']).toBeUndefined()
        continue
      }
      expect(answer.headers['content-encoding'], path).toBe(encoding)
      expect(answer.headers.vary).toMatch(/accept-encoding/i)
      expect(answer.headers.vary).toContain('Origin')
      expect(decompress(answer.rawPayload).toString()).toBe(plain.body)
      expect(answer.rawPayload.length).toBeLessThan(plain.rawPayload.length / 2)
    }
  })

  test('what a link of another site opens is not compressed [G-149]', async () => {
    const opened = { 'accept-encoding': 'br', 'sec-fetch-mode': 'navigate' }
    const encodingFrom = async (site: string) =>
      (await caller.get('/openapi.json', { headers: { ...opened, 'sec-fetch-site': site } })).headers[
        'content-encoding'
      ]
    expect(await encodingFrom('cross-site')).toBeUndefined()
    expect(await encodingFrom('same-origin')).toBe('br')
  })

  test('secrets are neither compressed nor kept by a browser [G-149]', async () => {
    const long = 'x'.repeat(1_500)
    const made = await caller.post(
      '/v2/webhookSubscriptions',
      { subscriptionUrl: `https://example.com/${long}`, topics: ['matter.created'] },
      asked('gzip, br'),
    )
    expect(made.statusCode, made.body).toBe(201)
    expect(made.json<object>()).toHaveProperty('signingSecret')
    expect(made.headers['content-encoding']).toBeUndefined()
    expect(made.headers['cache-control']).toBe('no-store')
  })
})
