// Fee arrangements on pages: agreed on the money of a matter, billed by an invoice, and what the law firm sees.
import { describe, expect, test } from 'vitest'
import { createInvoiceWorld, draftInvoice, moveInvoiceTo } from '../fixtures/invoices.ts'
import { password, passwordHash } from '../peers/browser.ts'
import { chromiumPath } from '../peers/chromium.ts'
import { look } from './look.ts'
import { serveWebApp } from './web-app.ts'

const { parts, openAs } = await serveWebApp()

describe.skipIf(!chromiumPath())('a fixed fee', () => {
  test('is agreed by phase, billed, and seen by the firm [I-230, I-233]', async () => {
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
})
