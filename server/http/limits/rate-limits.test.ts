// Rate limits over HTTP: who shares a bucket, and what the headers say.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBrowser, passwordHash } from '../../../test/peers/browser.ts'
import { createOrganisation, createUser, type TestUser } from '../../../test/factories.ts'
import { as } from '../../../test/http.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { accessTokenFor, createClient, grantTo, type TestClient } from '../../../test/tokens.ts'
import { serverParts } from '../../operations/process/server-parts.ts'
import { buildServer } from '../../operations/process/server.ts'
import type { Server } from '../route.ts'

const parts = useTestApp()
const limits = {
  rateLimits: 'on',
  callerRate: 2,
  callerBurst: 4,
  anonymousRate: 1,
  anonymousBurst: 2,
  trustedProxies: ['127.0.0.1'],
} as const
let now = 0
let server: Server
let organisationId: number
let user: TestUser

beforeAll(async () => {
  const app = { ...parts.app, config: { ...parts.app.config, ...limits } }
  // the clock of the limits stands still until a test moves it
  server = await buildServer(app, { ...serverParts(app, { milliseconds: 0 }), monotonic: () => now })
  organisationId = (await createOrganisation(app)).id
  user = await createUser(app, { organisationId, passwordHash: await passwordHash() })
})
afterAll(() => server.close())

const statuses = async (count: number, send: () => Promise<{ statusCode: number }>) => {
  const all: number[] = []
  for (let sent = 0; sent < count; sent++) all.push((await send()).statusCode)
  return all
}
const tokenOf = async (someone: TestUser, client: TestClient) =>
  (await grantTo(parts.app, someone, client)).accessToken
let lastAddress = 0
/** An address that has not been used before. */
const newAddress = () => `192.0.2.${++lastAddress}`
const from = (address: string) => ({ headers: { 'x-forwarded-for': address } })
const teams = '/account-apis/v1/teams'

describe('a caller', () => {
  test('gets the remaining allowance, 429 beyond it, and is accepted again later [G-120]', async () => {
    const caller = as(server, await accessTokenFor(parts.app, user))
    const first = await caller.get(teams)
    expect(first.headers).toMatchObject({
      'ratelimit-policy': '"caller";q=4;w=2',
      ratelimit: '"caller";r=3;t=1',
    })
    expect(await statuses(4, () => caller.get(teams))).toEqual([200, 200, 200, 429])
    const refused = await caller.get(teams)
    expect(refused.headers).toMatchObject({ 'retry-after': '1', ratelimit: '"caller";r=0;t=2' })
    expect(refused.headers['content-type']).toMatch(/^application\/problem\+json/)
    expect(refused.json()).toMatchObject({
      status: 429,
      detail: expect.stringContaining('in 1 second.') as string,
    })
    now += 500
    expect(await statuses(2, () => caller.get(teams))).toEqual([200, 429])
    now += 60_000
  })

  test('is a user and a client: another client of the user and another user have separate buckets [G-120]', async () => {
    const client = await createClient(parts.app, { organisationId })
    const colleague = await createUser(parts.app, { organisationId })
    const callers = [
      as(server, await tokenOf(user, client)),
      as(server, await accessTokenFor(parts.app, user)),
      as(server, await tokenOf(colleague, client)),
    ]
    for (const caller of callers)
      expect(await statuses(5, () => caller.get(teams))).toEqual([200, 200, 200, 200, 429])
    // a new token of the same client is not a new caller
    const again = as(server, await tokenOf(user, client))
    expect((await again.get(teams)).statusCode).toBe(429)
    now += 60_000
  })

  test('with a session is the user, whatever their address has used up [G-121]', async () => {
    const browser = openBrowser(parts.server)
    await browser.signIn(user.email)
    const address = newAddress()
    const cookie = [...browser.cookies].map((each) => each.join('=')).join('; ')
    const get = () =>
      server.inject({ url: '/v2/my/integrations', headers: { cookie, 'x-forwarded-for': address } })
    expect((await get()).statusCode).toBe(200)
    expect(await statuses(3, () => as(server).get('/no/such', from(address)))).toEqual([404, 404, 429])
    expect((await get()).headers['ratelimit']).toBe('"caller";r=2;t=1')
    now += 60_000
  })
})

describe('an anonymous caller', () => {
  test('is an address: other addresses are unaffected [G-121]', async () => {
    const [one, two] = [newAddress(), newAddress()]
    const send = (address: string) => as(server).get(teams, from(address))
    expect(await statuses(3, () => send(one))).toEqual([401, 401, 429])
    expect((await send(two)).headers['ratelimit']).toBe('"address";r=1;t=1')
    now += 60_000
  })

  test('with many IPv6 addresses of one network has one bucket [G-121]', async () => {
    const send = (host: number) => as(server).get(teams, from(`2001:db8:0:1::${host.toString(16)}`))
    let host = 0
    expect(await statuses(3, () => send(++host))).toEqual([401, 401, 429])
    expect((await as(server).get(teams, from('2001:db8:0:2::1'))).statusCode).toBe(401)
    now += 60_000
  })

  test.each([
    ['without a token', {}],
    ['with a token that is not valid', { authorization: 'Bearer eyJhbGciOiJub25lIn0.e30.' }],
    ['with a cookie of nobody', { cookie: `chancery_session=${'x'.repeat(43)}` }],
  ])('is counted on authenticated routes: %s [G-121]', async (_, headers) => {
    const address = newAddress()
    const send = () =>
      as(server).get('/v2/my/integrations', { headers: { ...headers, 'x-forwarded-for': address } })
    expect(await statuses(3, send)).toEqual([401, 401, 429])
    now += 60_000
  })

  test('is counted on URLs that do not exist', async () => {
    const address = newAddress()
    expect(await statuses(3, () => as(server).get('/no/such', from(address)))).toEqual([404, 404, 429])
    now += 60_000
  })

  test('is rejected by the token endpoint in OAuth format [G-122]', async () => {
    const address = newAddress()
    const send = () =>
      server.inject({
        method: 'POST',
        url: '/account-apis/v1/auth/token',
        headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-forwarded-for': address },
        payload: 'grant_type=refresh_token',
      })
    expect(await statuses(3, send)).toEqual([400, 400, 429])
    const refused = await send()
    expect(refused.headers['retry-after']).toBe('1')
    expect(refused.json()).toEqual({
      error: 'temporarily_unavailable',
      error_description: expect.stringContaining('Too many requests') as string,
    })
    now += 60_000
  })

  test('loads static files without limit, and opens the sign-in page with ten times the rate [G-123]', async () => {
    const address = newAddress()
    for (const url of ['/healthz', '/readyz', '/docs/explorer.css', '/.well-known/jwks.json'])
      expect(await statuses(50, () => as(server).get(url, from(address)))).toEqual(Array(50).fill(200))
    const opened = await statuses(21, () => as(server).get('/session', from(address)))
    expect(opened).toEqual([...Array<number>(20).fill(200), 429])
    expect((await as(server).get(teams, from(address))).statusCode).toBe(401)
    now += 60_000
  })

  test('cannot choose an address: only trusted proxies are believed', async () => {
    let host = 0
    const send = () =>
      server.inject({
        url: teams,
        remoteAddress: '198.51.100.7',
        headers: { 'x-forwarded-for': `192.0.2.${100 + ++host}` },
      })
    expect(await statuses(3, send)).toEqual([401, 401, 429])
    now += 60_000
  })
})

test('a setting turns the limits off', async () => {
  const answer = await parts.server.inject('/session')
  expect(answer.headers['ratelimit']).toBeUndefined()
  const all = await statuses(60, () => parts.server.inject({ method: 'POST', url: '/session/method' }))
  expect(new Set(all)).toEqual(new Set([400]))
})
