// Links for invitations and forgotten passwords.
import { mailsTo as mailsOf } from '../../../test/fixtures/mails.ts'
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { type Browser, openBrowser, password, passwordHash } from '../../../test/peers/browser.ts'
import { createOrganisation, createUser, type TestUser } from '../../../test/factories.ts'
import { as } from '../../../test/http.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { createClient, grantTo } from '../../../test/tokens.ts'
import { systemActor } from '../../platform/events/change.ts'
import { sendPasswordLink } from './forgotten-password.ts'
import { inviteUser } from './invite-user.ts'

const parts = useTestApp()
const better = 'an even sturdier password'

async function setUp(status: 'Active' | 'Invited' | 'Disabled' = 'Active') {
  const organisation = await createOrganisation(parts.app)
  const user = await createUser(parts.app, {
    organisationId: organisation.id,
    status,
    ...(status === 'Invited' ? {} : { passwordHash: await passwordHash() }),
  })
  const browser = openBrowser(parts.server)
  await browser.session()
  return { user, browser }
}

const mailsTo = (user: TestUser) => mailsOf(parts.app, user)

const tokenIn = (body: string | undefined) => /reset-password\?token=([\w-]+)/.exec(body ?? '')?.[1] ?? ''

/** Takes the queued jobs and runs them, as the worker would. */
async function runLinkJobs(): Promise<number> {
  const { rows } = await parts.app.database.pool.query<{ payload: { email: string } }>(
    `with done as (delete from graphile_worker._private_jobs returning payload) select payload from done`,
  )
  for (const { payload } of rows) await sendPasswordLink.run(parts.app, payload)
  return rows.length
}

async function askForLink(browser: Browser, email: string): Promise<void> {
  const answer = await browser.call('POST', '/session/password-reset', { email })
  expect(answer.statusCode, answer.body).toBe(204)
  expect(await runLinkJobs()).toBe(1)
}

const setPassword = (browser: Browser, token: string, to = better) =>
  browser.call('PUT', '/session/password', { token, password: to })

const canSignIn = async (user: TestUser, with_: string) => {
  const browser = openBrowser(parts.server)
  await browser.session()
  const answer = await browser.call('POST', '/session', { email: user.email, password: with_ })
  return answer.statusCode === 200
}

test('a forgotten password is replaced through a mail, and every session ends [A-126]', async () => {
  const { user, browser } = await setUp()
  const signedIn = openBrowser(parts.server)
  await signedIn.signIn(user.email)
  await askForLink(browser, user.email.toUpperCase())
  const [mail] = await mailsTo(user)
  expect(mail?.body).toContain(`${parts.app.config.webUrl}/#/reset-password?token=`)
  expect((await setPassword(browser, tokenIn(mail?.body))).statusCode).toBe(204)
  expect(await canSignIn(user, better)).toBe(true)
  expect(await canSignIn(user, password)).toBe(false)
  expect((await signedIn.session()).user).toBeNull()
  expect((await mailsTo(user)).map(({ subject }) => subject)).toContain('Your password was changed')
  const events = await parts.app.db
    .selectFrom('events')
    .where('organisation_id', '=', user.organisationId)
    .select(['name', 'facts'])
    .execute()
  expect(events).toMatchObject([{ name: 'user.password.changed', facts: { userId: user.id } }])
})

test('with a link, integrations end together with the old password if requested [A-133]', async () => {
  const { user, browser } = await setUp()
  const client = await createClient(parts.app, { organisationId: user.organisationId })
  for (const endIntegrations of [false, true]) {
    const { accessToken } = await grantTo(parts.app, user, client)
    await askForLink(browser, user.email)
    const token = tokenIn((await mailsTo(user)).findLast(({ body }) => body.includes('token='))?.body)
    const chosen = { token, password: `${better} ${endIntegrations}`, endIntegrations }
    expect((await browser.call('PUT', '/session/password', chosen)).statusCode).toBe(204)
    const call = await as(parts.server, accessToken).get('/account-apis/v1/organisations')
    expect(call.statusCode).toBe(endIntegrations ? 401 : 200)
  }
})

test('a request for an unknown user gets the same response and sends nothing [A-127]', async () => {
  const { browser } = await setUp()
  await askForLink(browser, 'nobody@people.example')
  const mails = await parts.app.db
    .selectFrom('outbox_mails')
    .where('recipient', '=', 'nobody@people.example')
    .where('organisation_id', '>', 0)
    .selectAll()
    .execute()
  expect(mails).toEqual([])
})

test('a disabled user gets no link', async () => {
  const { user, browser } = await setUp('Disabled')
  await askForLink(browser, user.email)
  expect(await mailsTo(user)).toEqual([])
})

test('a link works once, and then every other link ends [A-126]', async () => {
  const { user, browser } = await setUp()
  await askForLink(browser, user.email)
  await askForLink(browser, user.email)
  const [first, second] = (await mailsTo(user)).map(({ body }) => tokenIn(body))
  const answers = await Promise.all(Array.from({ length: 5 }, () => setPassword(browser, second ?? '')))
  expect(answers.filter(({ statusCode }) => statusCode === 204)).toHaveLength(1)
  const refused = await setPassword(browser, first ?? '', 'yet another password')
  expect(refused.statusCode).toBe(400)
  expect(refused.json()).toMatchObject({ errors: { token: [expect.stringContaining('Request a new one')] } })
  expect(await canSignIn(user, better)).toBe(true)
})

test('a password reset link is valid for an hour [A-126]', async () => {
  const { user, browser } = await setUp()
  await askForLink(browser, user.email)
  const token = tokenIn((await mailsTo(user))[0]?.body)
  parts.clock.advance({ minutes: 60 })
  expect((await setPassword(browser, token)).statusCode).toBe(400)
  expect(await canSignIn(user, password)).toBe(true)
  await askForLink(browser, user.email)
  parts.clock.advance({ minutes: 59 })
  const next = tokenIn((await mailsTo(user)).at(-1)?.body)
  expect((await setPassword(browser, next)).statusCode).toBe(204)
})

test('at most three links an hour are sent to one user', async () => {
  const { user, browser } = await setUp()
  for (let asked = 0; asked < 5; asked++) await askForLink(browser, user.email)
  expect(await mailsTo(user)).toHaveLength(3)
  parts.clock.advance({ minutes: 61 })
  await askForLink(browser, user.email)
  expect(await mailsTo(user)).toHaveLength(4)
})

test('one address can request at most twenty links an hour', async () => {
  const { browser } = await setUp()
  const ask = (remoteAddress: string) =>
    browser.call('POST', '/session/password-reset', { email: 'x@people.example' }, { remoteAddress })
  for (let asked = 0; asked < 20; asked++) expect((await ask('203.0.113.9')).statusCode).toBe(204)
  expect((await ask('203.0.113.9')).statusCode).toBe(429)
  expect((await ask('203.0.113.10')).statusCode).toBe(204)
  await runLinkJobs()
})

const weak = ['short', 'aaaaaaaaaaaaaaa', 'x'.repeat(201), 'password1234', 'Robin-Marsh-2026']
for (const guessable of [...weak, 'the email address']) {
  test(`the password ${guessable.slice(0, 20)} is too weak, and the link stays valid [A-134]`, async () => {
    const { user, browser } = await setUp()
    await askForLink(browser, user.email)
    const token = tokenIn((await mailsTo(user))[0]?.body)
    const chosen = weak.includes(guessable) ? guessable : user.email
    const answer = await setPassword(browser, token, chosen)
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({ errors: { password: [expect.any(String)] } })
    expect((await setPassword(browser, token)).statusCode).toBe(204)
  })
}

describe('an invitation', () => {
  const invite = async (email: string) => {
    const { id: organisationId } = await createOrganisation(parts.app)
    const person = {
      organisationId,
      email,
      firstName: 'Robin',
      lastName: 'Marsh',
      role: 'InhouseLegal',
    } as const
    const id = await inviteUser(parts.app, systemActor('test'), person)
    return { id, organisationId, email, name: 'Robin Marsh' }
  }

  test('creates a user who becomes active by setting their first password', async () => {
    const user = await invite(`${randomUUID()}@people.example`)
    const row = () =>
      parts.app.db
        .selectFrom('users')
        .where('id', '=', user.id)
        .select(['status', 'invited_at'])
        .executeTakeFirstOrThrow()
    expect(await row()).toEqual({ status: 'Invited', invited_at: parts.clock.now() })
    const [mail] = await mailsTo(user)
    expect(mail?.body).toMatch(/Organisation \w+ has invited you/)
    parts.clock.advance({ days: 6 })
    const browser = openBrowser(parts.server)
    await browser.session()
    expect((await setPassword(browser, tokenIn(mail?.body))).statusCode).toBe(204)
    expect(await row()).toMatchObject({ status: 'Active', invited_at: expect.any(Date) })
    expect(await canSignIn(user, better)).toBe(true)
  })

  test('is sent again when the user requests a password reset, at most three times an hour', async () => {
    const user = await invite(`${randomUUID()}@people.example`)
    const browser = openBrowser(parts.server)
    await browser.session()
    for (let asked = 0; asked < 6; asked++) await askForLink(browser, user.email)
    expect(await mailsTo(user)).toHaveLength(3)
    parts.clock.advance({ minutes: 61 })
    await askForLink(browser, user.email)
    expect(await mailsTo(user)).toHaveLength(4)
  })

  test('by the operator to the address of a user who has joined is rejected, and no mail is sent', async () => {
    const user = await invite(`${randomUUID()}@people.example`)
    const browser = openBrowser(parts.server)
    await browser.session()
    const token = tokenIn((await mailsTo(user))[0]?.body)
    expect((await setPassword(browser, token)).statusCode).toBe(204)
    await expect(invite(user.email.toUpperCase())).rejects.toThrow('already a person')
    expect(await mailsTo(user)).toHaveLength(1)
  })
})

test('setting a password needs the CSRF token', async () => {
  const { user, browser } = await setUp()
  await askForLink(browser, user.email)
  const token = tokenIn((await mailsTo(user))[0]?.body)
  const headers = { 'x-csrf-token': 'x' }
  const answer = await browser.call('PUT', '/session/password', { token, password: better }, { headers })
  expect(answer.statusCode).toBe(403)
  expect((await setPassword(browser, token)).statusCode).toBe(204)
})
