// Budgets on pages: proposed by the firm, approved, and with alerts when they are used.
import { describe, expect, test } from 'vitest'
import { createUser } from '../factories.ts'
import { createInvoiceWorld, draftInvoice, moveInvoiceTo } from '../fixtures/invoices.ts'
import { runJobs } from '../fixtures/jobs.ts'
import { mailNow } from '../fixtures/notifications.ts'
import { password, passwordHash } from '../peers/browser.ts'
import { chromiumPath } from '../peers/chromium.ts'
import { callerFor } from '../tokens.ts'
import { absent } from './absence.ts'
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

  test('in another currency is shown at its plan rate, with the difference of rates apart [I-262]', async () => {
    const signIn = { passwordHash: await passwordHash() }
    const { payer, lawyer, matterId, organisationId } = await createInvoiceWorld(parts, signIn)
    const administrator = await createUser(parts.app, { organisationId, role: 'Administrator' })
    const admin = await callerFor(parts, administrator)
    const settings = { currency: 'NZD', exchangeRateDay: 'InvoiceDate' }
    expect((await admin.patch('/v2/financialSettings', settings)).statusCode).toBe(204)
    const rate = { currency: 'GBP', from: '2026-02-20', rate: 2.2415 }
    expect((await admin.post('/v2/exchangeRates', rate)).statusCode).toBe(201)
    const lines = [{ kind: 'Fee', description: 'Advice', unitPrice: '1000' }] as const
    const values = { currency: 'GBP', invoiceDate: '2026-03-02', lines }
    const id = await draftInvoice(parts.app, lawyer.actor, matterId, values)
    await moveInvoiceTo(parts.app, lawyer.actor, id, 'Posted')

    const page = await openAs({ email: payer.user.email, password }, `/matters/${matterId}?tab=money`)
    await page.getByRole('button', { name: 'Set a budget' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('The budget is for').selectOption('each fiscal year')
    await dialog.getByLabel('Fiscal year', { exact: true }).fill('2026')
    await dialog.getByLabel('Amount', { exact: true }).fill('10000')
    await absent(dialog.getByLabel('Plan rate'))
    await dialog.getByLabel('Currency').fill('GBP')
    await dialog.getByLabel('Plan rate').fill('2.1')
    await look(page, 'budget-plan-rate')
    await dialog.getByRole('button', { name: 'Save' }).click()
    const table = page.getByRole('table', { name: 'Budget in NZD at the plan rate of 2.1' })
    await table
      .getByRole('row', { name: /^Budget/ })
      .getByText('21,000.00')
      .first()
      .waitFor()
    const left = await table.getByRole('row', { name: /^Left/ }).innerText()
    for (const amount of ['18,900.00', '18,758.50']) expect(left).toContain(amount)
    expect(await table.getByRole('row', { name: /^Used in all/ }).innerText()).toContain('-NZ$141.50')
    await page.getByRole('table', { name: 'Used by fiscal year in NZD' }).waitFor()
    await look(page, 'budget-at-plan-rate')
    const report = 'list=plannedBudgets&by=matter&measures=budget,usedAtPlan,rateDifference,used,available'
    await page.goto(page.url().replace(/#.*/, `#/reports/report?${report}`))
    await page.getByRole('columnheader', { name: 'Difference of rates' }).last().waitFor()
    await look(page, 'budget-plan-rate-report')
  })
})
