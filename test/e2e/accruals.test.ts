// A month of accruals on pages: the window is set, the firm states what is unbilled, the month is closed and exported.
import { describe, expect, test } from 'vitest'
import { runAccruals } from '../../server/invoices/accruals/run-accruals.ts'
import { createUser } from '../factories.ts'
import { createInvoiceWorld } from '../fixtures/invoices.ts'
import { insertMatter } from '../fixtures/matters.ts'
import { password, passwordHash } from '../peers/browser.ts'
import { chromiumPath } from '../peers/chromium.ts'
import { callerFor } from '../tokens.ts'
import { look } from './look.ts'
import { serveWebApp } from './web-app.ts'

const { parts, openAs } = await serveWebApp()

describe.skipIf(!chromiumPath())('accruals', () => {
  test('of a month are asked for, keyed in, closed and exported [I-160, I-163]', async () => {
    const signIn = { passwordHash: await passwordHash() }
    const { payer, lawyer, organisationId } = await createInvoiceWorld(parts, signIn)
    await insertMatter(parts.app, {
      owner: payer.user,
      members: [lawyer.user],
      values: { name: 'Northgate lease' },
    })
    const admin = await createUser(parts.app, { ...signIn, organisationId, role: 'Administrator' })
    const settings = await openAs({ email: admin.email, password }, '/accruals')
    await settings.getByLabel('Ask law firms each month').check()
    await settings.getByLabel('Opens on day').fill('1')
    await settings.getByLabel('Last day, next month').fill('1')
    await settings.getByRole('button', { name: 'Save' }).click()
    await settings.getByText('Saved', { exact: true }).first().waitFor()
    await look(settings, 'accruals-window')
    await runAccruals(parts.app)

    const firm = await openAs({ email: lawyer.user.email, password }, '/unbilled-work')
    const amount = firm.getByLabel(/^Unbilled on /)
    await amount.first().fill('1200')
    await firm.keyboard.press('Enter')
    await amount.nth(1).and(firm.locator(':focus')).waitFor()
    await firm.getByText('0 of 2 matters are answered.').waitFor()
    await look(firm, 'unbilled-work')
    await firm.getByRole('button', { name: 'Save', exact: true }).click()
    await firm.getByText('1 of 2 matters are answered.').waitFor()

    const page = await openAs({ email: payer.user.email, password }, '/accruals')
    await page.getByRole('link', { name: 'Mar 2026' }).click()
    await page.getByText('Missing: 1 answer.').waitFor()
    await look(page, 'accruals-open')
    await page.getByRole('button', { name: 'Close the month' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Close the month' }).click()
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Lines as CSV' }).click()
    expect((await download).suggestedFilename()).toBe('Accruals 2026-03.csv')
    await look(page, 'accruals-closed')
  })

  test('is stated by phase where the budget has phases, and shown by phase beside it [I-280, I-284]', async () => {
    const signIn = { passwordHash: await passwordHash() }
    const { payer, lawyer, organisationId, matterId } = await createInvoiceWorld(parts, signIn)
    const plan = [
      { phase: 'L300', amount: 5000 },
      { phase: 'L400', amount: 3000 },
      { phase: null, amount: 400 },
    ]
    await payer.caller.put(`/v2/matters/${matterId}/budget`, { currency: 'USD', parts: plan, reason: 'Plan' })
    const admin = await createUser(parts.app, { organisationId, role: 'Administrator' })
    const window = { enabled: true, opensDay: 1, closesDay: 1, remindDays: [], unanswered: 'Zero' }
    await (await callerFor(parts, admin)).put('/v2/invoices/accrualSettings', window)
    await runAccruals(parts.app)

    const firm = await openAs({ email: lawyer.user.email, password }, '/unbilled-work')
    await firm.getByRole('button', { name: /^State what is unbilled on .* by phase$/ }).click()
    await firm.getByLabel(/^Unbilled on .*, L300 Discovery$/).fill('1200.25')
    await firm.getByLabel(/^Unbilled on .*, All else$/).fill('100')
    await firm.getByText(/1,300\.25 together/).waitFor()
    await look(firm, 'unbilled-by-phase')
    await firm.getByRole('button', { name: 'Save', exact: true }).click()
    await firm.getByText('1 of 1 matters are answered.').waitFor()
    expect(await firm.getByLabel(/^Unbilled on .*, L300 Discovery$/).inputValue()).toBe('1,200.25')

    const page = await openAs({ email: payer.user.email, password }, '/accruals/2026-03')
    await page.getByText(/^L300 Discovery: .*1,200\.25 of .*1,200\.25 stated$/).waitFor()
    await look(page, 'accruals-by-phase')
    await page.getByRole('button', { name: 'Close the month' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Close the month' }).click()
    await page.getByRole('link', { name: 'Lines as CSV' }).waitFor()
    await page.goto(page.url().replace(/#.*$/, `#/matters/${matterId}?tab=money`))
    await page.getByRole('heading', { name: 'Advice', level: 1 }).waitFor()
    const row = page.getByRole('row').filter({ hasText: 'L300 Discovery' })
    await row
      .getByText(/1,200\.25/)
      .first()
      .waitFor()
    await look(page, 'budget-with-accruals-by-phase')
  })
})
