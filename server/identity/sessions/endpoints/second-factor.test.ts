// Second factors at sign-in, and what people try against them.
import { describe, expect, test } from 'vitest'
import {
  addPasskey,
  appOf,
  challengeFor,
  finish,
  mailsTo,
  pendingBrowser,
  personIn,
  personWithApp,
  startApp,
  startPasskey,
  whoIs,
  type Shown,
} from '../../../../test/fixtures/second-factors.ts'
import { createAuthenticator } from '../../../../test/peers/authenticator.ts'
import { openBrowser, type Browser } from '../../../../test/peers/browser.ts'
import { useTestApp } from '../../../../test/test-app.ts'
import { internalTransaction } from '../../../platform/events/change.ts'

const parts = useTestApp()

describe('an authenticator app', () => {
  test('is asked for after the password, and each code is good once [A-140] [A-141]', async () => {
    const { user, code } = await personWithApp(parts)
    const browser = await pendingBrowser(parts, user)
    expect((await browser.call('GET', '/v2/me')).statusCode).toBe(401)
    // the code with which it was set up
    expect((await finish(browser, { code: code(-1) })).statusCode).toBe(400)
    expect((await finish(browser, { code: '000000' })).statusCode).toBe(400)
    const answer = await finish(browser, { code: code(0) })
    expect(answer.json<Shown>()).toMatchObject({ user: { email: user.email }, pending: null })
    expect((await browser.call('GET', '/v2/me')).statusCode).toBe(200)
    const other = await pendingBrowser(parts, user)
    expect((await finish(other, { code: code(0) })).statusCode).toBe(400)
    expect((await finish(other, { code: code(1) })).statusCode).toBe(200)
    expect(await mailsTo(parts, user)).toContain('Your sign-in was changed')
  })

  test('signs in one of two that send the same code at once [A-141]', async () => {
    const { user, code } = await personWithApp(parts)
    const [one, other] = [await pendingBrowser(parts, user), await pendingBrowser(parts, user)]
    const both = await Promise.all([one, other].map((browser) => finish(browser, { code: code(0) })))
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400])
  })

  test('starts one session of two calls of one browser [A-141]', async () => {
    const { user, recoveryCodes } = await personWithApp(parts)
    const browser = await pendingBrowser(parts, user)
    const both = await Promise.all(
      recoveryCodes.slice(0, 2).map((recoveryCode) => finish(browser, { recoveryCode })),
    )
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 401])
  })

  test('is not guessed: ten wrong codes make wait from everywhere, and its person is told [A-142]', async () => {
    const { user, code } = await personWithApp(parts)
    for (let tries = 0; tries < 10; tries++) {
      const browser = await pendingBrowser(parts, user)
      const from = { remoteAddress: `203.0.113.${tries}` }
      const answer = await browser.call('POST', '/session/second-factor', { code: '000000' }, from)
      expect(answer.statusCode).toBe(400)
    }
    const browser = await pendingBrowser(parts, user)
    expect((await finish(browser, { code: code(0) })).statusCode).toBe(429)
    expect((await finish(browser, { code: code(0) })).statusCode).toBe(429)
    expect(
      (await mailsTo(parts, user)).filter((subject) => subject === 'Wrong codes for your account'),
    ).toHaveLength(1)
    parts.clock.advance({ minutes: 16 })
    expect((await finish(await pendingBrowser(parts, user), { code: code(1) })).statusCode).toBe(200)
  })

  test('of another browser, or too late, completes nothing [A-140]', async () => {
    const { user, code } = await personWithApp(parts)
    await pendingBrowser(parts, user)
    const stranger = openBrowser(parts.server)
    await stranger.session()
    expect((await finish(stranger, { code: code(0) })).statusCode).toBe(401)
    const late = await pendingBrowser(parts, user)
    parts.clock.advance({ minutes: 11 })
    expect((await finish(late, { code: code(0) })).statusCode).toBe(401)
    const cancelled = await pendingBrowser(parts, user)
    expect((await cancelled.call('DELETE', '/session/pending')).statusCode).toBe(204)
    expect((await finish(cancelled, { code: code(0) })).statusCode).toBe(401)
  })

  test('cannot be replaced with the password alone [A-143]', async () => {
    const { user } = await personWithApp(parts)
    const browser = await pendingBrowser(parts, user)
    expect((await browser.call('POST', '/session/authenticator-app/start')).statusCode).toBe(403)
    expect((await browser.call('POST', '/session/passkeys/options')).statusCode).toBe(403)
  })

  test('a set-up belongs to its person and ends [A-143]', async () => {
    const [one, other] = [await personIn(parts), await personIn(parts)]
    for (const { browser, user } of [one, other]) await browser.signIn(user.email)
    const begun = await startApp(one.browser)
    const body = { setUp: begun.setUp, code: appOf(parts, begun.secret)(0) }
    expect((await other.browser.call('PUT', '/session/authenticator-app', body)).statusCode).toBe(400)
    expect(
      (await one.browser.call('PUT', '/session/authenticator-app', { ...body, code: '000000' })).statusCode,
    ).toBe(400)
    expect((await one.browser.call('PUT', '/session/authenticator-app', body)).statusCode).toBe(200)
  })

  test('is sealed in the database', async () => {
    const { user } = await personWithApp(parts)
    const { secret_sealed: sealed } = await parts.app.db
      .selectFrom('authenticator_apps')
      .where('user_id', '=', user.id)
      .select('secret_sealed')
      .executeTakeFirstOrThrow()
    expect(sealed.toString('latin1')).not.toMatch(/[A-Z2-7]{32}/)
  })

  test('the first one ends the other sessions, which began with less [A-143]', async () => {
    const { user, browser } = await personIn(parts)
    await browser.signIn(user.email)
    const other = openBrowser(parts.server)
    await other.signIn(user.email)
    await addPasskey(browser)
    expect([(await whoIs(browser)).user !== null, (await whoIs(other)).user]).toEqual([true, null])
  })
})

describe('recovery codes', () => {
  test('replace the second factor, each once, and the person is told [A-144]', async () => {
    const { user, recoveryCodes } = await personWithApp(parts)
    expect(new Set(recoveryCodes).size).toBe(10)
    const [first = '', second = ''] = recoveryCodes
    const browser = await pendingBrowser(parts, user)
    expect(
      (await finish(browser, { recoveryCode: first.toLowerCase().replaceAll('-', ' ') })).statusCode,
    ).toBe(200)
    const again = await pendingBrowser(parts, user)
    expect((await finish(again, { recoveryCode: first })).statusCode).toBe(400)
    expect((await finish(again, { recoveryCode: second })).statusCode).toBe(200)
    expect(
      (await mailsTo(parts, user)).filter((subject) => subject === 'A recovery code was used'),
    ).toHaveLength(2)
  })

  test('one is good once, also for two at a time [A-144]', async () => {
    const { user, recoveryCodes } = await personWithApp(parts)
    const [recoveryCode = ''] = recoveryCodes
    const browsers = [await pendingBrowser(parts, user), await pendingBrowser(parts, user)]
    const both = await Promise.all(browsers.map((browser) => finish(browser, { recoveryCode })))
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400])
  })

  test('new ones end the old ones, and are nobody else’s [A-144]', async () => {
    const { user, browser, recoveryCodes } = await personWithApp(parts)
    const other = await personWithApp(parts)
    const answer = await browser.call('POST', '/session/recovery-codes')
    const [fresh = ''] = answer.json<{ recoveryCodes: string[] }>().recoveryCodes
    const pending = await pendingBrowser(parts, user)
    for (const recoveryCode of [recoveryCodes[0], other.recoveryCodes[0]]) {
      expect((await finish(pending, { recoveryCode })).statusCode).toBe(400)
    }
    expect((await finish(pending, { recoveryCode: fresh })).statusCode).toBe(200)
  })
})

describe('a passkey', () => {
  test('signs in alone, and proves the second factor [A-145]', async () => {
    const { user, browser } = await personIn(parts)
    await browser.signIn(user.email)
    const key = await addPasskey(browser)
    const alone = openBrowser(parts.server)
    await alone.session()
    const options = await challengeFor(alone)
    expect(options.allowCredentials).toBeUndefined()
    const signedIn = await alone.call('POST', '/session/passkey', { passkey: key.answer(options) })
    expect(signedIn.json<Shown>()).toMatchObject({ user: { email: user.email } })
    const pending = await pendingBrowser(parts, user)
    const asked = await challengeFor(pending)
    expect(asked.allowCredentials).toHaveLength(1)
    expect((await finish(pending, { passkey: key.answer(asked) })).statusCode).toBe(200)
  })

  test('is refused when it is replayed, of another site, browser, time or person, or cloned [A-146]', async () => {
    const { user, browser } = await personIn(parts)
    await browser.signIn(user.email)
    const key = await addPasskey(browser)
    const attempt = async (
      bend: (of: { browser: Browser; options: { readonly challenge: string } }) => unknown,
    ) => {
      const visitor = openBrowser(parts.server)
      await visitor.session()
      const options = await challengeFor(visitor)
      const passkey = (await bend({ browser: visitor, options })) as object
      return (await visitor.call('POST', '/session/passkey', { passkey })).statusCode
    }
    const honest = () => attempt(({ options }) => key.answer(options))
    expect(await honest()).toBe(200)
    expect(await attempt(({ options }) => key.answer(options, { origin: 'http://evil.example' }))).toBe(401)
    expect(await attempt(({ options }) => key.answer(options, { uses: 1 }))).toBe(401)
    expect(await attempt(async () => key.answer(await challengeFor(openBrowser(parts.server))))).toBe(401)
    expect(await attempt(({ options }) => createAuthenticator().answer(options))).toBe(401)
    expect(
      await attempt(({ options }) => {
        parts.clock.advance({ minutes: 6 })
        return key.answer(options)
      }),
    ).toBe(401)
    const visitor = openBrowser(parts.server)
    await visitor.session()
    const passkey = key.answer(await challengeFor(visitor))
    const cookies = new Map(visitor.cookies)
    expect((await visitor.call('POST', '/session/passkey', { passkey })).statusCode).toBe(200)
    visitor.cookies.clear()
    for (const [name, value] of cookies) visitor.cookies.set(name, value)
    await visitor.session()
    expect((await visitor.call('POST', '/session/passkey', { passkey })).statusCode).toBe(401)
    const other = await personWithApp(parts)
    const pending = await pendingBrowser(parts, other.user)
    expect((await finish(pending, { passkey: key.answer(await challengeFor(pending)) })).statusCode).toBe(400)
    expect(await honest()).toBe(200)
  })

  test('that does not check its holder is not accepted [A-146]', async () => {
    const { user, browser } = await personIn(parts)
    await browser.signIn(user.email)
    const { options } = { options: await startPasskey(browser) }
    const careless = createAuthenticator({ userVerified: false })
    const answer = await browser.call('POST', '/session/passkeys', {
      name: 'Key',
      passkey: careless.register(options),
    })
    expect(answer.statusCode).toBe(400)
  })

  test('signs in nobody who is disabled, or whose organisation allows single sign-on only [A-145]', async () => {
    const { user, organisation, browser } = await personIn(parts)
    await browser.signIn(user.email)
    const key = await addPasskey(browser)
    const attempt = async () => {
      const visitor = openBrowser(parts.server)
      await visitor.session()
      const passkey = key.answer(await challengeFor(visitor))
      return (await visitor.call('POST', '/session/passkey', { passkey })).statusCode
    }
    const set = (table: 'users' | 'organisations', values: object, id: string | number) =>
      internalTransaction(parts.app, (tx) =>
        tx
          .updateTable(table)
          .set(values)
          .where('id', '=', id as never)
          .execute(),
      )
    await set('users', { status: 'Disabled' }, user.id)
    expect(await attempt()).toBe(401)
    await set('users', { status: 'Active' }, user.id)
    await set('organisations', { local_accounts: false }, organisation.id)
    expect(await attempt()).toBe(401)
    await set('organisations', { local_accounts: true }, organisation.id)
    expect(await attempt()).toBe(200)
  })

  test('is renamed and removed by its person alone [A-143]', async () => {
    const [one, other] = [await personIn(parts), await personIn(parts)]
    for (const { browser, user } of [one, other]) await browser.signIn(user.email)
    await addPasskey(one.browser)
    const shown = async () =>
      (await one.browser.call('GET', '/session/second-factor')).json<{
        passkeys: { id: string; name: string }[]
        recoveryCodes: number
      }>()
    const url = `/session/passkeys/${(await shown()).passkeys[0]?.id}`
    expect((await other.browser.call('PATCH', url, { name: 'Mine' })).statusCode).toBe(404)
    expect((await other.browser.call('DELETE', url)).statusCode).toBe(404)
    expect((await one.browser.call('PATCH', url, { name: 'Key ring' })).statusCode).toBe(204)
    expect(await shown()).toMatchObject({ passkeys: [{ name: 'Key ring' }], recoveryCodes: 10 })
    expect((await one.browser.call('DELETE', url)).statusCode).toBe(204)
    expect(await shown()).toMatchObject({ passkeys: [], recoveryCodes: 0 })
    expect((await openBrowser(parts.server).signIn(one.user.email)).json<Shown>().user).not.toBeNull()
  })
})
