// From where administrators may act, and the break-glass account for when nobody can get in otherwise.
import type { LightMyRequestResponse } from 'fastify'
import { describe, expect, test } from 'vitest'
import { createOrganisation, createUser, type TestUser } from '../../../../test/factories.ts'
import { runJobs } from '../../../../test/fixtures/jobs.ts'
import { notificationsOf } from '../../../../test/fixtures/notifications.ts'
import {
  finish,
  mailsTo,
  pendingBrowser,
  personIn,
  personWithApp,
  whoIs,
} from '../../../../test/fixtures/second-factors.ts'
import { type Browser, openBrowser, passwordHash } from '../../../../test/peers/browser.ts'
import { useTestApp } from '../../../../test/test-app.ts'
import { accessTokenFor, callerFor } from '../../../../test/tokens.ts'
import { internalTransaction, systemActor } from '../../../platform/events/change.ts'
import { clearAdministratorNetworks } from '../second-factor/sign-in-policy.ts'

// as behind a proxy that names the client
const parts = useTestApp({ CHANCERY_TRUSTED_PROXIES: '127.0.0.1' })
const at = (address: string) => ({ 'x-forwarded-for': address })
const office = at('203.0.113.9')
const elsewhere = at('198.51.100.7')

const set = (browser: Browser, body: object, headers: Record<string, string> = office) =>
  browser.call('PATCH', '/v2/signInPolicy', body, { headers })
const policy = (browser: Browser, headers: Record<string, string>) =>
  browser.call('GET', '/v2/signInPolicy', undefined, { headers })

/** An administrator who is signed in. */
async function administrator() {
  const made = await personIn(parts, 'Administrator')
  await made.browser.signIn(made.user.email)
  return made
}

/** A provider counts, so that passwords can be refused. */
const withProvider = (organisationId: number) =>
  internalTransaction(parts.app, (tx, now) =>
    tx
      .insertInto('identity_providers')
      .values({
        organisation_id: organisationId,
        name: 'Login',
        issuer: 'https://login.example',
        client_id: 'chancery',
        created_at: now,
        updated_at: now,
      })
      .execute(),
  )

describe('networks', () => {
  test('administrators act from them only, with a session and with a token [A-177]', async () => {
    const { browser, user, organisation } = await administrator()
    const networks = ['203.0.113.0/24', '2001:db8:1::/48', '192.0.2.7']
    expect((await set(browser, { administratorNetworks: networks })).statusCode).toBe(204)
    for (const [from, status] of [
      [office, 200],
      [at('2001:db8:1::5'), 200],
      [at('::ffff:203.0.113.77'), 200],
      [at('192.0.2.7'), 200],
      [elsewhere, 403],
      [at('192.0.2.8'), 403],
      [at('2001:db8:2::5'), 403],
      // what the client claims itself counts for nothing: the proxy adds what it sees
      [at('203.0.113.9, 198.51.100.7'), 403],
    ] as const) {
      expect((await policy(browser, from)).statusCode, JSON.stringify(from)).toBe(status)
    }
    expect((await policy(browser, elsewhere)).json()).toMatchObject({
      detail: expect.stringContaining('198.51.100.7'),
    })
    const authorization = `Bearer ${await accessTokenFor(parts.app, user)}`
    const byToken = (headers: object) =>
      parts.server.inject({ url: '/v2/signInPolicy', headers: { authorization, ...headers } })
    expect((await byToken(office)).statusCode).toBe(200)
    expect((await byToken(elsewhere)).statusCode).toBe(403)
    // their other work goes on, and so does that of others
    expect((await browser.call('GET', '/v2/me', undefined, { headers: elsewhere })).statusCode).toBe(200)
    const other = await createUser(parts.app, { organisationId: organisation.id })
    const theirs = { authorization: `Bearer ${await accessTokenFor(parts.app, other)}` }
    expect(
      (await parts.server.inject({ url: '/v2/me', headers: { ...theirs, ...elsewhere } })).statusCode,
    ).toBe(200)
  })

  test('what others may do for themselves, administrators do for colleagues from them only [A-194]', async () => {
    const { browser, user, organisation } = await administrator()
    const colleague = await createUser(parts.app, { organisationId: organisation.id })
    const address = `/v2/users/${colleague.id}`
    const calls = [
      ['PATCH', `${address}/profile`, { hourlyRate: 300 }],
      ['PATCH', `${address}/profile`, { firstName: 'Jo' }],
      ['DELETE', `${address}/picture`, undefined],
      ['GET', `${address}/rights`, undefined],
      ['GET', `${address}/abilities`, undefined],
      ['GET', '/matter-apis/v1/matters?context=Restricted', undefined],
      ['GET', '/contract-apis/v1/contracts?context=Restricted', undefined],
    ] as const
    expect((await set(browser, { administratorNetworks: ['203.0.113.0/24'] })).statusCode).toBe(204)
    const authorization = `Bearer ${await accessTokenFor(parts.app, user)}`
    for (const [method, url, body] of calls) {
      const call = (from: Readonly<Record<string, string>>): Promise<LightMyRequestResponse> =>
        parts.server.inject({
          method,
          url,
          headers: { authorization, ...from, 'content-type': 'application/merge-patch+json' },
          payload: JSON.stringify(body ?? {}),
        })
      const away = await call(elsewhere)
      expect(away.statusCode, `${method} ${url}: ${away.body}`).toBe(403)
      expect(away.body, url).toContain('198.51.100.7')
      const here = await call(office)
      expect(here.statusCode, `${method} ${url}: ${here.body}`).toBeLessThan(300)
    }
    const own = { authorization, ...elsewhere }
    for (const url of [`/v2/users/${user.id}/rights`, `/v2/users/${user.id}/abilities`])
      expect((await parts.server.inject({ url, headers: own })).statusCode, url).toBe(200)
  })

  test('nobody locks themselves out, and what is no network is refused [A-177]', async () => {
    const { browser } = await administrator()
    expect((await set(browser, { administratorNetworks: ['10.0.0.0/8'] })).statusCode).toBe(409)
    for (const wrong of ['everywhere', '203.0.113.0/33', 'loopback', '203.0.113', '', '203.0.113.9/24/1']) {
      const answer = await set(browser, { administratorNetworks: ['203.0.113.9', wrong] })
      expect(answer.statusCode, wrong).toBe(400)
    }
    expect((await set(browser, { administratorNetworks: Array(51).fill('203.0.113.9') })).statusCode).toBe(
      400,
    )
    expect((await policy(browser, elsewhere)).json()).toMatchObject({ administratorNetworks: [] })
    expect((await set(browser, { administratorNetworks: ['203.0.113.9', '203.0.113.9'] })).statusCode).toBe(
      204,
    )
    expect((await policy(browser, office)).json()).toMatchObject({ administratorNetworks: ['203.0.113.9'] })
    expect((await set(browser, { administratorNetworks: [] })).statusCode).toBe(204)
    expect((await policy(browser, elsewhere)).statusCode).toBe(200)
  })

  test('the operator lets administrators act from everywhere again [A-177]', async () => {
    const { browser, organisation } = await administrator()
    await set(browser, { administratorNetworks: ['203.0.113.9'] })
    const clear = () => clearAdministratorNetworks(parts.app, systemActor('operator'), organisation.id)
    expect(await clear()).toBe(true)
    expect((await policy(browser, elsewhere)).statusCode).toBe(200)
    expect(await clear()).toBe(false)
  })
})

describe('passwords', () => {
  test('are refused only where there is an identity provider [A-178]', async () => {
    const { browser, organisation, user } = await administrator()
    expect((await set(browser, { passwords: false })).statusCode).toBe(409)
    await withProvider(organisation.id)
    expect((await set(browser, { passwords: false })).statusCode).toBe(204)
    expect((await openBrowser(parts.server).signIn(user.email)).statusCode).toBe(401)
    expect((await set(browser, { passwords: true })).statusCode).toBe(204)
    expect((await openBrowser(parts.server).signIn(user.email)).statusCode).toBe(200)
  })
})

describe('the break-glass account', () => {
  /** Of the organisation with this administrator, who has an app. */
  async function prepare() {
    const made = await personWithApp(parts, 'Administrator')
    const organisationId = made.organisation.id
    const hash = await passwordHash()
    const admin = await createUser(parts.app, { organisationId, role: 'Administrator', passwordHash: hash })
    const colleague = await createUser(parts.app, { organisationId, passwordHash: hash })
    await withProvider(organisationId)
    const answer = await set(made.browser, { breakGlassAccount: { id: made.user.id } })
    expect(answer.statusCode, answer.body).toBe(204)
    return { ...made, organisationId, admin, colleague }
  }

  test('gets in with a password and from everywhere when others do not, and with a second factor [A-179]', async () => {
    const { browser, user, admin, code, recoveryCodes } = await prepare()
    await set(browser, { passwords: false, administratorNetworks: ['203.0.113.9'] })
    expect((await openBrowser(parts.server).signIn(admin.email)).statusCode).toBe(401)
    const theirs = await pendingBrowser(parts, user)
    expect((await policy(theirs, elsewhere)).statusCode).toBe(401)
    expect((await finish(theirs, { code: code(0), remember: true })).statusCode).toBe(200)
    expect((await policy(theirs, elsewhere)).statusCode).toBe(200)
    // a browser does not stand for the second factor of this account
    const again = openBrowser(parts.server)
    for (const [name, value] of theirs.cookies) if (name === 'chancery_device') again.cookies.set(name, value)
    expect((await again.signIn(user.email)).json()).toMatchObject({ user: null })
    expect((await finish(again, { recoveryCode: recoveryCodes[0] })).statusCode).toBe(200)
    // and it cannot be left without one
    await again.session()
    expect((await again.call('DELETE', '/session/authenticator-app')).statusCode).toBe(409)
  })

  test('rings with every administrator, by mail and in the app, and in the history, each time [A-179]', async () => {
    const { organisationId, user, admin, colleague, code, recoveryCodes } = await prepare()
    const rings = async (person: TestUser) =>
      (await mailsTo(parts, person)).filter((subject) => subject === 'The break-glass account was used')
        .length
    const theirs = await pendingBrowser(parts, user)
    await runJobs(parts.app, 'announce-break-glass-sign-in')
    expect(await rings(admin)).toBe(0)
    await finish(theirs, { code: code(0) })
    await runJobs(parts.app, 'announce-break-glass-sign-in')
    expect(await rings(admin)).toBe(1)
    const second = await pendingBrowser(parts, user)
    await finish(second, { recoveryCode: recoveryCodes[0] })
    await runJobs(parts.app, 'announce-break-glass-sign-in')
    expect([await rings(admin), await rings(user), await rings(colleague)]).toEqual([2, 2, 0])
    const caller = await callerFor(parts, admin)
    const inApp = (await notificationsOf(parts.app, caller)).filter(({ text }) =>
      text.startsWith('Somebody signed in with the break-glass account'),
    )
    expect(inApp).toMatchObject([{ kind: 'security' }, { kind: 'security' }])
    const events = await parts.app.db
      .selectFrom('events')
      .where('organisation_id', '=', organisationId)
      .where('name', '=', 'user.break-glass.signed-in')
      .select('facts')
      .execute()
    expect(events).toHaveLength(2)
    expect(events[0]?.facts).toMatchObject({ userId: user.id })
    // the sign-ins of others do not
    await openBrowser(parts.server).signIn(admin.email)
    await runJobs(parts.app, 'announce-break-glass-sign-in')
    expect(await rings(admin)).toBe(2)
  })

  test('must be that of an administrator of the organisation with a second factor [A-179]', async () => {
    const { browser, admin, colleague, user } = await prepare()
    const other = await createOrganisation(parts.app)
    const stranger = await createUser(parts.app, { organisationId: other.id, role: 'Administrator' })
    for (const [person, status] of [
      [admin, 409],
      [colleague, 409],
      [stranger, 404],
    ] as const) {
      expect((await set(browser, { breakGlassAccount: { id: person.id } })).statusCode).toBe(status)
    }
    expect((await policy(browser, office)).json()).toMatchObject({ breakGlassAccount: { id: user.id } })
    expect((await set(browser, { breakGlassAccount: null })).statusCode).toBe(204)
    expect((await whoIs(browser)).user).not.toBeNull()
  })
})
