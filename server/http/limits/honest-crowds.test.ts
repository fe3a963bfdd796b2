// Many honest people behind one address, and somebody among them who guesses.
import { beforeAll, describe, expect, test } from 'vitest'
import { createOrganisation, createUser, type TestUser } from '../../../test/factories.ts'
import { openBrowser, passwordHash } from '../../../test/peers/browser.ts'
import { repetitions } from '../../../test/repetitions.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { createClient, grantTo, type TestClient } from '../../../test/tokens.ts'
import { serverParts } from '../../operations/process/server-parts.ts'
import { buildServer } from '../../operations/process/server.ts'
import type { Server } from '../route.ts'

const parts = useTestApp()
const people = repetitions(120, 5_000)
let organisationId: number
let users: readonly TestUser[]
let client: TestClient

beforeAll(async () => {
  organisationId = (await createOrganisation(parts.app)).id
  client = await createClient(parts.app, { organisationId })
  const hash = await passwordHash()
  const made: TestUser[] = []
  for (let index = 0; index < people; index++)
    made.push(await createUser(parts.app, { organisationId, ...(index < 8 ? { passwordHash: hash } : {}) }))
  users = made
})

const strict = {
  rateLimits: 'on',
  callerRate: 2,
  callerBurst: 4,
  anonymousRate: 1,
  anonymousBurst: 2,
} as const

/** A server of its own with the limits, whose clock stands still. */
async function limited(): Promise<Server> {
  const app = { ...parts.app, config: { ...parts.app.config, ...strict } }
  return buildServer(app, { ...serverParts(app, { milliseconds: 0 }), monotonic: () => 0 })
}

const post = (server: Server, form: Record<string, string>, url = '/account-apis/v1/auth/token') =>
  server.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(form).toString(),
  })

const open = (refreshToken: string, by: TestClient) => ({
  grant_type: 'refresh_token',
  refresh_token: refreshToken,
  client_id: by.clientId,
})
const refreshOf = (refreshToken: string, by = client, secret = by.secret) => ({
  ...open(refreshToken, by),
  client_secret: secret,
})

const countOf = (statuses: readonly number[]) =>
  Object.fromEntries(
    [...Map.groupBy(statuses, (status) => status)].map(([status, all]) => [status, all.length]),
  )

/** Sends so many at the same time, one after another each. */
async function sendAll(bodies: readonly Record<string, string>[], server: Server) {
  const waiting = [...bodies]
  const statuses: number[] = []
  const sender = async () => {
    for (let body = waiting.pop(); body; body = waiting.pop())
      statuses.push((await post(server, body)).statusCode)
  }
  await Promise.all(Array.from({ length: 8 }, sender))
  return countOf(statuses)
}

describe('the token endpoint', () => {
  test('refreshes everybody of an integration behind one address, next to somebody there who guesses [G-122]', async () => {
    const server = await limited()
    const grants = []
    for (const user of users) grants.push((await grantTo(parts.app, user, client)).refreshToken)
    const guesses = Array.from({ length: repetitions(200, 1_000) }, (_, index) =>
      refreshOf('x', client, `guess ${index}`),
    )
    // the integration has been here before
    const [first = '', ...rest] = grants
    expect((await post(server, refreshOf(first))).statusCode).toBe(200)
    const [refreshed, guessed] = await Promise.all([
      sendAll(
        rest.map((each) => refreshOf(each)),
        server,
      ),
      sendAll(guesses, server),
    ])
    expect(refreshed).toEqual({ 200: people - 1 })
    expect(guessed[200]).toBeUndefined()
    // what was under way at the same time, and what the address has left
    expect(guessed[401]).toBeLessThan(12)
    expect(guessed[429]).toBeGreaterThan(guesses.length - 12)
    await server.close()
  })

  test('limits each person of a client, and a client that is right but whose tokens are not [G-122]', async () => {
    const server = await limited()
    const [user] = users
    if (!user) throw new Error('nobody')
    const answers: number[] = []
    let { refreshToken } = await grantTo(parts.app, user, client)
    for (let times = 0; times < 6; times++) {
      const answer = await post(server, refreshOf(refreshToken))
      answers.push(answer.statusCode)
      if (answer.statusCode === 200) refreshToken = answer.json<{ refresh_token: string }>().refresh_token
    }
    expect(answers).toEqual([200, 200, 200, 200, 429, 429])
    const dead: number[] = []
    for (let times = 0; times < 6; times++)
      dead.push((await post(server, refreshOf(`no such ${times}`))).statusCode)
    expect(countOf(dead)).toEqual({ 400: 4, 429: 2 })
    // the others of the client go on
    const [, other] = users
    if (!other) throw new Error('nobody')
    const elsewhere = await createClient(parts.app, { organisationId })
    const grant = await grantTo(parts.app, other, elsewhere)
    expect((await post(server, refreshOf(grant.refreshToken, elsewhere))).statusCode).toBe(200)
    await server.close()
  })

  test('knows who brings a token that it has given, however often others at the address have failed [G-122]', async () => {
    const server = await limited()
    const own = await createClient(parts.app, { organisationId, confidential: false })
    const [, , user] = users
    if (!user) throw new Error('nobody')
    const { refreshToken } = await grantTo(parts.app, user, own, { withSecret: false })
    const first = await post(server, open(refreshToken, own))
    expect(first.statusCode, first.body).toBe(200)
    await sendAll(
      Array.from({ length: 20 }, () => refreshOf('x', own, 'guess')),
      server,
    )
    const next = first.json<{ refresh_token: string }>().refresh_token
    expect((await post(server, open(next, own))).statusCode).toBe(200)
    await server.close()
  })

  test('takes a code that was given out, however often others at the address have failed [G-122]', async () => {
    for (const confidential of [true, false]) {
      const server = await limited()
      const own = await createClient(parts.app, { organisationId, confidential })
      const browser = openBrowser(server)
      expect((await browser.signIn(users[7]?.email ?? '')).statusCode).toBe(200)
      const query = `response_type=code&client_id=${own.clientId}&redirect_uri=${encodeURIComponent(own.redirectUri)}`
      const code = new URL(await browser.authorize(query)).searchParams.get('code') ?? ''
      // of another client, and with codes that nobody gave out
      const guess = {
        grant_type: 'authorization_code',
        client_id: client.clientId,
        redirect_uri: own.redirectUri,
      }
      const guesses = Array.from({ length: 20 }, (_, index) => ({ ...guess, code: `guess ${index}` }))
      const failed = await sendAll(guesses, server)
      expect(failed[429]).toBeGreaterThan(0)
      const exchange = {
        ...guess,
        client_id: own.clientId,
        code,
        ...(confidential ? { client_secret: own.secret } : {}),
      }
      const invalid = []
      for (let times = 0; times < 20; times++) {
        const headers = { authorization: `Bearer guess ${times}` }
        invalid.push((await server.inject({ url: '/v2/me', headers })).statusCode)
      }
      expect(invalid.at(-1)).toBe(429)
      const wrong = await post(server, { ...exchange, code: 'guess' })
      expect(wrong.statusCode, wrong.body).toBe(429)
      const answer = await post(server, exchange)
      expect(answer.statusCode, answer.body).toBe(200)
      await server.close()
    }
  })

  test('limits forms that name no client, and other kinds of bodies [G-122]', async () => {
    for (const form of [{ grant_type: 'password' }, { grant_type: 'refresh_token' }, {}] as Record<
      string,
      string
    >[]) {
      const server = await limited()
      const statuses = []
      for (let times = 0; times < 3; times++) statuses.push((await post(server, form)).statusCode)
      expect(statuses).toEqual([400, 400, 429])
      await server.close()
    }
  })
})

describe('an office behind one address', () => {
  test('opens the app with all its files, and is no stranger to the API for it [G-123]', async () => {
    const server = await limited()
    // what of the app is built is served alike
    const built = await server.inject('/')
    const urls = [
      '/docs',
      '/docs/explorer.css',
      '/docs/files/swagger-ui.css',
      ...(built.statusCode === 200 ? ['/', '/favicon.svg'] : []),
    ]
    const statuses: number[] = []
    for (let file = 0; file < 182 * repetitions(3, 200); file++) {
      const url = urls[file % urls.length] ?? '/docs'
      statuses.push((await server.inject({ method: 'GET', url })).statusCode)
    }
    expect(Object.keys(countOf(statuses))).toEqual(['200'])
    const anonymous = []
    for (let times = 0; times < 3; times++)
      anonymous.push((await server.inject('/account-apis/v1/teams')).statusCode)
    expect(anonymous).toEqual([401, 401, 429])
    await server.close()
  })

  test('signs in with right passwords, while wrong ones are limited [G-121]', async () => {
    const server = await limited()
    for (const { email } of users.slice(0, 8))
      expect((await openBrowser(server).signIn(email)).statusCode).toBe(200)
    const wrong: number[] = []
    for (const { email } of users.slice(8, 14)) {
      // they have no password
      wrong.push((await openBrowser(server).signIn(email)).statusCode)
    }
    expect(countOf(wrong)).toEqual({ 401: 2, 429: 4 })
    await server.close()
  })
})
