// An identity provider in a browser: an administrator sets up SAML, sees a test fail and pass, turns it on, and a
// colleague signs in with it.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { internalTransaction, systemActor } from '../../server/platform/events/change.ts'
import { addMailDomain } from '../../server/identity/sessions/sso/providers.ts'
import { newAppSecret } from '../../server/platform/secrets/app-codes.ts'
import { appSecretPurpose } from '../../server/identity/sessions/second-factor/authenticator-app.ts'
import { samlKeyPurpose } from '../../server/identity/sessions/sso/saml/saml-keys.ts'
import { selfSignedRsaCertificate } from '../../server/platform/outbound/self-signed.ts'
import { createOrganisation, createUser } from '../factories.ts'
import { appOf } from '../fixtures/second-factors.ts'
import { openBrowser, password, passwordHash } from '../peers/browser.ts'
import { chromiumPath } from '../peers/chromium.ts'
import { type RealProvider, relyingParty, startProvider } from '../peers/identity-provider.ts'
import { type SamlPeer, startSamlifyProvider } from '../peers/saml-identity-providers.ts'
import { absent } from './absence.ts'
import { look } from './look.ts'
import { serveWebApp } from './web-app.ts'

const app = await serveWebApp()
const { parts, origin } = app
let peer: SamlPeer
let provider: RealProvider
beforeAll(async () => {
  peer = await startSamlifyProvider()
  provider = await startProvider(`${origin}/session/sso/callback`)
})
afterAll(async () => {
  await peer.stop()
  await provider.stop()
})

let organisations = 0
async function setUp() {
  const { id: organisationId } = await createOrganisation(parts.app)
  const domain = `browser-${++organisations}.example`
  await addMailDomain(parts.app, systemActor('test'), { organisationId, domain })
  const hash = await passwordHash()
  const admin = await createUser(parts.app, { organisationId, role: 'Administrator', passwordHash: hash })
  const user = await createUser(parts.app, { organisationId })
  const email = `robin@${domain}`
  await internalTransaction(parts.app, (tx) =>
    tx.updateTable('users').set({ email, email_key: email }).where('id', '=', user.id).execute(),
  )
  return { admin, email, domain }
}

/** An organisation whose provider fails, that refuses passwords, and its break-glass account. */
async function breakGlass() {
  const { admin, email } = await setUp()
  const { organisationId } = admin
  const secret = newAppSecret()
  const sealed = await parts.app.vault.seal(secret, appSecretPurpose(admin.id))
  const { key, cert } = await selfSignedRsaCertificate('Chancery')
  const keySealed = await parts.app.vault.seal(key, samlKeyPurpose)
  await internalTransaction(parts.app, async (tx, now) => {
    const organisation = { organisation_id: organisationId, created_at: now }
    const [, domain = ''] = email.split('@')
    const own = `keeper@${domain}`
    await tx.updateTable('users').set({ email: own, email_key: own }).where('id', '=', admin.id).execute()
    const appOfAdmin = { user_id: admin.id, secret_sealed: sealed, last_step: 0, created_at: now }
    await tx.insertInto('authenticator_apps').values(appOfAdmin).execute()
    await tx
      .updateTable('organisations')
      .set({ local_accounts: false })
      .where('id', '=', organisationId)
      .execute()
    await tx
      .insertInto('sign_in_policies')
      .values({
        organisation_id: organisationId,
        second_factor: 'Nobody',
        firms: false,
        remember_days: 30,
        trust_single_sign_on: true,
        break_glass_user_id: admin.id,
        updated_at: now,
      })
      .execute()
    await tx
      .insertInto('saml_service_providers')
      .values({ public_id: randomUUID(), ...organisation })
      .execute()
    await tx
      .insertInto('saml_keys')
      .values({ certificate: cert, private_sealed: keySealed, ...organisation })
      .execute()
    const saml = {
      ssoUrl: `${origin}/`,
      certificates: [cert.replaceAll(/-----[^-]+-----|\s/g, '')],
      idpInitiated: false,
      allowSha1: false,
      emailAttribute: null,
    }
    const stated = { protocol: 'saml', name: 'Acme login', issuer: 'https://login.acme.example' }
    await tx
      .insertInto('identity_providers')
      .values({ ...organisation, ...stated, saml: JSON.stringify(saml), updated_at: now })
      .execute()
  })
  const code = appOf(parts, secret)(0)
  return { email: `keeper@${email.split('@')[1]}`, code }
}

describe.skipIf(!chromiumPath())('the identity provider', () => {
  test('is set up with SAML, tested, turned on, and signs a colleague in [A-170, A-175, A-178]', async () => {
    const { admin, email, domain } = await setUp()
    const page = await app.openAs({ email: admin.email, password }, '/security')
    await page.getByRole('link', { name: 'Set up the identity provider' }).click()
    await page.getByRole('button', { name: 'Make a certificate' }).click()
    const metadataUrl = await page.getByLabel('Address of our metadata').first().inputValue()
    peer.behave({ serviceProvider: await (await fetch(metadataUrl)).text() })
    await look(page, 'provider-new')

    await page.getByLabel('Name on the sign-in page').fill('Acme login')
    await page.getByLabel('Metadata', { exact: true }).fill('<xml>')
    await page.getByRole('button', { name: 'Save for a test' }).click()
    await page.getByRole('alert').getByText('These metadata cannot be used').waitFor()
    await page.getByLabel('Metadata', { exact: true }).fill(peer.metadata)
    await page.getByRole('button', { name: 'Save for a test' }).click()
    await page.getByText('stated to be valid until').waitFor()

    const goAndComeBack = async (nameId: string) => {
      peer.seat({ nameId, email: nameId })
      await page.getByRole('button', { name: 'Test', exact: true }).click()
      await page.getByRole('button', { name: 'Go on' }).click()
      await page.getByRole('heading', { name: 'Test and turn on' }).waitFor()
    }
    await goAndComeBack(`nobody@${domain}`)
    await page.getByText('Nobody in your organisation has this address').waitFor()
    await absent(page.getByRole('button', { name: 'Turn on' }))
    await look(page, 'provider-test-failed')
    await goAndComeBack(email)
    await page.getByText('The test has passed.').waitFor()
    await page.getByText('for the first time in this way').waitFor()
    await look(page, 'provider-test-passed')
    await page.getByRole('button', { name: 'Turn on' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Turn on' }).click()
    await page.getByText('These settings are in use.').waitFor()
    await look(page, 'provider-in-use')

    const theirs = await app.open()
    await theirs.goto(`${origin}/#/sign-in`)
    await theirs.getByLabel('Email address').fill(email)
    await theirs.getByRole('button', { name: 'Continue' }).click()
    await theirs.getByRole('button', { name: 'Go on' }).click()
    await theirs.waitForURL(`${origin}/#/`)
    const session = await theirs.evaluate('fetch("/session").then((answer) => answer.json())')
    expect(session).toMatchObject({ user: { email } })

    await page.goto(`${origin}/#/security`)
    const save = async () => {
      await page.getByRole('button', { name: 'Save the ways in' }).click()
      await page.getByText('Saved. It holds from now on.').waitFor()
    }
    const networks = page.getByLabel('Networks from which administrators may act')
    await networks.fill('10.0.0.0/8')
    await page.getByRole('button', { name: 'Save the ways in' }).click()
    await page.getByText('you would lock yourself out').waitFor()
    await networks.fill('127.0.0.0/8, ::1')
    await page.getByLabel('People may sign in with passwords and passkeys').uncheck()
    await save()
    await look(page, 'ways-in')
    expect((await openBrowser(parts.server).signIn(admin.email)).statusCode).toBe(401)
    await page.getByLabel('People may sign in with passwords and passkeys').check()
    await save()

    await page.goto(`${origin}/#/security/provider`)
    await page.getByRole('button', { name: 'Turn off' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Turn off' }).click()
    await page.getByText('None. People sign in with a password or a passkey.').waitFor()
  })

  test('is not the only way for the break-glass account, also when it is away [A-179]', async () => {
    const { email, code } = await breakGlass()
    const page = await app.open()
    await page.goto(`${origin}/#/sign-in`)
    await page.getByLabel('Email address').fill(email)
    // They come back without an answer. The address is no sign of it: the app, which this provider leads to, drops the
    // question from it at once.
    const asked = Promise.all([page.waitForRequest(/SAMLRequest=/), page.waitForEvent('load')])
    await page.getByRole('button', { name: 'Continue' }).click()
    await asked
    const instead = page.getByRole('button', { name: 'Use a password instead' })
    await instead.waitFor()
    await page.getByLabel('Email address').fill(email)
    await instead.click()
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByLabel('Code from your authenticator app').fill(code)
    // no browser is remembered for this account
    await absent(page.getByLabel(/Do not ask for it/))
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await page.goto(`${origin}/#/security`)
    await page.getByLabel('Break-glass account').waitFor()
    await look(page, 'break-glass')
  })

  test('is set up with OpenID Connect, by keyboard, and tested [A-175]', async () => {
    const { admin, email } = await setUp()
    const page = await app.openAs({ email: admin.email, password }, '/security/provider')
    await page.getByRole('radio', { name: 'OpenID Connect' }).focus()
    await page.keyboard.press('Space')
    await page.getByLabel('Name on the sign-in page').fill('Acme login')
    await page.getByLabel('Issuer').fill(provider.issuer)
    await page.getByLabel('Client id').fill(relyingParty.clientId)
    await page.getByLabel('Client secret').fill(relyingParty.clientSecret)
    await page.keyboard.press('Enter')
    await page.getByText('Leave it empty to keep the one that is there.').waitFor()
    provider.seat({ sub: 'in a browser', email, email_verified: true })
    await page.getByRole('button', { name: 'Test', exact: true }).focus()
    await page.keyboard.press('Enter')
    await page.getByText('The test has passed.').waitFor()
    await look(page, 'provider-openid')
  })
})
