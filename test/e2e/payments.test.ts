// Payments of an invoice and its credit notes on its page: recorded, taken back, and what the law firm sees.
import { describe, expect, test } from 'vitest'
import { transitionInvoice } from '../../server/invoices/commands/transition-invoice.ts'
import { createInvoiceWorld, draftInvoice, moveInvoiceTo } from '../fixtures/invoices.ts'
import { password, passwordHash } from '../peers/browser.ts'
import { chromiumPath } from '../peers/chromium.ts'
import { absent } from './absence.ts'
import { look } from './look.ts'
import { serveWebApp } from './web-app.ts'

const { parts, openAs } = await serveWebApp()

describe.skipIf(!chromiumPath())('payments', () => {
  test('parts are recorded and taken back, a credit note is posted by its number, the firm sees it [I-201, I-208, I-209, I-212]', async () => {
    const world = await createInvoiceWorld(parts, { passwordHash: await passwordHash() })
    const { payer, lawyer, matterId } = world
    const id = await draftInvoice(parts.app, lawyer.actor, matterId, { currency: 'GBP', number: 'ASH-1' })
    await moveInvoiceTo(parts.app, lawyer.actor, id, 'Posted')
    await transitionInvoice(parts.app, payer.actor, id, { kind: 'approve' })

    const page = await openAs({ email: payer.user.email, password }, `/invoices/${id}`)
    const panel = page.getByRole('region', { name: 'Payments' })
    await panel.getByText('No payment is recorded.').waitFor()
    await panel.getByRole('button', { name: 'Record a payment' }).click()
    const dialog = page.getByRole('dialog')
    // what cannot be read is refused with what would be right, and never sent as something else
    await dialog.getByLabel('Amount (GBP)').fill('10k')
    await dialog.getByRole('button', { name: 'Record a payment' }).click()
    await dialog.getByText('Write it in full: 10,000.').waitFor()
    await dialog.getByText('An amount or a number cannot be read.').waitFor()
    const note = dialog.getByLabel('Note')
    await note.focus()
    await page.keyboard.insertText('x'.repeat(50_000))
    expect(await note.inputValue()).toBe('')
    expect(await note.evaluate((each) => Reflect.get(each, 'validationMessage'))).toContain('50,000')
    await dialog.getByLabel('Amount (GBP)').fill('1,000.50')
    await dialog.getByLabel('Reference').focus()
    expect(await dialog.getByLabel('Amount (GBP)').inputValue()).toBe('1,000.5')
    await dialog.getByLabel('Amount (GBP)').fill('500')
    await dialog.getByRole('button', { name: 'Record a payment' }).click()
    await dialog.getByRole('alert').getByText('at most GBP 451.25, what remains to be paid').waitFor()
    await dialog.getByLabel('Amount (GBP)').fill('200')
    await dialog.getByLabel('Reference').fill('TR-88120')
    await dialog.getByLabel('Note').fill('First half')
    await look(page, 'payment-new')
    await dialog.getByRole('button', { name: 'Record a payment' }).click()
    await panel.getByText('£251.25').waitFor()
    await panel.getByRole('button', { name: 'Take back the payment of £200.00' }).click()
    await dialog.getByRole('textbox').fill('The bank returned it.')
    await dialog.getByRole('button', { name: 'Take back' }).click()
    await panel.getByText('Taken back: The bank returned it.').waitFor()
    await panel.getByRole('button', { name: 'Record a payment' }).click()
    await dialog.getByLabel('Amount (GBP)').fill('51.25')
    await dialog.getByRole('button', { name: 'Record a payment' }).click()
    await panel.getByText('£400.00').waitFor()

    const firm = await openAs({ email: lawyer.user.email, password }, '/invoices/new')
    const matter = (await payer.caller.get(`/v2/matters/${matterId}`)).json<{ name: string }>()
    await firm.getByRole('combobox', { name: 'Matter' }).fill(matter.name)
    await firm.getByRole('option', { name: matter.name }).click()
    await firm.getByLabel('Invoice number').fill('ASH-2')
    await firm.getByLabel('Invoice date').fill('2026-03-02')
    await firm.getByLabel('Currency', { exact: true }).fill('GBP')
    await firm.getByLabel('Description, line 1', { exact: true }).fill('Credit for two hours')
    await firm.getByLabel('Rate or price, line 1', { exact: true }).fill('-100')
    await firm.getByRole('button', { name: 'Post', exact: true }).click()
    await firm.getByText('tied to nothing: name the approved invoice that it credits').waitFor()
    await firm.getByLabel('Credits invoice').fill('ash-1')
    await firm.getByLabel('Credits line, line 1', { exact: true }).fill('1')
    await look(firm, 'credit-note-keyed-in')
    await firm.getByRole('button', { name: 'Post', exact: true }).click()
    await firm.getByText('Credits invoice').waitFor()
    await firm.getByRole('link', { name: 'ASH-1' }).click()
    await firm.getByRole('region', { name: 'Credit notes' }).getByRole('link', { name: 'ASH-2' }).waitFor()
    const theirs = firm.getByRole('region', { name: 'Payments' })
    await theirs.getByText('£400.00').waitFor()
    await absent(theirs.getByRole('button'))
    await absent(theirs.getByText('Recorded by'))
    await look(firm, 'payments-of-firm')

    const credits = await payer.caller.get('/v2/invoices?$filter=Credits ne null')
    const [credit] = credits.json<{ items: { id: number }[] }>().items
    await transitionInvoice(parts.app, payer.actor, credit?.id ?? 0, { kind: 'approve' })
    await page.reload()
    await panel.getByText('£300.00').waitFor()
    await page.getByRole('region', { name: 'Credit notes' }).getByText('Left to credit').waitFor()
    await look(page, 'payments')
  })
})
