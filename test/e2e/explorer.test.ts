// The API explorer in a browser: it signs in with the demo client and calls the server it came from.
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { chromiumPath } from '../peers/chromium.ts'
import { serveWebApp, signIn } from './web-app.ts'

const { origin, open } = await serveWebApp({ demo: true })

/** Watches where the page's requests go; the explorer must work where there is no internet. */
function foreignRequests(page: Page): string[] {
  const foreign: string[] = []
  page.on('request', (request) => {
    const url = request.url()
    if (!url.startsWith(`${origin}/`) && !url.startsWith('data:')) foreign.push(url)
  })
  return foreign
}

describe.skipIf(!chromiumPath())('the API explorer', () => {
  test('signs in with PKCE, and the calls made with it answer', async () => {
    const page = await open()
    const foreign = foreignRequests(page)
    await page.goto(`${origin}/docs`)
    await page.getByRole('button', { name: 'Authorize' }).first().click()
    expect(await page.getByLabel('client_id').inputValue()).toBe('chancery-demo')
    const popup = page.waitForEvent('popup')
    await page.getByRole('button', { name: 'Apply given OAuth2 credentials' }).click()
    const window = await popup
    await signIn(window, 'counsel@harbour.example', 'chancery-demo')
    await window.getByRole('button', { name: 'Allow' }).click()
    await page.getByRole('button', { name: 'Remove authorization' }).waitFor()
    await page.getByRole('button', { name: 'Close' }).first().click()

    await page.locator('.opblock-tag[data-tag="Contracts"]').click()
    const list = page.locator('.opblock-get:has([data-path="/contract-apis/v1/contracts"])')
    await list.locator('.opblock-summary-control').click()
    await list.getByRole('button', { name: 'Execute' }).click()
    await list.locator('.live-responses-table').getByText('Services for Tasman Foods').first().waitFor()
    expect(foreign).toEqual([])
  })

  test('works under another name of the same server', async () => {
    const page = await open()
    const { port } = new URL(origin)
    await page.goto(`http://127.0.0.1:${port}/docs`)
    await page.getByRole('button', { name: 'Authorize' }).first().click()
    const shown = await page.locator('.auth-container').innerText()
    expect(shown).toContain(`http://127.0.0.1:${port}/account-apis/v1/auth/token`)
  })
})
