// Verification of access tokens: their claims, what is rejected, and how soon ending a grant takes effect.
import { createHmac, generateKeyPairSync, sign as signWith } from 'node:crypto'
import { createLocalJWKSet, decodeJwt, decodeProtectedHeader, type JSONWebKeySet, jwtVerify } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createOrganisation, createUser, linkFirm, type TestUser } from '../../../test/factories.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { accessTokenFor, createClient, grantTo, type TestClient } from '../../../test/tokens.ts'
import { internalTransaction, systemActor } from '../../platform/events/change.ts'
import { newSecret } from '../../platform/secrets/crypto.ts'
import { createTokenAuthenticator } from './bearer.ts'
import { endGrant } from './grants.ts'
import { replaceSigningKeys, rotateSigningKeys } from './keys.ts'

const parts = useTestApp()
let announcements: { stop(): Promise<void> }
beforeAll(async () => {
  announcements = await parts.app.database.announcements.listen()
})
afterAll(() => announcements.stop())

async function setUp(): Promise<{ user: TestUser; client: TestClient }> {
  const organisation = await createOrganisation(parts.app)
  const user = await createUser(parts.app, { organisationId: organisation.id })
  return { user, client: await createClient(parts.app, { organisationId: organisation.id }) }
}

/** The actor of a token of this user for this client. */
const actorOf = (user: TestUser, client: TestClient) => ({
  userId: user.id,
  name: user.name,
  organisationId: user.organisationId,
  role: 'InhouseLegal',
  via: { kind: 'token', clientId: client.id },
})

const authenticate = (token: string) => createTokenAuthenticator(parts.app, { milliseconds: 0 })(token)

test('a token carries the claims of the specification, signed with a published key [A-80]', async () => {
  const { user, client } = await setUp()
  const { accessToken } = await grantTo(parts.app, user, client)
  const { keys } = (await parts.server.inject('/.well-known/jwks.json')).json<JSONWebKeySet>()
  const { payload, protectedHeader } = await jwtVerify(accessToken, createLocalJWKSet({ keys }), {
    currentDate: parts.clock.now(),
  })
  const now = Math.floor(parts.clock.now().getTime() / 1_000)
  expect(protectedHeader).toMatchObject({ alg: 'ES256' })
  expect(payload).toMatchObject({
    sub: user.id,
    name: user.name,
    organisationId: user.organisationId,
    iat: now,
    exp: now + 3_600,
    iss: parts.app.config.publicUrl,
    aud: parts.app.config.publicUrl,
    client_id: client.clientId,
  })
  expect(payload.jti).toMatch(/^[0-9a-f-]{36}$/)
})

test('published keys contain nothing private [A-86]', async () => {
  await accessTokenFor(parts.app, (await setUp()).user)
  const { keys } = (await parts.server.inject('/.well-known/jwks.json')).json<JSONWebKeySet>()
  expect(keys.length).toBeGreaterThan(0)
  for (const key of keys) expect(key).not.toHaveProperty('d')
  const stored = await parts.app.db.selectFrom('signing_keys').select('private_sealed').execute()
  for (const { private_sealed } of stored) expect(private_sealed.toString('latin1')).not.toContain('"d"')
})

test('a token acts with the current rights of its user [A-82]', async () => {
  const { user, client } = await setUp()
  const { accessToken, grantId } = await grantTo(parts.app, user, client)
  const actor = await authenticate(accessToken)
  expect(actor).toMatchObject({
    userId: user.id,
    organisationId: user.organisationId,
    role: 'InhouseLegal',
    via: { kind: 'token', clientId: client.id, grantId },
  })
})

test('an expired token is rejected to the second [A-81]', async () => {
  const { user, client } = await setUp()
  const { accessToken } = await grantTo(parts.app, user, client)
  const check = createTokenAuthenticator(parts.app, { milliseconds: 0 })
  parts.clock.advance({ seconds: 3_599 })
  expect(await check(accessToken)).toMatchObject(actorOf(user, client))
  parts.clock.advance({ seconds: 1 })
  expect(await check(accessToken)).toBeUndefined()
  expect(await authenticate(accessToken)).toBeUndefined()
})

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

test('tokens signed with any other key are rejected [A-84]', async () => {
  const { user, client } = await setUp()
  const { accessToken } = await grantTo(parts.app, user, client)
  const [header = '', payload = '', signature = ''] = accessToken.split('.')
  const known = decodeProtectedHeader(accessToken)
  const { keys } = (await parts.server.inject('/.well-known/jwks.json')).json<JSONWebKeySet>()
  const foreign = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
  const foreignSignature = signWith('sha256', Buffer.from(`${header}.${payload}`), {
    key: foreign,
    dsaEncoding: 'ieee-p1363',
  })
  const confused = `${part({ ...known, alg: 'HS256' })}.${payload}`
  const confusedSignature = createHmac('sha256', JSON.stringify(keys[0])).update(confused)
  const admin = part({ ...decodeJwt(accessToken), organisationId: 1 })
  const forged = {
    'alg none': `${part({ ...known, alg: 'none' })}.${payload}.`,
    'alg none with signature': `${part({ ...known, alg: 'none' })}.${payload}.${signature}`,
    'HS256 with the public key': `${confused}.${confusedSignature.digest('base64url')}`,
    'another key under our kid': `${header}.${payload}.${foreignSignature.toString('base64url')}`,
    'an unknown kid': `${part({ ...known, kid: 'other' })}.${payload}.${signature}`,
    'changed claims': `${header}.${admin}.${signature}`,
    'another type': `${part({ ...known, typ: 'JWT' })}.${payload}.${signature}`,
    'no signature': `${header}.${payload}.`,
    'two parts': `${header}.${payload}`,
    nothing: '',
  }
  expect(await authenticate(accessToken)).toMatchObject(actorOf(user, client))
  for (const [what, token] of Object.entries(forged)) expect(await authenticate(token), what).toBeUndefined()
})

test('a token of another installation, even with the same key, is rejected [A-84]', async () => {
  const { user, client } = await setUp()
  const { accessToken } = await grantTo(parts.app, user, client)
  const elsewhere = await parts.app.keys.sign({ ...decodeJwt(accessToken), iss: 'https://other.example' })
  const forOthers = await parts.app.keys.sign({ ...decodeJwt(accessToken), aud: 'https://other.example' })
  expect(await authenticate(accessToken)).toMatchObject(actorOf(user, client))
  expect(await authenticate(elsewhere)).toBeUndefined()
  expect(await authenticate(forOthers)).toBeUndefined()
})

type End = (user: TestUser, client: TestClient, grantId: number) => Promise<unknown>

const ends: Record<string, End> = {
  'a disabled user': (user) =>
    internalTransaction(parts.app, (tx) =>
      tx.updateTable('users').set({ status: 'Disabled' }).where('id', '=', user.id).execute(),
    ),
  'a disabled client': (_, client) =>
    internalTransaction(parts.app, (tx) =>
      tx.updateTable('oauth_clients').set({ status: 'Disabled' }).where('id', '=', client.id).execute(),
    ),
  'a revoked grant': (_user, _client, grantId) =>
    endGrant(parts.app, systemActor('test'), grantId, 'revoked by its client'),
}

for (const [what, end] of Object.entries(ends)) {
  test(`${what} takes effect before it is answered [P-3, A-83]`, async () => {
    const { user, client } = await setUp()
    const { accessToken, grantId } = await grantTo(parts.app, user, client)
    const check = createTokenAuthenticator(parts.app, { monotonic: () => 0 })
    expect(await check(accessToken)).toMatchObject(actorOf(user, client))
    await end(user, client, grantId)
    expect(await check(accessToken)).toBeUndefined()
  })
}

test('a change that nobody announced takes effect within 450 ms, with one check in that time', async () => {
  const { user, client } = await setUp()
  const { accessToken } = await grantTo(parts.app, user, client)
  let time = 0
  const check = createTokenAuthenticator(parts.app, { monotonic: () => time })
  expect(await check(accessToken)).toMatchObject(actorOf(user, client))
  // past the product, as an operator could
  await parts.app.database.pool.query(`update users set status = 'Disabled' where id = $1`, [user.id])
  time = 449
  expect(await check(accessToken)).toMatchObject(actorOf(user, client))
  time = 450
  expect(await check(accessToken)).toBeUndefined()
})

test('a process that receives no announcements checks each request', async () => {
  const { user, client } = await setUp()
  const { accessToken } = await grantTo(parts.app, user, client)
  const announcements = { ...parts.app.database.announcements, listening: false, on: () => undefined }
  const check = createTokenAuthenticator(
    { ...parts.app, database: { ...parts.app.database, announcements } },
    { monotonic: () => 0 },
  )
  expect(await check(accessToken)).toMatchObject(actorOf(user, client))
  await parts.app.database.pool.query(`update users set status = 'Disabled' where id = $1`, [user.id])
  expect(await check(accessToken)).toBeUndefined()
})

test('a client serves only users of its own organisation, unless the organisations are linked [A-19]', async () => {
  const { user } = await setUp()
  const firm = await createOrganisation(parts.app, { type: 'ServiceProvider' })
  const client = await createClient(parts.app, { organisationId: firm.id })
  const { accessToken } = await grantTo(parts.app, user, client)
  expect(await authenticate(accessToken)).toBeUndefined()
  await linkFirm(parts.app, user.organisationId, firm.id)
  expect(await authenticate(accessToken)).toMatchObject(actorOf(user, client))
})

test('concurrent requests share one check', async () => {
  const { user, client } = await setUp()
  const { accessToken } = await grantTo(parts.app, user, client)
  const check = createTokenAuthenticator(parts.app)
  await check(accessToken)
  const actors = await Promise.all(Array.from({ length: 100 }, async () => check(accessToken)))
  expect(new Set(actors).size).toBe(1)
})

test('a rotated key is published a day before it signs, and removed when its last token has expired [A-86]', async () => {
  const { user, client } = await setUp()
  const stored = () =>
    parts.app.db.selectFrom('signing_keys').select(['kid', 'signs_from']).orderBy('signs_from').execute()
  await grantTo(parts.app, user, client)
  const [first] = await stored()
  await rotateSigningKeys(parts.app)
  expect(await stored()).toHaveLength(1)
  parts.clock.advance({ days: 90 })
  await Promise.all([rotateSigningKeys(parts.app), rotateSigningKeys(parts.app)])
  const [, second] = await stored()
  expect(await stored()).toHaveLength(2)
  expect(second?.signs_from.getTime()).toBe(parts.clock.now().getTime() + 24 * 60 * 60_000)
  parts.clock.advance({ days: 2, hours: 2 })
  await rotateSigningKeys(parts.app)
  expect((await stored()).map(({ kid }) => kid)).toEqual([second?.kid])
  expect(first?.kid).not.toBe(second?.kid)
})

test('after all keys have been replaced no earlier token is valid', async () => {
  const { user, client } = await setUp()
  const { accessToken } = await grantTo(parts.app, user, client)
  expect(await authenticate(accessToken)).toMatchObject(actorOf(user, client))
  await replaceSigningKeys(parts.app)
  const { createSigningKeys } = await import('./keys.ts')
  const otherProcess = { ...parts.app, keys: createSigningKeys(parts.app) }
  expect(await createTokenAuthenticator(otherProcess)(accessToken)).toBeUndefined()
  const { accessToken: next } = await grantTo(otherProcess, user, client)
  expect(await createTokenAuthenticator(otherProcess)(next)).toMatchObject(actorOf(user, client))
})

test('a token in the URL is rejected, the same one in the header is accepted [A-85]', async () => {
  const { user, client } = await setUp()
  const { accessToken } = await grantTo(parts.app, user, client)
  const url = '/contract-apis/v1/contracts'
  const inAddress = await parts.server.inject(`${url}?access_token=${accessToken}`)
  expect(inAddress.statusCode).toBe(401)
  expect(inAddress.headers['www-authenticate']).toBe('Bearer error="invalid_request"')
  const authorization = `Bearer ${accessToken}`
  expect((await parts.server.inject({ url, headers: { authorization } })).statusCode).toBe(200)
})

test('a million tokens contain no duplicate: 256 random bits in url-safe characters', () => {
  const secrets = new Set(Array.from({ length: 10_000 }, () => newSecret()))
  expect(secrets.size).toBe(10_000)
  for (const secret of secrets) expect(secret).toMatch(/^[\w-]{43}$/)
})
