// Mailed reports on pages: a finance report is mailed to oneself and to a colleague, and seen in the outbox.
import { describe, expect, test } from 'vitest'
import { createUser } from '../factories.ts'
import { createInvoiceWorld, draftInvoice, moveInvoiceTo } from '../fixtures/invoices.ts'
import { mailReports } from '../fixtures/report-mailings.ts'
import { password, passwordHash } from '../peers/browser.ts'
import { chromiumPath } from '../peers/chromium.ts'
import { look } from './look.ts'
import { serveWebApp } from './web-app.ts'

const { parts, openAs } = await serveWebApp()

describe.skipIf(!chromiumPath())('a report', () => {
  test('is mailed monthly to oneself and to a colleague, and is in the outbox with its figures [K-43, K-45, K-48]', async () => {
    const { app, clock } = parts
    const signIn = { passwordHash: await passwordHash() }
    const { payer, lawyer, matterId, organisationId } = await createInvoiceWorld(parts, signIn)
    const boss = await createUser(app, { ...signIn, organisationId, role: 'Administrator' })
    await app.database.pool.query(
      `update users set first_name = 'Priya', last_name = 'Payer' where id = $1`,
      [payer.user.id],
    )
    const lines = [{ kind: 'Fee', description: 'Advice', unitPrice: '48200.50' }] as const
    const invoiceDate = '2026-03-02'
    const id = await draftInvoice(app, lawyer.actor, matterId, { currency: 'GBP', invoiceDate, lines })
    await moveInvoiceTo(app, lawyer.actor, id, 'Posted')

    const page = await openAs({ email: boss.email, password }, '/reports')
    await page.getByRole('link', { name: 'Spend by firm' }).click()
    await page.getByRole('button', { name: 'Mail it…' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('How often').selectOption('Monthly')
    await dialog.getByLabel('At', { exact: true }).selectOption('10:00')
    await dialog.getByLabel('To a colleague, who is told by mail and can end it').check()
    await dialog.getByRole('combobox', { name: 'Colleague' }).fill('Priya')
    await page.getByRole('option', { name: /Priya Payer/ }).click()
    await look(page, 'report-mail-dialog')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('On the last day of the month at 10:00, as Excel.').waitFor()
    await page.getByText(/To Priya Payer\./).waitFor()
    await page.getByRole('button', { name: 'Mail it…' }).click()
    await dialog.getByLabel('With the table as').selectOption('CSV')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Every Monday at 08:00, as CSV.').waitFor()
    await look(page, 'report-mailed')
    await page.getByRole('button', { name: 'Change when Spend by firm is mailed' }).last().click()
    await dialog.getByLabel('On', { exact: true }).selectOption('Tuesday')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Every Tuesday at 08:00, as CSV.').waitFor()
    await page.getByRole('link', { name: 'All reports' }).click()
    await page.getByRole('heading', { name: 'Mailed reports' }).waitFor()
    await page.getByRole('button', { name: 'Pause the mails of Spend by firm' }).last().click()
    await page.getByText('Paused.').waitFor()
    await page.getByRole('button', { name: 'Resume the mails of Spend by firm' }).click()
    await page.getByText('Paused.').waitFor({ state: 'detached' })
    await look(page, 'reports-mailed')

    clock.set(new Date('2026-03-31T10:01:00Z'))
    expect(await mailReports(app)).toBe(2)
    const outbox = await openAs({ email: boss.email, password }, '/sandbox/outbox')
    await outbox.getByText('Spend by firm').first().waitFor()
    await outbox.getByText('48,200.50').first().waitFor()
    await look(outbox, 'report-in-outbox')

    const theirs = await openAs({ email: payer.user.email, password }, '/reports')
    await theirs.getByText('Set up by Robin Marsh.').waitFor()
    await theirs.getByRole('button', { name: 'End the mails of Spend by firm' }).click()
    await theirs.getByRole('dialog').getByRole('button', { name: 'End', exact: true }).click()
    await theirs.getByRole('heading', { name: 'Mailed reports' }).waitFor({ state: 'detached' })
  })
})
