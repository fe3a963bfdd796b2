// A user's own consents through v2.
import { expect, test } from 'vitest'
import { openBrowser, passwordHash } from '../../../../test/peers/browser.ts'
import { createOrganisation, createUser } from '../../../../test/factories.ts'
import { as } from '../../../../test/http.ts'
import { useTestApp } from '../../../../test/test-app.ts'
import { accessTokenFor, askForTokens, createClient } from '../../../../test/tokens.ts'

const parts = useTestApp()

async function setUp() {
  const organisation = await createOrganisation(parts.app)
  const user = await createUser(parts.app, {
    organisationId: organisation.id,
    passwordHash: await passwordHash(),
  })
  const client = await createClient(parts.app, { organisationId: organisation.id })
  const browser = openBrowser(parts.server)
  await browser.signIn(user.email)
  const redirect = encodeURIComponent(client.redirectUri)
  const query = `response_type=code&client_id=${client.clientId}&redirect_uri=${redirect}`
  const authorize = async () => new URL(await browser.authorize(query)).searchParams.get('code') ?? ''
  const credentials = { client_id: client.clientId, client_secret: client.secret }
  const exchange = (code: string) =>
    askForTokens(parts.server, {
      ...credentials,
      grant_type: 'authorization_code',
      redirect_uri: client.redirectUri,
      code,
    })
  const refresh = (refreshToken: string) =>
    askForTokens(parts.server, {
      ...credentials,
      grant_type: 'refresh_token',
      refresh_token: refreshToken,
    })
  return { organisation, user, client, browser, authorize, exchange, refresh }
}

interface Tokens {
  readonly access_token: string
  readonly refresh_token: string
}

test('a user sees the clients they have consented to [A-105]', async () => {
  const { organisation, user, client, browser, authorize, exchange } = await setUp()
  expect((await browser.call('GET', '/v2/my/integrations')).json()).toEqual({ items: [] })
  const code = await authorize()
  const now = parts.clock.now().toISOString()
  const shown = {
    id: client.id,
    name: 'Ledger Link',
    contactEmail: 'it@integration.example',
    organisationName: organisation.name,
    consentGiven: now,
  }
  const list = async () => (await browser.call('GET', '/v2/my/integrations')).json()
  expect(await list()).toEqual({ items: [{ ...shown, lastUsed: null }] })
  await exchange(code)
  expect(await list()).toEqual({ items: [{ ...shown, lastUsed: now }] })
  const colleague = await createUser(parts.app, { organisationId: user.organisationId })
  const theirs = as(parts.server, await accessTokenFor(parts.app, colleague))
  expect((await theirs.get('/v2/my/integrations')).json()).toEqual({ items: [] })
})

test('withdrawing a consent ends tokens and codes, and consent has to be given again [A-4]', async () => {
  const { client, browser, authorize, exchange, refresh } = await setUp()
  const tokens = (await exchange(await authorize())).json<Tokens>()
  const pending = await authorize()
  const use = () => as(parts.server, tokens.access_token).get('/v2/my/integrations')
  expect((await use()).statusCode).toBe(200)
  const path = `/v2/my/integrations/${client.id}`
  expect(
    (await browser.call('DELETE', path, undefined, { headers: { 'x-csrf-token': 'x' } })).statusCode,
  ).toBe(403)
  expect((await use()).statusCode).toBe(200)
  expect((await browser.call('DELETE', path)).statusCode).toBe(204)
  expect((await use()).statusCode).toBe(401)
  expect((await refresh(tokens.refresh_token)).json()).toMatchObject({
    error_description: 'Refresh token is not valid',
  })
  expect((await exchange(pending)).json()).toMatchObject({ error: 'invalid_grant' })
  expect((await browser.call('DELETE', path)).statusCode).toBe(404)
  expect((await exchange(await authorize())).statusCode).toBe(200)
})
