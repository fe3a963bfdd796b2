// From the authorize address to the code: the requests of the web app and the responses.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openBrowser, passwordHash } from '../../../../test/peers/browser.ts'
import { createOrganisation, createUser } from '../../../../test/factories.ts'
import { useTestApp } from '../../../../test/test-app.ts'
import { accessTokenFor, askForTokens, createClient } from '../../../../test/tokens.ts'
import { internalTransaction } from '../../../platform/events/change.ts'

const parts = useTestApp()

async function setUp() {
  const organisation = await createOrganisation(parts.app)
  const user = await createUser(parts.app, {
    organisationId: organisation.id,
    passwordHash: await passwordHash(),
  })
  const client = await createClient(parts.app, { organisationId: organisation.id })
  const browser = openBrowser(parts.server)
  const query = `response_type=code&client_id=${client.clientId}&redirect_uri=${encodeURIComponent(client.redirectUri)}`
  return { organisation, user, client, browser, query }
}

const start = (query: string) =>
  parts.server.inject({ method: 'POST', url: '/oauth/authorization-requests', payload: { query } })

test('a user signs in, consents, and the client exchanges the code it receives [A-1]', async () => {
  const { organisation, user, client, browser, query } = await setUp()
  const started = await start(`${query}&state=xyz`)
  expect(started.statusCode).toBe(201)
  const { id } = started.json<{ id: string }>()
  expect(started.json()).toEqual({
    id: expect.stringMatching(/^[\w-]{32}$/),
    client: {
      name: 'Ledger Link',
      contactEmail: 'it@integration.example',
      organisationName: organisation.name,
    },
    redirectHost: 'integration.example',
    expiresAt: new Date(parts.clock.now().getTime() + 3_600_000).toISOString(),
  })
  const address = `/oauth/authorization-requests/${id}`
  expect((await browser.call('GET', address)).json()).toMatchObject({ user: null, consentGiven: false })
  await browser.signIn(user.email)
  expect((await browser.call('GET', address)).json()).toMatchObject({
    id,
    redirectHost: 'integration.example',
    rights: expect.arrayContaining([expect.stringContaining('contracts')]),
    consentGiven: false,
    permitted: true,
    user: { name: user.name, email: user.email, organisationName: organisation.name },
  })
  const decided = await browser.call('POST', `${address}/decision`, { decision: 'allow' })
  expect(decided.statusCode).toBe(200)
  const target = new URL(decided.json<{ redirectTo: string }>().redirectTo)
  expect(target.origin + target.pathname).toBe(client.redirectUri)
  expect([...target.searchParams.keys()]).toEqual(['code', 'iss', 'state'])
  expect(target.searchParams.get('state')).toBe('xyz')
  expect(target.searchParams.get('iss')).toBe(parts.app.config.publicUrl)
  const tokens = await askForTokens(parts.server, {
    grant_type: 'authorization_code',
    client_id: client.clientId,
    client_secret: client.secret,
    redirect_uri: client.redirectUri,
    code: target.searchParams.get('code') ?? '',
  })
  expect(tokens.json()).toMatchObject({ userId: user.id })
})

test('consent is asked for once per user and client, and is recorded in the history [A-4]', async () => {
  const { user, client, browser, query } = await setUp()
  await browser.signIn(user.email)
  await browser.authorize(query)
  const { id } = (await start(query)).json<{ id: string }>()
  const again = await browser.call('GET', `/oauth/authorization-requests/${id}`)
  expect(again.json()).toMatchObject({ consentGiven: true })
  await browser.authorize(query)
  const events = await parts.app.db
    .selectFrom('events')
    .where('organisation_id', '=', user.organisationId)
    .where('name', '=', 'consent.given')
    .select(['resource_id', 'user_id'])
    .execute()
  expect(events).toEqual([{ resource_id: client.id, user_id: user.id }])
  const other = await createUser(parts.app, {
    organisationId: user.organisationId,
    passwordHash: await passwordHash(),
  })
  const theirs = openBrowser(parts.server)
  await theirs.signIn(other.email)
  const asked = await theirs.call('GET', `/oauth/authorization-requests/${id}`)
  expect(asked.json()).toMatchObject({ consentGiven: false })
})

test('a denial is reported to the client as access_denied, with state and issuer, and grants nothing [A-5]', async () => {
  const { user, browser, query } = await setUp()
  await browser.signIn(user.email)
  const target = new URL(await browser.authorize(`${query}&state=s%20s`, 'deny'))
  expect(target.searchParams.get('error')).toBe('access_denied')
  expect(target.searchParams.get('state')).toBe('s s')
  expect(target.searchParams.get('iss')).toBe(parts.app.config.publicUrl)
  expect(target.searchParams.has('code')).toBe(false)
  const consents = parts.app.db.selectFrom('oauth_consents').where('user_id', '=', user.id).selectAll()
  expect(await consents.execute()).toEqual([])
})

const states = [
  'plain',
  'a%2Bb+c%20d',
  '%7B%22a%22%3A%22%C3%A9%F0%9F%98%80%22%7D',
  "quotes'()*!~",
  '%00%0d%0a',
  '%E9 latin, not UTF-8'.replaceAll(' ', '%20'),
  '100%',
  'a=b=c;d,e:f@g/h?i',
  '',
  'x'.repeat(2_048),
]
for (const state of states) {
  test(`the state ${JSON.stringify(state.slice(0, 40))} is returned byte for byte [A-6]`, async () => {
    const { user, browser, query } = await setUp()
    await browser.signIn(user.email)
    for (const decision of ['allow', 'deny'] as const) {
      const target = await browser.authorize(`state=${state}&${query}`, decision)
      expect(target.endsWith(`&state=${state}`), target.slice(-60)).toBe(true)
    }
  })
}

test('without a state none is returned [A-7]', async () => {
  const { user, browser, query } = await setUp()
  await browser.signIn(user.email)
  expect(await browser.authorize(query)).not.toContain('state')
})

test('GET /authorize redirects to the web app with the query unchanged [A-8]', async () => {
  const { query } = await setUp()
  const asked = `${query}&state=a%2Bb+c&unknown=%C3%A9`
  const answer = await parts.server.inject(`/authorize?${asked}`)
  expect(answer.statusCode).toBe(302)
  expect(answer.headers['location']).toBe(`${parts.app.config.webUrl}/#/authorize?${asked}`)
})

test('a browser gets the message on a page, with nothing from the request executed', async () => {
  const { query, client } = await setUp()
  const nasty = '<script>alert(1)</script>"&\''
  const answer = await parts.server.inject({
    url: `/authorize?${query.replace(client.clientId, encodeURIComponent(nasty))}`,
    headers: { accept: 'text/html,application/xhtml+xml' },
  })
  expect(answer.statusCode).toBe(400)
  expect(answer.headers['content-type']).toContain('text/html')
  expect(answer.body).not.toContain('<script')
  expect(answer.body).toContain('Client is not valid: "&lt;script&gt;alert(1)&lt;/script&gt;"&amp;\'"')
  expect(answer.headers['x-frame-options']).toBe('DENY')
})

test('no text is ever interpreted as part of that page [A-20]', async () => {
  const { client } = await setUp()
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 100 }), async (text) => {
      const clientId = encodeURIComponent(`<${text.toWellFormed()}>`)
      const query = `client_id=${clientId}&redirect_uri=${encodeURIComponent(client.redirectUri)}`
      const answer = await parts.server.inject({
        url: `/authorize?${query}`,
        headers: { accept: 'text/html' },
      })
      expect(answer.statusCode).toBe(400)
      expect(answer.headers['location']).toBeUndefined()
      expect(answer.body.match(/<(?!\/?(?:!doctype|html|meta|title|main|h1|p)\b)/)).toBeNull()
      expect(answer.body.match(/</g)).toHaveLength(14)
    }),
    { examples: [['\0'], ['</title><script>']] },
  )
})

test('a request can be decided only once [A-17]', async () => {
  const { user, browser, query } = await setUp()
  await browser.signIn(user.email)
  const { id } = (await start(query)).json<{ id: string }>()
  const decide = () =>
    browser.call('POST', `/oauth/authorization-requests/${id}/decision`, { decision: 'allow' })
  const answers = await Promise.all(Array.from({ length: 10 }, decide))
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
  expect(answers.filter(({ statusCode }) => statusCode === 404)).toHaveLength(9)
  const codes = parts.app.db.selectFrom('authorization_codes').where('user_id', '=', user.id).selectAll()
  expect(await codes.execute()).toHaveLength(1)
})

test('a request is open for an hour [A-17]', async () => {
  const { user, browser, query } = await setUp()
  await browser.signIn(user.email)
  const { id } = (await start(query)).json<{ id: string }>()
  parts.clock.advance({ minutes: 60 })
  expect((await browser.call('GET', `/oauth/authorization-requests/${id}`)).statusCode).toBe(404)
  const url = `/oauth/authorization-requests/${id}/decision`
  expect((await browser.call('POST', url, { decision: 'allow' })).statusCode).toBe(404)
})

test('a decision requires a session, its CSRF token and its origin, and is not possible with an access token [A-17]', async () => {
  const { user, browser, query } = await setUp()
  const { id } = (await start(query)).json<{ id: string }>()
  const url = `/oauth/authorization-requests/${id}/decision`
  const payload = { decision: 'allow' }
  const codes = () =>
    parts.app.db.selectFrom('authorization_codes').where('user_id', '=', user.id).selectAll().execute()
  await browser.session()
  expect((await browser.call('POST', url, payload)).statusCode).toBe(401)
  await browser.signIn(user.email)
  for (const headers of [{ 'x-csrf-token': 'x' }, { origin: 'https://evil.example' }]) {
    expect((await browser.call('POST', url, payload, { headers })).statusCode).toBe(403)
  }
  const authorization = `Bearer ${await accessTokenFor(parts.app, user)}`
  const byToken = await parts.server.inject({ method: 'POST', url, payload, headers: { authorization } })
  expect(byToken.statusCode).toBe(403)
  expect(await codes()).toEqual([])
  expect((await browser.call('POST', url, payload)).statusCode).toBe(200)
  expect(await codes()).toHaveLength(1)
})

test('a decision cannot change the request: its fields are rejected [A-18]', async () => {
  const { user, browser, query } = await setUp()
  await browser.signIn(user.email)
  const { id } = (await start(query)).json<{ id: string }>()
  const answer = await browser.call('POST', `/oauth/authorization-requests/${id}/decision`, {
    decision: 'allow',
    redirect_uri: 'https://evil.example',
  })
  expect(answer.statusCode).toBe(400)
})

test('a client of an unlinked organisation serves no other users [A-19]', async () => {
  const { browser, user } = await setUp()
  const outsider = await setUp()
  await browser.signIn(user.email)
  const { id } = (await start(outsider.query)).json<{ id: string }>()
  expect((await browser.call('GET', `/oauth/authorization-requests/${id}`)).json()).toMatchObject({
    permitted: false,
  })
  const url = `/oauth/authorization-requests/${id}/decision`
  expect((await browser.call('POST', url, { decision: 'allow' })).statusCode).toBe(403)
  await internalTransaction(parts.app, (tx) =>
    tx
      .updateTable('oauth_clients')
      .set({ available_to: 'Installation' })
      .where('id', '=', outsider.client.id)
      .execute(),
  )
  expect((await browser.call('POST', url, { decision: 'allow' })).statusCode).toBe(200)
})

test('a client of an unlinked organisation can be denied, so that it does not wait', async () => {
  const { browser, user } = await setUp()
  const outsider = await setUp()
  await browser.signIn(user.email)
  const { searchParams } = new URL(await browser.authorize(outsider.query, 'deny'))
  expect(searchParams.get('error')).toBe('access_denied')
  expect(searchParams.get('code')).toBeNull()
})
