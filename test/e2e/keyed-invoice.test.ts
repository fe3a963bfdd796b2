// An invoice that a law firm keys in: lines by keyboard and pasted from a spreadsheet, checked, corrected and posted.
import { describe, expect, test } from 'vitest'
import { createInvoiceWorld } from '../fixtures/invoices.ts'
import { password, passwordHash } from '../peers/browser.ts'
import { chromiumPath } from '../peers/chromium.ts'
import { look } from './look.ts'
import { serveWebApp } from './web-app.ts'

const { parts, openAs } = await serveWebApp()

const copied = [
  'F\t2026-02-03\tH. Ashfield\t7\tPARTNR\tL120\tA104\tReview of the lease\t1.5\t620',
  'F\t2026-02-03\tH. Ashfield\t7\tPARTNR\tL120\tA103\tDraft of the reply\t23\t620',
  'E\t2026-02-11\t\t\t\t\t\tCourt fees\t1\t402',
].join('\n')

describe.skipIf(!chromiumPath())('an invoice', () => {
  test('is keyed in like a sheet, checked, corrected and posted [I-167]', async () => {
    const { lawyer, payer, matterId, matterName } = await worldWithName()
    await payer.caller.post('/v2/invoiceRecipients', { name: 'Harbour Group Ltd' })
    const page = await openAs({ email: lawyer.user.email, password }, '/invoices')
    await page.getByRole('link', { name: 'New invoice' }).click()
    await page.getByRole('button', { name: 'Save draft' }).click()
    await page.getByText('Choose the matter.').waitFor()
    await page.getByRole('combobox', { name: 'Matter' }).fill(matterName)
    await page.getByRole('option', { name: matterName }).click()
    await page.getByLabel('Invoice number').fill('ASH-77')
    await page.getByLabel('Invoice date').fill('2026-03-01')
    await page.getByLabel('Billed to').selectOption({ label: 'Harbour Group Ltd' })
    await page.getByLabel('Choose a document').setInputFiles({
      name: 'ASH-77.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.from('%PDF-1.7\n%%EOF\n'),
    })
    const cell = (column: string, line: number) => page.getByLabel(`${column}, line ${line}`, { exact: true })
    await cell('Kind', 1).focus()
    await page.evaluate(`{
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', ${JSON.stringify(copied)})
      const paste = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
      document.activeElement?.dispatchEvent(paste)
    }`)
    await cell('Description', 3).focus()
    await page.keyboard.press('Enter')
    await page.keyboard.type('Telephone with counsel')
    await cell('Timekeeper', 4).focus()
    await page.keyboard.type('J. Reed')
    await cell('Rate or price', 4).focus()
    await page.keyboard.type('400')
    await cell('Tax %', 4).focus()
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.type('15')
    await look(page, 'invoice-keyed-in')
    // left without being saved, and opened again
    await expect
      .poll(() => page.evaluate<string[]>('Object.values(sessionStorage)').then(String))
      .toContain('J. Reed')
    await page.goto(page.url().replace(/#.*/, '#/matters'))
    await page.getByRole('heading', { name: 'Matters', exact: true }).waitFor()
    await page.goBack()
    await page.getByText('What you keyed in and did not save is here again').waitFor()
    await expect.poll(() => cell('Timekeeper', 4).inputValue()).toBe('J. Reed')
    await expect.poll(() => page.getByLabel('Invoice number').inputValue()).toBe('ASH-77')
    await look(page, 'invoice-keyed-in-again')
    await page.getByLabel('Choose a document').setInputFiles({
      name: 'ASH-77.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.from('%PDF-1.7\n%%EOF\n'),
    })

    await page.getByRole('button', { name: 'Check', exact: true }).click()
    const wrong = page.getByRole('region', { name: 'To be corrected before it is posted' })
    await wrong.getByText('H. Ashfield has 24.5 hours on 2026-02-03 with this line; a day has 24.').waitFor()
    expect(await wrong.getByRole('listitem').count()).toBe(2)
    await look(page, 'invoice-keyed-in-wrong')
    await cell('Hours or pieces', 2).fill('two')
    await page.getByRole('button', { name: 'Post', exact: true }).click()
    await page.getByText('Must be a number such as 1.25.').waitFor()
    await cell('Hours or pieces', 2).fill('2.3')
    await cell('Activity or expense', 3).fill('e112')
    await page.getByRole('button', { name: 'Post', exact: true }).click()
    await page.getByRole('heading', { name: 'Invoice ASH-77' }).waitFor()
    await page.getByRole('link', { name: 'ASH-77.pdf' }).waitFor()

    const { items } = (await payer.caller.get(`/v2/invoices?$filter=Number eq 'ASH-77'`)).json<{
      items: { id: number }[]
    }>()
    expect((await payer.caller.get(`/v2/invoices/${items[0]?.id}`)).json()).toMatchObject({
      status: 'Posted',
      matter: { id: matterId },
      recipient: { name: 'Harbour Group Ltd' },
      file: { name: 'ASH-77.pdf' },
      fees: 1.5 * 620 + 2.3 * 620 + 400,
      disbursements: 402,
      totalTax: 60,
      lines: [
        { timekeeperNumber: '7', activityCode: 'A104', workDate: '2026-02-03' },
        { quantity: 2.3 },
        { kind: 'Disbursement', expenseCode: 'E112' },
        { description: 'Telephone with counsel', timekeeper: 'J. Reed' },
      ],
    })
  })

  test('that is a draft is edited again, and one that is posted is not [I-167]', async () => {
    const { lawyer, matterId } = await createInvoiceWorld(parts, { passwordHash: await passwordHash() })
    const made = await lawyer.caller.post('/v2/invoices', {
      matter: { id: matterId },
      number: 'ASH-78',
      invoiceDate: '2026-03-01',
      lines: [{ kind: 'Fee', description: 'Advice', quantity: 2, unitPrice: 300 }],
    })
    const { id } = made.json<{ id: number }>()
    const page = await openAs({ email: lawyer.user.email, password }, `/invoices/${id}`)
    await page.getByRole('link', { name: 'Edit', exact: true }).click()
    await page.getByLabel('Hours or pieces, line 1').fill('3')
    await page.getByRole('button', { name: 'Add a line' }).click()
    await page.getByRole('button', { name: 'Remove line 2' }).click()
    await page.getByRole('button', { name: 'Save draft' }).click()
    await page.getByText('Draft saved').waitFor()
    expect((await lawyer.caller.get(`/v2/invoices/${id}`)).json()).toMatchObject({
      total: 900,
      lines: [{ quantity: 3 }],
    })
    await lawyer.caller.post(`/v2/invoices/${id}/post`)
    await page.reload()
    await page.getByText('Only drafts are edited').waitFor()
  })
})

async function worldWithName() {
  const world = await createInvoiceWorld(parts, { passwordHash: await passwordHash() })
  const matter = (await world.payer.caller.get(`/v2/matters/${world.matterId}`)).json<{ name: string }>()
  return { ...world, matterName: matter.name }
}
