// Clients that are changed after people have allowed them: who may, who is notified, and who is asked again.
import { expect, test } from 'vitest'
import { createOrganisation, createUser } from '../../../../test/factories.ts'
import { notificationsOf } from '../../../../test/fixtures/notifications.ts'
import { openBrowser, passwordHash } from '../../../../test/peers/browser.ts'
import { useTestApp } from '../../../../test/test-app.ts'
import { askForTokens, callerFor, createClient } from '../../../../test/tokens.ts'
import { as } from '../../../../test/http.ts'

const parts = useTestApp()

/** A client, one who manages it, and a colleague who has allowed it in a browser. */
async function setUp(role: 'Administrator' | 'Standard') {
  const { id: organisationId } = await createOrganisation(parts.app)
  const colleague = await createUser(parts.app, { organisationId, role, passwordHash: await passwordHash() })
  const manager = await createUser(parts.app, { organisationId, permissions: ['ManageIntegrations'] })
  const administrator = await createUser(parts.app, { organisationId, role: 'Administrator' })
  const client = await createClient(parts.app, { organisationId })
  const administering = await callerFor(parts, administrator)
  await administering.patch(`/v2/integrationClients/${client.id}`, { secretRequired: true })
  const browser = openBrowser(parts.server)
  await browser.signIn(colleague.email)
  const address = `/v2/integrationClients/${client.id}`
  const queryTo = (uri: string) =>
    `response_type=code&client_id=${client.clientId}&redirect_uri=${encodeURIComponent(uri)}`
  await browser.authorize(queryTo(client.redirectUri))
  return {
    colleague,
    client,
    browser,
    address,
    queryTo,
    managing: await callerFor(parts, manager),
    administering,
  }
}
type Setting = Awaited<ReturnType<typeof setUp>>

/** Opens the authorize address: whether the person is asked, and the answer to a page that does not ask. */
async function goOn({ browser, queryTo }: Setting, uri: string) {
  const started = await browser.call('POST', '/oauth/authorization-requests', { query: queryTo(uri) })
  const address = `/oauth/authorization-requests/${started.json<{ id: string }>().id}`
  const { consentGiven } = (await browser.call('GET', address)).json<{ consentGiven: boolean }>()
  const silently = await browser.call('POST', `${address}/decision`, { decision: 'allow', asked: false })
  return { consentGiven, silently: silently.statusCode, address }
}

const elsewhere = 'https://elsewhere.example/callback'

test('an address that is new to the person, a new address of the client and a new secret ask for consent again, and those who had given it are notified [A-190]', async () => {
  const setting = await setUp('Standard')
  const { client, managing, address, colleague, browser, queryTo } = setting
  expect(await goOn(setting, client.redirectUri)).toMatchObject({ consentGiven: true, silently: 200 })
  // the sandbox accepts any address
  expect(await goOn(setting, elsewhere)).toMatchObject({ consentGiven: false, silently: 409 })
  await browser.authorize(queryTo(elsewhere))
  expect(await goOn(setting, elsewhere)).toMatchObject({ consentGiven: true, silently: 200 })
  expect(await goOn(setting, client.redirectUri)).toMatchObject({ consentGiven: true, silently: 200 })

  const changes = [
    ['address', () => managing.patch(address, { redirectUris: [client.redirectUri, elsewhere] })],
    ['secret', () => managing.post(`${address}/secrets`, {})],
    ['secret not needed', () => managing.patch(address, { secretRequired: false })],
  ] as const
  for (const [what, change] of changes) {
    const { statusCode, body } = await change()
    expect([200, 201, 204], `${what}: ${body}`).toContain(statusCode)
    expect(await goOn(setting, client.redirectUri), what).toMatchObject({
      consentGiven: false,
      silently: 409,
    })
    await browser.authorize(queryTo(client.redirectUri))
    expect(await goOn(setting, client.redirectUri), what).toMatchObject({ consentGiven: true })
  }
  const notified = await notificationsOf(parts.app, await callerFor(parts, colleague))
  expect(notified.map(({ text }) => text)).toEqual([
    expect.stringContaining('changed the addresses of the integration Ledger Link, which you have allowed.'),
    expect.stringContaining('made a new secret of the integration Ledger Link, which you have allowed.'),
    expect.stringContaining('changed the addresses of the integration Ledger Link, which you have allowed.'),
  ])
})

test('other changes ask nobody again, and those who have not allowed it are not notified [A-190]', async () => {
  const setting = await setUp('Standard')
  const { client, managing, administering, address } = setting
  expect((await managing.patch(address, { name: 'Ledger' })).statusCode).toBe(204)
  expect(await goOn(setting, client.redirectUri)).toMatchObject({ consentGiven: true, silently: 200 })
  expect((await managing.post(`${address}/secrets`, {})).statusCode).toBe(201)
  expect(await notificationsOf(parts.app, administering)).toEqual([])
})

test('a client that an administrator has allowed is changed by administrators, and disabled by anyone who manages it [A-191]', async () => {
  const setting = await setUp('Administrator')
  const { client, managing, administering, address } = setting
  expect((await managing.get(address)).json()).toMatchObject({ can: { change: false } })
  expect((await administering.get(address)).json()).toMatchObject({ can: { change: true } })
  const wanted = { redirectUris: [client.redirectUri, elsewhere] }
  for (const changes of [
    wanted,
    { name: 'Payroll' },
    { contactEmail: 'x@y.example' },
    { secretRequired: false },
  ])
    expect((await managing.patch(address, changes)).statusCode).toBe(403)
  expect((await managing.post(`${address}/secrets`, {})).statusCode).toBe(403)
  expect(await goOn(setting, client.redirectUri)).toMatchObject({ consentGiven: true, silently: 200 })
  for (const status of ['Disabled', 'Active'])
    expect((await managing.patch(address, { status })).statusCode).toBe(204)
  expect((await administering.patch(address, wanted)).statusCode).toBe(204)
  expect((await administering.post(`${address}/secrets`, {})).statusCode).toBe(201)
})

test('allowing again asks administrators for a proof, and the tokens of others from a stale session do nothing that asks for one [A-192]', async () => {
  const tokensOf = async ({ client }: Setting, redirected: string) => {
    const answer = await askForTokens(parts.server, {
      grant_type: 'authorization_code',
      client_id: client.clientId,
      client_secret: client.secret,
      redirect_uri: client.redirectUri,
      code: new URL(redirected).searchParams.get('code') ?? '',
    })
    return as(parts.server, answer.json<{ access_token: string }>().access_token)
  }
  const administrator = await setUp('Administrator')
  const standard = await setUp('Standard')
  const fresh = await tokensOf(
    standard,
    await standard.browser.authorize(standard.queryTo(standard.client.redirectUri)),
  )
  parts.clock.advance({ minutes: 16 })
  const { address } = await goOn(administrator, administrator.client.redirectUri)
  const refused = await administrator.browser.call('POST', `${address}/decision`, { decision: 'allow' })
  expect(refused.json()).toMatchObject({ type: 'urn:chancery:problem:verification-required' })

  const stale = await tokensOf(
    standard,
    await standard.browser.authorize(standard.queryTo(standard.client.redirectUri)),
  )
  expect((await stale.get('/v2/me')).json()).toMatchObject({ can: { actWithoutProof: false } })
  const ending = await stale.post('/v2/my/sessions/end', { keepCurrent: false })
  expect(ending.json()).toMatchObject({ status: 403, type: 'urn:chancery:problem:verification-required' })
  expect((await fresh.get('/v2/me')).json()).toMatchObject({ can: { actWithoutProof: true } })
  expect((await fresh.post('/v2/my/sessions/end', { keepCurrent: false })).statusCode).toBe(204)
})
