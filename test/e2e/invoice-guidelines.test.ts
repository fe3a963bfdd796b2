// Billing guidelines: set on their page, tried, and what they found decided on the page of an invoice.
import { describe, expect, test } from 'vitest'
import { createInvoiceWorld, draftInvoice, moveInvoiceTo } from '../fixtures/invoices.ts'
import { password, passwordHash } from '../peers/browser.ts'
import { chromiumPath } from '../peers/chromium.ts'
import { look } from './look.ts'
import { serveWebApp } from './web-app.ts'

const { parts, openAs } = await serveWebApp()

describe.skipIf(!chromiumPath())('billing guidelines', () => {
  test('are set, tried and applied; flags are dismissed with a reason [I-101] [I-106] [I-107]', async () => {
    const world = await createInvoiceWorld(parts, { passwordHash: await passwordHash() })
    const { payer, lawyer, matterId } = world
    const lines = ['12', '3'].map((quantity, at) => ({
      kind: 'Fee' as const,
      description: `Draft reply to Northgate on waiver, part ${at}`,
      quantity,
      unitPrice: '100',
      timekeeper: 'H. Ashfield',
      workDate: `2026-03-0${at + 1}`,
    }))
    const post = async () =>
      moveInvoiceTo(
        parts.app,
        lawyer.actor,
        await draftInvoice(parts.app, lawyer.actor, matterId, { lines }),
        'Posted',
      )
    const before = await post()

    const page = await openAs({ email: payer.user.email, password }, '/administration/billing-guidelines')
    const rule = page.getByRole('group', { name: 'Hours of a day' })
    await rule.getByLabel('Rule').selectOption('on')
    await rule.getByLabel('What follows').selectOption('Reduce')
    await page.getByLabel('Invoice', { exact: true }).selectOption(String(before))
    await page.getByRole('button', { name: 'Try' }).click()
    await page.getByText('H. Ashfield has 12 hours on 2026-03-01; 10 are allowed.').waitFor()
    await look(page, 'billing-guidelines')
    await page.getByLabel('Why it is changed').fill('For 2026')
    await page.getByRole('button', { name: 'Save as a new version' }).click()
    await page.getByText('Guideline saved').waitFor()

    const id = await post()
    const counsel = await openAs({ email: payer.user.email, password }, `/invoices/${id}`)
    await counsel.getByText('Proposed by the billing guidelines').first().waitFor()
    await counsel.locator('summary').filter({ hasText: 'Hours of a day' }).click()
    await look(counsel, 'invoice-flags')
    await counsel.getByRole('button', { name: 'Dismiss: Line 1' }).click()
    await counsel.getByLabel('Why it does not count').fill('A hearing')
    await counsel.getByRole('dialog').getByRole('button', { name: 'Dismiss' }).click()
    await counsel.getByText(/A hearing$/).waitFor()
    const dismissed = async () =>
      (await payer.caller.get(`/v2/invoices/${id}/flags`)).json<{
        items: { dismissed: { because: string } | null }[]
      }>().items[0]?.dismissed?.because
    await expect.poll(dismissed).toBe('A hearing')

    const draft = await draftInvoice(parts.app, lawyer.actor, matterId, { lines })
    const firm = await openAs({ email: lawyer.user.email, password }, `/invoices/${draft}`)
    await firm.getByRole('button', { name: 'Check the guidelines' }).click()
    await firm.getByText(/^Line 1: Draft reply to Northgate/).waitFor()
    await look(firm, 'invoice-checked')
  })

  test('are set for one matter, and what it may cost is stated among its money [I-101] [I-260]', async () => {
    const world = await createInvoiceWorld(parts, { passwordHash: await passwordHash() })
    const { payer, matterId } = world
    const page = await openAs({ email: payer.user.email, password }, `/matters/${matterId}?tab=money`)
    await page.getByRole('button', { name: 'State what it may cost' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Amount at stake').fill('250000')
    await dialog.getByLabel('How likely it is, in percent').fill('40')
    await dialog.getByLabel('Set aside in the books').fill('80000')
    await dialog.getByLabel('Note').fill('Advice of March')
    await look(page, 'exposure-dialog')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('100,000.00').waitFor()
    await look(page, 'exposure')
    await page.getByRole('link', { name: 'Billing guidelines of this matter' }).click()
    const rule = page.getByRole('group', { name: 'Hours of a day' })
    await rule.getByLabel('Rule').selectOption('on')
    await page.getByLabel('Why it is changed').fill('The trial')
    await look(page, 'billing-guidelines-of-matter')
    await page.getByRole('button', { name: 'Save as a new version' }).click()
    await page.getByText('Guideline saved').waitFor()
    const versions = async (query: string) =>
      (await payer.caller.get(`/v2/invoices/guidelines${query}`)).json<{ versions: { note: string }[] }>()
        .versions
    expect(await versions(`?matterId=${matterId}`)).toMatchObject([{ note: 'The trial' }])
    expect(await versions('')).toEqual([])
    await page.getByLabel('Guideline of').selectOption('')
    await expect.poll(() => page.url()).not.toContain('of=')
    await page.getByLabel('Guideline of').selectOption('Invoices of one matter')
    await page.getByText('Choose the matter whose invoices they are for.').waitFor()
    await page.getByRole('combobox', { name: 'Matter', exact: true }).click()
    await page.getByRole('listbox', { name: 'Matter' }).getByRole('option').first().click()
    await page.getByText(/^Version 1:/).waitFor({ state: 'attached' })
  })
})
