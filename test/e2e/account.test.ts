// A person's account in the web app, in a browser: where they are signed in, and the password.
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { openBrowser, password, passwordHash } from '../peers/browser.ts'
import { chromiumPath } from '../peers/chromium.ts'
import { createOrganisation, createUser } from '../factories.ts'
import { serveWebApp, signIn } from './web-app.ts'

const app = await serveWebApp()
const { parts } = app
const better = 'lantern orbit marmalade'
const look = process.env['CHANCERY_TEST_PICTURES']

async function openAccount(options?: Parameters<typeof app.open>[0]) {
  const { id: organisationId } = await createOrganisation(parts.app)
  const user = await createUser(parts.app, { organisationId, passwordHash: await passwordHash() })
  const elsewhere = openBrowser(parts.server)
  await elsewhere.signIn(user.email)
  const page = await app.openAs({ email: user.email, password }, '/account', options)
  await page.getByRole('heading', { name: 'Your account', level: 1 }).waitFor()
  await page.getByText('This browser', { exact: true }).waitFor()
  return { page, user, elsewhere }
}

const fits = (page: Page) => page.evaluate('document.documentElement.scrollWidth <= innerWidth')

describe.skipIf(!chromiumPath())('one’s account', () => {
  test('shows this browser and others, and signs out of one', async () => {
    const { page, elsewhere } = await openAccount()
    await page.getByText(/^Chrome \d+/).waitFor()
    await page.getByRole('button', { name: 'Sign out: An unknown browser' }).click()
    await page.getByText('Signed out: An unknown browser.').waitFor()
    expect((await elsewhere.session()).user).toBeNull()
    await page.getByText('This browser', { exact: true }).waitFor()
  })

  test('changes the password, and asks to sign in with the new one', async () => {
    const { page, user } = await openAccount()
    await page.getByLabel('Current password', { exact: true }).fill(password)
    await page.getByLabel('New password', { exact: true }).fill('password1234')
    await page.getByRole('button', { name: 'Change the password' }).click()
    await page
      .getByText(/on lists of common and stolen passwords/)
      .first()
      .waitFor()
    await page.getByLabel('New password', { exact: true }).fill(better)
    await page.getByRole('button', { name: 'Change the password' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await signIn(page, user.email, better)
    await page.getByText('This browser', { exact: true }).waitFor()
  })

  test('signs out everywhere after a question', async () => {
    const { page, elsewhere } = await openAccount()
    await page.getByRole('button', { name: 'Sign out everywhere…' }).click()
    await page.getByRole('button', { name: 'Sign out and end integrations' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    expect((await elsewhere.session()).user).toBeNull()
  })

  test('fits narrow and wide screens, light and dark', async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      const { page } = await openAccount({ colorScheme, viewport: { width: 360, height: 720 } })
      expect(await fits(page)).toBe(true)
      if (look) await page.screenshot({ path: `${look}/account-360-${colorScheme}.png`, fullPage: true })
      await page.setViewportSize({ width: 1280, height: 800 })
      expect(await fits(page)).toBe(true)
      if (look) await page.screenshot({ path: `${look}/account-1280-${colorScheme}.png`, fullPage: true })
    }
  })
})
