// Small responses to large invalid requests: how much of a request is read, and how much is echoed.
import { beforeAll, describe, expect, test } from 'vitest'
import { contractWorld } from '../../../test/fixtures/contracts.ts'
import { as, type Caller } from '../../../test/http.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { callerFor } from '../../../test/tokens.ts'

const parts = useTestApp()
let caller: Caller
let contract: string

beforeAll(async () => {
  const { owner, insert } = await contractWorld(parts, { role: 'Administrator' })
  contract = `/contract-apis/v1/contracts/${await insert()}`
  caller = await callerFor(parts, owner)
})

const largestAnswer = 16 * 1024
const json = { headers: { 'content-type': 'application/json' } }
const unknown = (count: number, length = 0) =>
  JSON.stringify(
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`p${index}${'x'.repeat(length)}`, 0])),
  )

type Answer = Awaited<ReturnType<Caller['get']>>

function expectSmall(answer: Answer, status: number): void {
  expect(answer.rawPayload.length).toBeLessThan(largestAnswer)
  expect(answer.statusCode, answer.body).toBe(status)
}

describe('a body of 95,000 unknown properties is rejected briefly', () => {
  test.each(['/session/method', '/session', '/session/password-reset', '/oauth/authorization-requests'])(
    'by a public route, which reads at most 64 KiB: %s [G-48]',
    async (url) => {
      const outsider = as(parts.server)
      expectSmall(await outsider.post(url, unknown(95_000), json), 413)
      expectSmall(await outsider.post(url, unknown(5_000), json), 400)
    },
  )

  test.each([
    ['post', '/v2/matters'],
    ['post', '/v2/webhookSubscriptions'],
    ['post', '/matter-apis/v1/matters'],
    ['post', '/contract-apis/v1/contracts'],
    ['patch', ''],
  ] as const)('by an authenticated route: %s %s [G-47]', async (method, url) => {
    expectSmall(await caller[method](url || contract, unknown(70_000), json), 400)
  })

  test('without a route, before it is read', async () => {
    expectSmall(await as(parts.server).post('/no/such/address', unknown(70_000), json), 404)
    expectSmall(await as(parts.server).post('/no/such/address', '{"broken', json), 404)
  })
})

describe('with many errors', () => {
  test.each(['/v2/matters', '/v2/webhookSubscriptions'])(
    'twenty are named and the others counted: %s [G-61]',
    async (url) => {
      const answer = await caller.post(url, unknown(900, 200), json)
      expectSmall(answer, 400)
      const { errors, detail } = answer.json<{ errors: object; detail: string }>()
      expect(Object.keys(errors)).toHaveLength(20)
      expect(detail.length).toBeLessThanOrEqual(4_001)
      for (const name of Object.keys(errors)) expect(name.length).toBeLessThanOrEqual(201)
    },
  )

  test('the number of unnamed ones is given', async () => {
    const answer = await caller.post('/v2/webhookSubscriptions', unknown(900), json)
    expect(answer.json<{ detail: string }>().detail).toMatch(/8\d\d more inputs are wrong\.$/)
  })

  test('a name of half a megabyte is not repeated [G-61]', async () => {
    expectSmall(await caller.post('/v2/matters', unknown(1, 500_000), json), 400)
    expectSmall(await caller.post('/v2/webhookSubscriptions', unknown(1, 500_000), json), 400)
    const path = [{ op: 'replace', path: 'x'.repeat(500_000), value: 1 }]
    expectSmall(await caller.patch(contract, path), 400)
  })
})

describe('the structure of JSON is limited', () => {
  test.each([
    ['lists inside lists', `${'['.repeat(5_000)}${']'.repeat(5_000)}`],
    ['lists that never end', '['.repeat(5_000)],
    ['objects inside objects', `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`],
    ['a list of 100,000', `[${'1,'.repeat(99_999)}1]`],
    ['a list of 100,000 lists', `[${'[],'.repeat(99_999)}[]]`],
    ['100 lists of 1,000', `[${`[${'1,'.repeat(999)}1],`.repeat(99)}[]]`],
  ])('%s [G-47]', async (_, body) => {
    for (const url of ['/v2/matters', '/matter-apis/v1/matters', '/v2/webhookSubscriptions'])
      expectSmall(await caller.post(url, body, json), 400)
    expectSmall(await caller.patch(contract, body, json), 400)
  })

  test('and separators inside strings do not count', async () => {
    const name = `${'[{,'.repeat(60)}\\" ${'}],'.repeat(10)}`.slice(0, 200)
    const answer = await caller.patch(contract, [{ op: 'replace', path: '/Name', value: name }])
    expect(answer.statusCode, answer.body).toBe(200)
    expect((await caller.get(contract)).json()).toMatchObject({ name: name.trim() })
  })

  test('a patch of 1,000 operations is accepted, and one of 1,001 is not', async () => {
    const patch = (count: number) =>
      Array.from({ length: count }, (_, index) => ({ op: 'replace', path: '/Name', value: `No. ${index}` }))
    expect((await caller.patch(contract, patch(1_000))).statusCode).toBe(200)
    expectSmall(await caller.patch(contract, patch(1_001)), 400)
    expect((await caller.get(contract)).json()).toMatchObject({ name: 'No. 999' })
  })
})

describe('anything else that comes in thousands', () => {
  test.each([
    ['/v2/matters?', 400],
    // v1 ignores unknown properties
    ['/matter-apis/v1/matters?', 200],
    ['/session/sso/start?', 400],
  ])('parameters of a URL: %s [G-47]', async (url, few) => {
    expectSmall(await caller.get(`${url}${'$a=1&b=2&'.repeat(10_000)}`), 400)
    const parameters = Array.from({ length: 900 }, (_, index) => `$p${index}=1`)
    expectSmall(await caller.get(`${url}${parameters.join('&')}`), few)
  })

  test('parameters of a form, and a long one', async () => {
    const send = (payload: string) =>
      parts.server.inject({
        method: 'POST',
        url: '/account-apis/v1/auth/token',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload,
      })
    for (const payload of [
      'a=1&'.repeat(15_000),
      `grant_type=${'x'.repeat(60_000)}`,
      `grant_type=refresh_token&refresh_token=x&client_id=${'x'.repeat(60_000)}`,
      `${'x'.repeat(30_000)}=1&${'x'.repeat(30_000)}=2`,
    ]) {
      const answer = await send(payload)
      expect(answer.rawPayload.length).toBeLessThan(2_000)
      expect([400, 401]).toContain(answer.statusCode)
      expect(answer.json()).toHaveProperty('error')
    }
  })

  test('the same parameter of an authorization request, thousands of times', async () => {
    const query = `redirect_uri=x&${'a&'.repeat(15_000)}`
    expectSmall(await as(parts.server).post('/oauth/authorization-requests', { query }), 400)
  })

  test('fields of a form, which together have the size limit of other bodies', async () => {
    const part = (name: string, text: string) =>
      `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`
    const body = `${Array.from({ length: 5 }, (_, i) => part(`f${i}`, 'x'.repeat(300_000))).join('')}--x--\r\n`
    const headers = { 'content-type': 'multipart/form-data; boundary=x' }
    expectSmall(await caller.post('/contract-apis/v1/contracts', body, { headers }), 413)
  })
})
