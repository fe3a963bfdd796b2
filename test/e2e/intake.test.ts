// The queue of intake: taking on and declining. Asking, answering and delivering are in journeys/requester.test.ts.
import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { chromiumPath } from '../peers/chromium.ts'
import { gone } from './absence.ts'
import { look } from './look.ts'
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
    // another one is found, taken on by its key, and leaves the queue
    await lawyer.getByRole('searchbox', { name: 'Find requests' }).fill('baltics')
    await expect.poll(() => lawyer.getByRole('grid').getAttribute('aria-rowcount')).toBe('2')
    await lawyer.keyboard.press('ArrowDown')
    await lawyer.locator('[data-active=true]', { hasText: 'Distributor for the Baltics' }).waitFor()
    await lawyer.keyboard.press('a')
    await lawyer.getByText('You accepted “Distributor for the Baltics”.').waitFor()
    await gone(lawyer.getByRole('link', { name: 'Distributor for the Baltics' }))
    await lawyer.getByRole('searchbox', { name: 'Find requests' }).fill('')

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

  test('many are declined with one reason, and wait again when that is undone; narrow rows have their actions in sight [N-70, N-71]', async () => {
    const requester = await openAs('requester@harbour.example', '/ask')
    // what an earlier try has asked for waits as well
    const fair = `Fair ${randomUUID().slice(0, 8)}`
    const riga = `${fair} in Riga`
    for (const what of [`${fair} in Tallinn`, riga]) {
      await requester.goto(`${app.origin}/#/ask`)
      await requester.getByRole('link', { name: /Review a contract/ }).click()
      await requester.getByLabel('What is it about?').fill('We take part again.')
      await requester.getByLabel('Give it a short name').fill(what)
      await requester.getByRole('button', { name: 'Send request' }).click()
      await requester.getByRole('heading', { name: what }).waitFor()
    }
    const lawyer = await openAs('counsel@harbour.example', '/intake')
    await lawyer.getByRole('searchbox', { name: 'Find requests' }).fill(fair)
    await expect.poll(() => lawyer.getByRole('grid').getAttribute('aria-rowcount')).toBe('3')
    await look(lawyer, 'intake-queue')
    await lawyer.getByRole('checkbox', { name: 'Select all that match' }).check()
    await lawyer.getByRole('button', { name: 'Decline…' }).click()
    const dialog = lawyer.getByRole('dialog')
    await dialog.getByLabel('Why, and what they can do instead').fill('The fair is over.')
    await look(lawyer, 'intake-decline-many')
    await dialog.getByRole('button', { name: 'Decline 2' }).click()
    await lawyer.getByRole('button', { name: 'Undo' }).click()
    await lawyer.getByText('2 changed back.').waitFor()
    await expect.poll(() => lawyer.getByRole('grid').getAttribute('aria-rowcount')).toBe('3')

    await lawyer.setViewportSize({ width: 360, height: 740 })
    const card = lawyer.getByRole('row').filter({ hasText: riga })
    await card.getByRole('button', { name: `Actions: ${riga}` }).click()
    await lawyer.getByRole('menuitem', { name: 'Decline…' }).waitFor()
    await look(lawyer, 'intake-queue-actions')
    await lawyer.keyboard.press('Escape')
    await card.getByRole('button', { name: 'Accept' }).click()
    await lawyer.getByText(`You accepted “${riga}”.`).waitFor()
  })

  test('a contract within the limits is there at once and goes to signing; another one waits for legal with its draft [N-61, N-62]', async () => {
    const requester = await openAs('requester@harbour.example', '/ask')
    const ask = async (party: string, law: string) => {
      await requester.goto(`${app.origin}/#/ask`)
      await requester.getByRole('link', { name: 'Confidentiality agreement (NDA)', exact: true }).click()
      await requester.getByText('Applicable law: New Zealand, Australia').waitFor()
      await requester.getByLabel('Counterparty').fill(party)
      await requester.getByLabel('Start of discussions').fill('2026-12-01')
      await requester.getByRole('combobox', { name: 'Applicable law' }).click()
      await requester.getByRole('option', { name: law }).click()
      await requester.getByRole('button', { name: 'Create the contract' }).click()
      await requester.getByRole('heading', { name: `Confidentiality agreement (NDA): ${party}` }).waitFor()
    }
    await ask('Zephyr Ltd', 'New Zealand')
    await requester.getByText('Your contract is ready.').waitFor()
    await requester.getByText('between Harbour and Zephyr Ltd').waitFor()
    await look(requester, 'request-contract')
    await requester.getByRole('button', { name: 'Start signing' }).click()
    await requester.getByRole('button', { name: 'Upload the signed copy' }).waitFor()

    await ask('Orbit AB', 'England')
    await requester.getByText('The legal department has received it').waitFor()
    const lawyer = await openAs('counsel@harbour.example', '/intake')
    await lawyer.getByText('contract drafted').waitFor()
    await lawyer.getByRole('link', { name: /Orbit AB/ }).click()
    // every answer, and the draft with them
    await lawyer.getByRole('definition').filter({ hasText: 'England' }).waitFor()
    await lawyer.getByText('between Harbour and Orbit AB').waitFor()
    await lawyer.getByRole('button', { name: 'Accept' }).click()
    await lawyer.getByRole('link', { name: 'Open the matter' }).click()
    await lawyer.getByRole('heading', { name: 'What was asked for' }).waitFor()
    await lawyer.getByRole('definition').filter({ hasText: 'Orbit AB' }).first().waitFor()
  })
})
