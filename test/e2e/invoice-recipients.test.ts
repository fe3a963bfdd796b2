// Those to whom invoices are addressed: added, changed and taken off the list on their page.
import { describe, expect, test } from 'vitest'
import { createInvoiceWorld } from '../fixtures/invoices.ts'
import { password, passwordHash } from '../peers/browser.ts'
import { chromiumPath } from '../peers/chromium.ts'
import { look } from './look.ts'
import { serveWebApp } from './web-app.ts'

const { parts, openAs } = await serveWebApp()

describe.skipIf(!chromiumPath())('invoice recipients', () => {
  test('are added, changed and deleted, and a name that is taken is pointed out', async () => {
    const { payer } = await createInvoiceWorld(parts, { passwordHash: await passwordHash() })
    const page = await openAs({ email: payer.user.email, password }, '/administration/invoice-recipients')
    await page.getByText('There are no recipients yet.').waitFor()
    const dialog = page.getByRole('dialog')
    const add = async (name: string) => {
      await page.getByRole('button', { name: 'Add a recipient' }).click()
      await dialog.getByLabel('Name').fill(name)
    }
    await add('Harbour Group Ltd')
    await dialog.getByLabel('Address, first line').fill('1 Example Way')
    await dialog.getByLabel('Tax', { exact: true }).selectOption('GST')
    await dialog.getByLabel('Tax number').fill('112-334')
    await dialog.getByLabel('E-mail').fill('invoices@harbour.example')
    await look(page, 'invoice-recipient-new')
    await dialog.getByRole('button', { name: 'Save' }).click()
    const row = page.getByRole('listitem').filter({ hasText: 'Harbour Group Ltd' })
    await row.getByText('GST 112-334').waitFor()
    await add('harbour group ltd')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByText(/already has an invoice recipient/).waitFor()
    await dialog.getByLabel('Name').fill('Harbour Holdings')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Harbour Holdings', { exact: true }).waitFor()
    await look(page, 'invoice-recipients')
    await page.getByRole('button', { name: 'Change Harbour Holdings' }).click()
    await dialog.getByLabel('Contact', { exact: true }).fill('Ana Prior')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Ana Prior').waitFor()
    await page.getByRole('button', { name: 'Delete Harbour Group Ltd' }).click()
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await row.waitFor({ state: 'detached' })
    const { items } = (await payer.caller.get('/v2/invoiceRecipients')).json<{
      items: { name: string; contactName: string; addressLine1: string | null }[]
    }>()
    expect(items).toMatchObject([{ name: 'Harbour Holdings', contactName: 'Ana Prior', addressLine1: null }])
  })
})
