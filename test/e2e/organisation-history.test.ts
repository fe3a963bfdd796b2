// The history of an organisation in a browser, and putting a sandbox back, in the demo.
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { chromiumPath } from '../peers/chromium.ts'
import { look } from './look.ts'
import { serveWebApp } from './web-app.ts'

const app = await serveWebApp({ demo: true })
const administrator = { email: 'admin@harbour.example', password: 'chancery-demo' }
const counsel = { email: 'counsel@harbour.example', password: 'chancery-demo' }

describe.skipIf(!chromiumPath())('in the demo', () => {
  test('the history of the organisation is filtered, paged and exported [V-348]', async () => {
    const page = await app.openAs(administrator, '/administration/history')
    const entries = page.getByRole('list', { name: 'History, the latest first' }).getByRole('listitem')
    await expect.poll(() => entries.count()).toBe(50)
    await look(page, 'organisation-history')
    await page.getByRole('button', { name: 'Show earlier' }).click()
    await expect.poll(() => entries.count()).toBeGreaterThan(50)

    await page.getByLabel('Of a record').selectOption({ label: 'Matter' })
    await page.getByLabel('Its number').fill('3')
    const allOf = async (words: RegExp) => {
      const texts = await entries.allInnerTexts()
      return texts.length > 0 && texts.every((text) => words.test(text))
    }
    const name = await (async () => {
      const caller = await app.openAs(counsel, '/matters/3')
      return caller.getByRole('heading', { level: 1 }).innerText()
    })()
    await expect.poll(() => allOf(new RegExp(name))).toBe(true)
    await page.getByLabel('Kind of act').selectOption({ label: 'Legal holds' })
    await page.getByText('Nothing happened that matches.').waitFor()
    await page.getByLabel('Kind of act').selectOption({ label: 'Everything' })

    await page.getByLabel('Of a record').selectOption({ label: 'Any or none' })
    await page.getByRole('combobox', { name: 'Person' }).fill('Raman')
    await page.getByRole('option', { name: /Raman/ }).first().click()
    await expect.poll(() => allOf(/Raman/)).toBe(true)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Export as CSV' }).click(),
    ])
    // a text in a row may have lines of its own
    const text = readFileSync(await download.path(), 'utf8')
    const rows = text.split('\n').filter((line) => /^\d+,"?\d{4}-\d\d-\d\d/.test(line))
    expect(rows.length).toBeGreaterThan(1)
    expect(rows.filter((row) => !row.includes('Raman'))).toEqual([])
    // an address that was sent to a colleague shows the same
    await page.reload()
    await expect.poll(() => allOf(/Raman/)).toBe(true)
    await page.getByLabel('From').fill('2099-01-01')
    await page.getByText('Nothing happened that matches.').waitFor()
    await page.getByRole('button', { name: 'Clear', exact: true }).click()
    await expect.poll(() => entries.count()).toBe(50)
  })

  test('every legal hold is on one page', async () => {
    const page = await app.openAs(administrator, '/administration/holds')
    await page.getByText('None is under a hold.').first().waitFor()
    await page.goto(`${app.origin}/#/matters/3`)
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Place on legal hold…' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Reason').fill('Investigation 2026/14')
    await dialog.getByRole('button').last().click()
    await dialog.waitFor({ state: 'detached' })
    await page.goto(`${app.origin}/#/administration/holds`)
    await page.getByText('Investigation 2026/14').waitFor()
    await page.getByText('placed by Morgan Hale').waitFor()
    await look(page, 'holds')
    await page.getByRole('main').getByRole('listitem').getByRole('link').click()
    await page.waitForURL(/matters\/3/)
  })

  test('a sandbox is put back after the word is typed', async () => {
    const page = await app.openAs(administrator, '/integration-clients')
    await page.getByRole('link', { name: 'Clock and reset of the sandbox' }).click()
    await page.getByRole('button', { name: 'Move forward by 1 day' }).click()
    await page.getByText('ahead').waitFor()
    await look(page, 'sandbox-clock')
    await page.getByRole('button', { name: 'Put the demo back…' }).click()
    const dialog = page.getByRole('dialog')
    const confirm = dialog.getByRole('button', { name: 'Put the demo back' })
    expect(await confirm.isDisabled()).toBe(true)
    await dialog.getByLabel('Type “reset” to confirm').fill('reset')
    await confirm.click()
    await page.getByText('The demo is as it was at first: ').waitFor()
    await page.getByText('The same', { exact: true }).waitFor()
  })
})
