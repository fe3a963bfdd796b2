// What happens to somebody's work when the server goes away, an answer is lost, or the session ends.
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { password, passwordHash } from '../peers/browser.ts'
import { chromiumPath } from '../peers/chromium.ts'
import { createOrganisation, createUser } from '../factories.ts'
import { absent } from './absence.ts'
import { examine, look } from './look.ts'
import { serveWebApp, signIn } from './web-app.ts'

const { parts, origin, open } = await serveWebApp({ interrupted: true })

async function openForm() {
  const { id: organisationId } = await createOrganisation(parts.app)
  const user = await createUser(parts.app, {
    organisationId,
    role: 'Administrator',
    passwordHash: await passwordHash(),
  })
  const page = await open()
  await page.goto(`${origin}/#/integration-clients/new`)
  await signIn(page, user.email, password)
  await page.getByRole('heading', { name: 'Register an integration client' }).waitFor()
  return { page, user, organisationId }
}

async function fill(page: Page): Promise<void> {
  await page.getByLabel('Name').fill('Ledger Link')
  await page.getByLabel('Contact email').fill('it@integration.example')
  await page.getByLabel('Redirect URI 1', { exact: true }).fill('https://integration.example/cb')
}

const registered = async (organisationId: number) =>
  (
    await parts.app.db
      .selectFrom('oauth_clients')
      .where('organisation_id', '=', organisationId)
      .select('name')
      .execute()
  ).length

const clients = '**/v2/integrationClients'

describe.skipIf(!chromiumPath())('when something goes wrong', () => {
  test('a creation whose answer was lost is sent again by itself, and made once', async () => {
    const { page, organisationId } = await openForm()
    await fill(page)
    const keys: (string | undefined)[] = []
    await page.route(clients, async (route) => {
      if (route.request().method() !== 'POST') return route.continue()
      keys.push(route.request().headers()['idempotency-key'])
      if (keys.length > 1) return route.continue()
      await route.fetch()
      return route.abort()
    })
    await page.getByRole('button', { name: 'Register' }).click()
    await page.getByRole('heading', { name: 'Ledger Link is registered' }).waitFor()
    expect([keys.length, new Set(keys).size, await registered(organisationId)]).toEqual([2, 1, 1])
  })

  test('while the server is away a bar says so, what is typed stays, and everything goes on by itself', async () => {
    const { page, organisationId } = await openForm()
    await fill(page)
    await page.route('**/*', (route) => route.abort())
    await page.getByRole('button', { name: 'Register' }).click()
    await page.getByText('The server cannot be reached.').waitFor()
    expect(await page.getByLabel('Name').inputValue()).toBe('Ledger Link')
    await look(page, 'server-away')
    // it comes back as another version
    await page.route(`${origin}/`, async (route) => {
      const response = await route.fetch()
      const body = (await response.text()).replace(/(src="\/assets\/)/, '$1newer-')
      return route.fulfill({ response, body })
    })
    await page.unroute('**/*')
    await page.getByText('Chancery has been updated.').waitFor()
    await page.getByRole('heading', { name: 'Ledger Link is registered' }).waitFor()
    await absent(page.getByText('The server cannot be reached.'))
    expect(await registered(organisationId)).toBe(1)
  })

  test('a session that ends while somebody types is renewed over the page, and the form is sent', async () => {
    const { page, user, organisationId } = await openForm()
    await fill(page)
    await page.context().clearCookies()
    await page.getByRole('button', { name: 'Register' }).click()
    await page.getByText('Your session has ended.').waitFor()
    await examine(page, 'signing-in-again')
    expect(await page.getByLabel('Name').inputValue()).toBe('Ledger Link')
    await signIn(page, user.email, password)
    await page.getByRole('heading', { name: 'Ledger Link is registered' }).waitFor()
    expect(await registered(organisationId)).toBe(1)
  })

  test('somebody else who signs in over the page does not send it', async () => {
    const { page, organisationId } = await openForm()
    const other = await createUser(parts.app, { organisationId, passwordHash: await passwordHash() })
    await fill(page)
    await page.context().clearCookies()
    await page.getByRole('button', { name: 'Register' }).click()
    await page.getByText('Your session has ended.').waitFor()
    await signIn(page, other.email, password)
    await page.getByRole('heading', { name: `Welcome, ${other.name}` }).waitFor()
    expect(await registered(organisationId)).toBe(0)
  })
})
