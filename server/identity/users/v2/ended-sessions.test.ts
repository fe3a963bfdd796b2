// v2 of ending somebody's sessions, and what they have allowed integrations.
import { expect, test } from 'vitest'
import { createOrganisation, createUser } from '../../../../test/factories.ts'
import { mailsTo } from '../../../../test/fixtures/mails.ts'
import { as } from '../../../../test/http.ts'
import { openBrowser, passwordHash } from '../../../../test/peers/browser.ts'
import { useTestApp } from '../../../../test/test-app.ts'
import { callerFor, createClient, grantTo } from '../../../../test/tokens.ts'

const tested = useTestApp()

async function world() {
  const { app, server } = tested
  const { id: organisationId } = await createOrganisation(app)
  const hash = await passwordHash()
  const person = (values: object = {}) => createUser(app, { organisationId, passwordHash: hash, ...values })
  const administrator = await person({ role: 'Administrator' })
  const colleague = await person({ firstName: 'Kim' })
  const browser = openBrowser(server)
  await browser.signIn(colleague.email)
  const pair = await grantTo(app, colleague, await createClient(app, { organisationId }))
  const signIn = async (email: string) => {
    const other = openBrowser(server)
    await other.signIn(email)
    return other
  }
  return {
    organisationId,
    administrator,
    colleague,
    caller: await callerFor(tested, administrator),
    url: `/v2/users/${colleague.id}/sessions`,
    signIn,
    isSignedIn: async () => (await browser.session()).user !== null,
    integrationWorks: async () => (await as(server, pair.accessToken).get('/v2/me')).statusCode === 200,
    mails: async () =>
      (await mailsTo(app, { organisationId, email: colleague.email })).filter(
        ({ subject }) => subject === 'You were signed out',
      ),
    events: async () => {
      const rows = await app.db
        .selectFrom('events')
        .where('organisation_id', '=', organisationId)
        .orderBy('id')
        .select(['name', 'facts'])
        .execute()
      return rows.filter(({ name }) => name === 'user.access.ended' || name === 'grant.ended')
    },
  }
}

test('an administrator ends the sessions of a colleague, who gets a mail and signs in again [P-129]', async () => {
  const { caller, url, colleague, isSignedIn, integrationWorks, mails, events, signIn } = await world()
  expect((await caller.delete(url)).statusCode).toBe(204)
  expect([await isSignedIn(), await integrationWorks()]).toEqual([false, true])
  const [mail] = await mails()
  expect(mail?.body).toMatch(/signed you out of every browser, at/)
  expect(await events()).toMatchObject([
    { name: 'user.access.ended', facts: { userId: colleague.id, sessions: 1, integrations: false } },
  ])
  // nothing is left to end, and nothing is said of it
  expect((await caller.delete(url)).statusCode).toBe(204)
  expect([(await mails()).length, (await events()).length]).toEqual([1, 1])
  const again = await signIn(colleague.email)
  expect((await again.session()).user).not.toBeNull()
})

test('with integrations, their access ends as well [P-129]', async () => {
  const { caller, url, isSignedIn, integrationWorks, mails, events } = await world()
  expect((await caller.delete(`${url}?integrations=true`)).statusCode).toBe(204)
  expect([await isSignedIn(), await integrationWorks()]).toEqual([false, false])
  expect((await mails())[0]?.body).toContain('and ended the access of your integrations, at')
  expect(await events()).toMatchObject([
    { name: 'user.access.ended', facts: { sessions: 1, integrations: true } },
    { name: 'grant.ended', facts: { because: 'an administrator ended the access of its person' } },
  ])
})

test('is refused for oneself, to others, and long after one has proven who one is [P-129]', async () => {
  const { administrator, colleague, caller, url, isSignedIn, signIn } = await world()
  expect((await caller.delete(`/v2/users/${administrator.id}/sessions`)).statusCode).toBe(403)
  expect((await (await callerFor(tested, colleague)).delete(url)).statusCode).toBe(403)
  expect((await caller.delete(`${url}?integrations=perhaps`)).statusCode).toBe(400)
  const { id: elsewhere } = await createOrganisation(tested.app)
  const stranger = await createUser(tested.app, { organisationId: elsewhere, role: 'Administrator' })
  expect((await (await callerFor(tested, stranger)).delete(url)).statusCode).toBe(404)
  const browser = await signIn(administrator.email)
  tested.clock.advance({ minutes: 16 })
  expect((await browser.call('DELETE', url)).statusCode).toBe(403)
  expect(await isSignedIn()).toBe(true)
})
