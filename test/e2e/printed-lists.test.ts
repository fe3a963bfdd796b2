// Lists on paper: all rows, not those that are on the screen.
import { PDF } from '@libpdf/core'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { createOrganisation, createUser, type TestUser } from '../factories.ts'
import { createInvoiceWorld, draftInvoice } from '../fixtures/invoices.ts'
import { insertMatter } from '../fixtures/matters.ts'
import { password, passwordHash } from '../peers/browser.ts'
import { chromiumPath } from '../peers/chromium.ts'
import { serveWebApp } from './web-app.ts'

const { parts, openAs } = await serveWebApp()
const rows = 160

let owner: TestUser

beforeAll(async () => {
  const { id: organisationId } = await createOrganisation(parts.app)
  const hash = await passwordHash()
  owner = await createUser(parts.app, { organisationId, role: 'InhouseLegal', passwordHash: hash })
  const other = await createUser(parts.app, { organisationId, role: 'InhouseLegal' })
  for (let number = 1; number <= rows; number += 1) {
    const name = `Matter ${String(number).padStart(3, '0')}`
    const isOthers = number % 2 === 0
    await insertMatter(parts.app, {
      owner: isOthers ? other : owner,
      members: isOthers ? [owner] : [],
      values: { name },
    })
  }
})

const openMatters = (search: string) => openAs({ email: owner.email, password }, `/matters${search}`)
const count = (page: Page, text: string) => page.locator('output', { hasText: text }).first().waitFor()

/** What is written on the sheets, with one space between words. */
async function printedText(paper: Buffer): Promise<string> {
  const sheets = (await PDF.load(new Uint8Array(paper))).getPages()
  return sheets.map((sheet) => sheet.extractText().text.replaceAll(/\s+/g, ' ')).join(' ')
}

describe.skipIf(!chromiumPath())('a list', () => {
  test('is printed whole, with its columns and what it is of, by its menu and by Ctrl P [V-358]', async () => {
    const page = await openMatters('?sort=Name&columns=Name,Status,Owner%2FLastName')
    await count(page, '160 matters')
    await page.evaluate('window.print = () => undefined')
    await page.getByRole('button', { name: 'Export' }).click()
    await page.getByRole('menuitem', { name: 'Print' }).click()
    await page.locator('html[data-prints-alone]').waitFor()
    const text = await printedText(await page.pdf({ format: 'A4' }))
    for (const part of ['Matters', '160 matters', 'Name', 'Status', 'Owner', 'Matter 001', 'Matter 160'])
      expect(text).toContain(part)
    expect(text.match(/Matter \d{3}/g)).toHaveLength(160)
    await page.evaluate('dispatchEvent(new Event("afterprint"))')
    await page.locator('html:not([data-prints-alone])').waitFor()

    const some = `?filter=${encodeURIComponent("startswith(Name,'Matter 00')")}&sort=Name&columns=Name`
    await page.goto(`${page.url().split('#')[0]}#/matters${some}`)
    await count(page, '9 matters')
    await page.keyboard.press('Control+p')
    await page.locator('html[data-prints-alone]').waitFor()
    const few = await printedText(await page.pdf({ format: 'A4' }))
    expect(few).toContain('Name begins with “Matter 00”')
    expect(few.match(/Matter 00\d/g)).toHaveLength(9)
  })

  test('in groups is printed with their headings, also those that are folded [V-358]', async () => {
    const page = await openMatters('?group=Owner/Id&sort=Name&columns=Name')
    await page
      .getByRole('button', { name: /^Hide the rows of/ })
      .first()
      .click()
    await page.evaluate('window.print = () => undefined')
    await page.keyboard.press('Control+p')
    await page.locator('html[data-prints-alone]').waitFor()
    const text = await printedText(await page.pdf({ format: 'A4' }))
    expect(text.match(/\(80\)/g)).toHaveLength(2)
    expect(text.match(/Matter \d{3}/g)).toHaveLength(rows)
  })

  test('of money keeps each amount in one line [V-358]', async () => {
    const { app } = parts
    const { lawyer, matterId } = await createInvoiceWorld(parts, { passwordHash: await passwordHash() })
    const line = { kind: 'Fee' as const, description: 'Advice', quantity: '1', unitPrice: '1234567.89' }
    await draftInvoice(app, lawyer.actor, matterId, { currency: 'NZD', lines: [line] })
    const page = await openAs({ email: lawyer.user.email, password }, '/invoices?view=all')
    await count(page, '1 invoice')
    await page.evaluate('window.print = () => undefined')
    await page.keyboard.press('Control+p')
    await page.locator('html[data-prints-alone]').waitFor()
    // narrower than a sheet, as with many columns
    await page.setViewportSize({ width: 330, height: 900 })
    await page.emulateMedia({ media: 'print' })
    const lines = await page.evaluate<number>(`(() => {
      const cells = [...document.querySelectorAll('[data-print-whole] td[data-align="end"]')]
      const range = document.createRange()
      range.selectNodeContents(cells.find(({ textContent }) => textContent.includes('1,234,567.89')))
      return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size
    })()`)
    expect(lines).toBe(1)
  })
})

describe.skipIf(!chromiumPath())('a report', () => {
  test('is printed with all of its rows, its totals once, and without what changes it [V-358]', async () => {
    const report = 'list=matters&by=matter&measures=count&order=Key&top=200'
    const page = await openAs({ email: owner.email, password }, `/reports/report?${report}`)
    await page.getByRole('row', { name: /Matter 160/ }).waitFor()
    const text = await printedText(await page.pdf({ format: 'A4' }))
    expect(new Set(text.match(/Matter \d{3}/g)).size).toBe(rows)
    expect(text.match(/\bTotal\b/g)).toHaveLength(1)
    expect(text.lastIndexOf('Total')).toBeGreaterThan(text.lastIndexOf('Matter 160'))
    expect(text).not.toContain('Change the report')
  })
})
