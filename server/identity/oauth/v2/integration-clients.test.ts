// Integration clients through v2: access, secrets shown once, and ending access.
import { expect, test } from 'vitest'
import { createOrganisation, createUser } from '../../../../test/factories.ts'
import { as } from '../../../../test/http.ts'
import { useTestApp } from '../../../../test/test-app.ts'
import { accessTokenFor, askForTokens, codeFor, grantTo } from '../../../../test/tokens.ts'

const parts = useTestApp()

const fields = {
  name: 'Ledger Link',
  redirectUris: ['https://ledger.example/callback'],
  contactEmail: 'it@ledger.example',
  confidential: true,
}
interface Created {
  readonly id: number
  readonly clientId: string
  readonly clientSecret: string
}

async function setUp() {
  const organisation = await createOrganisation(parts.app)
  const admin = await createUser(parts.app, { organisationId: organisation.id, role: 'Administrator' })
  const colleague = await createUser(parts.app, { organisationId: organisation.id })
  return {
    admin,
    colleague,
    caller: as(parts.server, await accessTokenFor(parts.app, admin)),
    other: as(parts.server, await accessTokenFor(parts.app, colleague)),
  }
}
type Setting = Awaited<ReturnType<typeof setUp>>

const create = async ({ caller }: Setting, more: object = {}) =>
  (await caller.post('/v2/integrationClients', { ...fields, ...more })).json<Created>()

const exchange = async ({ colleague }: Setting, created: Created, secret = created.clientSecret) => {
  const client = {
    ...created,
    secret,
    redirectUri: fields.redirectUris[0] ?? '',
    organisationId: colleague.organisationId,
  }
  return askForTokens(parts.server, {
    grant_type: 'authorization_code',
    client_id: created.clientId,
    client_secret: secret,
    redirect_uri: client.redirectUri,
    code: await codeFor(parts.app, colleague, client),
  })
}

test('a client is registered, its secret returned once [A-100]', async () => {
  const setting = await setUp()
  const answer = await setting.caller.post('/v2/integrationClients', fields)
  expect(answer.statusCode).toBe(201)
  expect(answer.headers['cache-control']).toBe('no-store')
  const created = answer.json<Created>()
  expect(created).toEqual({
    id: expect.any(Number),
    clientId: expect.stringMatching(/^[0-9a-f]{32}$/),
    clientSecret: expect.stringMatching(/^[\w-]{43}$/),
  })
  const shown = await setting.caller.get(`/v2/integrationClients/${created.id}`)
  const now = parts.clock.now().toISOString()
  const { confidential, ...rest } = fields
  expect(shown.json()).toEqual({
    ...rest,
    confidential,
    id: created.id,
    clientId: created.clientId,
    secretRequired: true,
    status: 'Active',
    availableTo: 'Organisation',
    secrets: [
      { id: expect.any(Number), createdAt: now, expiresAt: null, lastFour: created.clientSecret.slice(-4) },
    ],
    created: {
      dateUtc: now,
      userName: setting.admin.name,
      user: expect.objectContaining({ id: setting.admin.id }),
    },
    can: { change: true },
    modified: { dateUtc: now },
  })
  expect(shown.body).not.toContain(created.clientSecret)
  expect((await exchange(setting, created)).statusCode).toBe(200)
})

test('a client that cannot keep a secret gets none [A-45]', async () => {
  const setting = await setUp()
  const created = await create(setting, { confidential: false })
  expect(created.clientSecret).toBeNull()
  const answer = await setting.caller.post(`/v2/integrationClients/${created.id}/secrets`, {})
  expect(answer.statusCode).toBe(409)
})

test('clients are listed by name, page by page', async () => {
  const setting = await setUp()
  for (const name of ['b', 'C', 'a']) await create(setting, { name })
  const names = async (query: string) =>
    (await setting.caller.get(`/v2/integrationClients${query}`))
      .json<{ items: { name: string }[] }>()
      .items.map(({ name }) => name)
  // the caller's own token belongs to a client of the organisation as well
  expect(await names('')).toEqual(['a', 'b', 'C', 'Ledger Link', 'Ledger Link'])
  expect(await names('?$top=2&$skip=1')).toEqual(['b', 'C'])
  expect((await setting.caller.get('/v2/integrationClients?$top=201')).statusCode).toBe(400)
})

test('users of another organisation find nothing, colleagues without the permission are refused [P-13, A-101]', async () => {
  const setting = await setUp()
  const outsider = await setUp()
  const { id } = await create(setting)
  const [secret] = (await setting.caller.get(`/v2/integrationClients/${id}`)).json<{
    secrets: { id: number }[]
  }>().secrets
  const path = `/v2/integrationClients/${id}`
  const calls = [
    (caller: Setting['caller']) => caller.get(path),
    (caller: Setting['caller']) => caller.patch(path, { name: 'Taken' }),
    (caller: Setting['caller']) => caller.post(`${path}/secrets`, {}),
    (caller: Setting['caller']) => caller.delete(`${path}/secrets/${secret?.id}`),
  ]
  const before = (await setting.caller.get(path)).json()
  for (const call of calls) {
    expect((await call(outsider.caller)).statusCode).toBe(404)
    expect((await call(setting.other)).statusCode).toBe(403)
    expect((await call(as(parts.server))).statusCode).toBe(401)
  }
  expect((await setting.other.get('/v2/integrationClients')).statusCode).toBe(403)
  expect((await setting.other.post('/v2/integrationClients', fields)).statusCode).toBe(403)
  expect((await setting.caller.get(path)).json()).toEqual(before)
  expect((await setting.caller.patch(path, { name: 'Renamed' })).statusCode).toBe(204)
})

const wrong: Record<string, { body: object; name: string }> = {
  'an empty name': { body: { name: ' ' }, name: 'name' },
  'a relative address': { body: { redirectUris: ['/callback'] }, name: 'redirectUris' },
  'http elsewhere': { body: { redirectUris: ['http://ledger.example/'] }, name: 'redirectUris' },
  'an address twice': {
    body: { redirectUris: ['https://a.example/', 'https://a.example/'] },
    name: 'redirectUris',
  },
  'no mail address': { body: { contactEmail: 'nobody' }, name: 'contactEmail' },
  'an unknown property': { body: { availableTo: 'Installation' }, name: 'availableTo' },
}
for (const [what, { body, name }] of Object.entries(wrong)) {
  test(`${what} is refused by name, and nothing changes [G-32, A-102]`, async () => {
    const setting = await setUp()
    const { id } = await create(setting)
    const path = `/v2/integrationClients/${id}`
    const before = (await setting.caller.get(path)).json()
    const refusals = [
      await setting.caller.post('/v2/integrationClients', { ...fields, ...body }),
      await setting.caller.patch(path, body),
    ]
    for (const refusal of refusals) {
      expect(refusal.statusCode).toBe(400)
      expect(refusal.json()).toMatchObject({ errors: { [name]: [expect.any(String)] } })
    }
    expect((await setting.caller.get(path)).json()).toEqual(before)
  })
}

test('a merge patch changes the given properties and leaves the rest [G-98]', async () => {
  const setting = await setUp()
  const { id } = await create(setting)
  const path = `/v2/integrationClients/${id}`
  parts.clock.advance({ seconds: 1 })
  const patched = await setting.caller.patch(path, JSON.stringify({ name: 'New name' }), {
    headers: { 'content-type': 'application/merge-patch+json' },
  })
  expect(patched.statusCode).toBe(204)
  expect((await setting.caller.get(path)).json()).toMatchObject({
    name: 'New name',
    redirectUris: fields.redirectUris,
    modified: { dateUtc: parts.clock.now().toISOString() },
  })
  await setting.caller.patch(path, { name: 'New name' })
  const events = await parts.app.db
    .selectFrom('events')
    .where('organisation_id', '=', setting.admin.organisationId)
    .where('resource_id', '=', id)
    .select(['name', 'facts', 'user_id'])
    .orderBy('id')
    .execute()
  expect(events).toMatchObject([
    { name: 'client.created', user_id: setting.admin.id },
    { name: 'client.updated', facts: { name: { from: 'Ledger Link', to: 'New name' } } },
  ])
  expect(JSON.stringify(events)).not.toContain('hash')
})

test('a new secret overlaps with the old one, which can be ended earlier [A-103]', async () => {
  const setting = await setUp()
  const created = await create(setting)
  const path = `/v2/integrationClients/${created.id}`
  const rotated = await setting.caller.post(`${path}/secrets`, { overlapHours: 2 })
  expect(rotated.statusCode).toBe(201)
  const { clientSecret, previousSecretsExpireAt } = rotated.json<{
    clientSecret: string
    previousSecretsExpireAt: string
  }>()
  expect(previousSecretsExpireAt).toBe(new Date(parts.clock.now().getTime() + 7_200_000).toISOString())
  expect((await exchange(setting, created, clientSecret)).statusCode).toBe(200)
  expect((await exchange(setting, created)).statusCode).toBe(200)
  const { secrets } = (await setting.caller.get(path)).json<{
    secrets: { id: number; lastFour: string; expiresAt: string | null }[]
  }>()
  expect(secrets.map(({ lastFour }) => lastFour)).toEqual([
    clientSecret.slice(-4),
    created.clientSecret.slice(-4),
  ])
  expect((await setting.caller.delete(`${path}/secrets/${secrets[0]?.id}`)).statusCode).toBe(409)
  expect((await setting.caller.delete(`${path}/secrets/${secrets[1]?.id}`)).statusCode).toBe(204)
  expect((await exchange(setting, created)).statusCode).toBe(401)
  expect((await exchange(setting, created, clientSecret)).statusCode).toBe(200)
})

test('five secrets of a client are valid at most, the newest ones [A-103]', async () => {
  const setting = await setUp()
  const created = await create(setting)
  const path = `/v2/integrationClients/${created.id}`
  const given = [created.clientSecret]
  for (let times = 0; times < 6; times++) {
    const rotated = await setting.caller.post(`${path}/secrets`, { overlapHours: 24 })
    given.push(rotated.json<{ clientSecret: string }>().clientSecret)
  }
  const answers = []
  for (const secret of given) answers.push((await exchange(setting, created, secret)).statusCode)
  expect(answers).toEqual([401, 401, 200, 200, 200, 200, 200])
  const { secrets } = (await setting.caller.get(path)).json<{ secrets: object[] }>()
  expect(secrets).toHaveLength(5)
})

test('the old secret expires with its overlap, or at once without one', async () => {
  const setting = await setUp()
  const created = await create(setting)
  const path = `/v2/integrationClients/${created.id}/secrets`
  const second = (await setting.caller.post(path, {})).json<{ clientSecret: string }>().clientSecret
  parts.clock.advance({ hours: 24 })
  const again = as(parts.server, await accessTokenFor(parts.app, setting.admin))
  expect((await exchange(setting, created)).statusCode).toBe(401)
  expect((await exchange(setting, created, second)).statusCode).toBe(200)
  const third = (await again.post(path, { overlapHours: 0 })).json<{ clientSecret: string }>().clientSecret
  expect((await exchange(setting, created, second)).statusCode).toBe(401)
  expect((await exchange(setting, created, third)).statusCode).toBe(200)
  expect((await again.post(path, { overlapHours: 169 })).statusCode).toBe(400)
})

test('disabling a client takes effect at once, and enabling it restores its grants [A-104]', async () => {
  const setting = await setUp()
  const created = await create(setting)
  const client = { ...created, secret: created.clientSecret, redirectUri: '', organisationId: 0 }
  const { accessToken } = await grantTo(parts.app, setting.colleague, client)
  const use = () => as(parts.server, accessToken).get('/contract-apis/v1/contracts')
  const path = `/v2/integrationClients/${created.id}`
  expect((await use()).statusCode).toBe(200)
  await setting.caller.patch(path, { status: 'Disabled' })
  const refused = await use()
  expect(refused.statusCode).toBe(401)
  expect(refused.headers['www-authenticate']).toBe('Bearer error="invalid_token"')
  expect((await exchange(setting, created)).json()).toMatchObject({
    error_description: `Client is not valid: "${created.clientId}"`,
  })
  await setting.caller.patch(path, { status: 'Active' })
  expect((await use()).statusCode).toBe(200)
})
