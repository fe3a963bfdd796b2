// Signing in with a password, the lifetime of a session, and CSRF protection.
import { expect, test } from 'vitest'
import { openBrowser, password, passwordHash } from '../../../../test/peers/browser.ts'
import { createOrganisation, createUser } from '../../../../test/factories.ts'
import { useTestApp } from '../../../../test/test-app.ts'
import { accessTokenFor } from '../../../../test/tokens.ts'
import { internalTransaction } from '../../../platform/events/change.ts'

const parts = useTestApp()

async function setUp(options: Partial<Parameters<typeof createUser>[1]> = {}) {
  const organisation = await createOrganisation(parts.app)
  const user = await createUser(parts.app, {
    organisationId: organisation.id,
    passwordHash: await passwordHash(),
    ...options,
  })
  return { organisation, user, browser: openBrowser(parts.server) }
}

const wrong = 'Email or password incorrect'

test('a visitor gets the environment and a token for the following calls', async () => {
  const { browser } = await setUp()
  const answer = await browser.call('GET', '/session')
  expect(answer.json()).toEqual({
    user: null,
    pending: null,
    csrfToken: expect.stringMatching(/^[\w-]{43}$/),
    environment: 'sandbox',
    offline: false,
  })
  expect(answer.headers['cache-control']).toBe('no-store')
  const [cookie] = answer.cookies
  expect(cookie).toMatchObject({ name: 'chancery_session', httpOnly: true, sameSite: 'Lax', path: '/' })
  expect((await browser.call('GET', '/session')).cookies).toEqual([])
})

test('signing in returns the user, under a new cookie [A-120]', async () => {
  const { organisation, user, browser } = await setUp({ role: 'Administrator' })
  await browser.session()
  const before = browser.cookies.get('chancery_session')
  const answer = await browser.signIn(` ${user.email.toUpperCase()} `)
  expect(answer.statusCode).toBe(200)
  expect(answer.json()).toMatchObject({
    user: {
      id: user.id,
      email: user.email,
      name: user.name,
      organisationId: organisation.id,
      organisationName: organisation.name,
      role: 'Administrator',
      can: { manageIntegrations: true },
    },
  })
  expect(browser.cookies.get('chancery_session')).not.toBe(before)
  expect((await browser.session()).user).toMatchObject({ email: user.email })
})

test('the secret of the cookie is not in the database', async () => {
  const { user, browser } = await setUp()
  await browser.signIn(user.email)
  const rows = await parts.app.db.selectFrom('sessions').selectAll().execute()
  expect(JSON.stringify(rows)).not.toContain(browser.cookies.get('chancery_session'))
})

type Person = Awaited<ReturnType<typeof setUp>>
const refusals: Record<string, () => Promise<Person & { email?: string }>> = {
  'a person who does not exist': async () => ({ ...(await setUp()), email: 'nobody@people.example' }),
  'a disabled person': () => setUp({ status: 'Disabled' }),
  'an invited person': () => setUp({ status: 'Invited' }),
  'a person without a password': async () => {
    const person = await setUp()
    await internalTransaction(parts.app, (tx) =>
      tx.updateTable('users').set({ password_hash: null }).where('id', '=', person.user.id).execute(),
    )
    return person
  },
  'a person whose organisation signs in elsewhere': async () => {
    const person = await setUp()
    await internalTransaction(parts.app, (tx) =>
      tx
        .updateTable('organisations')
        .set({ local_accounts: false })
        .where('id', '=', person.organisation.id)
        .execute(),
    )
    return person
  },
}
for (const [who, make] of Object.entries(refusals)) {
  test(`${who} is rejected with the message for a wrong password [A-121]`, async () => {
    const { user, browser, email } = await make()
    const answer = await browser.signIn(email ?? user.email)
    expect(answer.statusCode).toBe(401)
    expect(answer.json()).toMatchObject({ detail: wrong })
    expect((await browser.session()).user).toBeNull()
    const good = await setUp()
    expect((await good.browser.signIn(good.user.email)).statusCode).toBe(200)
  })
}

test('a wrong password is rejected, and no session starts [A-121]', async () => {
  const { user, browser } = await setUp()
  await browser.session()
  const answer = await browser.call('POST', '/session', { email: user.email, password: 'wrong' })
  expect(answer.statusCode).toBe(401)
  expect(answer.json()).toMatchObject({ detail: wrong })
  expect(
    await parts.app.db.selectFrom('sessions').where('user_id', '=', user.id).selectAll().execute(),
  ).toEqual([])
})

test('after ten wrong passwords the address has to wait, while the user can sign in from elsewhere [A-122]', async () => {
  const { user, browser } = await setUp()
  await browser.session()
  const guess = (guessed: string, remoteAddress: string) =>
    browser.call('POST', '/session', { email: user.email, password: guessed }, { remoteAddress })
  const statuses = await Promise.all(Array.from({ length: 20 }, () => guess('wrong', '198.51.100.7')))
  expect(statuses.filter(({ statusCode }) => statusCode === 401)).toHaveLength(10)
  expect(statuses.filter(({ statusCode }) => statusCode === 429)).toHaveLength(10)
  const refused = await guess(password, '198.51.100.7')
  expect(refused.statusCode).toBe(429)
  expect(refused.headers['retry-after']).toBe('900')
  expect((await guess(password, '198.51.100.8')).statusCode).toBe(200)
  parts.clock.advance({ minutes: 15 })
  await browser.session()
  expect((await guess(password, '198.51.100.7')).statusCode).toBe(200)
})

test('a browser that the person has used before has a count of its own, whatever others try at its address [A-197]', async () => {
  const { user, browser } = await setUp()
  const other = await setUp()
  const remoteAddress = '198.51.100.9'
  const attempt = (from: typeof browser, email: string, given: string) =>
    from.call('POST', '/session', { email, password: given }, { remoteAddress })
  await browser.signIn(user.email)
  await browser.call('DELETE', '/session')
  await browser.session()
  await other.browser.session()
  for (let tried = 0; tried < 12; tried++) await attempt(other.browser, user.email, 'wrong')
  expect((await attempt(other.browser, user.email, password)).statusCode).toBe(429)
  for (let tried = 0; tried < 101; tried++) await attempt(other.browser, `nobody-${tried}@a.example`, 'wrong')
  expect((await attempt(other.browser, other.user.email, password)).statusCode).toBe(429)
  expect((await attempt(browser, user.email, password)).statusCode).toBe(200)
  // which is a count as well
  await browser.call('DELETE', '/session')
  await browser.session()
  for (let tried = 0; tried < 10; tried++)
    expect((await attempt(browser, user.email, 'wrong')).statusCode).toBe(401)
  expect((await attempt(browser, user.email, password)).statusCode).toBe(429)
})

test('guesses from one IPv6 network are counted together, others separately', async () => {
  const { user, browser } = await setUp()
  await browser.session()
  const guess = (remoteAddress: string) =>
    browser.call('POST', '/session', { email: user.email, password: 'wrong' }, { remoteAddress })
  for (let tried = 0; tried < 10; tried++) await guess(`2001:db8:1:2::${tried}`)
  expect((await guess('2001:db8:1:2:ffff::1')).statusCode).toBe(429)
  expect((await guess('2001:db8:1:3::1')).statusCode).toBe(401)
})

test('signing out ends the session [A-123]', async () => {
  const { user, browser } = await setUp()
  await browser.signIn(user.email)
  const cookie = browser.cookies.get('chancery_session') ?? ''
  expect((await browser.call('DELETE', '/session')).statusCode).toBe(204)
  browser.cookies.set('chancery_session', cookie)
  expect((await browser.session()).user).toBeNull()
})

test('a session ends after twelve hours without use, and not while it is used [A-123]', async () => {
  const { user, browser } = await setUp()
  await browser.signIn(user.email)
  for (let step = 0; step < 3; step++) {
    parts.clock.advance({ hours: 11 })
    expect((await browser.session()).user).not.toBeNull()
  }
  parts.clock.advance({ hours: 12 })
  expect((await browser.session()).user).toBeNull()
})

test('a session ends after seven days however much it is used [A-123]', async () => {
  const { user, browser } = await setUp()
  await browser.signIn(user.email)
  for (let step = 0; step < 16; step++) {
    parts.clock.advance({ hours: 10 })
    expect((await browser.session()).user).not.toBeNull()
  }
  parts.clock.advance({ hours: 8 })
  expect((await browser.session()).user).toBeNull()
})

test('the session of a disabled user ends [A-123]', async () => {
  const { user, browser } = await setUp()
  await browser.signIn(user.email)
  await internalTransaction(parts.app, (tx) =>
    tx.updateTable('users').set({ status: 'Disabled' }).where('id', '=', user.id).execute(),
  )
  expect((await browser.session()).user).toBeNull()
  expect((await browser.call('DELETE', '/session')).statusCode).toBe(401)
})

const forgeries: Record<string, Record<string, string>> = {
  'no CSRF token': { 'x-csrf-token': '' },
  'a CSRF token of another session': { 'x-csrf-token': 'x'.repeat(43) },
  'another origin': { origin: 'https://evil.example' },
  'an opaque origin': { origin: 'null' },
  'another site in Sec-Fetch-Site': { 'sec-fetch-site': 'cross-site' },
  'another origin of the same site': { 'sec-fetch-site': 'same-site' },
}
for (const [what, headers] of Object.entries(forgeries)) {
  test(`${what}: signing in and out is rejected [A-124]`, async () => {
    const { user, browser } = await setUp()
    await browser.session()
    const signIn = await browser.call('POST', '/session', { email: user.email, password }, { headers })
    expect(signIn.statusCode).toBe(403)
    await browser.signIn(user.email)
    expect((await browser.call('DELETE', '/session', undefined, { headers })).statusCode).toBe(403)
    expect((await browser.session()).user).not.toBeNull()
    const own = { origin: 'http://localhost:8099', host: 'localhost:8099', 'sec-fetch-site': 'same-origin' }
    expect((await browser.call('DELETE', '/session', undefined, { headers: own })).statusCode).toBe(204)
  })
}

test('the token of one visitor is not valid for another', async () => {
  const { user } = await setUp()
  const [mine, theirs] = [openBrowser(parts.server), openBrowser(parts.server)]
  await mine.session()
  const { csrfToken } = await theirs.session()
  const headers = { 'x-csrf-token': csrfToken }
  const answer = await mine.call('POST', '/session', { email: user.email, password }, { headers })
  expect(answer.statusCode).toBe(403)
  expect((await mine.signIn(user.email)).statusCode).toBe(200)
})

test('an access token cannot sign anyone out', async () => {
  const { user, browser } = await setUp()
  await browser.signIn(user.email)
  const authorization = `Bearer ${await accessTokenFor(parts.app, user)}`
  const answer = await parts.server.inject({ method: 'DELETE', url: '/session', headers: { authorization } })
  expect(answer.statusCode).toBe(403)
  expect((await browser.session()).user).not.toBeNull()
})

test('the cookie is not accepted at v1 addresses [A-125]', async () => {
  const { user, browser } = await setUp()
  await browser.signIn(user.email)
  expect((await browser.call('GET', '/contract-apis/v1/contracts')).statusCode).toBe(401)
  const authorization = `Bearer ${await accessTokenFor(parts.app, user)}`
  const url = '/contract-apis/v1/contracts'
  expect((await parts.server.inject({ url, headers: { authorization } })).statusCode).toBe(200)
})

test('the sign-in method depends only on the domain', async () => {
  const { user, browser } = await setUp()
  for (const email of [user.email, 'nobody@people.example']) {
    const answer = await browser.call('POST', '/session/method', { email })
    expect(answer.json()).toEqual({ method: 'password' })
  }
})

test('the sign-in page cannot be framed, and sends no referrer', async () => {
  const answer = await openBrowser(parts.server).call('GET', '/session')
  expect(answer.headers).toMatchObject({
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
  })
  expect(answer.headers['access-control-allow-origin']).toBeUndefined()
})
