// Common OAuth clients run the whole flow against a listening server: authorize, exchange, first call, refresh,
// rejections.
import * as oauth from 'oauth4webapi'
import * as openid from 'openid-client'
import PassportStrategy from 'passport-oauth2'
import { AuthorizationCode } from 'simple-oauth2'
import { beforeAll, expect, test } from 'vitest'
import { openBrowser, passwordHash } from '../../../test/peers/browser.ts'
import { createOrganisation, createUser } from '../../../test/factories.ts'
import { freePort } from '../../../test/peers/free-port.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { createClient } from '../../../test/tokens.ts'

const port = await freePort()
const issuer = `http://localhost:${port}`
const parts = useTestApp({ PORT: `${port}` })
beforeAll(async () => {
  await parts.server.listen({ port, host: 'localhost' })
})

async function setUp({ confidential = true, query = '?from=chancery' } = {}) {
  const { id: organisationId } = await createOrganisation(parts.app)
  const user = await createUser(parts.app, { organisationId, passwordHash: await passwordHash() })
  const redirectUris = [`https://integration.example/callback${query}`]
  const client = await createClient(parts.app, { organisationId, redirectUris, confidential })
  const browser = openBrowser(parts.server)
  await browser.signIn(user.email)
  return { user, client, browser }
}

/** Follows the address to the web app, which sends the raw query; returns where the browser ends up. */
async function consent({ browser }: Awaited<ReturnType<typeof setUp>>, address: string): Promise<URL> {
  const led = await fetch(address, { redirect: 'manual' })
  expect(led.status).toBe(302)
  const target = led.headers.get('location') ?? ''
  expect(target.startsWith(`${issuer}/#/authorize?`)).toBe(true)
  return new URL(await browser.authorize(target.slice(target.indexOf('?') + 1)))
}

const firstCall = (accessToken: string) =>
  fetch(`${issuer}/contract-apis/v1/contracts`, { headers: { authorization: `Bearer ${accessToken}` } })

// it uses its own address without the query as the redirect address
test('openid-client, with discovery, PKCE, introspection and revocation [A-2]', async () => {
  const setting = await setUp({ query: '' })
  const { client } = setting
  const server = await openid.discovery(new URL(issuer), client.clientId, client.secret, undefined, {
    algorithm: 'oauth2',
    execute: [openid.allowInsecureRequests],
  })
  const codeVerifier = openid.randomPKCECodeVerifier()
  const state = openid.randomState()
  const address = openid.buildAuthorizationUrl(server, {
    redirect_uri: client.redirectUri,
    state,
    code_challenge: await openid.calculatePKCECodeChallenge(codeVerifier),
    code_challenge_method: 'S256',
  })
  const callback = await consent(setting, address.href)
  const tokens = await openid.authorizationCodeGrant(server, callback, {
    pkceCodeVerifier: codeVerifier,
    expectedState: state,
  })
  expect((await firstCall(tokens.access_token)).status).toBe(200)
  const next = await openid.refreshTokenGrant(server, tokens.refresh_token ?? '')
  expect((await firstCall(next.access_token)).status).toBe(200)
  expect(await openid.tokenIntrospection(server, next.access_token)).toMatchObject({ active: true })
  await openid.tokenRevocation(server, next.refresh_token ?? '')
  expect((await firstCall(next.access_token)).status).toBe(401)
  await expect(openid.refreshTokenGrant(server, next.refresh_token ?? '')).rejects.toMatchObject({
    error: 'invalid_grant',
    error_description: 'Refresh token is not valid',
  })
})

test('openid-client without a secret, as an app in a browser [A-45]', async () => {
  const setting = await setUp({ confidential: false, query: '' })
  const { client } = setting
  const server = await openid.discovery(new URL(issuer), client.clientId, undefined, openid.None(), {
    algorithm: 'oauth2',
    execute: [openid.allowInsecureRequests],
  })
  const codeVerifier = openid.randomPKCECodeVerifier()
  const address = openid.buildAuthorizationUrl(server, {
    redirect_uri: client.redirectUri,
    code_challenge: await openid.calculatePKCECodeChallenge(codeVerifier),
    code_challenge_method: 'S256',
  })
  const callback = await consent(setting, address.href)
  const tokens = await openid.authorizationCodeGrant(server, callback, { pkceCodeVerifier: codeVerifier })
  const next = await openid.refreshTokenGrant(server, tokens.refresh_token ?? '')
  expect((await firstCall(next.access_token)).status).toBe(200)
})

test('oauth4webapi, with Basic and the check of iss [A-2]', async () => {
  const setting = await setUp()
  const insecure = { [oauth.allowInsecureRequests]: true }
  const found = await oauth.discoveryRequest(new URL(issuer), { algorithm: 'oauth2', ...insecure })
  const server = await oauth.processDiscoveryResponse(new URL(issuer), found)
  const client = { client_id: setting.client.clientId }
  const basic = oauth.ClientSecretBasic(setting.client.secret)
  const codeVerifier = oauth.generateRandomCodeVerifier()
  const address = new URL(server.authorization_endpoint ?? '')
  address.search = new URLSearchParams({
    client_id: client.client_id,
    redirect_uri: setting.client.redirectUri,
    response_type: 'code',
    code_challenge: await oauth.calculatePKCECodeChallenge(codeVerifier),
    code_challenge_method: 'S256',
    state: 'a b+c',
  }).toString()
  const callback = await consent(setting, address.href)
  const parameters = oauth.validateAuthResponse(server, client, callback, 'a b+c')
  const { redirectUri } = setting.client
  const exchanged = await oauth.authorizationCodeGrantRequest(
    server,
    client,
    basic,
    parameters,
    redirectUri,
    codeVerifier,
    insecure,
  )
  const tokens = await oauth.processAuthorizationCodeResponse(server, client, exchanged)
  expect((await firstCall(tokens.access_token)).status).toBe(200)
  const refresh = async (token = '') =>
    oauth.processRefreshTokenResponse(
      server,
      client,
      await oauth.refreshTokenGrantRequest(server, client, basic, token, insecure),
    )
  const next = await refresh(tokens.refresh_token)
  expect((await firstCall(next.access_token)).status).toBe(200)
  await expect(refresh(tokens.refresh_token)).rejects.toMatchObject({ error: 'invalid_grant' })
  const wrong = oauth.ClientSecretBasic('wrong')
  const refused = await oauth.refreshTokenGrantRequest(
    server,
    client,
    wrong,
    next.refresh_token ?? '',
    insecure,
  )
  await expect(oauth.processRefreshTokenResponse(server, client, refused)).rejects.toMatchObject({
    cause: [{ scheme: 'basic' }],
  })
})

for (const authorizationMethod of ['header', 'body'] as const) {
  test(`simple-oauth2, with credentials in the ${authorizationMethod} [A-2]`, async () => {
    const setting = await setUp()
    const { client } = setting
    const flow = new AuthorizationCode({
      client: { id: client.clientId, secret: client.secret },
      auth: {
        tokenHost: issuer,
        tokenPath: '/account-apis/v1/auth/token',
        authorizePath: '/authorize',
        revokePath: '/oauth/revoke',
      },
      options: { authorizationMethod },
    })
    const callback = await consent(
      setting,
      flow.authorizeURL({ redirect_uri: client.redirectUri, state: 's' }),
    )
    expect(callback.searchParams.get('state')).toBe('s')
    const code = callback.searchParams.get('code') ?? ''
    const pair = await flow.getToken({ code, redirect_uri: client.redirectUri })
    expect((await firstCall(String(pair.token['access_token']))).status).toBe(200)
    const next = await pair.refresh()
    expect((await firstCall(String(next.token['access_token']))).status).toBe(200)
    await expect(pair.refresh()).rejects.toThrow('400')
    await next.revoke('refresh_token')
    expect((await firstCall(String(next.token['access_token']))).status).toBe(401)
  })
}

test('passport-oauth2, with state and PKCE [A-2]', async () => {
  const setting = await setUp()
  const { client } = setting
  const settings = {
    authorizationURL: `${issuer}/authorize`,
    tokenURL: `${issuer}/account-apis/v1/auth/token`,
    clientID: client.clientId,
    clientSecret: client.secret,
    callbackURL: client.redirectUri,
    state: true,
    pkce: true,
  }
  interface Found {
    accessToken: string
    refreshToken: string
    userId: unknown
  }
  // the library calls it with these five
  // oxlint-disable-next-line max-params
  const strategy = new PassportStrategy(settings, (accessToken, refreshToken, answer, _profile, done) =>
    done(null, { accessToken, refreshToken, userId: answer['userId'] }),
  )
  const session = {}
  const step = (query: object) =>
    new Promise<string | Found>((resolve, reject) => {
      strategy.redirect = resolve
      strategy.success = (user) => resolve(user as Found)
      strategy.fail = (why) => reject(new Error(String(why)))
      strategy.error = reject
      strategy.authenticate({ query, session, headers: {}, connection: {} })
    })
  const callback = await consent(setting, (await step({})) as string)
  const found = (await step(Object.fromEntries(callback.searchParams))) as Found
  expect(found.userId).toBe(setting.user.id)
  expect((await firstCall(found.accessToken)).status).toBe(200)
  const refresh = (token: string) =>
    new Promise<string>((resolve, reject) => {
      // the library's documented way to refresh
      // oxlint-disable-next-line no-underscore-dangle
      strategy._oauth2.getOAuthAccessToken(token, { grant_type: 'refresh_token' }, (error, accessToken) =>
        error ? reject(new Error(error.data)) : resolve(accessToken),
      )
    })
  expect((await firstCall(await refresh(found.refreshToken))).status).toBe(200)
  await expect(refresh(found.refreshToken)).rejects.toThrow('Refresh token is not valid')
})
