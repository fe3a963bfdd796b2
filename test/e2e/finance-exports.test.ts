// Exporting approved invoices to finance: chosen, downloaded, acknowledged, and another export withdrawn.
import { describe, expect, test } from 'vitest'
import { approvedInvoice } from '../fixtures/finance-exports.ts'
import { createInvoiceWorld } from '../fixtures/invoices.ts'
import { password, passwordHash } from '../peers/browser.ts'
import { chromiumPath } from '../peers/chromium.ts'
import { absent } from './absence.ts'
import { examine, look } from './look.ts'
import { serveWebApp } from './web-app.ts'

const { parts, openAs } = await serveWebApp()

describe.skipIf(!chromiumPath())('approved invoices', () => {
  test('are exported to finance, and the export acknowledged or withdrawn [I-108, I-110, I-111]', async () => {
    const world = await createInvoiceWorld(parts, { passwordHash: await passwordHash() })
    const approved = (number: string, currency = 'GBP') =>
      approvedInvoice(parts.app, world, { number, currency })
    const [first] = [await approved('ASH-1'), await approved('ASH-2'), await approved('ASH-3', 'EUR')]
    const page = await openAs({ email: world.payer.user.email, password }, '/invoices')
    await page.getByRole('link', { name: 'Exports to finance' }).click()
    await page.getByText('Nothing has been exported yet.').waitFor()
    await page.getByRole('link', { name: 'New export' }).click()
    await page.getByText('3 invoices chosen').waitFor()
    await look(page, 'finance-export-new')
    await page.getByLabel('Currency').selectOption('GBP')
    await page.getByLabel('Choose invoice ASH-2').press('Space')
    await page.getByText('1 invoice chosen').waitFor()
    await page.getByLabel('Note').fill('March')
    await page.getByRole('button', { name: 'Export 1 invoice' }).click()
    await page.getByRole('heading', { name: 'Export 1' }).waitFor()
    await examine(page, 'finance-export-open')
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download CSV' }).click(),
    ])
    expect(download.suggestedFilename()).toBe('finance-export-1-invoices.csv')
    await page.getByRole('button', { name: 'Acknowledge' }).click()
    await page.getByLabel('Reference of finance').fill('AP-7')
    await page.getByRole('dialog').getByRole('button', { name: 'Acknowledge' }).click()
    await page.getByText('Export acknowledged').waitFor()
    await absent(page.getByRole('button', { name: 'Withdraw' }))
    await page.getByRole('link', { name: 'ASH-1' }).click()
    await page.getByRole('link', { name: 'Export 1, AP-7' }).waitFor()
    expect((await world.payer.caller.get(`/v2/invoices/${first}`)).json()).toMatchObject({
      financeExport: { number: 1, status: 'Acknowledged' },
    })

    await page.goto(page.url().replace(/#.*$/, '#/invoices/exports/new'))
    await page.getByRole('button', { name: 'Export 2 invoices' }).click()
    await page.getByRole('heading', { name: 'Export 2' }).waitFor()
    await page.getByRole('button', { name: 'Withdraw' }).click()
    await page.getByRole('dialog').getByLabel('Reason').fill('Wrong month')
    await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click()
    await page.getByText('Export withdrawn').waitFor()
    await page.getByRole('link', { name: 'Exports to finance' }).click()
    await page.getByText('Acknowledged', { exact: true }).waitFor()
    await look(page, 'finance-exports')
  })
})
