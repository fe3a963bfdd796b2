// Asking the legal department: a business user asks with a document, is asked back, answers; a lawyer takes it on.
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { chromiumPath } from '../chromium.ts'
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
  test('a request is asked for with a document, asked back, answered and taken on [N-31, N-33, N-32]', async () => {
    const requester = await openAs('requester@harbour.example', '/ask')
    await requester.getByRole('link', { name: /Review a contract/ }).click()
    await requester.getByRole('button', { name: 'Send request' }).click()
    await requester.getByText('Say in a sentence or two what it is about.').first().waitFor()
    await requester
      .getByLabel('What is it about?')
      .fill('Kestrel sent new terms. They want an answer by Friday.')
    await requester.getByLabel('Give it a short name').fill('Terms of Kestrel Freight')
    await requester.setInputFiles('input[type=file]', {
      name: 'Terms.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('The supplier may change these terms at any time.'),
    })
    await requester.getByRole('button', { name: 'Send request' }).click()
    await requester.getByRole('heading', { level: 1, name: 'Terms of Kestrel Freight' }).waitFor()
    await requester.getByText('The legal department has it, and will say who takes it on.').waitFor()
    await requester.getByText('Terms.txt').first().waitFor()
    // what the department does is not offered to the person who asked
    expect(await requester.getByRole('button', { name: 'Take it on' }).count()).toBe(0)

    const lawyer = await openAs('counsel@harbour.example', '/intake')
    await lawyer.getByRole('link', { name: 'Terms of Kestrel Freight' }).click()
    await lawyer.getByText('Kestrel sent new terms.').waitFor()
    await lawyer.getByRole('button', { name: 'Ask back' }).click()
    await lawyer.getByLabel('Your question').fill('Which countries are meant?')
    await lawyer.getByRole('button', { name: 'Send question' }).click()
    await lawyer.getByText('Waiting for the answer').waitFor()

    await requester.reload()
    await requester.getByText('Which countries are meant?').waitFor()
    await requester.getByLabel('Your answer').fill('Germany and Austria.')
    // what was typed survives a reload
    await requester.reload()
    await expect.poll(() => requester.getByLabel('Your answer').inputValue()).toBe('Germany and Austria.')
    await requester.getByRole('button', { name: 'Send answer' }).click()
    await requester.getByText('Germany and Austria.').waitFor()

    await lawyer.goto(`${app.origin}/#/intake`)
    await lawyer.getByRole('link', { name: 'Terms of Kestrel Freight' }).hover()
    await lawyer.keyboard.press('a')
    await lawyer.getByText('You have taken on “Terms of Kestrel Freight”.').waitFor()
    await expect.poll(() => lawyer.getByRole('link', { name: 'Terms of Kestrel Freight' }).count()).toBe(0)

    await requester.reload()
    await requester.getByText('Priya Raman is working on it.').waitFor()
  })

  test('a request is declined with a reason that the person who asked reads [N-34]', async () => {
    const lawyer = await openAs('counsel@harbour.example', '/intake')
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
    await requester.getByText('Please ask the purchasing team.').waitFor()
  })
})
