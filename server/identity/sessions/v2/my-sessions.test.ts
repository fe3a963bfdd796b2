// A user's own sessions and password through v2: listing sessions, and ending them.
import { beforeEach, describe, expect, test } from 'vitest'
import { type Browser, openBrowser, password, passwordHash } from '../../../../test/peers/browser.ts'
import { createOrganisation, createUser, type TestUser } from '../../../../test/factories.ts'
import { as } from '../../../../test/http.ts'
import { useTestApp } from '../../../../test/test-app.ts'
import { askForTokens, codeFor, createClient, grantTo } from '../../../../test/tokens.ts'
import { createSessionAuthenticator } from '../endpoints/session-authenticator.ts'

const parts = useTestApp()
const better = 'lantern orbit marmalade'

const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:133.0) Gecko/20100101 Firefox/133.0'
const iPhone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1'

interface Shown {
  readonly id: string
  readonly current: boolean
  readonly address: string
  readonly browser: string | null
}

let user: TestUser
beforeEach(async () => {
  const { id: organisationId } = await createOrganisation(parts.app, { name: 'Harbour' })
  user = await createUser(parts.app, { organisationId, passwordHash: await passwordHash() })
})

async function signedIn(userAgent: string, remoteAddress: string): Promise<Browser> {
  const browser = openBrowser(parts.server)
  await browser.session()
  const headers = { 'user-agent': userAgent }
  const answer = await browser.call(
    'POST',
    '/session',
    { email: user.email, password },
    { headers, remoteAddress },
  )
  expect(answer.statusCode).toBe(200)
  await browser.session()
  return browser
}

const shownTo = async (browser: Browser) =>
  (await browser.call('GET', '/v2/my/sessions')).json<{ items: Shown[] }>().items

const isSignedIn = async (browser: Browser) => (await browser.session()).user !== null

async function integration() {
  const client = await createClient(parts.app, { organisationId: user.organisationId })
  const browser = openBrowser(parts.server)
  await browser.signIn(user.email)
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: client.clientId,
    redirect_uri: client.redirectUri,
  })
  await browser.authorize(query.toString())
  const pair = await grantTo(parts.app, user, client)
  const unusedCode = await codeFor(parts.app, user, client)
  const works = async () => {
    const call = await as(parts.server, pair.accessToken).get('/account-apis/v1/organisations')
    return call.statusCode === 200
  }
  const asked = { client_id: client.clientId, client_secret: client.secret }
  const exchange = async () =>
    askForTokens(parts.server, {
      ...asked,
      grant_type: 'authorization_code',
      code: unusedCode,
      redirect_uri: client.redirectUri,
    })
  const refresh = async () =>
    askForTokens(parts.server, { ...asked, grant_type: 'refresh_token', refresh_token: pair.refreshToken })
  const consents = async () =>
    parts.app.db.selectFrom('oauth_consents').where('user_id', '=', user.id).select('client_id').execute()
  return { pair, works, exchange, refresh, consents }
}

describe('the list of sessions', () => {
  test('shows where the user is signed in, in plain words, and which session is calling [A-131]', async () => {
    const phone = await signedIn(iPhone, '203.0.113.7')
    parts.clock.advance({ minutes: 10 })
    const computer = await signedIn(firefox, '198.51.100.4')
    const now = parts.clock.now()
    const earlier = new Date(now.getTime() - 600_000).toISOString()
    const answer = await computer.call('GET', '/v2/my/sessions')
    expect(answer.json()).toEqual({
      items: [
        {
          id: expect.any(String),
          current: true,
          method: 'password',
          browser: 'Firefox 133',
          system: 'Windows 10',
          device: 'computer',
          address: '198.51.100.4',
          signedIn: now.toISOString(),
          lastUsed: now.toISOString(),
        },
        {
          id: expect.any(String),
          current: false,
          method: 'password',
          browser: 'Safari 17',
          system: 'iOS 17',
          device: 'phone',
          address: '203.0.113.7',
          signedIn: earlier,
          lastUsed: earlier,
        },
      ],
    })
    expect(answer.body).not.toContain(phone.cookies.get('chancery_session'))
  })

  test('follows the address from which a session is used, and omits sessions that have ended [A-131]', async () => {
    const browser = await signedIn(firefox, '198.51.100.4')
    const other = await signedIn('something else', '203.0.113.7')
    parts.clock.advance({ minutes: 6 })
    await browser.call('GET', '/v2/my/sessions', undefined, { remoteAddress: '192.0.2.8' })
    expect((await shownTo(browser)).map(({ address, browser: name }) => [address, name])).toEqual([
      ['192.0.2.8', null],
      ['203.0.113.7', null],
    ])
    parts.clock.advance({ hours: 7 })
    await browser.session()
    parts.clock.advance({ hours: 6 })
    expect(await shownTo(browser)).toHaveLength(1)
    expect(await isSignedIn(other)).toBe(false)
  })

  test('shows nobody else’s [A-131]', async () => {
    await signedIn(firefox, '198.51.100.4')
    const colleague = await createUser(parts.app, {
      organisationId: user.organisationId,
      role: 'Administrator',
      passwordHash: await passwordHash(),
    })
    const theirs = openBrowser(parts.server)
    await theirs.signIn(colleague.email)
    expect(await shownTo(theirs)).toHaveLength(1)
  })
})

describe('signing out', () => {
  test('of one browser ends that one, and no one else’s [A-132]', async () => {
    const [here, there] = [await signedIn(firefox, '198.51.100.4'), await signedIn(iPhone, '203.0.113.7')]
    const other = (await shownTo(here)).find(({ current }) => !current)
    const url = `/v2/my/sessions/${other?.id}`
    expect((await here.call('DELETE', url)).statusCode).toBe(204)
    expect((await here.call('DELETE', url)).statusCode).toBe(404)
    expect((await here.call('DELETE', '/v2/my/sessions/nothing')).statusCode).toBe(404)
    expect([await isSignedIn(here), await isSignedIn(there)]).toEqual([true, false])
  })

  test('everywhere else keeps the calling browser, and integrations [A-132]', async () => {
    const { works } = await integration()
    const [here, there] = [await signedIn(firefox, '198.51.100.4'), await signedIn(iPhone, '203.0.113.7')]
    expect((await here.call('POST', '/v2/my/sessions/end', {})).statusCode).toBe(204)
    expect([await isSignedIn(here), await isSignedIn(there), await works()]).toEqual([true, false, true])
    expect(await shownTo(here)).toHaveLength(1)
  })

  test('everywhere, integrations included, ends sessions, consents, codes and tokens [A-132]', async () => {
    const { works, exchange, refresh, consents } = await integration()
    const [here, there] = [await signedIn(firefox, '198.51.100.4'), await signedIn(iPhone, '203.0.113.7')]
    expect([await works(), (await consents()).length]).toEqual([true, 1])
    const all = { keepCurrent: false, integrations: true }
    const answer = await here.call('POST', '/v2/my/sessions/end', all)
    expect(answer.statusCode).toBe(204)
    expect(answer.cookies).toMatchObject([{ name: 'chancery_session', value: '' }])
    expect([await isSignedIn(here), await isSignedIn(there), await works()]).toEqual([false, false, false])
    expect((await refresh()).json()).toMatchObject({ error: 'invalid_grant' })
    expect((await exchange()).json()).toMatchObject({ error: 'invalid_grant' })
    expect(await consents()).toEqual([])
    const events = await parts.app.db
      .selectFrom('events')
      .where('organisation_id', '=', user.organisationId)
      .where('name', 'in', ['user.signed-out', 'grant.ended', 'consent.ended'])
      .select('name')
      .orderBy('id')
      .execute()
    expect(events.map(({ name }) => name)).toEqual(['user.signed-out', 'consent.ended', 'grant.ended'])
  })

  test('takes effect in another process at its next check [A-132]', async () => {
    const here = await signedIn(firefox, '198.51.100.4')
    const elsewhere = createSessionAuthenticator(parts.app, { milliseconds: 0 })
    const request = {
      server: parts.server,
      routeOptions: { url: '/v2/my/sessions' },
      method: 'GET',
      headers: { cookie: [...here.cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ip: '198.51.100.4',
    } as unknown as Parameters<typeof elsewhere>[0]
    expect((await elsewhere(request))?.userId).toBe(user.id)
    await here.call('POST', '/v2/my/sessions/end', { keepCurrent: false })
    expect(await elsewhere(request)).toBeUndefined()
  })
})

describe('a new password', () => {
  const change = (browser: Browser, more: object = {}) =>
    browser.call('PUT', '/v2/my/password', { currentPassword: password, newPassword: better, ...more })
  const canSignIn = async (with_: string) => {
    const browser = openBrowser(parts.server)
    await browser.session()
    const answer = await browser.call('POST', '/session', { email: user.email, password: with_ })
    return answer.statusCode === 200
  }

  test('ends every session, keeps integrations, and is notified by mail [A-133]', async () => {
    const { works } = await integration()
    const [here, there] = [await signedIn(firefox, '198.51.100.4'), await signedIn(iPhone, '203.0.113.7')]
    expect((await change(here)).statusCode).toBe(204)
    expect([await isSignedIn(here), await isSignedIn(there), await works()]).toEqual([false, false, true])
    expect([await canSignIn(password), await canSignIn(better)]).toEqual([false, true])
    const mails = await parts.app.db
      .selectFrom('outbox_mails')
      .where('recipient', '=', user.email)
      .where('organisation_id', '=', user.organisationId)
      // each sign-in of this test is with another browser, which is announced as well
      .where('subject', '<>', 'New sign-in to Chancery')
      .select('subject')
      .execute()
    expect(mails).toEqual([{ subject: 'Your password was changed' }])
  })

  test('ends integrations too if requested [A-133]', async () => {
    const { works, refresh, consents } = await integration()
    const here = await signedIn(firefox, '198.51.100.4')
    expect((await change(here, { endIntegrations: true })).statusCode).toBe(204)
    expect(await works()).toBe(false)
    expect((await refresh()).json()).toMatchObject({ error: 'invalid_grant' })
    expect(await consents()).toEqual([])
  })

  test('requires the current one, and ten wrong ones enforce a wait [A-133]', async () => {
    const here = await signedIn(firefox, '198.51.100.4')
    for (let tries = 0; tries < 10; tries++) {
      const wrong = await change(here, { currentPassword: 'not this one, surely' })
      expect(wrong.json()).toMatchObject({ status: 400, errors: { currentPassword: [expect.any(String)] } })
    }
    expect((await change(here)).statusCode).toBe(429)
    parts.clock.advance({ minutes: 15 })
    expect((await change(here)).statusCode).toBe(204)
  })

  test('that is easy to guess, or the same, is rejected, and nothing ends [A-134]', async () => {
    const here = await signedIn(firefox, '198.51.100.4')
    for (const newPassword of ['password1234', 'short', 'Harbour-Robin-2026', password]) {
      const answer = await change(here, { newPassword })
      expect(answer.json(), newPassword).toMatchObject({
        status: 400,
        errors: { newPassword: [expect.any(String)] },
      })
    }
    expect([await isSignedIn(here), await canSignIn(password)]).toEqual([true, true])
  })

  test('is not possible for a user of an identity provider', async () => {
    const token = await integration()
    await parts.app.database.pool.query('update users set password_hash = null where id = $1', [user.id])
    const answer = await as(parts.server, token.pair.accessToken).put('/v2/my/password', {
      currentPassword: password,
      newPassword: better,
    })
    expect(answer.statusCode).toBe(409)
  })
})
