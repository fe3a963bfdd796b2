// Legal operations make a list of what matters now and share it, change many matters at once after a check, and hand
// the list on.
import { Readable } from 'node:stream'
import type { Download, Page } from 'playwright-core'
import readXlsxFile from 'read-excel-file/node'
import { describe, expect, test } from 'vitest'
import { openBrowser } from '../../peers/browser.ts'
import { chromiumPath } from '../../peers/chromium.ts'
import { serveWebApp, signIn, typeInFocused } from '../web-app.ts'
import { startJourney } from './journey.ts'

const { parts, origin, open } = await serveWebApp({ demo: true })
const password = 'chancery-demo'
const view = 'Critical and high, by owner'

/** Types into the field that has the focus, and takes the first that is offered. */
async function pick(page: Page, words: string, option: string): Promise<void> {
  await page.keyboard.type(words)
  await page.getByRole('option', { name: option, exact: true }).click()
}

async function bytesOf(download: Download): Promise<Buffer> {
  const stream = await download.createReadStream()
  return Buffer.concat(await stream.toArray())
}

async function exported(page: Page, format: string): Promise<Buffer> {
  await page.getByRole('button', { name: 'Export' }).first().click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: format }).click(),
  ])
  return bytesOf(download)
}

/** What the server answers the administrator. */
async function asked(address: string) {
  const browser = openBrowser(parts.server)
  await browser.session()
  await browser.call('POST', '/session', { email: 'admin@harbour.example', password })
  const { items } = (await browser.call('GET', address)).json<{
    items: { name: string; fields: { billingMethod: { label: string } | null } }[]
  }>()
  return items
}

const filter = "not (Status in ('Complete','Archived')) and Fields/priority/Label in ('Critical','High')"

describe.skipIf(!chromiumPath())('journey of legal operations', () => {
  test('a view is made and shared, many matters are changed, and the list is exported', async () => {
    const journey = startJourney('legal-operations')
    const page = await open()

    await journey.step(page, 'Operations sign in and open the matters', async () => {
      await page.goto(origin)
      await signIn(page, 'admin@harbour.example', password)
      await page.getByRole('link', { name: 'Matters', exact: true }).click()
      await page.getByRole('grid').waitFor()
    })
    await journey.step(page, 'They filter by a field of their own', async () => {
      await page.getByRole('button', { name: 'Add a filter' }).click()
      await typeInFocused(page, 'Priority')
      await page.keyboard.press('Enter')
      await page.getByRole('combobox', { name: 'Priority', exact: true }).last().click()
      await pick(page, 'Crit', 'Critical')
      await pick(page, 'High', 'High')
      // the list of values, then the filter
      await page.keyboard.press('Escape')
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Change the filter Priority is Critical or High' }).waitFor()
    })
    await journey.step(page, 'They choose a column, group by owner and sort by name', async () => {
      await page.getByRole('button', { name: 'Columns' }).click()
      await page.getByRole('dialog').getByRole('textbox').fill('Priority')
      await page.getByRole('checkbox', { name: 'Priority', exact: true }).check()
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Group', exact: true }).click()
      await page.getByRole('menuitem', { name: 'Owner', exact: true }).click()
      const head = page.getByRole('columnheader', { name: /^Name/ })
      await head.getByRole('button', { name: 'Name', exact: true }).click()
      await page.getByRole('button', { name: 'Hide the rows of Priya Raman' }).waitFor()
    })
    await journey.step(page, 'They save it as a view for everybody', async () => {
      await page.getByRole('button', { name: 'Save as…' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Name').fill(view)
      await dialog.getByText('Everyone in the organisation').click()
      await dialog.getByRole('button', { name: 'Save' }).click()
      await page.getByRole('button', { name: `Views: ${view}` }).waitFor()
    })

    const colleague = await open()
    await journey.step(colleague, 'A colleague opens the view by its address', async () => {
      await colleague.goto(page.url())
      await signIn(colleague, 'counsel@harbour.example', password)
      await colleague.getByRole('button', { name: `Views: ${view}` }).waitFor()
      await colleague.getByRole('button', { name: 'Hide the rows of Priya Raman' }).waitFor()
      await colleague.getByRole('columnheader', { name: /Priority/ }).waitFor({ state: 'attached' })
    })

    const before = await asked(`/v2/matters?$filter=${filter}`)
    await journey.step(page, 'They select all and see what a change would do', async () => {
      await page.getByRole('checkbox', { name: 'Select all that match' }).click()
      await page.getByText(`${before.length} selected`).waitFor()
      await page.getByRole('button', { name: 'Change…' }).click()
      await page.getByRole('combobox', { name: 'What to change' }).click()
      await page.keyboard.press('ControlOrMeta+A')
      await pick(page, 'Billing m', 'Billing method')
      await page.getByRole('combobox', { name: 'New value' }).click()
      await pick(page, 'Capped', 'Capped fee')
      await page.getByText(/will change\.$/).waitFor()
      await page.getByText(/have another value, which would be replaced\.$/).waitFor()
    })
    await journey.step(page, 'They change them', async () => {
      await page.getByRole('button', { name: /^Change \d+$/ }).click()
      await page
        .getByText(/^\d+ changed/)
        .first()
        .waitFor()
    })
    const after = await asked(`/v2/matters?$filter=${filter}`)
    expect(after.map(({ fields }) => fields.billingMethod?.label)).toEqual(before.map(() => 'Capped fee'))

    await journey.step(page, 'They export the list and open it as a spreadsheet', async () => {
      const [sheet] = await readXlsxFile(Readable.from(await exported(page, 'As Excel')))
      const rows = sheet?.data ?? []
      expect(rows).toHaveLength(before.length + 1)
      const name = rows[0]?.indexOf('Name') ?? -1
      const priority = rows[0]?.indexOf('Priority') ?? -1
      expect(rows.slice(1).map((row) => row[name])).toEqual(before.map((row) => row.name).toSorted())
      for (const row of rows.slice(1)) expect(['Critical', 'High']).toContain(row[priority])
    })
    await journey.step(page, 'They export it as text as well', async () => {
      const lines = (await exported(page, 'As CSV')).toString().trim().split(/\r?\n/)
      expect(lines).toHaveLength(before.length + 1)
      expect(lines[0]).toContain('Priority')
    })
    expect(journey.end()).toBeLessThan(10)
  })
})
