// Rates of exchange on pages: entered, corrected, read from a CSV and applied; an invoice, a report and a dashboard in
// the own currency, which a missing rate blocks.
import { describe, expect, test } from 'vitest'
import { createUser } from '../factories.ts'
import { createInvoiceWorld, draftInvoice, moveInvoiceTo } from '../fixtures/invoices.ts'
import { insertMatter } from '../fixtures/matters.ts'
import { password, passwordHash } from '../peers/browser.ts'
import { chromiumPath } from '../peers/chromium.ts'
import { look } from './look.ts'
import { serveWebApp } from './web-app.ts'

const { parts, openAs } = await serveWebApp()

describe.skipIf(!chromiumPath())('exchange rates', () => {
  test('are kept, invoices and reports show what is in them, and a missing one blocks totals [I-170, I-172, I-177, I-179]', async () => {
    const { app } = parts
    const hash = await passwordHash()
    const { organisationId, lawyer } = await createInvoiceWorld(parts, { passwordHash: hash })
    const user = await createUser(app, {
      organisationId,
      role: 'Administrator',
      permissions: ['ManageInvoices'],
      passwordHash: hash,
    })
    const matterId = await insertMatter(app, { owner: user, members: [lawyer.user] })
    const bill = async (currency: string, unitPrice: string) => {
      const lines = [{ kind: 'Fee', description: 'Advice', unitPrice, taxRate: '20' }] as const
      const values = { currency, invoiceDate: '2026-02-20', lines }
      return moveInvoiceTo(
        app,
        lawyer.actor,
        await draftInvoice(app, lawyer.actor, matterId, values),
        'Posted',
      )
    }
    const invoiceId = await bill('GBP', '1250')
    const withoutRate = await bill('CHF', '400')

    const page = await openAs({ email: user.email, password }, '/administration/organisation')
    await page.getByLabel('Currency', { exact: true }).first().click()
    await page.getByLabel('Currency', { exact: true }).first().fill('NZD')
    await page.getByRole('option', { name: /^NZD/ }).click()
    const money = page.getByRole('region', { name: /Money|Financial/ })
    await money.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved').first().waitFor()

    const go = (path: string) => page.goto(page.url().replace(/#.*$/, `#${path}`))
    await go('/administration/exchange-rates')
    await page.getByLabel('The rate of an invoice is that of').selectOption({ label: 'the invoice date' })
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved.').waitFor()
    await page.getByRole('rowheader', { name: 'CHF' }).waitFor()

    await page.getByRole('button', { name: 'Enter a rate' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Currency').fill('gbp')
    await dialog.getByLabel('From').fill('2026-02-01')
    await dialog.getByLabel('What 1 GBP is in NZD').fill('2.2415')
    await look(page, 'exchange-rate-dialog')
    await dialog.getByRole('button', { name: 'Save' }).click()
    const kept = page.getByRole('row').filter({ hasText: 'GBP' }).filter({ hasText: '2.2415 NZD' })
    await kept.waitFor()

    await page.getByRole('button', { name: 'Import CSV' }).click()
    const csv = (rows: string) => ({
      name: 'february.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(`Currency,Date,Rate\n${rows}\n`),
    })
    const choose = dialog.getByLabel('CSV of exchange rates', { exact: true })
    await choose.setInputFiles(csv('EUR,1.2.2026,1.85\nGBP,2026-02-01,2.25'))
    await dialog.getByText('Row 2, Date').waitFor()
    await dialog.getByText('Row 3, Rate').waitFor()
    await look(page, 'exchange-rates-import')
    await choose.setInputFiles(csv('EUR,2026-02-01,1.85\nGBP,2026-02-01,2.25'))
    await dialog.getByLabel('Correct rates that are kept with another value').check()
    await dialog.getByText('1 new rate, 1 correction').waitFor()
    await dialog.getByRole('button', { name: 'Import these rates' }).click()
    await page
      .getByRole('row')
      .filter({ hasText: 'GBP' })
      .filter({ hasText: 'Imported, february.csv' })
      .waitFor()
    await page.getByRole('button', { name: /^Details: GBP/ }).click()
    await dialog.getByText('2.2415 NZD').waitFor()
    await dialog.getByRole('textbox', { name: 'What 1 GBP is in NZD' }).fill('2.24')
    await dialog.getByLabel('Reason').fill('As the bank says')
    await look(page, 'exchange-rate-history')
    await dialog.getByRole('button', { name: 'Correct' }).click()
    await page.getByRole('row').filter({ hasText: '2.24 NZD' }).waitFor()

    await go(`/invoices/${invoiceId}`)
    const own = page.getByRole('region', { name: 'In NZD' })
    await own.getByText('1 GBP = 2.24 NZD').waitFor()
    await own.getByText('3,360.00').waitFor()
    await look(page, 'invoice-own-currency')

    await go('/reports/report?list=invoices&by=firm&measures=billed,pending')
    await page.getByLabel('Amounts in').selectOption({ label: 'NZD, your own currency' })
    await page.getByText('Rates of exchange are missing').waitFor()
    await look(page, 'report-missing-rates')
    await page.getByRole('link', { name: '1 invoice in CHF' }).click()
    await page.getByRole('link', { name: /INV-/ }).first().waitFor()
    await go(`/invoices/${withoutRate}`)
    await own.getByText('There is no rate of CHF').waitFor()
    await page.getByRole('button', { name: 'Approve', exact: true }).click()
    await dialog.getByRole('button', { name: 'Approve', exact: true }).click()
    await page.getByText('Approved', { exact: true }).first().waitFor()

    await go('/administration/exchange-rates')
    await page.getByRole('button', { name: 'Enter a rate' }).click()
    await dialog.getByLabel('Currency').fill('CHF')
    await dialog.getByLabel('From').fill('2026-02-10')
    await dialog.getByLabel('What 1 CHF is in NZD').fill('2')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: 'Apply missing rates' }).waitFor()
    await look(page, 'exchange-rates')
    await page.getByRole('button', { name: 'Apply missing rates' }).click()
    await dialog.getByRole('button', { name: 'Apply missing rates' }).click()
    await page.getByText('No invoice misses a rate.').waitFor()

    await go('/reports/report?list=invoices&by=firm&measures=billed,approved&ownCurrency=true')
    await page.getByText('in the currency of the organisation').first().waitFor()
    // 1,250.00 × 2.24 + 400.00 × 2
    await page.getByText('3,600.00').first().waitFor()
    await look(page, 'report-own-currency')
    await go('/reports/dashboard?dashboard=general-counsel')
    await page.getByLabel('Amounts in NZD, your own currency').check()
    await page.getByText('in the currency of the organisation').first().waitFor()
    expect(page.url()).toContain('ownCurrency=true')
  })
})
