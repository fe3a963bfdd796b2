// Single sign-on in a browser: from the web app to the organisation's provider and back.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { internalTransaction, systemActor } from '../../server/platform/events/change.ts'
import { addMailDomain, setIdentityProvider } from '../../server/identity/sessions/sso/providers.ts'
import { chromiumPath } from '../peers/chromium.ts'
import { createOrganisation, createUser } from '../factories.ts'
import { type RealProvider, relyingParty, startProvider } from '../peers/identity-provider.ts'
import { createClient } from '../tokens.ts'
import { type Receiver, serveWebApp, startReceiver } from './web-app.ts'

const { parts, origin, open } = await serveWebApp()
let provider: RealProvider
let receiver: Receiver
beforeAll(async () => {
  provider = await startProvider(`${origin}/session/sso/callback`)
  receiver = await startReceiver()
})
afterAll(async () => {
  await provider.stop()
  await receiver.close()
})

let organisations = 0
async function setUp() {
  const by = systemActor('test')
  const { id: organisationId } = await createOrganisation(parts.app)
  const domain = `legal-${++organisations}.example`
  const settings = { organisationId, name: 'Legal Login', issuer: provider.issuer, ...relyingParty }
  await setIdentityProvider(parts.app, by, settings)
  await addMailDomain(parts.app, by, { organisationId, domain })
  const user = await createUser(parts.app, { organisationId })
  const email = `robin@${domain}`
  await internalTransaction(parts.app, (tx) =>
    tx.updateTable('users').set({ email, email_key: email }).where('id', '=', user.id).execute(),
  )
  const { clientId } = await createClient(parts.app, { organisationId, redirectUris: [receiver.redirectUri] })
  const redirectUri = encodeURIComponent(receiver.redirectUri)
  return {
    email,
    person: { sub: `subject-${organisations}`, email, email_verified: true },
    address: `${origin}/#/authorize?response_type=code&client_id=${clientId}&redirect_uri=${redirectUri}&state=%2f`,
  }
}

describe.skipIf(!chromiumPath())('single sign-on', () => {
  test('a person consents to an integration by way of their provider', async () => {
    const { email, person, address } = await setUp()
    provider.seat(person)
    const page = await open()
    await page.goto(address)
    await page.getByLabel('Email address').fill(email)
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByText(email).waitFor()
    await page.getByRole('button', { name: 'Allow' }).click()
    await page.waitForURL(`${receiver.redirectUri}?**`)
    expect(page.url()).toMatch(/[?&]code=.+&state=%2f$/)
  })

  test('a person who cancelled at the provider sees a message and can continue where they were', async () => {
    const { email, person, address } = await setUp()
    provider.seat('cancels')
    const page = await open()
    await page.goto(address)
    await page.getByLabel('Email address').fill(email)
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('alert').getByText('was cancelled').waitFor()
    provider.seat(person)
    await page.getByLabel('Email address').fill(email)
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('button', { name: 'Allow' }).waitFor()
  })
})
