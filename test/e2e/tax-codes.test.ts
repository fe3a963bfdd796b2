// Tax codes on pages: kept, named on a line that is keyed in, and what the page of the invoice says of each side.
import { describe, expect, test } from 'vitest'
import { createUser } from '../factories.ts'
import { createTaxWorld, taxedLine } from '../fixtures/taxes.ts'
import { password, passwordHash } from '../peers/browser.ts'
import { chromiumPath } from '../peers/chromium.ts'
import { absent } from './absence.ts'
import { look } from './look.ts'
import { serveWebApp } from './web-app.ts'

const { parts, openAs } = await serveWebApp()

describe.skipIf(!chromiumPath())('tax codes', () => {
  test('are kept with rates, named on lines, and withheld and lost amounts are shown to who may know them [I-217, I-219, I-220, I-221]', async () => {
    const hash = await passwordHash()
    const world = await createTaxWorld(parts, { passwordHash: hash })
    const { organisationId, payer, lawyer } = world
    const admin = await createUser(parts.app, {
      organisationId,
      role: 'Administrator',
      permissions: ['ManageInvoices'],
      passwordHash: hash,
    })
    const page = await openAs({ email: admin.email, password }, '/administration/tax-codes')
    await page.getByText('There are no tax codes yet.').waitFor()
    await page.getByRole('button', { name: 'Add a tax code' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Code', { exact: true }).fill('IN18')
    await dialog.getByLabel('Name', { exact: true }).fill('GST 18 %')
    await dialog.getByLabel('Country').fill('in')
    const first = dialog.getByRole('group', { name: 'Rate 1' })
    await first.getByLabel('From').fill('2026-01-01')
    await first.getByLabel('Rate %').fill('118')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await first.getByText('must be a percentage from 0 to 100').waitFor()
    await first.getByLabel('Rate %').fill('18')
    await first.getByLabel('Recoverable %').fill('50')
    await first.getByLabel('Withheld %').fill('10')
    await look(page, 'tax-code-dialog')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('rowheader', { name: 'IN18' }).waitFor()
    await world.code('GBRC', 20, { kind: 'ReverseCharge', name: 'VAT, reverse charge' })
    await page.reload()
    await page.getByRole('rowheader', { name: 'GBRC' }).waitFor()
    await look(page, 'tax-codes')

    const id = await world.drafted([
      taxedLine(1_000, { taxCode: { code: 'IN18' } }),
      taxedLine(300, { taxCode: { code: 'GBRC' } }),
    ])
    const firm = await openAs({ email: lawyer.user.email, password }, `/invoices/${id}/edit`)
    const code = firm.getByRole('combobox', { name: 'Tax code, line 2' })
    expect(await code.inputValue()).toBe('GBRC')
    const tax = firm.locator('[data-sum="tax"]')
    await tax.getByText('£180.00').waitFor()
    await code.selectOption('IN18')
    await tax.getByText('£234.00').waitFor()
    await firm.getByLabel('Tax %, line 2').fill('15')
    await firm.getByRole('button', { name: 'Save draft' }).click()
    await firm
      .getByRole('table', { name: 'Lines' })
      .getByText('must be 18, the rate of IN18 for invoices of')
      .waitFor()
    await look(firm, 'keyed-tax-code')
    await code.selectOption('GBRC')
    await firm.getByRole('button', { name: 'Post', exact: true }).click()
    await firm.getByText('Invoice posted').waitFor()

    const reviewer = await openAs({ email: payer.user.email, password }, `/invoices/${id}`)
    await reviewer.getByText('GBRC · reverse charge 20 %: £60.00').waitFor()
    const amounts = reviewer.getByRole('table').filter({ hasText: 'To pay' })
    await amounts
      .getByRole('row', { name: /^Withheld/ })
      .getByText('-£100.00')
      .first()
      .waitFor()
    await amounts
      .getByRole('row', { name: /^To pay/ })
      .getByText('£1,380.00')
      .first()
      .waitFor()
    await reviewer.getByText('Tax that is not recoverable').waitFor()
    await look(reviewer, 'invoice-with-tax-codes')
    await reviewer.getByRole('checkbox', { name: 'Select line 1' }).check()
    await reviewer.getByRole('button', { name: 'Tax code', exact: true }).click()
    const correction = reviewer.getByRole('dialog', { name: 'Correct the tax code of a line' })
    await correction.getByLabel('Tax code').selectOption('GBRC')
    await correction.getByLabel('Reason, for the law firm').fill('Work for a branch abroad')
    await look(reviewer, 'tax-code-correction')
    await correction.getByRole('button', { name: 'Correct', exact: true }).click()
    await reviewer.getByText('Tax code corrected; billed with IN18: Work for a branch abroad').waitFor()
    await look(reviewer, 'invoice-with-corrected-code')
    await firm.reload()
    await firm.getByText('Tax code corrected; billed with IN18: Work for a branch abroad').waitFor()
    await reviewer.getByRole('checkbox', { name: 'Select line 1' }).check()
    await reviewer.getByRole('button', { name: 'Tax code', exact: true }).click()
    await correction.getByLabel('Tax code').selectOption('As the law firm billed it')
    await correction.getByRole('button', { name: 'Correct', exact: true }).click()
    await reviewer.getByText('IN18 · 18 %').waitFor()
    await world.approve(id)
    await firm.reload()
    await firm
      .getByRole('row', { name: /^To pay/ })
      .getByText('£1,380.00')
      .first()
      .waitFor()
    await firm.getByText('Tax owed by reverse charge').waitFor()
    await absent(firm.getByText('Tax that is not recoverable'))
    await absent(firm.getByText('Cost, without recoverable tax'))
    await look(firm, 'invoice-with-tax-codes-of-firm')
  })
})
