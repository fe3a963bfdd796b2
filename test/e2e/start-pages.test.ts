// Home, notifications, preferences, search, palette and keys in a browser, on the demo organisation.
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { chromiumPath } from '../peers/chromium.ts'
import { runFileJobs } from '../fixtures/jobs.ts'
import { absent, gone } from './absence.ts'
import { serveWebApp } from './web-app.ts'

const app = await serveWebApp({ demo: true })
const { parts } = app

const eventually = <Value>(read: () => Promise<Value>) => expect.poll(read)

async function openAs(name: string, route = '/'): Promise<Page> {
  const person = { email: `${name}@harbour.example`, password: 'chancery-demo' }
  const page = await app.openAs(person, route, { reducedMotion: 'reduce' })
  await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor()
  return page
}

const entries = (page: Page) => page.getByRole('navigation', { name: 'Main' }).getByRole('link')

describe.skipIf(!chromiumPath())('the pages one begins with', () => {
  test('home: a task is done from there, and taken back; the palette and keys lead on', async () => {
    const page = await openAs('counsel')
    const waiting = page.getByRole('region', { name: 'Waiting for you' })
    const done = waiting.getByRole('button', { name: 'Done: Comments of the business' })
    await done.click()
    await page.getByText('“Comments of the business” is done.').waitFor()
    await gone(done)
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('“Comments of the business” is open again.').waitFor()
    await done.waitFor()

    expect(await entries(page).allInnerTexts()).toEqual(
      expect.arrayContaining(['Home', 'Intake', 'Matters', 'Contracts']),
    )
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Search or go to' }).fill('lease of 14 quay')
    await page
      .getByRole('option', { name: /^Lease of 14 Quay Street/ })
      .first()
      .waitFor()
    await page.keyboard.press('Enter')
    await eventually(async () => page.url()).toMatch(/#\/contracts\/\d+$/)

    await page.getByRole('heading', { level: 1 }).waitFor()
    // once more where the second key comes too late for the first: a slow machine
    await eventually(async () => {
      for (const key of ['g', 't']) await page.keyboard.press(key)
      return page.url()
    }).toMatch(/#\/tasks$/)
    await page.keyboard.press('?')
    const help = page.getByRole('dialog', { name: 'Keyboard' })
    await help.getByText('G then M').waitFor()
    await page.keyboard.press('Escape')
    await help.waitFor({ state: 'hidden' })
  })

  test('notifications are read; preferences hold at once and after loading again', async () => {
    const page = await openAs('counsel', '/inbox')
    await page
      .getByRole('banner')
      .getByRole('link', { name: /unread/ })
      .waitFor()
    await page.getByRole('button', { name: 'Mark all as read' }).click()
    await page.getByText('All notifications are marked as read.').waitFor()
    await page.getByRole('banner').getByRole('link', { name: 'Notifications', exact: true }).waitFor()
    await page.getByText('Unread', { exact: true }).first().click()
    await page.getByText('Nothing unread').waitFor()

    await page.getByRole('link', { name: 'Choose what you are notified of' }).click()
    await page.getByText('Dark', { exact: true }).click()
    await page.getByText('Your preferences are saved.').waitFor()
    const theme = () => page.evaluate('document.documentElement.dataset.mantineColorScheme')
    await eventually(theme).toBe('dark')
    // the second before the first is saved
    const held = Promise.withResolvers<void>()
    await page.route('**/v2/me/preferences', (route) => held.promise.then(() => route.continue()))
    await page.getByLabel('You are mentioned', { exact: true }).selectOption({ label: 'In the daily digest' })
    const single = page.getByLabel('Single-key shortcuts')
    await single.focus()
    await page.keyboard.press(' ')
    await eventually(() => single.isChecked()).toBe(false)
    const saved = page.waitForResponse(
      (response) => response.request().postData()?.includes('singleKeys') ?? false,
    )
    held.resolve()
    await saved
    await page.reload()
    await page.getByRole('heading', { level: 1, name: 'Preferences' }).waitFor()
    await eventually(theme).toBe('dark')
    await eventually(() => page.getByLabel('Single-key shortcuts').isChecked()).toBe(false)
    expect(await page.getByLabel('You are mentioned', { exact: true }).inputValue()).toBe('Digest')
  })

  test('search finds names and texts, by kind, with what was found marked', async () => {
    await runFileJobs(parts.app)
    const page = await openAs('counsel', '/search?q=lease')
    await page.getByText(/results for “lease”/).waitFor()
    await eventually(() => page.locator('mark').count()).toBeGreaterThan(0)
    expect(await page.locator('mark').first().innerText()).toMatch(/^lease$/i)
    await page
      .getByRole('navigation', { name: 'Kinds' })
      .getByRole('link', { name: /^Contracts/ })
      .click()
    await eventually(async () => page.url()).toContain('type=Contract')
    await page.getByLabel('Search names and texts').fill('zyzzyva')
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await page.getByText('Nothing found for “zyzzyva”').waitFor()
  })

  test('business people have their own pages, and are led to where they ask', async () => {
    const page = await openAs('requester', '/matters/new')
    await page.getByRole('heading', { level: 1, name: 'How can we help?' }).waitFor()
    await entries(page).getByText('Home', { exact: true }).waitFor()
    for (const name of ['Matters', 'Integration clients'])
      await absent(entries(page).getByText(name, { exact: true }))
  })
})
