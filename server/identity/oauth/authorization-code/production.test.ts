// Additional requirements of production: registered redirect addresses, a secure cookie.
import { expect, test } from 'vitest'
import { openBrowser } from '../../../../test/peers/browser.ts'
import { createOrganisation } from '../../../../test/factories.ts'
import { useTestApp } from '../../../../test/test-app.ts'
import { createClient } from '../../../../test/tokens.ts'

const parts = useTestApp({
  CHANCERY_ENVIRONMENT: 'production',
  CHANCERY_PUBLIC_URL: 'https://api.legal.example',
  CHANCERY_WEB_URL: 'https://legal.example',
})

const unlisted = 'Supplied parameter does not match a whitelisted value: redirect_uri'

test('only registered addresses are redirected to, byte for byte [A-15]', async () => {
  const { id } = await createOrganisation(parts.app)
  const client = await createClient(parts.app, { organisationId: id })
  const ask = (redirectUri: string) => {
    const query = `response_type=code&client_id=${client.clientId}&redirect_uri=${encodeURIComponent(redirectUri)}`
    return Promise.all([
      parts.server.inject({ method: 'POST', url: '/oauth/authorization-requests', payload: { query } }),
      parts.server.inject(`/authorize?${query}`),
    ])
  }
  for (const uri of [
    `${client.redirectUri}/`,
    `${client.redirectUri}?a`,
    'https://INTEGRATION.example/callback',
  ]) {
    const [started, direct] = await ask(uri)
    expect(started.statusCode).toBe(400)
    expect(started.json()).toMatchObject({ detail: unlisted })
    expect(direct.statusCode).toBe(400)
    expect(direct.json()).toMatchObject({ detail: unlisted })
    expect(direct.headers['location']).toBeUndefined()
  }
  const [started, direct] = await ask(client.redirectUri)
  expect(started.statusCode).toBe(201)
  expect(direct.headers['location']).toMatch(/^https:\/\/legal\.example\/#\/authorize\?/)
})

test('the cookie is secure and bound to the host', async () => {
  const [cookie] = (await openBrowser(parts.server).call('GET', '/session')).cookies
  expect(cookie).toMatchObject({ name: '__Host-chancery_session', secure: true, httpOnly: true, path: '/' })
  expect(cookie?.domain).toBeUndefined()
})

test('browsers may call the token endpoint from pages of registered addresses only, and never the authorize address [A-106]', async () => {
  const { id } = await createOrganisation(parts.app)
  await createClient(parts.app, { organisationId: id, redirectUris: ['https://spa.example:8443/callback'] })
  const allowed = async (url: string, origin: string) => {
    const headers = { origin, 'access-control-request-method': 'POST' }
    const answer = await parts.server.inject({ method: 'OPTIONS', url, headers })
    expect(answer.headers['access-control-allow-credentials']).toBeUndefined()
    return answer.headers['access-control-allow-origin']
  }
  const token = '/account-apis/v1/auth/token'
  expect(await allowed(token, 'https://spa.example:8443')).toBe('https://spa.example:8443')
  expect(await allowed(token, 'https://spa.example')).toBeUndefined()
  expect(await allowed(token, 'https://evil.example')).toBeUndefined()
  for (const url of ['/authorize', '/session', '/oauth/authorization-requests']) {
    expect(await allowed(url, 'https://spa.example:8443')).toBeUndefined()
  }
})
