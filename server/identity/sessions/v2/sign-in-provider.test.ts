// Setting up the identity provider of an organisation: what is entered counts only after a test of it has passed.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSamlOrganisation, prepareSaml } from '../../../../test/fixtures/saml.ts'
import { createUser } from '../../../../test/factories.ts'
import { openBrowser } from '../../../../test/peers/browser.ts'
import { relyingParty, startProvider, type RealProvider } from '../../../../test/peers/identity-provider.ts'
import {
  type SamlPeer,
  startSamlifyProvider,
  startSamlpProvider,
} from '../../../../test/peers/saml-identity-providers.ts'
import { useTestApp } from '../../../../test/test-app.ts'
import { accessTokenFor } from '../../../../test/tokens.ts'
import { as } from '../../../../test/http.ts'
import { selfSignedRsaCertificate } from '../../../platform/outbound/self-signed.ts'
import { systemActor } from '../../../platform/events/change.ts'
import { allowPasswords, setIdentityProvider } from '../sso/providers.ts'
import { sessionJobs } from '../jobs.ts'

const parts = useTestApp()
let peer: SamlPeer
let other: SamlPeer
let provider: RealProvider
beforeAll(async () => {
  peer = await startSamlifyProvider()
  other = await startSamlpProvider()
  provider = await startProvider(`${parts.app.config.webUrl}/session/sso/callback`)
})
afterAll(async () => {
  await peer.stop()
  await other.stop()
  await provider.stop()
})

type Organisation = Awaited<ReturnType<typeof createSamlOrganisation>>
const put = ({ administrator }: Organisation, body: object) =>
  administrator.call('PUT', '/v2/signInProvider', body)
const enable = ({ administrator }: Organisation) => administrator.call('POST', '/v2/signInProvider/enable')
const problemOf = (answer: { json(): unknown }) => JSON.stringify(answer.json())

const openId = () => ({
  protocol: 'OpenIdConnect',
  name: 'Acme login',
  issuer: provider.issuer,
  ...relyingParty,
})

/** Goes to the OpenID Connect provider and back, as the administrator. */
async function testOpenId(organisation: Organisation, person: object) {
  const { administrator, pathOf } = organisation
  const started = await administrator.call('POST', '/v2/signInProvider/tests')
  expect(started.statusCode, started.body).toBe(201)
  const back = await provider.walk(started.json<{ startUrl: string }>().startUrl, {
    sub: `of ${organisation.domain}`,
    ...person,
  })
  return administrator.call('GET', pathOf(back))
}

test('an OpenID Connect provider counts after a test of it has passed, and signs nobody in before [A-175]', async () => {
  const organisation = await createSamlOrganisation(parts)
  const { administrator, setup, user, admin, domain } = organisation
  expect((await put(organisation, openId())).statusCode).toBe(204)
  expect(problemOf(await enable(organisation))).toContain('Test these settings first')
  const back = await testOpenId(organisation, { email: `stranger@${domain}`, email_verified: true })
  expect(back.headers['location']).toBe(`${parts.app.config.webUrl}/#/security/provider`)
  expect((await setup()).lastTest).toMatchObject({
    passed: false,
    details: { problem: 'unknown_user', subject: `of ${domain}`, user: null },
  })
  expect((await enable(organisation)).statusCode).toBe(409)
  await testOpenId(organisation, { email: user.email, email_verified: true })
  expect(await setup()).toMatchObject({
    live: null,
    settings: { hasPassed: true, isLive: false },
    lastTest: {
      passed: true,
      details: { problem: null, user: { id: user.id, name: 'Robin Marsh' }, isBound: false },
    },
  })
  // the administrator is still who they were, and nobody is bound
  expect((await administrator.session()).user).toMatchObject({ email: admin.email })
  expect((await administrator.call('POST', '/session/method', { email: user.email })).json()).toEqual({
    method: 'password',
  })
  expect((await enable(organisation)).statusCode).toBe(204)
  expect(await setup()).toMatchObject({ live: { protocol: 'OpenIdConnect' }, settings: { isLive: true } })
  const browser = openBrowser(parts.server)
  const away = await browser.call('GET', `/session/sso/start?email=${encodeURIComponent(user.email)}`)
  const person = { sub: `of ${domain}`, email: user.email, email_verified: true }
  const home = await provider.walk(String(away.headers['location']), person)
  await browser.call('GET', organisation.pathOf(home))
  expect((await browser.session()).user).toMatchObject({ email: user.email })
})

test('settings that changed after their test have to be tested again, and what counts stays as it is [A-175]', async () => {
  const saml = await prepareSaml(parts, peer)
  const { certificate } = await otherCertificate()
  const changed = {
    protocol: 'Saml',
    name: 'Acme',
    issuer: peer.entityId,
    ssoUrl: peer.ssoUrl,
    certificates: [certificate],
  }
  expect((await saml.put(changed)).statusCode).toBe(204)
  expect(await saml.setup()).toMatchObject({ live: { name: 'Acme login' }, settings: { hasPassed: false } })
  expect((await saml.administrator.call('POST', '/v2/signInProvider/enable')).statusCode).toBe(409)
  // those that are not right yet do not keep anybody out
  expect((await saml.signIn('/')).headers['location']).toBe(`${parts.app.config.webUrl}/#/`)
  await saml.testIt()
  expect((await saml.setup()).lastTest).toMatchObject({
    passed: false,
    details: { problem: 'not_valid', advice: expect.stringContaining('signature') },
  })
  // both certificates, as while the provider replaces its own
  await saml.put({ ...changed, certificates: [certificate, peer.certificate] })
  await saml.testIt()
  expect((await saml.administrator.call('POST', '/v2/signInProvider/enable')).statusCode).toBe(204)
  expect((await saml.signIn('/', { browser: openBrowser(parts.server) })).headers['location']).toBe(
    `${parts.app.config.webUrl}/#/`,
  )
})

test('a test that began before the settings changed says nothing about them', async () => {
  const organisation = await createSamlOrganisation(parts)
  await put(organisation, openId())
  const { administrator, user } = organisation
  const started = await administrator.call('POST', '/v2/signInProvider/tests')
  await put(organisation, { ...openId(), name: 'Another name' })
  const person = { sub: 'tested', email: user.email, email_verified: true }
  const back = await provider.walk(started.json<{ startUrl: string }>().startUrl, person)
  const answer = await administrator.call('GET', organisation.pathOf(back))
  expect(answer.headers['location']).toContain('error=expired')
  expect((await organisation.setup()).lastTest).toBeNull()
})

test('a test comes back to the browser that began it only', async () => {
  const organisation = await createSamlOrganisation(parts)
  await put(organisation, openId())
  const { administrator, user } = organisation
  const started = await administrator.call('POST', '/v2/signInProvider/tests')
  const person = { sub: 'tested', email: user.email, email_verified: true }
  const back = await provider.walk(started.json<{ startUrl: string }>().startUrl, person)
  const elsewhere = openBrowser(parts.server)
  await elsewhere.session()
  expect((await elsewhere.call('GET', organisation.pathOf(back))).headers['location']).toContain(
    'error=expired',
  )
  expect((await organisation.setup()).lastTest).toBeNull()
  const { user: nobody } = await elsewhere.session()
  expect(nobody).toBeNull()
})

test('a provider is turned off again, but not while passwords are forbidden', async () => {
  const saml = await prepareSaml(parts, peer)
  const { organisationId, administrator } = saml
  const disable = () => administrator.call('POST', '/v2/signInProvider/disable')
  await allowPasswords(parts.app, systemActor('test'), { organisationId, allowed: false })
  expect((await disable()).statusCode).toBe(409)
  await allowPasswords(parts.app, systemActor('test'), { organisationId, allowed: true })
  expect((await disable()).statusCode).toBe(204)
  expect((await disable()).statusCode).toBe(404)
  expect(await saml.setup()).toMatchObject({ live: null, settings: { hasPassed: true, isLive: false } })
})

test('what the operator has set goes on counting, and shows who set it', async () => {
  const organisation = await createSamlOrganisation(parts)
  const { organisationId } = organisation
  const settings = { organisationId, name: 'Operator login', issuer: provider.issuer, ...relyingParty }
  await setIdentityProvider(parts.app, systemActor('test'), settings)
  await put(organisation, { ...openId(), name: 'Ours' })
  expect(await organisation.setup()).toMatchObject({
    live: { name: 'Operator login', setBy: 'Operator' },
    settings: { name: 'Ours', isLive: false },
  })
})

test('a client secret is sealed, never shown, and kept when it is left out', async () => {
  const organisation = await createSamlOrganisation(parts)
  const { clientSecret, ...without } = openId()
  expect(problemOf(await put(organisation, without))).toContain('clientSecret')
  await put(organisation, openId())
  await put(organisation, { ...without, name: 'Renamed' })
  expect(JSON.stringify(await organisation.setup())).not.toContain(clientSecret)
  const row = await parts.app.db
    .selectFrom('identity_provider_drafts')
    .where('organisation_id', '=', organisation.organisationId)
    .select(['client_secret_sealed', 'name'])
    .executeTakeFirstOrThrow()
  expect(row.name).toBe('Renamed')
  expect(row.client_secret_sealed?.toString('latin1')).not.toContain(clientSecret)
  const person = { email: organisation.user.email, email_verified: true }
  await testOpenId(organisation, person)
  expect((await organisation.setup()).lastTest).toMatchObject({ passed: true })
})

test('our certificates are replaced without a gap', async () => {
  const saml = await prepareSaml(parts, other)
  const { administrator, setup, metadata } = saml
  const keyRows = await parts.app.db.selectFrom('saml_keys').select('private_sealed').execute()
  expect(keyRows.every((row) => !row.private_sealed.toString('latin1').includes('PRIVATE KEY'))).toBe(true)
  const [first] = (await setup()).saml?.certificates ?? []
  const end = (id: number | undefined) =>
    administrator.call('DELETE', `/v2/signInProvider/certificates/${id}`)
  expect((await end(first?.id)).statusCode).toBe(409)
  expect((await administrator.call('POST', '/v2/signInProvider/certificates')).statusCode).toBe(201)
  // a provider with the metadata of before can still answer, encrypted for the old one
  saml.behave({ encrypts: true })
  expect((await saml.signIn('/', { browser: openBrowser(parts.server) })).headers['location']).toMatch(/#\/$/)
  const both = await metadata()
  expect(both.match(/use="signing"/g)).toHaveLength(2)
  other.behave({ serviceProvider: both, encrypts: true })
  expect((await saml.signIn('/', { browser: openBrowser(parts.server) })).headers['location']).toMatch(/#\/$/)
  expect((await end(first?.id)).statusCode).toBe(204)
  other.behave({ serviceProvider: await metadata(), encrypts: true })
  expect((await saml.signIn('/', { browser: openBrowser(parts.server) })).headers['location']).toMatch(/#\/$/)
  await administrator.call('POST', '/v2/signInProvider/certificates')
  await administrator.call('POST', '/v2/signInProvider/certificates')
  expect((await administrator.call('POST', '/v2/signInProvider/certificates')).statusCode).toBe(409)
})

test('what came in a test is forgotten after a day, not that it passed', async () => {
  const saml = await prepareSaml(parts, peer)
  const purge = sessionJobs.find(({ name }) => name === 'purge-sessions')
  parts.clock.advance({ hours: 25 })
  await purge?.run(parts.app, {})
  await saml.administrator.signIn(saml.admin.email)
  expect(await saml.setup()).toMatchObject({
    settings: { hasPassed: true },
    lastTest: { passed: true, details: null },
  })
})

test('who is no administrator, or has not proven lately who they are, changes nothing [A-176]', async () => {
  const organisation = await createSamlOrganisation(parts)
  const { administrator, organisationId } = organisation
  const token = await accessTokenFor(
    parts.app,
    await createUser(parts.app, { organisationId, role: 'Administrator' }),
  )
  const byToken = await as(parts.server, token).post('/v2/signInProvider/tests', {})
  expect(byToken.statusCode).toBe(403)
  const colleague = openBrowser(parts.server)
  await colleague.signIn(organisation.user.email)
  expect((await colleague.call('GET', '/v2/signInProvider')).statusCode).toBe(403)
  expect((await colleague.call('PUT', '/v2/signInProvider', openId())).statusCode).toBe(403)
  parts.clock.advance({ minutes: 16 })
  for (const [method, url, body] of [
    ['PUT', '/v2/signInProvider', openId()],
    ['POST', '/v2/signInProvider/tests', undefined],
    ['POST', '/v2/signInProvider/enable', undefined],
    ['POST', '/v2/signInProvider/disable', undefined],
    ['POST', '/v2/signInProvider/certificates', undefined],
  ] as const) {
    const answer = await administrator.call(method, url, body)
    expect(answer.json(), url).toMatchObject({ type: 'urn:chancery:problem:verification-required' })
  }
})

test('addresses for providers say nothing about organisations that there are not', async () => {
  const answer = await parts.server.inject({
    url: '/session/saml/0b9f1c7e-6a1d-4a35-9b8e-3a1f6f0d2c44/metadata',
  })
  expect(answer.statusCode).toBe(404)
  const wrongId = await parts.server.inject({ url: '/session/saml/1/metadata' })
  expect(wrongId.statusCode).toBe(404)
})

async function otherCertificate() {
  return { certificate: (await selfSignedRsaCertificate('Other')).cert }
}
