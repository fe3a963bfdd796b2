// Managing integration clients and the sandbox in the web app, in a browser.
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import type { Role } from '../../server/platform/actor.ts'
import { openBrowser, password, passwordHash } from '../peers/browser.ts'
import { chromiumPath } from '../peers/chromium.ts'
import { createOrganisation, createUser } from '../factories.ts'
import { as } from '../http.ts'
import { absent } from './absence.ts'
import { look, settled } from './look.ts'
import { askForTokens, createClient } from '../tokens.ts'
import { focused, serveWebApp, signIn, typeInFocused, unfoldSettings } from './web-app.ts'

const app = await serveWebApp()
const { parts, origin } = app

async function openAs(role: Role, route = '/', options?: Parameters<typeof app.open>[0]) {
  const organisation = await createOrganisation(parts.app)
  const user = await createUser(parts.app, {
    organisationId: organisation.id,
    role,
    passwordHash: await passwordHash(),
  })
  const page = await app.openAs({ email: user.email, password }, route, options)
  return { page, user, organisation }
}

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name, level: 1 })

const focusedIsInvalid = (page: Page): Promise<boolean> =>
  page.evaluate('document.activeElement.matches("[aria-invalid=true]")')

/** What the token endpoint says about a secret: invalid_client, or (it got further) invalid_grant. */
async function errorWith(clientId: string, secret: string): Promise<string> {
  const answer = await askForTokens(parts.server, {
    grant_type: 'refresh_token',
    refresh_token: 'none',
    client_id: clientId,
    client_secret: secret,
  })
  return answer.json<{ error: string }>().error
}

describe.skipIf(!chromiumPath())('integration clients', () => {
  test('a client is registered, and its secret is shown once', async () => {
    const { page } = await openAs('Administrator', '/integration-clients')
    await page.getByText('No client is registered yet.').waitFor()
    await page.getByRole('link', { name: 'Register a client' }).click()
    await heading(page, 'Register an integration client').waitFor()
    await page.getByRole('button', { name: 'Register' }).click()
    await expect.poll(() => focusedIsInvalid(page)).toBe(true)
    await page.getByLabel('Name').fill('Ledger Link')
    await page.getByLabel('Contact email').fill('it@integration.example')
    await page.getByLabel('Redirect URI 1', { exact: true }).fill('http://integration.example/cb')
    await page.getByText('Plain http is accepted for localhost').waitFor()
    await page.getByLabel('Redirect URI 1', { exact: true }).fill('https://integration.example/cb')
    await page.getByRole('button', { name: 'Register' }).click()
    await heading(page, 'Ledger Link is registered').waitFor()
    const clientId = await page.getByLabel('Client id', { exact: true }).inputValue()
    const secret = await page.getByLabel('Client secret', { exact: true }).inputValue()
    expect(await errorWith(clientId, secret)).toBe('invalid_grant')
    await page.getByRole('link', { name: 'I have stored the secret, continue' }).click()
    await page.getByRole('heading', { name: 'Ledger Link', exact: true }).waitFor()
    const shown = await page.getByRole('main').innerText()
    expect(shown).toContain(secret.slice(-4))
    expect(shown).toContain(
      `${origin}/#/authorize?response_type=code&client_id=${clientId}&redirect_uri=https%3A%2F%2Fintegration.example%2Fcb`,
    )
    await absent(page.getByText(secret))
    await page.goBack()
    await heading(page, 'Register an integration client').waitFor()
    await settled(page)
    expect(await page.content()).not.toContain(secret)
  })

  test('the form asks whether the secret is always required, and the answer can be changed', async () => {
    const { page } = await openAs('Administrator', '/integration-clients/new')
    const choice = page.getByRole('radiogroup', { name: 'Must it send its secret every time?' })
    expect(await choice.getByRole('radio', { name: /^Yes, always/ }).isChecked()).toBe(true)
    await page.getByRole('radio', { name: /public/ }).check()
    await absent(choice)
    await page.getByRole('radio', { name: /confidential/ }).check()
    await page.getByLabel('Name').fill('Ledger Link')
    await page.getByLabel('Contact email').fill('it@integration.example')
    await page.getByLabel('Redirect URI 1', { exact: true }).fill('https://integration.example/cb')
    await page.getByRole('button', { name: 'Register' }).click()
    const clientId = await page.getByLabel('Client id', { exact: true }).inputValue()
    expect(await errorWith(clientId, '')).toBe('invalid_client')
    await page.getByRole('link', { name: 'I have stored the secret, continue' }).click()
    await page.getByText('Always required').waitFor()
    await page.getByRole('button', { name: 'Edit' }).click()
    await choice.getByRole('radio', { name: /^No, the secret is optional/ }).check()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Optional: refresh tokens issued without it last 1 day').waitFor()
    expect(await errorWith(clientId, '')).toBe('invalid_grant')
  })

  test('a public client gets no secret', async () => {
    const { page } = await openAs('Administrator', '/integration-clients/new')
    await page.getByLabel('Name').fill('Pocket reader')
    await page.getByLabel('Contact email').fill('it@integration.example')
    await page.getByLabel('Redirect URI 1', { exact: true }).fill('http://127.0.0.1/cb')
    await page.getByRole('radio', { name: /public/ }).check()
    await page.getByRole('button', { name: 'Register' }).click()
    await page.getByRole('link', { name: 'Continue to the client' }).click()
    await page.getByText('Public: it has no secret and uses PKCE').waitFor()
    await absent(page.getByRole('heading', { name: 'Secrets' }))
  })

  test('a client is changed', async () => {
    const { page, organisation } = await openAs('Administrator')
    const { id } = await createClient(parts.app, { organisationId: organisation.id })
    await page.goto(`${origin}/#/integration-clients/${id}`)
    await page.getByRole('button', { name: 'Edit' }).click()
    await page.getByLabel('Name').fill('Ledger Link 2')
    await page.getByRole('button', { name: 'Add another' }).click()
    await typeInFocused(page, 'https://second.example/cb?tenant=1')
    await page.getByRole('button', { name: 'Save' }).click()
    await heading(page, 'Ledger Link 2').waitFor()
    await page.getByText('Saved.').waitFor()
    await expect.poll(() => focused(page)).toBe('Edit')
    await page.getByRole('definition').filter({ hasText: 'https://second.example/cb?tenant=1' }).waitFor()
  })

  test('a secret is replaced with an overlap, and the old one ended early', async () => {
    const { page, organisation } = await openAs('Administrator')
    const client = await createClient(parts.app, { organisationId: organisation.id })
    await page.goto(`${origin}/#/integration-clients/${client.id}`)
    await page.getByRole('button', { name: 'Create a new secret' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(/^How long/).selectOption({ label: '24 hours' })
    await dialog.getByRole('button', { name: 'Create a new secret' }).click()
    const secret = await dialog.getByLabel('Client secret', { exact: true }).inputValue()
    await dialog.getByRole('button', { name: 'I have stored the secret, close' }).click()
    expect(await errorWith(client.clientId, secret)).toBe('invalid_grant')
    expect(await errorWith(client.clientId, client.secret)).toBe('invalid_grant')
    await page
      .getByRole('button', { name: `End now: the secret ending in ${client.secret.slice(-4)}` })
      .click()
    await dialog.getByRole('button', { name: 'End it now' }).click()
    await page.getByText('no longer works').waitFor()
    expect(await errorWith(client.clientId, client.secret)).toBe('invalid_client')
    expect(await errorWith(client.clientId, secret)).toBe('invalid_grant')
  })

  test('a client is disabled after a question, and enabled again', async () => {
    const { page, organisation } = await openAs('Administrator')
    const client = await createClient(parts.app, { organisationId: organisation.id })
    await page.goto(`${origin}/#/integration-clients/${client.id}`)
    await page.getByRole('button', { name: 'Disable…' }).click()
    await expect.poll(() => focused(page)).toBe('Cancel')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(await errorWith(client.clientId, client.secret)).toBe('invalid_grant')
    await page.getByRole('button', { name: 'Disable…' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click()
    await page.getByText('The client is disabled.').waitFor()
    expect(await errorWith(client.clientId, client.secret)).toBe('invalid_client')
    await page.getByRole('button', { name: 'Enable' }).click()
    await page.getByText('The client works again.').waitFor()
    expect(await errorWith(client.clientId, client.secret)).toBe('invalid_grant')
  })

  test('what people have allowed is listed, and ended for somebody else [A-116]', async () => {
    const { page, organisation } = await openAs('Administrator')
    const client = await createClient(parts.app, { organisationId: organisation.id })
    const colleague = await createUser(parts.app, {
      organisationId: organisation.id,
      passwordHash: await passwordHash(),
    })
    const browser = openBrowser(parts.server)
    await browser.signIn(colleague.email)
    const redirect = encodeURIComponent(client.redirectUri)
    const query = `response_type=code&client_id=${client.clientId}&redirect_uri=${redirect}`
    const code = new URL(await browser.authorize(query)).searchParams.get('code') ?? ''
    const tokens = await askForTokens(parts.server, {
      grant_type: 'authorization_code',
      client_id: client.clientId,
      client_secret: client.secret,
      redirect_uri: client.redirectUri,
      code,
    })
    const token = tokens.json<{ access_token: string }>().access_token
    const use = async () => (await as(parts.server, token).get('/v2/my/integrations')).statusCode
    expect(await use()).toBe(200)
    await page.goto(`${origin}/#/integration-clients`)
    await page.getByRole('link', { name: 'What people have allowed' }).click()
    await page.getByText('Ledger Link, registered by').waitFor()
    await look(page, 'integration-grants')
    await page.goto(`${origin}/#/integration-clients/${client.id}`)
    await page.getByRole('button', { name: /^End access: Ledger Link/ }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    expect(await use()).toBe(200)
    await page.getByRole('button', { name: /^End access: Ledger Link/ }).click()
    await dialog.getByRole('button', { name: 'End access' }).click()
    await page.getByText('Ledger Link can no longer act for').waitFor()
    await page.getByText('Nobody of your organisation.').waitFor()
    expect(await use()).toBe(401)
  })

  test('people without the right see no link, and the page explains why it is empty', async () => {
    const { page } = await openAs('Standard')
    await heading(page, /^Welcome/).waitFor()
    await absent(page.getByRole('link', { name: 'Integration clients' }))
    await page.goto(`${origin}/#/integration-clients`)
    await page.getByRole('alert').waitFor()
    expect(await page.getByRole('alert').innerText()).toContain('Reference for support')
  })

  test('a session that ended meanwhile asks to sign in, and comes back', async () => {
    const { page, user } = await openAs('Administrator')
    await heading(page, /^Welcome/).waitFor()
    await unfoldSettings(page)
    await page.context().clearCookies()
    await page.getByRole('navigation').getByRole('link', { name: 'Integration clients' }).click()
    await signIn(page, user.email, password)
    await heading(page, 'Integration clients').waitFor()
  })
})

describe.skipIf(!chromiumPath())('the sandbox', () => {
  test('an administrator moves the clock, others only read it', async () => {
    const { page } = await openAs('Administrator', '/sandbox/clock')
    await page.getByRole('button', { name: 'Move forward by 1 hour' }).waitFor()
    const other = await openAs('Standard', '/sandbox/clock')
    await other.page.getByText('Administrators can move it.').waitFor()
    await absent(other.page.getByRole('button', { name: /^Move forward/ }))
  })

  test('mail to people of the organisation is in the outbox, with its link', async () => {
    const { page, user, organisation } = await openAs('Administrator', '/sandbox/outbox')
    await page.getByText('No mail has been sent yet.').waitFor()
    await parts.app.database.pool.query(
      `insert into outbox_mails (organisation_id, recipient, subject, body, created_at) values ($1, $2, $3, $4, $5)`,
      [organisation.id, user.email, 'Hello', `Open ${origin}/#/reset-password?token=abc now.`, new Date()],
    )
    await page.getByRole('button', { name: 'Refresh' }).click()
    await page.getByRole('heading', { name: 'Hello' }).waitFor()
    await page.getByRole('link', { name: /reset-password/ }).click()
    await heading(page, 'Choose your password').waitFor()
  })
})

describe.skipIf(!chromiumPath())('on a narrow screen', () => {
  test('the menu leads to the clients, and a long redirect URI fits 360 pixels', async () => {
    const { page, organisation } = await openAs('Administrator', '/', {
      viewport: { width: 360, height: 720 },
    })
    const { id } = await createClient(parts.app, {
      organisationId: organisation.id,
      redirectUris: [`https://integration.example/${'a-long-path/'.repeat(12)}`, 'http://localhost'],
    })
    await heading(page, /^Welcome/).waitFor()
    await page.getByRole('button', { name: 'Menu' }).click()
    await unfoldSettings(page)
    await page.getByRole('navigation').getByRole('link', { name: 'Integration clients' }).click()
    for (const route of ['/integration-clients', `/integration-clients/${id}`]) {
      await page.goto(`${origin}/#${route}`)
      await heading(page, /./).waitFor()
      await page.waitForLoadState('networkidle')
      expect(
        await page.evaluate('document.documentElement.scrollWidth - innerWidth'),
        route,
      ).toBeLessThanOrEqual(0)
    }
  })
})
