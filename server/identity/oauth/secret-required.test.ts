// The choice at registration: a secret required with every call, or optional as in the specification.
import { expect, test } from 'vitest'
import { createOrganisation, createUser } from '../../../test/factories.ts'
import { as } from '../../../test/http.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { accessTokenFor, askForTokens, codeFor, grantTo } from '../../../test/tokens.ts'

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

interface Tokens {
  readonly access_token: string
  readonly refresh_token: string
}

const refused = {
  error: 'invalid_client',
  error_description: 'Supplied parameter is not correct: client_secret',
}

async function setUp(choice: object = {}) {
  const organisation = await createOrganisation(parts.app)
  const user = await createUser(parts.app, { organisationId: organisation.id, role: 'Administrator' })
  const caller = as(parts.server, await accessTokenFor(parts.app, user))
  const created = (await caller.post('/v2/integrationClients', { ...fields, ...choice })).json<Created>()
  const client = {
    ...created,
    secret: created.clientSecret,
    redirectUri: fields.redirectUris[0] ?? '',
    organisationId: organisation.id,
  }
  const exchange = async (more: Record<string, string | undefined> = {}, headers = {}) =>
    askForTokens(
      parts.server,
      {
        grant_type: 'authorization_code',
        client_id: client.clientId,
        redirect_uri: client.redirectUri,
        code: await codeFor(parts.app, user, client),
        ...more,
      },
      { headers },
    )
  const refresh = (token: string, more: Record<string, string | undefined> = {}) =>
    askForTokens(parts.server, {
      grant_type: 'refresh_token',
      client_id: client.clientId,
      refresh_token: token,
      ...more,
    })
  return { user, caller, client, exchange, refresh }
}

const form = (url: string, parameters: Record<string, string>) =>
  parts.server.inject({
    method: 'POST',
    url,
    payload: new URLSearchParams(parameters).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })

test('a new confidential client always needs its secret, unless the registration says otherwise [A-52, A-107]', async () => {
  const { caller, client, exchange } = await setUp()
  const basic = (text: string) => ({ authorization: `Basic ${Buffer.from(text).toString('base64')}` })
  for (const answer of [
    await exchange(),
    await exchange({ client_secret: '' }),
    await exchange({ client_id: undefined }, basic(`${client.clientId}:`)),
  ]) {
    expect(answer.statusCode).toBe(401)
    expect(answer.json()).toEqual(refused)
  }
  expect((await exchange({ client_secret: client.secret })).statusCode).toBe(200)
  const shown = await caller.get(`/v2/integrationClients/${client.id}`)
  expect(shown.json()).toMatchObject({ confidential: true, secretRequired: true })
})

test('the missing secret is rejected before the code is checked, and the code stays valid [A-52]', async () => {
  const { user, client, exchange } = await setUp()
  const code = await codeFor(parts.app, user, client)
  expect((await exchange({ code: 'no such code' })).json()).toEqual(refused)
  expect((await exchange({ code: undefined })).json()).toEqual(refused)
  expect((await exchange({ code })).json()).toEqual(refused)
  expect((await exchange({ code, client_secret: client.secret })).statusCode).toBe(200)
})

test('refreshing, revoking and introspecting require it as well [A-52]', async () => {
  const { user, client, refresh } = await setUp()
  const pair = await grantTo(parts.app, user, client)
  const who = { client_id: client.clientId, token: pair.refreshToken }
  for (const secret of [undefined, '']) {
    const more = secret === undefined ? {} : { client_secret: secret }
    for (const answer of [
      await refresh(pair.refreshToken, more),
      await form('/oauth/revoke', { ...who, ...more }),
      await form('/oauth/introspect', { ...who, ...more }),
      await form('/oauth/revoke', { ...who, ...more, token: 'unknown' }),
    ]) {
      expect(answer.statusCode).toBe(401)
      expect(answer.json()).toEqual(refused)
    }
  }
  const proved = { ...who, client_secret: client.secret }
  expect((await form('/oauth/introspect', proved)).json()).toMatchObject({ active: true })
  const next = await refresh(pair.refreshToken, { client_secret: client.secret })
  expect(next.statusCode).toBe(200)
  const token = next.json<Tokens>().refresh_token
  expect((await form('/oauth/revoke', { ...proved, token })).statusCode).toBe(200)
  expect((await form('/oauth/introspect', { ...proved, token })).json()).toEqual({ active: false })
})

test('an optional secret may be omitted, for a refresh token of one day [A-53]', async () => {
  const { client, exchange, refresh } = await setUp({ secretRequired: false })
  const without = (await exchange()).json<Tokens>()
  expect((await refresh(without.refresh_token)).statusCode).toBe(200)
  const withSecret = (await exchange({ client_secret: client.secret })).json<Tokens>()
  expect((await refresh(withSecret.refresh_token)).json()).toEqual(refused)
  parts.clock.advance({ hours: 25 })
  const late = await refresh(withSecret.refresh_token, { client_secret: client.secret })
  expect(late.statusCode).toBe(200)
})

test('the choice can be changed: a grant that began without the secret needs it from then on [A-107]', async () => {
  const { caller, client, exchange, refresh } = await setUp({ secretRequired: false })
  const { refresh_token } = (await exchange()).json<Tokens>()
  const path = `/v2/integrationClients/${client.id}`
  expect((await caller.patch(path, { secretRequired: true })).statusCode).toBe(204)
  expect((await refresh(refresh_token)).json()).toEqual(refused)
  const next = await refresh(refresh_token, { client_secret: client.secret })
  expect(next.statusCode).toBe(200)
  expect((await caller.patch(path, { secretRequired: false })).statusCode).toBe(204)
  expect((await refresh(next.json<Tokens>().refresh_token)).statusCode).toBe(200)
})

test('a client without a secret cannot require one [A-107]', async () => {
  const { caller, client, exchange } = await setUp({ confidential: false })
  expect((await exchange()).statusCode).toBe(200)
  const path = `/v2/integrationClients/${client.id}`
  expect((await caller.get(path)).json()).toMatchObject({ confidential: false, secretRequired: false })
  for (const answer of [
    await caller.patch(path, { secretRequired: true }),
    await caller.post('/v2/integrationClients', { ...fields, confidential: false, secretRequired: true }),
  ]) {
    expect(answer.statusCode).toBe(400)
    expect(answer.json<{ errors: object }>().errors).toHaveProperty('secretRequired')
  }
  expect((await caller.get(path)).json()).toMatchObject({ secretRequired: false })
})
