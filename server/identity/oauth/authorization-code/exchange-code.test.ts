// The authorization code grant at the token endpoint.
import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { createOrganisation, createUser } from '../../../../test/factories.ts'
import { useTestApp } from '../../../../test/test-app.ts'
import { askForTokens, codeFor, createClient } from '../../../../test/tokens.ts'
import { internalTransaction } from '../../../platform/events/change.ts'
import { createTokenAuthenticator } from '../bearer.ts'

const parts = useTestApp()

const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'
const challenge = createHash('sha256').update(verifier).digest('base64url')

async function setUp() {
  const organisation = await createOrganisation(parts.app)
  const user = await createUser(parts.app, { organisationId: organisation.id })
  const client = await createClient(parts.app, { organisationId: organisation.id })
  const parameters = {
    grant_type: 'authorization_code',
    client_id: client.clientId,
    client_secret: client.secret,
    redirect_uri: client.redirectUri,
  }
  return { organisation, user, client, parameters }
}

const ask = (parameters: Record<string, string | undefined>) => askForTokens(parts.server, parameters)
const isLive = async (accessToken: string) =>
  (await createTokenAuthenticator(parts.app, { milliseconds: 0 })(accessToken)) !== undefined

const grantsOf = (userId: string) =>
  parts.app.db.selectFrom('oauth_grants').where('user_id', '=', userId).selectAll().execute()

test('a code is exchanged for a pair of tokens, with every property of the response [G-37, A-30]', async () => {
  const { user, client, parameters } = await setUp()
  const answer = await ask({ ...parameters, code: await codeFor(parts.app, user, client) })
  expect(answer.statusCode).toBe(200)
  expect(answer.headers).toMatchObject({
    'cache-control': 'no-store',
    pragma: 'no-cache',
    'content-type': 'application/json; charset=utf-8',
  })
  expect(answer.json()).toEqual({
    access_token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
    token_type: 'Bearer',
    expires_in: 3_600,
    refresh_token: expect.stringMatching(/^[\w-]{43}$/),
    userName: user.email,
    userId: user.id,
    expires: new Date(parts.clock.now().getTime() + 3_600_000).toISOString(),
    gateway: parts.app.config.publicUrl,
    emailDomain: null,
  })
  expect(await isLive(answer.json().access_token)).toBe(true)
})

const lifetimes = [
  { what: 'with the secret for 30 days', secret: true, days: 30 },
  { what: 'without it for 1 day', secret: false, days: 1 },
]
for (const { what, secret, days } of lifetimes) {
  test(`an exchange ${what} [A-62, A-63]`, async () => {
    const { user, client, parameters } = await setUp()
    const code = await codeFor(parts.app, user, client)
    const answer = await ask({ ...parameters, code, ...(secret ? {} : { client_secret: undefined }) })
    expect(answer.statusCode).toBe(200)
    const [grant] = await grantsOf(user.id)
    const lives = (grant?.refresh_expires_at.getTime() ?? 0) - parts.clock.now().getTime()
    expect(lives).toBe(days * 24 * 60 * 60_000)
  })
}

test('no token or code can be read from the database [A-51]', async () => {
  const { user, client, parameters } = await setUp()
  const code = await codeFor(parts.app, user, client)
  const { refresh_token: refreshToken, access_token: accessToken } = (
    await ask({ ...parameters, code })
  ).json<{ refresh_token: string; access_token: string }>()
  const tables = ['authorization_codes', 'refresh_tokens', 'oauth_grants', 'oauth_client_secrets'] as const
  for (const table of tables) {
    const text = JSON.stringify(await parts.app.db.selectFrom(table).selectAll().execute())
    for (const secret of [code, refreshToken, accessToken, client.secret]) expect(text).not.toContain(secret)
  }
})

const absent = [
  { name: 'grant_type', message: 'Required parameter missing from request body: grant_type' },
  { name: 'client_id', message: 'Required parameter missing from request body: client_id' },
  { name: 'code', message: 'Required parameter missing from request body: code' },
]
for (const { name, message } of absent) {
  for (const value of [undefined, '']) {
    test(`${name} ${value === undefined ? 'missing' : 'empty'} is named [A-33, A-34, A-35]`, async () => {
      const { user, client, parameters } = await setUp()
      const code = await codeFor(parts.app, user, client)
      const answer = await ask({ ...parameters, code, [name]: value })
      expect(answer.statusCode).toBe(400)
      expect(answer.json()).toEqual({ error: 'invalid_request', error_description: message })
      expect(answer.headers['cache-control']).toBe('no-store')
      expect((await ask({ ...parameters, code })).statusCode).toBe(200)
    })
  }
}

test('the checks are made in order: grant_type, client_id, client, secret, code [A-32]', async () => {
  const { parameters } = await setUp()
  const messages = []
  const wrong: Record<string, string> = {}
  const order: Record<string, string>[] = [
    {},
    { grant_type: 'authorization_code' },
    { client_id: 'unknown', client_secret: 'wrong' },
    { client_id: parameters.client_id },
    { client_secret: parameters.client_secret },
    { code: 'wrong' },
  ]
  for (const step of order) {
    Object.assign(wrong, step)
    messages.push((await ask(wrong)).json<{ error_description: string }>().error_description)
  }
  expect(messages).toEqual([
    'Required parameter missing from request body: grant_type',
    'Required parameter missing from request body: client_id',
    'Client is not valid: "unknown"',
    'Supplied parameter is not correct: client_secret',
    'Required parameter missing from request body: code',
    'Supplied authorization_code is not valid or has expired',
  ])
})

test('an unknown grant type is not supported [A-36]', async () => {
  const { parameters } = await setUp()
  const answer = await ask({ ...parameters, grant_type: 'password' })
  expect(answer.statusCode).toBe(400)
  expect(answer.json()).toMatchObject({ error: 'unsupported_grant_type' })
})

const invalidCode = {
  error: 'invalid_grant',
  error_description: 'Supplied authorization_code is not valid or has expired',
}

test('a wrong code is rejected [A-37]', async () => {
  const { user, client, parameters } = await setUp()
  const code = await codeFor(parts.app, user, client)
  const answer = await ask({ ...parameters, code: `${code.slice(0, -1)}${code.endsWith('A') ? 'B' : 'A'}` })
  expect(answer.statusCode).toBe(400)
  expect(answer.json()).toEqual(invalidCode)
  expect(await grantsOf(user.id)).toEqual([])
  expect((await ask({ ...parameters, code })).statusCode).toBe(200)
})

test('a code expires after ten minutes, and not a second earlier [A-38]', async () => {
  const { user, client, parameters } = await setUp()
  const [expired, live] = [await codeFor(parts.app, user, client), await codeFor(parts.app, user, client)]
  parts.clock.advance({ seconds: 599 })
  expect((await ask({ ...parameters, code: live })).statusCode).toBe(200)
  parts.clock.advance({ seconds: 1 })
  const answer = await ask({ ...parameters, code: expired })
  expect(answer.statusCode).toBe(400)
  expect(answer.json()).toEqual(invalidCode)
  expect(await grantsOf(user.id)).toHaveLength(1)
})

test('a code issued to another client is rejected and stays valid for its own [A-39]', async () => {
  const { user, client, parameters, organisation } = await setUp()
  const other = await createClient(parts.app, { organisationId: organisation.id })
  const code = await codeFor(parts.app, user, client)
  const answer = await ask({
    ...parameters,
    code,
    client_id: other.clientId,
    client_secret: other.secret,
  })
  expect(answer.statusCode).toBe(400)
  expect(answer.json()).toEqual(invalidCode)
  expect((await ask({ ...parameters, code })).statusCode).toBe(200)
})

test('the second use of a code is rejected and invalidates everything from the first [A-40]', async () => {
  const { user, client, parameters } = await setUp()
  const code = await codeFor(parts.app, user, client)
  const other = (await ask({ ...parameters, code: await codeFor(parts.app, user, client) })).json()
  const first = (await ask({ ...parameters, code })).json()
  expect(await isLive(first.access_token)).toBe(true)
  const second = await ask({ ...parameters, code })
  expect(second.statusCode).toBe(400)
  expect(second.json()).toEqual(invalidCode)
  expect(await isLive(first.access_token)).toBe(false)
  const refresh = { ...parameters, grant_type: 'refresh_token' }
  expect((await ask({ ...refresh, refresh_token: first.refresh_token })).json()).toMatchObject({
    error_description: 'Refresh token is not valid',
  })
  expect((await ask({ ...refresh, refresh_token: other.refresh_token })).statusCode).toBe(200)
  const events = await parts.app.db
    .selectFrom('events')
    .where('name', '=', 'grant.ended')
    .where('organisation_id', '=', user.organisationId)
    .select('facts')
    .execute()
  expect(events).toMatchObject([{ facts: { because: 'its code was used twice', by: 'token endpoint' } }])
})

test('of 50 concurrent exchanges of one code exactly one succeeds [A-40]', async () => {
  const { user, client, parameters } = await setUp()
  const code = await codeFor(parts.app, user, client)
  const answers = await Promise.all(Array.from({ length: 50 }, () => ask({ ...parameters, code })))
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
  expect(answers.filter(({ statusCode }) => statusCode === 400)).toHaveLength(49)
  expect(await grantsOf(user.id)).toHaveLength(1)
})

const redirects = [
  'https://integration.example/callback/',
  'https://integration.example/callback?x=1',
  undefined,
]
for (const redirectUri of redirects) {
  test(`the redirect URI ${redirectUri ?? '(none)'} differs from the authorized one [A-41]`, async () => {
    const { user, client, parameters } = await setUp()
    const code = await codeFor(parts.app, user, client)
    const answer = await ask({ ...parameters, code, redirect_uri: redirectUri })
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toEqual({
      error: 'invalid_grant',
      error_description:
        "Supplied redirect URI doesn't match the one used for authorize endpoint (https://integration.example/callback)",
    })
    expect((await ask({ ...parameters, code })).statusCode).toBe(200)
  })
}

const pkce = [
  { what: 'the right verifier is taken', challenge, verifier, status: 200 },
  { what: 'a wrong verifier is refused', challenge, verifier: `${verifier.slice(0, -1)}x`, status: 400 },
  { what: 'a verifier of 42 characters is refused', challenge, verifier: verifier.slice(1), status: 400 },
  { what: 'a verifier of 129 characters is refused', challenge, verifier: 'a'.repeat(129), status: 400 },
  { what: 'a verifier with other characters is refused', challenge, verifier: `${verifier}+`, status: 400 },
  { what: 'no verifier after a challenge is refused', challenge, verifier: undefined, status: 400 },
  { what: 'a verifier without a challenge is refused', challenge: null, verifier, status: 400 },
  { what: 'the challenge itself is no verifier', challenge, verifier: challenge, status: 400 },
]
for (const each of pkce) {
  test(`PKCE: ${each.what} [A-47]`, async () => {
    const { user, client, parameters } = await setUp()
    const code = await codeFor(parts.app, user, client, { codeChallenge: each.challenge })
    const answer = await ask({ ...parameters, code, code_verifier: each.verifier })
    expect(answer.statusCode).toBe(each.status)
    if (each.status === 400) expect(answer.json()).toMatchObject({ error: 'invalid_grant' })
    expect(await grantsOf(user.id)).toHaveLength(each.status === 200 ? 1 : 0)
  })
}

test('the code of a user who was disabled meanwhile is rejected', async () => {
  const { user, client, parameters } = await setUp()
  const code = await codeFor(parts.app, user, client)
  const set = (status: string) =>
    internalTransaction(parts.app, (tx) =>
      tx.updateTable('users').set({ status }).where('id', '=', user.id).execute(),
    )
  await set('Disabled')
  expect((await ask({ ...parameters, code })).json()).toEqual(invalidCode)
  await set('Active')
  expect((await ask({ ...parameters, code })).statusCode).toBe(200)
})

test('a failure while storing the pair leaves the code unused [A-50]', async () => {
  const { user, client, parameters } = await setUp()
  const code = await codeFor(parts.app, user, client)
  const server = parts.server
  const { keys } = parts.app
  const broken = { ...keys, sign: () => Promise.reject(new Error('no key')) }
  Object.assign(parts.app, { keys: broken })
  const failed = await askForTokens(server, { ...parameters, code })
  Object.assign(parts.app, { keys })
  expect(failed.statusCode).toBe(500)
  expect(await grantsOf(user.id)).toEqual([])
  expect((await ask({ ...parameters, code })).statusCode).toBe(200)
})
