// No response reveals whether an address has an account in another organisation.
import { mailsTo as mailsOf } from '../../../test/fixtures/mails.ts'
import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { openBrowser, password, passwordHash } from '../../../test/peers/browser.ts'
import { createOrganisation, createUser, type TestUser } from '../../../test/factories.ts'
import type { Caller } from '../../../test/http.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { callerFor } from '../../../test/tokens.ts'
import { systemActor } from '../../platform/events/change.ts'
import { sendPasswordLink } from './forgotten-password.ts'
import { addMailDomain } from './sso/providers.ts'

const parts = useTestApp()
const operator = systemActor('operator')

interface Side {
  readonly organisationId: number
  readonly administrator: TestUser
  readonly caller: Caller
}

async function side(): Promise<Side> {
  const { id: organisationId } = await createOrganisation(parts.app)
  const administrator = await createUser(parts.app, { organisationId, role: 'Administrator' })
  return { organisationId, administrator, caller: await callerFor(parts, administrator) }
}

let mine: Side
let theirs: Side
let somebody: TestUser
let nobody: string
beforeEach(async () => {
  ;[mine, theirs] = [await side(), await side()]
  somebody = await createUser(parts.app, {
    organisationId: theirs.organisationId,
    passwordHash: await passwordHash(),
  })
  nobody = `${randomUUID()}@people.example`
})

const invite = ({ caller }: Side, email: string) =>
  caller.post('/v2/users', { email, firstName: 'Robin', lastName: 'Marsh', role: 'Standard' })

const mailsTo = async ({ organisationId }: Side, email: string) => {
  const mails = await mailsOf(parts.app, { organisationId, email })
  return mails.map(({ subject, body }) => ({ subject, body }))
}

const linkIn = (body: string | undefined) => /token=([\w-]+)/.exec(body ?? '')?.[1] ?? ''
const newestLink = async (from: Side, email: string) => linkIn((await mailsTo(from, email)).at(-1)?.body)

async function follow(token: string) {
  const browser = openBrowser(parts.server)
  await browser.session()
  return browser.call('PUT', '/session/password', { token, password })
}

/** The content of a response without its variable parts: ids, times, links, the address itself. */
const shown = (answer: { statusCode: number; body: string }, email: string) => ({
  status: answer.statusCode,
  body: withoutIts(answer.body, email),
})
const withoutIts = (text: string, email: string) =>
  text
    .replaceAll(email, '<address>')
    .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '<id>')
    .replaceAll(/token=[\w-]+/g, 'token=<token>')

describe('an invitation', () => {
  test('is answered, mailed and listed the same whether or not the address has an account elsewhere [P-47]', async () => {
    const seen = []
    for (const email of [nobody, somebody.email]) {
      const invited = await invite(mine, email)
      expect(invited.statusCode, invited.body).toBe(201)
      const { id } = invited.json<{ id: string }>()
      const mails = await mailsTo(mine, email)
      const answers = [
        shown(invited, email),
        shown(await invite(mine, email), email),
        shown(await mine.caller.get(`/v2/users/${id}`), email),
        shown(await mine.caller.get(`/v2/invitations?$filter=User/Email eq '${email}'`), email),
        shown(await mine.caller.get(`/account-apis/v1/users?filter.search=${email}`), email),
        shown(await mine.caller.post(`/v2/users/${id}/invitation`), email),
        shown(await mine.caller.delete(`/v2/users/${id}/invitation`), email),
        shown(await mine.caller.post(`/v2/users/${id}/enable`), email),
        mails.map(({ body }) => withoutIts(body, email)),
      ]
      seen.push(JSON.stringify(answers))
    }
    expect(seen[1]).toBe(seen[0])
  })

  test('of another organisation prevents nobody from inviting the address; the first one accepted wins [P-48]', async () => {
    expect((await invite(mine, nobody)).statusCode).toBe(201)
    expect((await invite(theirs, nobody)).statusCode).toBe(201)
    const [first, second] = [await newestLink(theirs, nobody), await newestLink(mine, nobody)]
    expect((await follow(first)).statusCode).toBe(204)
    const refused = await follow(second)
    expect(refused.statusCode).toBe(400)
    expect(refused.json()).toMatchObject({
      errors: { token: [expect.stringContaining('in another organisation')] },
    })
    const browser = openBrowser(parts.server)
    const signedIn = await browser.signIn(nobody)
    expect(signedIn.json()).toMatchObject({ user: { organisationId: theirs.organisationId } })
  })

  test('of a user with an account changes nothing about that account [P-48]', async () => {
    await invite(mine, somebody.email)
    expect((await follow(await newestLink(mine, somebody.email))).statusCode).toBe(400)
    const signedIn = await openBrowser(parts.server).signIn(somebody.email)
    expect(signedIn.json()).toMatchObject({
      user: { id: somebody.id, organisationId: theirs.organisationId },
    })
  })

  test('to an address of another organisation’s mail domain is rejected, and that organisation can invite it [P-49]', async () => {
    const domain = `d${randomUUID().slice(0, 8)}.example`
    await addMailDomain(parts.app, operator, { organisationId: theirs.organisationId, domain })
    const email = `Robin@${domain.toUpperCase()}`
    const refused = await invite(mine, email)
    expect(refused.statusCode).toBe(400)
    expect(refused.json()).toMatchObject({
      errors: { email: [expect.stringContaining('another organisation')] },
    })
    const rows = await parts.app.db
      .selectFrom('users')
      .where('email_key', '=', email.toLowerCase())
      .select('id')
      .execute()
    expect(rows).toEqual([])
    expect((await invite(mine, `robin@sub.${domain}`)).statusCode).toBe(201)
    expect((await invite(theirs, email)).statusCode).toBe(201)
  })

  test('sent before the domain was assigned to another organisation ends with that [P-49]', async () => {
    const domain = `d${randomUUID().slice(0, 8)}.example`
    const email = `robin@${domain}`
    const { id } = (await invite(mine, email)).json<{ id: string }>()
    await addMailDomain(parts.app, operator, { organisationId: theirs.organisationId, domain })
    expect((await mine.caller.post(`/v2/users/${id}/invitation`)).statusCode).toBe(400)
    expect((await follow(await newestLink(mine, email))).statusCode).toBe(400)
  })

  test('to a user whom the administrator can see in the directory is a conflict', async () => {
    const again = await invite(theirs, somebody.email.toUpperCase())
    expect(again.statusCode).toBe(409)
    expect(again.json()).toMatchObject({ detail: expect.stringContaining('There is already a person') })
  })
})

test('creating a law firm gets the same response whether or not its administrator has an account elsewhere [P-47]', async () => {
  const found = (email: string) =>
    mine.caller.post('/v2/organizations', {
      name: 'Ashfield',
      administrator: { email, firstName: 'Ana', lastName: 'Prior' },
    })
  const [without, withAccount] = [await found(nobody), await found(somebody.email)]
  const plain = (answer: { statusCode: number; body: string }) => ({
    status: answer.statusCode,
    body: answer.body.replaceAll(/\d+/g, '<n>'),
  })
  expect(without.statusCode, without.body).toBe(201)
  expect(plain(withAccount)).toEqual(plain(without))
  const domain = `d${randomUUID().slice(0, 8)}.example`
  await addMailDomain(parts.app, operator, { organisationId: theirs.organisationId, domain })
  expect((await found(`ana@${domain}`)).statusCode).toBe(400)
})

test('an anonymous caller gets the same response for an address with and without an account [P-47]', async () => {
  const seen = []
  for (const email of [nobody, somebody.email]) {
    const browser = openBrowser(parts.server)
    await browser.session()
    const answers = [
      await browser.call('POST', '/session/method', { email }),
      await browser.call('POST', '/session', { email, password: 'not this one, surely' }),
      await browser.call('POST', '/session/password-reset', { email }),
      await browser.call('GET', `/session/sso/start?email=${encodeURIComponent(email)}`),
      await mine.caller.post('/v2/organizationLinkOffers', { email }),
      await mine.caller.get(`/v2/users?$filter=Email eq '${email}'`),
      await mine.caller.get(`/account-apis/v1/users?filter.search=${email}`),
    ]
    seen.push(
      answers.map((answer) => ({
        status: answer.statusCode,
        location: answer.headers['location'],
        body: answer.body
          .replaceAll(email, '<address>')
          .replaceAll(/"(id|operationId|instance)":("[^"]*"|\d+)/g, ''),
      })),
    )
  }
  expect(seen[0]?.map(({ status }) => status)).toEqual([200, 401, 204, 303, 201, 200, 200])
  expect(seen[1]).toEqual(seen[0])
})

test('a password reset goes to the account, and every invitation of the address is sent again [P-48]', async () => {
  await invite(mine, somebody.email)
  await sendPasswordLink.run(parts.app, { email: somebody.email })
  expect((await mailsTo(mine, somebody.email)).map(({ subject }) => subject)).toEqual([
    'You have been invited to Chancery',
    'You have been invited to Chancery',
  ])
  const reset = await newestLink(theirs, somebody.email)
  expect((await follow(reset)).statusCode).toBe(204)
})
