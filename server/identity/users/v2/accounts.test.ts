// v2 of accounts: invitations, rights, disabling.
import { mailsTo } from '../../../../test/fixtures/mails.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { openBrowser, password, passwordHash } from '../../../../test/peers/browser.ts'
import { createOrganisation, createUser, type TestUser } from '../../../../test/factories.ts'
import type { Caller } from '../../../../test/http.ts'
import { useTestApp } from '../../../../test/test-app.ts'
import { askForTokens, callerFor, codeFor, createClient, grantTo } from '../../../../test/tokens.ts'

const tested = useTestApp()
let organisationId: number
let administrator: TestUser
let caller: Caller
beforeEach(async () => {
  organisationId = (await createOrganisation(tested.app, { name: 'Harbour' })).id
  administrator = await createUser(tested.app, { organisationId, role: 'Administrator' })
  caller = await callerFor(tested, administrator)
})

const person = (options: Partial<Parameters<typeof createUser>[1]> = {}) =>
  createUser(tested.app, { organisationId, ...options })
const statusOf = async (id: string) => (await caller.get(`/v2/users/${id}`)).json<{ status: string }>().status

describe('an invitation', () => {
  let count = 0
  const invite = async (more: object = {}) => {
    const email = `robin.${organisationId}.${count++}@people.example`
    const body = { email, firstName: 'Robin', lastName: 'Marsh', role: 'InhouseLegal', ...more }
    const answer = await caller.post('/v2/users', body)
    expect(answer.statusCode, answer.body).toBe(201)
    const { id } = answer.json<{ id: string }>()
    expect(answer.headers.location).toBe(`/v2/users/${id}`)
    return { id, email }
  }
  const linksTo = async (email: string) =>
    (await mailsTo(tested.app, { organisationId, email })).map(
      ({ body }) => /token=([\w-]+)/.exec(body)?.[1] ?? '',
    )
  const follow = async (token: string | undefined) => {
    const browser = openBrowser(tested.server)
    await browser.session()
    return (await browser.call('PUT', '/session/password', { token, password })).statusCode
  }
  const pending = async () =>
    (await caller.get('/v2/invitations')).json<{
      items: { user: { id: string }; expired: boolean }[]
    }>().items

  test('is sent by mail, is listed until it is followed, and lets the person in [P-16]', async () => {
    const { id, email } = await invite({ groups: ['MatterAdministrators'], jobTitle: 'Counsel' })
    expect(await pending()).toMatchObject([{ user: { id, email }, role: 'InhouseLegal', expired: false }])
    const [mail] = await mailsTo(tested.app, { organisationId, email })
    expect(mail?.body).toContain('Robin Marsh of Harbour has invited you')
    const [link] = await linksTo(email)
    expect(await follow(link)).toBe(204)
    expect(await pending()).toEqual([])
    expect(await statusOf(id)).toBe('Active')
    expect((await caller.get(`/v2/users/${id}/rights`)).json()).toEqual({
      role: 'InhouseLegal',
      permissions: ['CreateMatters', 'ContractCreator', 'ManageIntake', 'DeleteOwn'],
      groups: ['MatterAdministrators'],
      customRole: null,
    })
    expect((await caller.post(`/v2/users/${id}/invitation`)).statusCode).toBe(409)
    expect((await caller.delete(`/v2/users/${id}/invitation`)).statusCode).toBe(409)
  })

  test('expires after seven days; sent again, only the new link works [P-16]', async () => {
    const { id, email } = await invite()
    tested.clock.advance({ days: 7 })
    caller = await callerFor(tested, administrator)
    expect(await pending()).toMatchObject([{ user: { id }, expired: true }])
    expect(await follow((await linksTo(email))[0])).toBe(400)
    for (const _ of [1, 2]) {
      expect((await caller.post(`/v2/users/${id}/invitation`)).statusCode).toBe(204)
    }
    const [, second, third] = await linksTo(email)
    expect(await pending()).toMatchObject([{ user: { id }, expired: false }])
    expect(await follow(second)).toBe(400)
    expect(await follow(third)).toBe(204)
  })

  test('is withdrawn: its link is invalid, and nobody can enable the person [P-16]', async () => {
    const { id, email } = await invite()
    expect((await caller.delete(`/v2/users/${id}/invitation`)).statusCode).toBe(204)
    expect(await pending()).toEqual([])
    expect(await follow((await linksTo(email))[0])).toBe(400)
    expect(await statusOf(id)).toBe('Disabled')
    expect((await caller.post(`/v2/users/${id}/enable`)).statusCode).toBe(409)
    expect((await caller.post(`/v2/users/${id}/invitation`)).statusCode).toBe(204)
    expect(await follow((await linksTo(email))[1])).toBe(204)
    expect(await statusOf(id)).toBe('Active')
  })

  test.each([
    ['email', { email: 'nobody' }],
    ['role', { role: 'King' }],
    ['role', { role: undefined }],
    ['permissions', { permissions: ['Everything'] }],
    ['groups', { groups: 'MatterAdministrators' }],
    ['lastName', { lastName: '' }],
    ['status', { status: 'Active' }],
  ])('with a wrong %s (%j) is rejected, and nobody is added', async (name, wrong) => {
    const before = await tested.app.db.selectFrom('users').select('id').execute()
    const body = { email: 'x@people.example', firstName: 'X', lastName: 'Y', role: 'Standard', ...wrong }
    const answer = await caller.post('/v2/users', body)
    expect(answer.statusCode, answer.body).toBe(400)
    expect(Object.keys(answer.json<{ errors: object }>().errors)).toEqual([name])
    expect(await tested.app.db.selectFrom('users').select('id').execute()).toEqual(before)
  })

  test('to an address that is taken is a conflict', async () => {
    const body = { email: administrator.email.toUpperCase(), firstName: 'X', lastName: 'Y', role: 'Standard' }
    expect((await caller.post('/v2/users', body)).statusCode).toBe(409)
  })
})

describe('rights', () => {
  const rights = (id: string) => `/v2/users/${id}/rights`

  test('are granted and revoked by administrators; permissions follow a new role by default [P-17]', async () => {
    const { id } = await person({ role: 'Standard' })
    expect((await caller.patch(rights(id), { role: 'Contributor' })).statusCode).toBe(204)
    expect((await caller.get(rights(id))).json()).toEqual({
      role: 'Contributor',
      permissions: ['CreateMatters', 'ContractCreator', 'DeleteOwn'],
      groups: [],
      customRole: null,
    })
    const given = {
      permissions: ['ManageInvoices', 'manageintegrations'],
      groups: ['ContractAdministrators'],
    }
    expect((await caller.patch(rights(id), given)).statusCode).toBe(204)
    expect((await caller.get(rights(id))).json()).toEqual({
      role: 'Contributor',
      permissions: ['ManageIntegrations', 'ManageInvoices'],
      groups: ['ContractAdministrators'],
      customRole: null,
    })
  })

  test('cannot be granted to the caller [P-18]', async () => {
    const wishes = [
      { role: 'Administrator' },
      { permissions: ['DeleteAll'] },
      { groups: ['MatterAdministrators'] },
    ]
    for (const role of ['InhouseLegal', 'Contributor', 'Standard', 'External', 'MatterManager'] as const) {
      const me = await person({ role, permissions: [] })
      const own = await callerFor(tested, me)
      const before = (await own.get(rights(me.id))).json<unknown>()
      for (const wish of wishes) {
        expect((await own.patch(rights(me.id), wish)).statusCode).toBe(403)
        expect((await own.patch(`/v2/users/${me.id}/profile`, wish)).statusCode).toBe(400)
      }
      expect((await own.get(rights(me.id))).json()).toEqual(before)
    }
    const other = await person({ role: 'Administrator', permissions: ['DeleteOwn'] })
    const own = await callerFor(tested, other)
    for (const wish of wishes.slice(1)) {
      expect((await own.patch(rights(other.id), wish)).statusCode).toBe(403)
      expect((await caller.patch(rights(other.id), wish)).statusCode, 'another administrator may').toBe(204)
    }
    expect((await own.patch(rights(other.id), { groups: [] })).statusCode, 'laying them down').toBe(204)
  })

  test('of the last active administrator stay [P-19]', async () => {
    await person({ role: 'Administrator', status: 'Invited' })
    await person({ role: 'Administrator', status: 'Disabled' })
    const refused = await caller.patch(rights(administrator.id), { role: 'Standard' })
    expect(refused.statusCode, refused.body).toBe(409)
    expect((await caller.post(`/v2/users/${administrator.id}/disable`)).statusCode).toBe(409)
    const other = await person({ role: 'Administrator' })
    const answers = await Promise.all([
      caller.patch(rights(other.id), { role: 'Standard' }),
      (await callerFor(tested, other)).patch(rights(administrator.id), { role: 'Standard' }),
    ])
    const left = await tested.app.db
      .selectFrom('users')
      .where('organisation_id', '=', organisationId)
      .where('role', '=', 'Administrator')
      .where('status', '=', 'Active')
      .select('id')
      .execute()
    expect(left, JSON.stringify(answers.map(({ body }) => body))).toHaveLength(1)
  })

  test('are shown to the person and to administrators, and updated in their own organisation only [O-33]', async () => {
    const { id } = await person()
    const colleague = await callerFor(tested, await person())
    expect((await colleague.get(rights(id))).statusCode).toBe(403)
    const elsewhere = await createOrganisation(tested.app)
    const foreign = await callerFor(
      tested,
      await createUser(tested.app, { organisationId: elsewhere.id, role: 'Administrator' }),
    )
    for (const answer of [
      await foreign.get(rights(id)),
      await foreign.patch(rights(id), { groups: [] }),
      await foreign.post(`/v2/users/${id}/disable`),
    ]) {
      expect(answer.statusCode).toBe(404)
    }
    expect(await statusOf(id)).toBe('Active')
  })
})

test('a disabled person is signed out, and enabling them does not restore their tokens [P-3]', async () => {
  const them = await person({ passwordHash: await passwordHash() })
  const client = await createClient(tested.app, { organisationId })
  const tokens = await grantTo(tested.app, them, client)
  const code = await codeFor(tested.app, them, client)
  const own = await callerFor(tested, them)
  const browser = openBrowser(tested.server)
  await browser.signIn(them.email)
  const refresh = () =>
    askForTokens(tested.server, {
      grant_type: 'refresh_token',
      refresh_token: tokens.refreshToken,
      client_id: client.clientId,
      client_secret: client.secret,
    })
  const exchange = () =>
    askForTokens(tested.server, {
      grant_type: 'authorization_code',
      code,
      redirect_uri: client.redirectUri,
      client_id: client.clientId,
      client_secret: client.secret,
    })
  expect((await own.get('/v2/teams')).statusCode).toBe(200)
  expect((await caller.post(`/v2/users/${them.id}/disable`)).statusCode).toBe(204)
  expect((await caller.post(`/v2/users/${them.id}/disable`)).statusCode).toBe(204)
  expect(await statusOf(them.id)).toBe('Disabled')
  const isOut = async () => {
    expect((await own.get('/v2/teams')).statusCode).toBe(401)
    expect((await browser.session()).user).toBeNull()
    expect((await refresh()).statusCode).toBe(400)
    expect((await exchange()).statusCode).toBe(400)
  }
  await isOut()
  expect((await caller.post(`/v2/users/${them.id}/enable`)).statusCode).toBe(204)
  await isOut()
  await browser.signIn(them.email)
  expect((await browser.session()).user).toMatchObject({ email: them.email })
  const events = await tested.app.db
    .selectFrom('events')
    .where('organisation_id', '=', organisationId)
    .where('name', 'in', ['user.disabled', 'grant.ended', 'user.enabled'])
    .orderBy('id')
    .select(['name', 'user_id'])
    .execute()
  expect(events.map(({ name }) => name)).toEqual([
    'user.disabled',
    'grant.ended',
    'grant.ended',
    'user.enabled',
  ])
  expect(events.every(({ user_id }) => user_id === administrator.id)).toBe(true)
  // the history says whom it happened to
  const { items } = (await caller.get("/v2/history?$filter=Action eq 'user.disabled'&$top=1")).json()
  expect(items).toMatchObject([{ person: { id: them.id }, user: { id: administrator.id }, record: null }])
})
