// Purchase orders: kept on their pages, named on an invoice, exceeded, and what a law firm sees of them.
import { describe, test } from 'vitest'
import { createInvoiceWorld, draftInvoice, moveInvoiceTo } from '../fixtures/invoices.ts'
import { password, passwordHash } from '../peers/browser.ts'
import { chromiumPath } from '../peers/chromium.ts'
import { absent } from './absence.ts'
import { look } from './look.ts'
import { serveWebApp } from './web-app.ts'

const { parts, openAs } = await serveWebApp()

describe.skipIf(!chromiumPath())('a purchase order', () => {
  test('is added, named on an invoice, and exceeded by it; its firm sees what remains [I-195, I-197, I-199]', async () => {
    const world = await createInvoiceWorld(parts, { passwordHash: await passwordHash() })
    const { payer, lawyer, matterId } = world
    const page = await openAs({ email: payer.user.email, password }, '/invoices')
    await page.getByRole('link', { name: 'Purchase orders' }).click()
    await page.getByText('There are no purchase orders yet.').waitFor()
    await page.getByRole('button', { name: 'New purchase order' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('combobox', { name: 'Law firm' }).click()
    await page.getByRole('option').first().click()
    await dialog.getByLabel('Number').fill('PO-5512')
    await dialog.getByLabel('Amount without tax').fill('300')
    await dialog.getByLabel('Currency').fill('gbp')
    await dialog.getByLabel('Note').fill('Second instance only')
    await look(page, 'purchase-order-new')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('link', { name: 'PO-5512' }).waitFor()

    const id = await draftInvoice(parts.app, lawyer.actor, matterId, { currency: 'GBP', number: 'ASH-1' })
    await moveInvoiceTo(parts.app, lawyer.actor, id, 'Posted')
    await page.goto(page.url().replace(/#.*$/, `#/invoices/${id}`))
    const panel = page.getByRole('region', { name: 'Purchase order' })
    await panel.getByText('This invoice names no purchase order.').waitFor()
    await panel.getByRole('combobox', { name: 'Name a purchase order' }).click()
    await page.getByRole('option', { name: 'PO-5512, £300.00 remaining' }).click()
    await panel.getByText('With this invoice, more is approved than was ordered.').waitFor()
    await panel.getByText('£95.00').waitFor()
    await look(page, 'purchase-order-exceeded')

    await panel.getByRole('link', { name: 'Purchase order PO-5512' }).click()
    await page.getByRole('heading', { name: 'Purchase order PO-5512' }).waitFor()
    await page.getByText('Exceeded by').waitFor()
    await look(page, 'purchase-order')
    await page.getByRole('button', { name: 'Change…' }).click()
    await dialog.getByLabel('Amount without tax').fill('500')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('£105.00').waitFor()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByText('Close it instead').waitFor()
    await page.getByRole('button', { name: 'Close', exact: true }).click()
    await page.getByRole('button', { name: 'Open again' }).click()
    await page.getByRole('button', { name: 'Close', exact: true }).waitFor()
    await page.getByRole('link', { name: 'Show its invoices' }).click()
    await page.getByText('ASH-1').first().waitFor()

    const firm = await openAs({ email: lawyer.user.email, password }, '/invoices/orders')
    await firm.getByRole('link', { name: 'PO-5512' }).waitFor()
    await firm.getByText('£105.00').waitFor()
    await look(firm, 'purchase-orders-of-firm')
    await firm.getByRole('link', { name: 'PO-5512' }).click()
    await firm.getByRole('heading', { name: 'Purchase order PO-5512' }).waitFor()
    await absent(firm.getByText('Second instance only'))
    await absent(firm.getByRole('button', { name: 'Change…' }))
  })
})
