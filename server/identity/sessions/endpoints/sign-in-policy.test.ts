// What organisations demand at sign-in, remembered browsers, verification, and resetting second factors.
import { describe, expect, test } from 'vitest'
import { createOrganisation, createUser, type TestUser } from '../../../../test/factories.ts'
import {
  appOf,
  challengeFor,
  demand,
  finish,
  mailsTo,
  pendingBrowser,
  personIn,
  personWithApp,
  startApp,
  whoIs,
  type Shown,
} from '../../../../test/fixtures/second-factors.ts'
import { as } from '../../../../test/http.ts'
import { openBrowser, password, passwordHash } from '../../../../test/peers/browser.ts'
import { useTestApp } from '../../../../test/test-app.ts'
import { accessTokenFor } from '../../../../test/tokens.ts'
import { internalTransaction } from '../../../platform/events/change.ts'

const parts = useTestApp()

describe('a policy', () => {
  test('is set by administrators who meet it themselves, and holds at once [A-147]', async () => {
    const { user: admin, organisation, browser: adminBrowser } = await personWithApp(parts, 'Administrator')
    const colleague = await createUser(parts.app, {
      organisationId: organisation.id,
      passwordHash: await passwordHash(),
    })
    const without = await createUser(parts.app, { organisationId: organisation.id, role: 'Administrator' })
    const browser = openBrowser(parts.server)
    await browser.signIn(colleague.email)
    expect((await demand(parts, without, { secondFactor: 'Everyone' })).statusCode).toBe(409)
    expect((await demand(parts, colleague, { secondFactor: 'Everyone' })).statusCode).toBe(403)
    expect((await demand(parts, admin, { rememberDays: 91 })).statusCode).toBe(400)
    expect((await whoIs(browser)).user).not.toBeNull()
    expect((await demand(parts, admin, { secondFactor: 'Administrators' })).statusCode).toBe(204)
    expect((await whoIs(browser)).user).not.toBeNull()
    expect((await demand(parts, admin, { secondFactor: 'Everyone' })).statusCode).toBe(204)
    expect((await whoIs(browser)).user).toBeNull()
    expect((await browser.call('GET', '/v2/me')).statusCode).toBe(401)
    expect((await whoIs(adminBrowser)).user).not.toBeNull()
  })

  test('lets people set up their first factor to sign in, and not remove the last one [A-147]', async () => {
    const { user: admin, organisation } = await personWithApp(parts, 'Administrator')
    expect((await demand(parts, admin, { secondFactor: 'Everyone' })).statusCode).toBe(204)
    const colleague = await createUser(parts.app, {
      organisationId: organisation.id,
      passwordHash: await passwordHash(),
    })
    const browser = await pendingBrowser(parts, colleague)
    expect(await whoIs(browser)).toMatchObject({ pending: { setUp: true } })
    // what a factor is proven with does not help where there is none
    expect((await finish(browser, { code: '000000' })).statusCode).toBe(400)
    const begun = await startApp(browser)
    const code = appOf(parts, begun.secret)
    const answer = await browser.call('PUT', '/session/authenticator-app', {
      setUp: begun.setUp,
      code: code(0),
    })
    expect(answer.json<{ recoveryCodes: string[] }>().recoveryCodes).toHaveLength(10)
    await browser.session()
    expect(await whoIs(browser)).toMatchObject({ user: { email: colleague.email }, pending: null })
    expect((await browser.call('DELETE', '/session/authenticator-app')).statusCode).toBe(409)
    expect((await pendingBrowser(parts, colleague)).cookies.size).toBeGreaterThan(0)
  })

  test('for law firms asks their people who work on records of the organisation [A-148]', async () => {
    const { user: admin, organisation } = await personWithApp(parts, 'Administrator')
    const firm = await createOrganisation(parts.app, { type: 'ServiceProvider' })
    const [works, other] = await Promise.all(
      [1, 2].map(async () =>
        createUser(parts.app, { organisationId: firm.id, passwordHash: await passwordHash() }),
      ),
    )
    if (!works || !other) throw new Error('no people')
    await internalTransaction(parts.app, (tx) =>
      tx
        .insertInto('user_organisations')
        .values({ user_id: works.id, organisation_id: organisation.id })
        .execute(),
    )
    expect((await demand(parts, admin, { firms: true })).statusCode).toBe(204)
    await pendingBrowser(parts, works)
    expect((await openBrowser(parts.server).signIn(other.email)).json<Shown>().user).not.toBeNull()
  })
})

describe('a remembered browser', () => {
  test('stands for the second factor as long as the policy says, with a secret that is new [A-149]', async () => {
    const { user, organisation, recoveryCodes } = await personWithApp(parts)
    const [recoveryCode = ''] = recoveryCodes
    const browser = await pendingBrowser(parts, user)
    const before = browser.cookies.get('chancery_device')
    expect((await finish(browser, { recoveryCode, remember: true })).statusCode).toBe(200)
    const remembered = browser.cookies.get('chancery_device') ?? ''
    expect(remembered).not.toBe(before)
    const again = async (secret: string) => {
      const next = openBrowser(parts.server)
      next.cookies.set('chancery_device', secret)
      return (await next.signIn(user.email)).json<Shown>().user !== null
    }
    expect(await again(remembered)).toBe(true)
    const other = await personWithApp(parts)
    const theirs = openBrowser(parts.server)
    theirs.cookies.set('chancery_device', remembered)
    expect((await theirs.signIn(other.user.email)).json<Shown>().user).toBeNull()
    parts.clock.advance({ days: 29 })
    expect(await again(remembered)).toBe(true)
    const admin = await createUser(parts.app, { organisationId: organisation.id, role: 'Administrator' })
    expect((await demand(parts, admin, { rememberDays: 7 })).statusCode).toBe(204)
    expect(await again(remembered)).toBe(false)
    expect((await demand(parts, admin, { rememberDays: 60 })).statusCode).toBe(204)
    expect(await again(remembered)).toBe(true)
    parts.clock.advance({ days: 32 })
    expect(await again(remembered)).toBe(false)
  })

  test('is forgotten when its person says so, and with a new password [A-149]', async () => {
    const { user, browser, recoveryCodes } = await personWithApp(parts)
    const remember = async (recoveryCode = '') => {
      const next = await pendingBrowser(parts, user)
      await finish(next, { recoveryCode, remember: true })
      return next
    }
    const isRemembered = async (secret = '') => {
      const next = openBrowser(parts.server)
      next.cookies.set('chancery_device', secret)
      return (await next.signIn(user.email)).json<Shown>().user !== null
    }
    const one = (await remember(recoveryCodes[0])).cookies.get('chancery_device')
    const shown = (await browser.call('GET', '/session/second-factor')).json<{ devices: { id: string }[] }>()
    expect(shown.devices).toHaveLength(1)
    expect(await isRemembered(one)).toBe(true)
    expect((await browser.call('DELETE', `/session/devices/${shown.devices[0]?.id}`)).statusCode).toBe(204)
    expect(await isRemembered(one)).toBe(false)
    const two = (await remember(recoveryCodes[1])).cookies.get('chancery_device')
    expect(await isRemembered(two)).toBe(true)
    expect((await browser.call('POST', '/v2/my/sessions/end', { keepCurrent: true })).statusCode).toBe(204)
    expect(await isRemembered(two)).toBe(false)
  })

  test('a sign-in with a new one is announced, one with a known one is not [A-150]', async () => {
    const { user, browser } = await personIn(parts)
    await browser.signIn(user.email)
    expect(await mailsTo(parts, user)).toEqual([])
    const other = openBrowser(parts.server)
    await other.signIn(user.email)
    expect(await mailsTo(parts, user)).toEqual(['New sign-in to Chancery'])
    await other.call('DELETE', '/session')
    await other.signIn(user.email)
    expect(await mailsTo(parts, user)).toEqual(['New sign-in to Chancery'])
  })
})

describe('verification', () => {
  test('is asked for a while after the sign-in, with the second factor where there is one [A-151]', async () => {
    const { browser, recoveryCodes } = await personWithApp(parts)
    const end = () => browser.call('POST', '/v2/my/sessions/end', { keepCurrent: true })
    expect((await end()).statusCode).toBe(204)
    parts.clock.advance({ minutes: 16 })
    const refused = await end()
    expect(refused.statusCode).toBe(403)
    expect(refused.json()).toMatchObject({ type: 'urn:chancery:problem:verification-required' })
    expect((await browser.call('GET', '/session/verification')).json()).toEqual({
      app: true,
      passkey: false,
      recoveryCode: true,
      password: false,
    })
    expect((await browser.call('POST', '/session/verification', { password })).statusCode).toBe(409)
    const [recoveryCode] = recoveryCodes
    expect((await browser.call('POST', '/session/verification', { recoveryCode })).statusCode).toBe(204)
    expect((await end()).statusCode).toBe(204)
  })

  test('asks for the password of somebody without a second factor, ten times [A-151]', async () => {
    const { user, browser } = await personIn(parts)
    await browser.signIn(user.email)
    parts.clock.advance({ minutes: 16 })
    const verify = (given: string) => browser.call('POST', '/session/verification', { password: given })
    for (let tries = 0; tries < 10; tries++) expect((await verify('wrong')).statusCode).toBe(400)
    expect((await verify(password)).statusCode).toBe(429)
    parts.clock.advance({ minutes: 16 })
    expect((await browser.call('POST', '/session/passkeys/options')).statusCode).toBe(403)
    expect((await verify(password)).statusCode).toBe(204)
    expect((await browser.call('POST', '/session/passkeys/options')).statusCode).toBe(200)
  })

  test('changes of how one signs in are not for tokens [A-143]', async () => {
    const { user } = await personWithApp(parts)
    const caller = as(parts.server, await accessTokenFor(parts.app, user))
    for (const answer of [
      await caller.get('/session/second-factor'),
      await caller.delete('/session/authenticator-app'),
      await caller.post('/session/recovery-codes', {}),
      await caller.post('/session/verification', { password }),
    ]) {
      expect(answer.statusCode).toBe(403)
    }
    await pendingBrowser(parts, user)
  })
})

describe('an administrator', () => {
  test('removes the second factor of a colleague, who is signed out and told [A-152]', async () => {
    const { user, organisation, browser } = await personWithApp(parts)
    const [admin, elsewhere] = await Promise.all(
      [organisation.id, (await createOrganisation(parts.app)).id].map((organisationId) =>
        createUser(parts.app, { organisationId, role: 'Administrator' }),
      ),
    )
    if (!admin || !elsewhere) throw new Error('no people')
    const reset = async (by: TestUser) =>
      as(parts.server, await accessTokenFor(parts.app, by)).delete(`/v2/users/${user.id}/secondFactor`)
    expect((await reset(elsewhere)).statusCode).toBe(404)
    expect((await reset(user)).statusCode).toBe(403)
    expect((await whoIs(browser)).user).not.toBeNull()
    expect((await reset(admin)).statusCode).toBe(204)
    expect((await whoIs(browser)).user).toBeNull()
    expect((await openBrowser(parts.server).signIn(user.email)).json<Shown>().user).not.toBeNull()
    expect(await mailsTo(parts, user)).toContain('Your second factor was removed')
    const { facts, user_id: by } = await parts.app.db
      .selectFrom('events')
      .where('organisation_id', '=', organisation.id)
      .where('name', '=', 'user.factors.reset')
      .select(['facts', 'user_id'])
      .executeTakeFirstOrThrow()
    expect([by, facts]).toEqual([admin.id, { userId: user.id }])
  })

  test('cannot remove their own that way [A-152]', async () => {
    const { user } = await personWithApp(parts, 'Administrator')
    const caller = as(parts.server, await accessTokenFor(parts.app, user))
    expect((await caller.delete(`/v2/users/${user.id}/secondFactor`)).statusCode).toBe(403)
    await pendingBrowser(parts, user)
  })
})

test('whether an account has a second factor is known only after its password [A-153]', async () => {
  const [plain, guarded] = [await personIn(parts), await personWithApp(parts)]
  const answers = await Promise.all(
    [plain.user.email, guarded.user.email, 'nobody@people.example'].map(async (email) => {
      const browser = openBrowser(parts.server)
      await browser.session()
      const wrong = await browser.call('POST', '/session', { email, password: 'not this one, surely' })
      const { detail } = wrong.json<{ detail: string }>()
      const options = await challengeFor(browser)
      return [wrong.statusCode, detail, Object.keys(options).sort(), (await whoIs(browser)).pending]
    }),
  )
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
})
