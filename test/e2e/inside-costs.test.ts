// Inside costs in the browser: entered, imported and corrected, and against outside counsel in the report.
import { describe, test } from 'vitest'
import { createUser } from '../factories.ts'
import { createInvoiceWorld } from '../fixtures/invoices.ts'
import { password, passwordHash } from '../peers/browser.ts'
import { chromiumPath } from '../peers/chromium.ts'
import { absent } from './absence.ts'
import { look } from './look.ts'
import { serveWebApp } from './web-app.ts'

const { parts, openAs } = await serveWebApp()

describe.skipIf(!chromiumPath())('inside costs', () => {
  test('are entered, imported, corrected, and read against outside costs [I-286, I-287, I-288, K-73]', async () => {
    const hash = await passwordHash()
    const { organisationId, payer } = await createInvoiceWorld(parts, { passwordHash: hash })
    const keeper = await createUser(parts.app, {
      organisationId,
      role: 'InhouseLegal',
      permissions: ['ManageInsideCosts', 'SeeAllSpend'],
      passwordHash: hash,
    })
    const page = await openAs({ email: keeper.email, password }, '/costs/inside')
    await page.getByText('No inside costs yet').waitFor()
    await look(page, 'inside-costs-none')
    await page.getByRole('button', { name: 'Enter a cost' }).click()
    const dialog = page.getByRole('dialog', { name: 'Enter a cost' })
    await dialog.getByLabel('A day of the month').fill('2026-02-10')
    await dialog.getByLabel('Amount in').fill('42500')
    await dialog.getByLabel('Hours, where they are counted').fill('620')
    await dialog.getByLabel('Note').fill('Salaries of the department')
    await look(page, 'inside-cost-enter')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Salaries of the department').first().waitFor()

    await page.getByRole('button', { name: 'Import CSV' }).click()
    const importing = page.getByRole('dialog', { name: 'Import inside costs from a CSV' })
    const csv = (rows: string) => ({
      name: 'costs.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(`Month,Kind,Amount\n${rows}`),
    })
    const files = importing.locator('input[type=file]')
    await files.setInputFiles(csv('2026-01,Coffee,80'))
    await importing.getByText('must be one of People, Software, Other.').waitFor()
    await look(page, 'inside-costs-import')
    await files.setInputFiles(csv('2026-01,Software,1250.40\n2026-01,People,41000'))
    await importing.getByText('2 new costs').waitFor()
    await importing.getByRole('button', { name: 'Import these costs' }).click()
    await page.getByText('Software').first().waitFor()
    await look(page, 'inside-costs')

    await page.getByRole('link', { name: 'People' }).first().click()
    await page.getByRole('heading', { name: 'Versions' }).waitFor()
    await page.getByRole('button', { name: 'Correct' }).click()
    const correcting = page.getByRole('dialog', { name: 'Correct this cost' })
    await correcting.getByLabel('Amount in').fill('43000')
    await correcting.getByLabel('Reason').fill('The bonus was missing')
    await look(page, 'inside-cost-correct')
    await correcting.getByRole('button', { name: 'Correct' }).click()
    await page.getByText('The bonus was missing').waitFor()
    await look(page, 'inside-cost')

    await page.goto(page.url().replace(/#.*$/, '#/costs/inside'))
    await page.getByRole('link', { name: 'Inside against outside' }).click()
    await page.getByRole('heading', { name: 'Inside against outside' }).waitFor()
    // 41,000 and 1,250.40 of January, and what February was corrected to
    await page.getByRole('row', { name: /^Q1 2026 USD US\$85,250\.40/ }).waitFor()
    await look(page, 'inside-against-outside')
    await page.goto(page.url().replace(/#.*$/, '#/costs'))
    await page.getByText('Software').first().waitFor()
    await look(page, 'legal-costs')

    const other = await openAs({ email: payer.user.email, password }, '/reports')
    await other.getByText('Spend by firm').first().waitFor()
    await absent(other.getByText('Inside against outside'))
  })
})
