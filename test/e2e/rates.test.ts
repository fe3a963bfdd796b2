// Rates on pages: agreed and read from a CSV, proposed by the firm, countered and accepted, and invoices held to them.
import { describe, expect, test } from 'vitest'
import { createInvoiceWorld, draftInvoice, moveInvoiceTo } from '../fixtures/invoices.ts'
import { password, passwordHash } from '../peers/browser.ts'
import { chromiumPath } from '../peers/chromium.ts'
import { look } from './look.ts'
import { serveWebApp } from './web-app.ts'

const { parts, openAs } = await serveWebApp()

const ruth = { timekeeperNumber: '14', timekeeper: 'Ruth Calder', timekeeperClass: 'PARTNR' }

describe.skipIf(!chromiumPath())('rates', () => {
  test('are agreed, proposed by the firm, countered and accepted, and invoices are reduced to them [I-128, I-125]', async () => {
    const { payer, lawyer, matterId } = await createInvoiceWorld(parts, {
      passwordHash: await passwordHash(),
    })
    const page = await openAs({ email: payer.user.email, password }, '/rates')
    await page.getByRole('button', { name: 'Add a rate' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Timekeeper number').fill('14')
    await dialog.getByLabel('Name').fill('Ruth Calder')
    await dialog.getByRole('textbox', { name: 'Rate' }).fill('400')
    await dialog.getByLabel('Currency').fill('GBP')
    await dialog.getByLabel('First day of work').fill('2026-01-01')
    await look(page, 'rate-dialog')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('rowheader', { name: 'Ruth Calder' }).waitFor()
    await page.getByRole('button', { name: 'Import CSV' }).click()
    const csv = (rows: string) => ({
      name: 'rates.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(`TimekeeperClass,Currency,Rate,From\n${rows}\n`),
    })
    const choose = dialog.getByLabel('CSV of rates', { exact: true })
    await choose.setInputFiles(csv('ASSOC,GBPP,220,2026-01-01'))
    await dialog.getByText('Row 2, Currency').waitFor()
    await choose.setInputFiles(csv('ASSOC,GBP,220,2026-01-01'))
    await dialog.getByText('1 new rate').waitFor()
    await dialog.getByRole('button', { name: 'Agree these rates' }).click()
    await page.getByRole('rowheader', { name: 'ASSOC' }).waitFor()
    await look(page, 'rates')

    const firm = await openAs({ email: lawyer.user.email, password }, '/rates')
    await firm.getByRole('link', { name: 'Propose rates' }).click()
    await firm.getByLabel('First day of work').fill('2026-04-01')
    await firm.getByLabel('Raised by percent').fill('5')
    await firm.getByRole('button', { name: 'Fill in the current rates' }).click()
    await firm.getByRole('group', { name: 'Rate 2' }).waitFor()
    await look(firm, 'rates-propose')
    await firm.getByRole('button', { name: 'Propose rates' }).click()
    await firm.getByText('Waits for an answer').waitFor()
    const address = firm.url().replace(/^.*#/, '')

    await page.goto(page.url().replace(/#.*$/, `#${address}`))
    await page.getByText('+5 %').first().waitFor()
    await look(page, 'rates-proposal')
    await page.getByRole('button', { name: 'Offer other rates' }).click()
    await dialog.getByLabel(/^Ruth Calder/).fill('408')
    await dialog.getByRole('button', { name: 'Send' }).click()
    await page.getByText('Other rates offered').first().waitFor()
    await firm.reload()
    await firm.getByRole('button', { name: 'Accept the offered rates' }).click()
    await firm.getByRole('dialog').getByRole('button', { name: 'Accept the offered rates' }).click()
    await firm.getByText('Agreed', { exact: true }).first().waitFor()

    const lines = [{ kind: 'Fee', description: 'Advice', quantity: '2', unitPrice: '430', ...ruth }] as const
    const id = await draftInvoice(parts.app, lawyer.actor, matterId, { currency: 'GBP', lines })
    await moveInvoiceTo(parts.app, lawyer.actor, id, 'Posted')
    await page.goto(page.url().replace(/#.*$/, `#/invoices/${id}`))
    const line = page.getByRole('row').filter({ hasText: 'Advice' })
    await line.getByText('£22.00 above').waitFor()
    await look(page, 'invoice-above-rate')
    await line.focus()
    await page.keyboard.press('g')
    await line.getByText('£816.00').waitFor()
    const kept = await payer.caller.get(`/v2/invoices/${id}`)
    expect(kept.json()).toMatchObject({
      lines: [{ agreedRate: 408, approvedAmount: 816, review: { decision: 'Reduced', reason: 'Rate' } }],
    })
  })
})
