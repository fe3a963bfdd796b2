// Fee arrangements on pages: agreed on the money of a matter, billed by an invoice, and what the law firm sees.
import { describe, expect, test } from 'vitest'
import { transitionInvoice } from '../../server/invoices/commands/transition-invoice.ts'
import { createInvoiceWorld, draftInvoice, moveInvoiceTo } from '../fixtures/invoices.ts'
import { password, passwordHash } from '../peers/browser.ts'
import { chromiumPath } from '../peers/chromium.ts'
import { look } from './look.ts'
import { serveWebApp } from './web-app.ts'

const { parts, openAs } = await serveWebApp()

describe.skipIf(!chromiumPath())('what is agreed on fees', () => {
  test('is a fixed fee by phase, billed, and seen by the firm [I-230, I-233]', async () => {
    const signIn = { passwordHash: await passwordHash() }
    const { payer, lawyer, matterId, firmId } = await createInvoiceWorld(parts, signIn)
    const { name } = await parts.app.db
      .selectFrom('organisations')
      .where('id', '=', firmId)
      .select('name')
      .executeTakeFirstOrThrow()
    const money = `/matters/${matterId}?tab=money`
    const page = await openAs({ email: payer.user.email, password }, money)
    await page.getByRole('button', { name: 'Agree a fixed fee' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('combobox', { name: 'Law firm' }).click()
    await page.getByRole('option', { name }).click()
    await dialog.getByLabel('Currency').fill('GBP')
    await dialog.getByLabel('What it is for').fill('First instance')
    await dialog.getByLabel('The fee is').selectOption('divided by phase')
    const part = dialog.getByRole('group', { name: 'Part 1' })
    await part.getByLabel('Phase').selectOption('L200 Pleadings and motions')
    await part.getByLabel('Amount').fill('6000')
    await dialog.getByRole('button', { name: 'Add a part' }).click()
    const other = dialog.getByRole('group', { name: 'Part 2' })
    await other.getByLabel('Phase').selectOption('L300 Discovery')
    await other.getByLabel('Amount').fill('4000')
    await other.getByLabel('Due', { exact: true }).fill('2026-09-30')
    await look(page, 'fee-dialog')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('The fee arrangement is saved').waitFor()

    const lines = [{ kind: 'Fee', description: 'Pleadings', unitPrice: '6500', taskCode: 'L210' }] as const
    const id = await draftInvoice(parts.app, lawyer.actor, matterId, { currency: 'GBP', lines })
    await moveInvoiceTo(parts.app, lawyer.actor, id, 'Posted')
    await page.reload()
    const fee = page.getByRole('article', { name: 'First instance' })
    await fee.getByText('£4,000.00').first().waitFor()
    expect(await fee.getByRole('row', { name: /L200/ }).innerText()).toContain('£6,500.00')
    await look(page, 'fee-on-matter')
    await fee.getByRole('button', { name: 'Change First instance' }).click()
    await dialog.getByLabel('Reason').waitFor()
    expect(await dialog.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true)
    await page.keyboard.press('Escape')

    const firm = await openAs({ email: lawyer.user.email, password }, money)
    await firm.getByRole('article', { name: 'First instance' }).waitFor()
    expect(await firm.getByRole('button', { name: 'Agree a fixed fee' }).count()).toBe(0)
    await firm.goto(firm.url().replace(/#.*/, `#/invoices/${id}`))
    const table = firm.getByRole('table', { name: 'Fee arrangements' })
    await table.waitFor()
    expect(await table.getByRole('row', { name: /First instance/ }).innerText()).toContain('£500.00')
    await look(firm, 'fee-on-invoice')
  })
  test('is beside a retainer, which is paid in and pays an invoice [I-235, I-238]', async () => {
    const signIn = { passwordHash: await passwordHash() }
    const { payer, lawyer, matterId, firmId } = await createInvoiceWorld(parts, signIn)
    const { name } = await parts.app.db
      .selectFrom('organisations')
      .where('id', '=', firmId)
      .select('name')
      .executeTakeFirstOrThrow()
    const page = await openAs({ email: payer.user.email, password }, `/matters/${matterId}?tab=money`)
    await page.getByRole('button', { name: 'Agree a retainer' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('combobox', { name: 'Law firm' }).click()
    await page.getByRole('option', { name }).click()
    await dialog.getByLabel('Currency').fill('GBP')
    await dialog.getByLabel('What it is for').fill('Costs of the appeal')
    await dialog.getByLabel('What the firm is to hold').fill('500')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('The fee arrangement is saved').waitFor()
    await page.getByRole('button', { name: 'Statement of Costs of the appeal' }).click()
    await dialog.getByText('Nothing is paid in yet.').waitFor()
    await dialog.getByRole('button', { name: 'Record a deposit' }).click()
    await dialog.getByLabel('Amount').fill('200')
    await dialog.getByLabel('Reference').fill('TR-90021')
    await dialog.getByRole('button', { name: 'Record a deposit' }).click()
    await dialog.getByRole('cell', { name: 'TR-90021' }).waitFor()
    await look(page, 'retainer-statement')
    await page.keyboard.press('Escape')
    const card = page.getByRole('article', { name: 'Costs of the appeal' })
    await card.getByText('£300.00').waitFor()
    await look(page, 'retainer-on-matter')

    const lines = [{ kind: 'Fee', description: 'Appeal', unitPrice: '350' }] as const
    const id = await draftInvoice(parts.app, lawyer.actor, matterId, { currency: 'GBP', lines })
    await moveInvoiceTo(parts.app, lawyer.actor, id, 'Posted')
    await transitionInvoice(parts.app, payer.actor, id, { kind: 'approve' })
    await page.goto(page.url().replace(/#.*/, `#/invoices/${id}`))
    await page.getByText('Costs of the appeal: £200.00 left').waitFor()
    await page.getByRole('button', { name: 'Record a payment' }).click()
    await dialog.getByLabel('Paid from').selectOption('Costs of the appeal: £200.00 left')
    await look(page, 'retainer-payment')
    await dialog.getByRole('button', { name: 'Record a payment' }).click()
    await page.getByText('From the retainer Costs of the appeal').waitFor()
    await look(page, 'retainer-paid')
    const firm = await openAs({ email: lawyer.user.email, password }, `/matters/${matterId}?tab=money`)
    await firm.getByRole('button', { name: 'Statement of Costs of the appeal' }).click()
    await firm.getByRole('dialog').getByText('-£200.00').waitFor()
    expect(await firm.getByRole('button', { name: 'Record a deposit' }).count()).toBe(0)
  })
})
