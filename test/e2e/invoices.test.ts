// An invoice from the firm’s file to the decision on each line: posted, reviewed by keyboard, approved.
import { describe, expect, test } from 'vitest'
import { ledes1998B, rows1998B } from '../documents/ledes.ts'
import { createInvoiceWorld } from '../fixtures/invoices.ts'
import { password, passwordHash } from '../peers/browser.ts'
import { chromiumPath } from '../peers/chromium.ts'
import { absent } from './absence.ts'
import { look } from './look.ts'
import { serveWebApp } from './web-app.ts'

const { parts, origin, openAs } = await serveWebApp()

const LINES = 200

/** 200 hours of work at 200.00, as a billing program writes them; one day is written as people write it. */
function file(matter: string): string {
  const [fee] = rows1998B()
  const rows = Array.from({ length: LINES }, (_, index) => ({
    ...fee,
    CLIENT_MATTER_ID: matter,
    LAW_FIRM_MATTER_ID: '',
    INVOICE_NUMBER: 'MO-200',
    INVOICE_DATE: '20260301',
    BILLING_START_DATE: '20260201',
    BILLING_END_DATE: '20260228',
    LINE_ITEM_NUMBER: String(index + 1),
    LINE_ITEM_NUMBER_OF_UNITS: '1',
    LINE_ITEM_UNIT_COST: '200.00',
    LINE_ITEM_ADJUSTMENT_AMOUNT: '0',
    LINE_ITEM_TOTAL: '200.00',
    INVOICE_TOTAL: String(LINES * 200),
    // eight hours a day
    LINE_ITEM_DATE: index === 5 ? '2026-02-06' : String(20260201 + Math.floor(index / 8)),
    LINE_ITEM_DESCRIPTION: `Review of document ${index + 1}`,
    TIMEKEEPER_NAME: index % 2 === 0 ? 'Marlowe, Priya' : 'Okafor, Ben',
  }))
  return ledes1998B(rows)
}

describe.skipIf(!chromiumPath())('an invoice', () => {
  test('of 200 lines is posted by the firm, reviewed by keyboard, and approved line by line [I-80, I-84]', async () => {
    const { payer, lawyer, matterId } = await createInvoiceWorld(parts, {
      passwordHash: await passwordHash(),
    })
    const reference = `C-${matterId}`
    await payer.caller.patch(`/v2/matters/${matterId}`, { externalId: reference })

    const firm = await openAs({ email: lawyer.user.email, password }, '/invoices?view=all')
    await firm.getByRole('link', { name: 'Post invoices' }).click()
    await firm.getByLabel('Choose the file with the invoices').setInputFiles({
      name: 'March.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from(file(reference)),
    })
    await firm.getByText('1 problem in 1 invoice').waitFor()
    await look(firm, 'invoice-file-problems')
    const wrong = firm.getByLabel('LINE_ITEM_DATE of row 8')
    expect(await wrong.inputValue()).toBe('2026-02-06')
    await wrong.fill('20260206')
    await firm.getByRole('button', { name: 'Check again' }).click()
    await firm.getByText('1 invoice, and nothing is wrong.').waitFor()
    await firm.getByRole('button', { name: 'Post 1 invoice' }).click()
    await firm.getByRole('link', { name: 'MO-200' }).click()
    await firm.getByRole('heading', { name: 'Invoice MO-200' }).waitFor()
    await absent(firm.getByRole('button', { name: 'Approve' }))
    const address = firm.url().replace(/^.*#/, '')

    const page = await openAs({ email: payer.user.email, password }, `/matters/${matterId}?tab=money`)
    await page.getByRole('button', { name: 'Set a budget' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Divide by phase' }).click()
    await dialog.getByRole('group', { name: 'Part 1' }).getByLabel('Phase').selectOption('L100')
    await dialog.getByRole('group', { name: 'Part 1' }).getByLabel('Amount').fill('25000')
    await dialog.getByRole('button', { name: 'Divide by phase' }).click()
    await dialog.getByRole('group', { name: 'Part 2' }).getByLabel('Amount').fill('5000')
    await dialog.getByLabel('Currency').fill('USD')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Over budget', { exact: true }).waitFor()
    const phases = page.getByRole('table', { name: 'Budget by phase' })
    await phases.getByRole('row', { name: /^L100 .*US\$25,000\.00/ }).waitFor()
    await look(page, 'matter-budget')
    await page.goto(`${origin}/#${address}`)
    await page.getByText(/over its budget by US\$10,000\.00/).waitFor()
    await page.getByText(`0 of ${LINES} lines decided`).waitFor()
    await page.locator('[data-line="1"]').focus()
    for (let line = 1; line < 8; line++) {
      await page.keyboard.press('a')
      await page.keyboard.press('ArrowDown')
    }
    await page.keyboard.press('x')
    await dialog.getByLabel('Reason').selectOption('Duplicate')
    await look(page, 'invoice-reject-line')
    await dialog.getByRole('button', { name: 'Reject' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('r')
    await dialog.getByLabel('Reduce', { exact: true }).selectOption('to hours or pieces')
    await dialog.getByLabel('Approved hours or pieces').fill('0.5')
    await dialog.getByLabel('Reason').selectOption('Hours')
    await dialog.getByRole('button', { name: 'Reduce' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByLabel('Show', { exact: true }).selectOption('open')
    await page.getByLabel('Select all lines shown').check()
    await page.getByRole('button', { name: 'Accept', exact: true }).click()
    await page.getByText(`${LINES} of ${LINES} lines decided`).waitFor()
    await page.getByLabel('Show', { exact: true }).selectOption('cut')
    await page.getByLabel('Group by').selectOption('timekeeper')
    await page.getByRole('row', { name: /Review of document 8 .*Rejected/ }).waitFor()
    await look(page, 'invoice-reviewed')
    await page.getByRole('button', { name: 'Approve', exact: true }).click()
    await page.getByText(/39,700\.00 is approved for payment/).waitFor()
    await dialog.getByRole('button', { name: 'Approve' }).click()
    await page.getByText('Invoice approved').waitFor()

    await firm.reload()
    await firm.getByRole('row', { name: /Review of document 8 .*Rejected Billed twice/ }).waitFor()
    await firm.getByRole('row', { name: /Total .*40,000\.00 .*300\.00 .*39,700\.00/ }).waitFor()
    await look(firm, 'invoice-decided-for-firm')
  })
})
