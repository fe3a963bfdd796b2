// Errors at the authorize address: shown to the user if they concern client or redirect address, otherwise reported to
// the client.
import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { createOrganisation } from '../../../../test/factories.ts'
import { useTestApp } from '../../../../test/test-app.ts'
import { createClient } from '../../../../test/tokens.ts'
import { internalTransaction } from '../../../platform/events/change.ts'

const parts = useTestApp()

async function setUp() {
  const organisation = await createOrganisation(parts.app)
  const client = await createClient(parts.app, { organisationId: organisation.id })
  const query = `response_type=code&client_id=${client.clientId}&redirect_uri=${encodeURIComponent(client.redirectUri)}`
  return { client, query }
}

const start = (query: string) =>
  parts.server.inject({ method: 'POST', url: '/oauth/authorization-requests', payload: { query } })

const kept = () => parts.app.db.selectFrom('authorization_requests').select('id').execute()

const missing = [
  { name: 'redirect_uri', without: /&redirect_uri=[^&]*/ },
  { name: 'client_id', without: /&client_id=[^&]*/ },
]
for (const { name, without } of missing) {
  const text = `Required parameter missing from request url: ${name}`
  test(`${name} missing is shown on the page [A-9, A-10]`, async () => {
    const { query } = await setUp()
    const before = await kept()
    for (const asked of [query.replace(without, ''), query.replace(without, `&${name}=`)]) {
      const answer = await start(asked)
      expect(answer.statusCode).toBe(400)
      expect(answer.json()).toMatchObject({ detail: text })
      const direct = await parts.server.inject(`/authorize?${asked}`)
      expect(direct.statusCode).toBe(400)
      expect(direct.headers['location']).toBeUndefined()
      expect(direct.json()).toMatchObject({ detail: text })
    }
    expect(await kept()).toEqual(before)
    expect((await start(query)).statusCode).toBe(201)
  })
}

test('an unknown or disabled client is shown on the page [A-11]', async () => {
  const { client, query } = await setUp()
  expect((await start(query.replace(client.clientId, 'nobody'))).json()).toMatchObject({
    status: 400,
    detail: 'Client is not valid: "nobody"',
  })
  const set = (status: string) =>
    internalTransaction(parts.app, (tx) =>
      tx.updateTable('oauth_clients').set({ status }).where('id', '=', client.id).execute(),
    )
  await set('Disabled')
  expect((await start(query)).json()).toMatchObject({ detail: `Client is not valid: "${client.clientId}"` })
  await set('Active')
  expect((await start(query)).statusCode).toBe(201)
})

test('an invalid redirect address is never redirected to [A-14]', async () => {
  const { client, query } = await setUp()
  for (const uri of ['javascript:alert(1)', '/relative', 'http://evil.example/', 'https://a.example/#x']) {
    const asked = query.replace(encodeURIComponent(client.redirectUri), encodeURIComponent(uri))
    const answer = await start(`${asked}&prompt=none`)
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({
      detail: 'Supplied parameter does not match a whitelisted value: redirect_uri',
    })
  }
})

test('a repeated client_id or redirect_uri is shown on the page', async () => {
  const { query } = await setUp()
  for (const twice of [`${query}&client_id=other`, `${query}&redirect_uri=https%3A%2F%2Fevil.example`]) {
    expect((await start(twice)).statusCode).toBe(400)
  }
  expect((await start(query)).statusCode).toBe(201)
})

const challenge = createHash('sha256').update('x'.repeat(43)).digest('base64url')
const toClient: Record<string, { change: (query: string) => string; error: string }> = {
  'no response_type': {
    change: (query) => query.replace('response_type=code&', ''),
    error: 'invalid_request',
  },
  'response_type=token': {
    change: (query) => query.replace('=code', '=token'),
    error: 'unsupported_response_type',
  },
  'plain PKCE': {
    change: (query) => `${query}&code_challenge=${challenge}&code_challenge_method=plain`,
    error: 'invalid_request',
  },
  'PKCE without a method, which would be plain': {
    change: (query) => `${query}&code_challenge=${challenge}`,
    error: 'invalid_request',
  },
  'a challenge that is none': {
    change: (query) => `${query}&code_challenge=abc&code_challenge_method=S256`,
    error: 'invalid_request',
  },
  'a method without a challenge': {
    change: (query) => `${query}&code_challenge_method=S256`,
    error: 'invalid_request',
  },
  'a fragment as response mode': {
    change: (query) => `${query}&response_mode=fragment`,
    error: 'invalid_request',
  },
  'a request object': { change: (query) => `${query}&request=abc`, error: 'request_not_supported' },
  'a state given twice': { change: (query) => `${query}&state=1&state=2`, error: 'invalid_request' },
}
for (const [what, { change, error }] of Object.entries(toClient)) {
  test(`${what} is reported to the client [A-3]`, async () => {
    const { client, query } = await setUp()
    const answer = await start(`${change(query)}${what.includes('twice') ? '' : '&state=s'}`)
    expect(answer.statusCode).toBe(200)
    const target = new URL(answer.json<{ redirectTo: string }>().redirectTo)
    expect(target.href.startsWith(client.redirectUri)).toBe(true)
    expect(target.searchParams.get('error')).toBe(error)
    expect(target.searchParams.get('iss')).toBe(parts.app.config.publicUrl)
    expect(target.searchParams.get('state')).toBe(what.includes('twice') ? '1' : 's')
    expect((await start(`${query}&code_challenge=${challenge}&code_challenge_method=S256`)).statusCode).toBe(
      201,
    )
  })
}
