// Revocation, introspection, metadata, and the removal of ended grants.
import { expect, test } from 'vitest'
import { createOrganisation, createUser } from '../../../test/factories.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { askForTokens, codeFor, createClient, grantTo, type TestClient } from '../../../test/tokens.ts'
import { internalTransaction } from '../../platform/events/change.ts'
import { createTokenAuthenticator } from './bearer.ts'
import { oauthJobs } from './jobs.ts'

const parts = useTestApp()

async function setUp(options: { withSecret?: boolean } = {}) {
  const organisation = await createOrganisation(parts.app)
  const user = await createUser(parts.app, { organisationId: organisation.id })
  const client = await createClient(parts.app, { organisationId: organisation.id })
  return { organisation, user, client, pair: await grantTo(parts.app, user, client, options) }
}

const post = (url: string, parameters: Record<string, string>) =>
  parts.server.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(parameters).toString(),
  })

const credentials = (client: TestClient) => ({
  client_id: client.clientId,
  client_secret: client.secret,
})
const revoke = (client: TestClient, token: string, more = {}) =>
  post('/oauth/revoke', { ...credentials(client), token, ...more })
const introspect = (client: TestClient, token: string) =>
  post('/oauth/introspect', { ...credentials(client), token })

const isLive = async (accessToken: string) =>
  (await createTokenAuthenticator(parts.app, { milliseconds: 0 })(accessToken)) !== undefined
const refresh = (client: TestClient, refreshToken: string) =>
  askForTokens(parts.server, {
    grant_type: 'refresh_token',
    ...credentials(client),
    refresh_token: refreshToken,
  })

for (const which of ['refreshToken', 'accessToken'] as const) {
  test(`revoking the ${which} ends both, and no other grant [A-87]`, async () => {
    const { user, client, pair } = await setUp()
    const other = await grantTo(parts.app, user, client)
    const answer = await revoke(client, pair[which], { token_type_hint: 'nonsense' })
    expect(answer.statusCode).toBe(200)
    expect(await isLive(pair.accessToken)).toBe(false)
    expect((await refresh(client, pair.refreshToken)).json()).toMatchObject({
      error_description: 'Refresh token is not valid',
    })
    expect(await isLive(other.accessToken)).toBe(true)
    expect((await refresh(client, other.refreshToken)).statusCode).toBe(200)
    const events = await parts.app.db
      .selectFrom('events')
      .where('organisation_id', '=', user.organisationId)
      .where('name', '=', 'grant.ended')
      .select(['user_id', 'client_id', 'facts'])
      .execute()
    expect(events).toMatchObject([
      { user_id: user.id, client_id: client.id, facts: { because: 'revoked by its client' } },
    ])
  })
}

test('an expired access token still identifies its grant', async () => {
  const { client, pair } = await setUp()
  parts.clock.advance({ hours: 2 })
  expect((await revoke(client, pair.accessToken)).statusCode).toBe(200)
  expect((await refresh(client, pair.refreshToken)).statusCode).toBe(400)
})

test('an unknown token, and one of another client, get the same response and stay unchanged', async () => {
  const { organisation, client, pair } = await setUp()
  const other = await createClient(parts.app, { organisationId: organisation.id })
  for (const token of ['unknown', pair.refreshToken, pair.accessToken]) {
    const answer = await revoke(other, token)
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toEqual({})
  }
  expect(await isLive(pair.accessToken)).toBe(true)
  expect((await refresh(client, pair.refreshToken)).statusCode).toBe(200)
})

test('revocation requires the secret if the grant was started with one', async () => {
  const { client, pair } = await setUp()
  const without = await post('/oauth/revoke', { client_id: client.clientId, token: pair.refreshToken })
  expect(without.statusCode).toBe(401)
  const wrong = await revoke({ ...client, secret: 'wrong' }, pair.refreshToken)
  expect(wrong.statusCode).toBe(401)
  expect(wrong.json()).toMatchObject({ error: 'invalid_client' })
  expect(await isLive(pair.accessToken)).toBe(true)
  expect((await revoke(client, pair.refreshToken)).statusCode).toBe(200)
  expect(await isLive(pair.accessToken)).toBe(false)
})

test('a grant without a secret is revoked without one', async () => {
  const { client, pair } = await setUp({ withSecret: false })
  const answer = await post('/oauth/revoke', { client_id: client.clientId, token: pair.refreshToken })
  expect(answer.statusCode).toBe(200)
  expect(await isLive(pair.accessToken)).toBe(false)
})

test('a missing token is named', async () => {
  const { client } = await setUp()
  for (const url of ['/oauth/revoke', '/oauth/introspect']) {
    const answer = await post(url, credentials(client))
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toEqual({
      error: 'invalid_request',
      error_description: 'Required parameter missing from request body: token',
    })
  }
})

test('after a successful revocation no token of the grant works, whatever was refreshed meanwhile', async () => {
  for (let round = 0; round < 40; round++) {
    const { client, pair } = await setUp()
    const [refreshed, revoked] = await Promise.all([
      refresh(client, pair.refreshToken),
      revoke(client, pair.refreshToken),
    ])
    expect(revoked.statusCode).toBe(200)
    const tokens = refreshed.statusCode === 200 ? refreshed.json<Record<string, string>>() : undefined
    expect(await isLive(tokens?.['access_token'] ?? pair.accessToken)).toBe(false)
    if (tokens) expect((await refresh(client, tokens['refresh_token'] ?? '')).statusCode).toBe(400)
  }
})

test('introspection describes a client’s own live tokens [A-87]', async () => {
  const { user, client, pair } = await setUp()
  const now = Math.floor(parts.clock.now().getTime() / 1_000)
  const common = {
    active: true,
    client_id: client.clientId,
    username: user.email,
    sub: user.id,
    iss: parts.app.config.publicUrl,
    aud: parts.app.config.publicUrl,
    iat: now,
  }
  expect((await introspect(client, pair.accessToken)).json()).toEqual({
    ...common,
    token_type: 'Bearer',
    exp: now + 3_600,
    jti: expect.any(String),
  })
  expect((await introspect(client, pair.refreshToken)).json()).toEqual({
    ...common,
    token_type: 'refresh_token',
    exp: now + 30 * 86_400,
  })
})

test('a foreign, spent, expired, revoked or unknown token is only reported as inactive [A-87]', async () => {
  const { organisation, user, client, pair } = await setUp()
  const dead = { active: false }
  const other = await createClient(parts.app, { organisationId: organisation.id })
  for (const token of [pair.accessToken, pair.refreshToken]) {
    expect((await introspect(other, token)).json()).toEqual(dead)
  }
  expect((await introspect(client, 'unknown')).json()).toEqual(dead)
  await refresh(client, pair.refreshToken)
  expect((await introspect(client, pair.refreshToken)).json()).toEqual(dead)
  parts.clock.advance({ hours: 1 })
  expect((await introspect(client, pair.accessToken)).json()).toEqual(dead)
  const revoked = await grantTo(parts.app, user, client)
  expect((await introspect(client, revoked.accessToken)).json()).toMatchObject({ active: true })
  await revoke(client, revoked.refreshToken)
  for (const token of [revoked.accessToken, revoked.refreshToken]) {
    expect((await introspect(client, token)).json()).toEqual(dead)
  }
})

test('introspection requires the secret', async () => {
  const { client, pair } = await setUp()
  const answer = await post('/oauth/introspect', { client_id: client.clientId, token: pair.accessToken })
  expect(answer.statusCode).toBe(401)
  expect(answer.json()).toMatchObject({ error: 'invalid_client' })
})

test('the metadata contains the issuer and working addresses [A-88]', async () => {
  const metadata = (await parts.server.inject('/.well-known/oauth-authorization-server')).json<
    Record<string, string>
  >()
  const { publicUrl, webUrl } = parts.app.config
  expect(metadata).toMatchObject({
    issuer: publicUrl,
    authorization_endpoint: `${webUrl}/authorize`,
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
  })
  const endpoints = Object.entries(metadata).filter(([name]) => /_(endpoint|uri)$/.test(name))
  expect(endpoints).toHaveLength(5)
  for (const [name, address] of endpoints) {
    const url = address.replace(publicUrl, '')
    const method = name === 'jwks_uri' || name === 'authorization_endpoint' ? 'GET' : 'POST'
    const { statusCode } = await parts.server.inject({ method, url })
    expect([200, 400], name).toContain(statusCode)
  }
})

test('the purge removes ended grants and tokens, and nothing live', async () => {
  const { user, client, pair } = await setUp()
  const purge = async () => {
    for (const job of oauthJobs) await job.run(parts.app, {})
  }
  const count = async (table: 'refresh_tokens' | 'authorization_codes' | 'oauth_grants') =>
    (await parts.app.db.selectFrom(table).selectAll().execute()).length
  await internalTransaction(parts.app, async (tx) => {
    await tx.deleteFrom('oauth_grants').where('id', '!=', pair.grantId).execute()
  })
  await codeFor(parts.app, user, client)
  const next = (await refresh(client, pair.refreshToken)).json<{ refresh_token: string }>()
  await purge()
  expect([await count('refresh_tokens'), await count('authorization_codes')]).toEqual([2, 1])
  parts.clock.advance({ days: 29 })
  const last = (await refresh(client, next.refresh_token)).json<{ refresh_token: string }>()
  parts.clock.advance({ days: 2 })
  await purge()
  expect([await count('refresh_tokens'), await count('authorization_codes')]).toEqual([1, 0])
  expect((await refresh(client, last.refresh_token)).statusCode).toBe(200)
  parts.clock.advance({ days: 121 })
  await purge()
  expect(await count('oauth_grants')).toBe(0)
})
