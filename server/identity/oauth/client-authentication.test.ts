// Client authentication at the token endpoint, and the required form of a request.
import { expect, test } from 'vitest'
import { createOrganisation, createUser } from '../../../test/factories.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { askForTokens, codeFor, createClient } from '../../../test/tokens.ts'
import { internalTransaction } from '../../platform/events/change.ts'
import { hashOfSecret } from '../../platform/secrets/crypto.ts'

const parts = useTestApp()
const url = '/account-apis/v1/auth/token'

async function setUp() {
  const organisation = await createOrganisation(parts.app)
  const user = await createUser(parts.app, { organisationId: organisation.id })
  const client = await createClient(parts.app, { organisationId: organisation.id })
  const code = await codeFor(parts.app, user, client)
  const parameters: Record<string, string | undefined> = {
    grant_type: 'authorization_code',
    client_id: client.clientId,
    client_secret: client.secret,
    redirect_uri: client.redirectUri,
    code,
  }
  return { user, client, code, parameters }
}

const basic = (clientId: string, secret: string) =>
  `Basic ${Buffer.from(`${clientId}:${secret}`).toString('base64')}`

const ask = askForTokens
const succeeds = async (parameters: Record<string, string | undefined>) =>
  expect((await ask(parts.server, parameters)).statusCode).toBe(200)

test('an unknown client is invalid [A-42]', async () => {
  const { parameters } = await setUp()
  const answer = await ask(parts.server, { ...parameters, client_id: 'nobody"<b>' })
  expect(answer.statusCode).toBe(401)
  expect(answer.json()).toEqual({
    error: 'invalid_client',
    error_description: 'Client is not valid: "nobody"<b>"',
  })
  await succeeds(parameters)
})

test('a disabled client is invalid, whatever its secret [A-43]', async () => {
  const { client, parameters } = await setUp()
  const set = (status: string) =>
    internalTransaction(parts.app, (tx) =>
      tx.updateTable('oauth_clients').set({ status }).where('id', '=', client.id).execute(),
    )
  await set('Disabled')
  for (const secret of [client.secret, 'wrong', undefined]) {
    const answer = await ask(parts.server, { ...parameters, client_secret: secret })
    expect(answer.statusCode).toBe(401)
    expect(answer.json()).toEqual({
      error: 'invalid_client',
      error_description: `Client is not valid: "${client.clientId}"`,
    })
  }
  await set('Active')
  await succeeds(parameters)
})

const wrongSecret = {
  error: 'invalid_client',
  error_description: 'Supplied parameter is not correct: client_secret',
}

test('a wrong secret is rejected with 401 [A-44]', async () => {
  const { parameters } = await setUp()
  const answer = await ask(parts.server, { ...parameters, client_secret: 'wrong' })
  expect(answer.statusCode).toBe(401)
  expect(answer.json()).toEqual(wrongSecret)
  expect(answer.headers['www-authenticate']).toBeUndefined()
  await succeeds(parameters)
})

test('a secret for a client that has none is rejected [A-45]', async () => {
  const { user } = await setUp()
  const client = await createClient(parts.app, { organisationId: user.organisationId, confidential: false })
  const parameters = {
    grant_type: 'authorization_code',
    client_id: client.clientId,
    redirect_uri: client.redirectUri,
    code: await codeFor(parts.app, user, client),
  }
  const answer = await ask(parts.server, { ...parameters, client_secret: 'anything' })
  expect(answer.json()).toEqual(wrongSecret)
  await succeeds(parameters)
})

test('Basic is accepted instead of the body [A-46]', async () => {
  const { client, parameters } = await setUp()
  const { client_id: _, client_secret: __, ...rest } = parameters
  const wrong = await ask(parts.server, rest, { headers: { authorization: basic(client.clientId, 'wrong') } })
  expect(wrong.statusCode).toBe(401)
  expect(wrong.headers['www-authenticate']).toMatch(/^Basic /)
  const right = await ask(parts.server, rest, {
    headers: { authorization: basic(client.clientId, client.secret) },
  })
  expect(right.statusCode).toBe(200)
})

test('Basic credentials are form-encoded before base64 [A-46]', async () => {
  const { user, client, parameters } = await setUp()
  const clientId = 'a:b+c d%é'
  const secret = 'p:q+r s%é&='
  await internalTransaction(parts.app, async (tx) => {
    await tx.updateTable('oauth_clients').set({ public_id: clientId }).where('id', '=', client.id).execute()
    await tx
      .updateTable('oauth_client_secrets')
      .set({ hash: hashOfSecret(secret) })
      .where('client_id', '=', client.id)
      .execute()
  })
  const encode = (text: string) => new URLSearchParams({ '': text }).toString().slice(1)
  const { client_id: _, client_secret: __, ...rest } = parameters
  const answer = await ask(parts.server, rest, {
    headers: { authorization: basic(encode(clientId), encode(secret)) },
  })
  expect(answer.statusCode, answer.body).toBe(200)
  expect(answer.json()).toMatchObject({ userId: user.id })
})

const malformed: Record<
  string,
  (setting: Awaited<ReturnType<typeof setUp>>) => Promise<{ statusCode: number; json: () => unknown }>
> = {
  'Basic and a secret in the body': ({ client, parameters }) =>
    ask(parts.server, parameters, { headers: { authorization: basic(client.clientId, client.secret) } }),
  'Basic and another client_id in the body': ({ client, parameters }) =>
    ask(
      parts.server,
      { ...parameters, client_id: 'other', client_secret: undefined },
      { headers: { authorization: basic(client.clientId, client.secret) } },
    ),
  'a JSON body': ({ parameters }) => parts.server.inject({ method: 'POST', url, payload: parameters }),
  'a body of no type': ({ parameters }) =>
    parts.server.inject({
      method: 'POST',
      url,
      headers: { 'content-type': '' },
      payload: new URLSearchParams(parameters as Record<string, string>).toString(),
    }),
  'the code twice': ({ parameters, code }) =>
    parts.server.inject({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: `${new URLSearchParams(parameters as Record<string, string>).toString()}&code=${code}`,
    }),
  'the secret in the address': ({ parameters, client }) =>
    ask(
      parts.server,
      { ...parameters, client_secret: undefined },
      { query: { client_secret: client.secret } },
    ),
  'the code in the address': ({ parameters, code }) =>
    ask(parts.server, { ...parameters, code: undefined }, { query: { code } }),
}
for (const [what, send] of Object.entries(malformed)) {
  test(`${what} is an invalid request [A-31]`, async () => {
    const setting = await setUp()
    const answer = await send(setting)
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({ error: 'invalid_request' })
    await succeeds(setting.parameters)
  })
}

test('GET at the token endpoint is rejected', async () => {
  const answer = await parts.server.inject({ url })
  expect(answer.statusCode).toBe(405)
  expect(answer.headers['allow']).toBe('POST')
  expect(answer.json()).toMatchObject({ error: 'invalid_request' })
})

test('unknown parameters, scope and subscription keys are ignored [G-5, A-48]', async () => {
  const { parameters } = await setUp()
  const answer = await ask(
    parts.server,
    { ...parameters, scope: 'everything', resource: 'x' },
    { headers: { 'ocp-apim-subscription-key': 'abc' } },
  )
  expect(answer.statusCode).toBe(200)
})

test('after 30 wrong secrets the address has to wait for this client, while the right secret works from elsewhere [A-49]', async () => {
  const { user, client, parameters } = await setUp()
  const from = (remoteAddress: string, secret: string) =>
    ask(parts.server, { ...parameters, client_secret: secret }, { remoteAddress })
  for (let tried = 0; tried < 30; tried++) {
    expect((await from('192.0.2.1', `wrong ${tried}`)).statusCode).toBe(401)
  }
  const refused = await from('192.0.2.1', client.secret)
  expect(refused.statusCode).toBe(429)
  expect(refused.headers['retry-after']).toBe('300')
  expect(refused.json()).toMatchObject({ error: 'temporarily_unavailable' })
  const other = await createClient(parts.app, { organisationId: user.organisationId })
  const otherCode = await codeFor(parts.app, user, other)
  const sameAddress = {
    ...parameters,
    client_id: other.clientId,
    client_secret: other.secret,
    code: otherCode,
  }
  expect((await ask(parts.server, sameAddress, { remoteAddress: '192.0.2.1' })).statusCode).toBe(200)
  expect((await from('192.0.2.2', client.secret)).statusCode).toBe(200)
  parts.clock.advance({ minutes: 5 })
  expect((await from('192.0.2.1', client.secret)).json()).toMatchObject({ error: 'invalid_grant' })
})

test('two secrets are valid during the overlap, and the old one expires to the second [A-103]', async () => {
  const { user, client, parameters } = await setUp()
  const newer = 'newer secret'
  await internalTransaction(parts.app, async (tx, now) => {
    await tx
      .updateTable('oauth_client_secrets')
      .set({ expires_at: new Date(now.getTime() + 60_000) })
      .where('client_id', '=', client.id)
      .execute()
    await tx
      .insertInto('oauth_client_secrets')
      .values({ client_id: client.id, hash: hashOfSecret(newer), last_four: 'cret', created_at: now })
      .execute()
  })
  const withSecret = async (secret: string) =>
    (
      await ask(parts.server, {
        ...parameters,
        client_secret: secret,
        code: await codeFor(parts.app, user, client),
      })
    ).statusCode
  expect([await withSecret(client.secret), await withSecret(newer)]).toEqual([200, 200])
  parts.clock.advance({ seconds: 60 })
  expect([await withSecret(client.secret), await withSecret(newer)]).toEqual([401, 200])
})
