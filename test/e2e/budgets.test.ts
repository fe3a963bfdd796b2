// Budgets on pages: proposed by the firm, approved, and with alerts when they are used.
import { describe, test } from 'vitest'
import { createUser } from '../factories.ts'
import { createInvoiceWorld, draftInvoice, moveInvoiceTo } from '../fixtures/invoices.ts'
import { runJobs } from '../fixtures/jobs.ts'
import { mailNow } from '../fixtures/notifications.ts'
import { password, passwordHash } from '../peers/browser.ts'
import { chromiumPath } from '../peers/chromium.ts'
import { look } from './look.ts'
import { serveWebApp } from './web-app.ts'

const { parts, openAs } = await serveWebApp()

describe.skipIf(!chromiumPath())('a budget', () => {
  test('is proposed by the firm, approved, and those responsible are told when it is used [I-153, I-154]', async () => {
    const signIn = { passwordHash: await passwordHash() }
    const { payer, lawyer, matterId, organisationId } = await createInvoiceWorld(parts, signIn)
    const money = `/matters/${matterId}?tab=money`
    const firm = await openAs({ email: lawyer.user.email, password }, money)
    await firm.getByRole('button', { name: 'State what is still to come' }).click()
    await firm.getByRole('dialog').getByLabel('Still to come, without tax').fill('650')
    await firm.getByRole('dialog').getByLabel('Currency').fill('GBP')
    await firm.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await firm.getByText('£650.00').waitFor()
    await firm.getByRole('button', { name: 'Propose a budget' }).click()
    const dialog = firm.getByRole('dialog')
    await dialog.getByLabel('The budget is for').selectOption('each fiscal year')
    await dialog.getByLabel('Fiscal year', { exact: true }).fill('2026')
    await dialog.getByLabel('Amount', { exact: true }).fill('1000')
    await dialog.getByLabel('Currency').fill('GBP')
    await look(firm, 'budget-propose')
    await dialog.getByRole('button', { name: 'Propose', exact: true }).click()
    await firm.getByText('Waiting').waitFor()
    await look(firm, 'budget-of-firm')

    const page = await openAs({ email: payer.user.email, password }, money)
    await page.getByRole('button', { name: 'Approve the budget' }).waitFor()
    await look(page, 'budget-proposed')
    await page.getByRole('button', { name: 'Approve the budget' }).click()
    await page.getByText('0 % of the budget used').waitFor()

    const lines = [{ kind: 'Fee', description: 'Advice', unitPrice: '760' }] as const
    const id = await draftInvoice(parts.app, lawyer.actor, matterId, { currency: 'GBP', lines })
    await moveInvoiceTo(parts.app, lawyer.actor, id, 'Posted')
    await runJobs(parts.app, 'tell-budget')
    await mailNow(parts.app)
    parts.clock.advance({ minutes: 2 })
    await mailNow(parts.app)
    await page.reload()
    await page.getByRole('table', { name: 'Budget by fiscal year and phase' }).waitFor()
    await page.getByText('£1,410.00').waitFor()
    await look(page, 'budget-by-year')
    const admin = await createUser(parts.app, { ...signIn, organisationId, role: 'Administrator' })
    const outbox = await openAs({ email: admin.email, password }, '/sandbox/outbox')
    await outbox.getByText('76.0 % of the budget for 2026 is used (alert at 75 %).').first().waitFor()
    await look(outbox, 'budget-alert-mail')
    await outbox.goto(outbox.url().replace(/#.*/, '#/administration/invoice-approvals'))
    await outbox.getByLabel('Alerts of budgets, in percent').fill('80, 100')
    await outbox.getByRole('button', { name: 'Save the alerts' }).click()
    await outbox.getByText('The alerts are saved').waitFor()
  })
})
