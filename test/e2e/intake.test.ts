// The queue of intake: taking on and declining. Asking, answering and delivering are in journeys/requester.test.ts.
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { chromiumPath } from '../peers/chromium.ts'
import { serveWebApp, signIn, type WebApp } from './web-app.ts'

const app: WebApp = await serveWebApp({ demo: true })
const password = 'chancery-demo'

async function openAs(email: string, path: string): Promise<Page> {
  const page = await app.open()
  await page.goto(`${app.origin}/#${path}`)
  await signIn(page, email, password)
  await page.waitForURL((url) => !url.hash.startsWith('#/sign-in'))
  return page
}

describe.skipIf(!chromiumPath())('intake', () => {
  test('requests are taken on by key and declined with a reason that the person who asked reads [N-32, N-34]', async () => {
    const lawyer = await openAs('counsel@harbour.example', '/intake')
    // another one is taken on by its key, and leaves the queue
    await lawyer.getByRole('link', { name: 'Distributor for the Baltics' }).hover()
    await lawyer.locator('tr[aria-current=true]', { hasText: 'Distributor for the Baltics' }).waitFor()
    await lawyer.keyboard.press('a')
    await lawyer.getByText('You accepted “Distributor for the Baltics”.').waitFor()
    await expect.poll(() => lawyer.getByRole('link', { name: 'Distributor for the Baltics' }).count()).toBe(0)

    await lawyer.getByRole('link', { name: 'Review of the terms of Nordlicht Logistik' }).click()
    await lawyer.getByRole('button', { name: 'Decline' }).click()
    const dialog = lawyer.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Decline' }).click()
    await dialog.getByText('Say why: the person who asked reads it.').waitFor()
    await dialog.getByLabel('Why, and what they can do instead').fill('Please ask the purchasing team.')
    await dialog.getByRole('button', { name: 'Decline' }).click()
    await lawyer.getByText('Please ask the purchasing team.').waitFor()

    const requester = await openAs('requester@harbour.example', '/requests')
    await requester.getByRole('link', { name: /Review of the terms of Nordlicht Logistik/ }).click()
    await requester.getByText('The legal department has declined it.').waitFor()
    // an address of the matter, as a list or an older mail has it, leads them to their request
    const itsPage = requester.url()
    await requester.goto(itsPage.replace('/requests/', '/matters/'))
    await requester.waitForURL(itsPage)
    await requester.getByText('Please ask the purchasing team.').waitFor()
  })
})
