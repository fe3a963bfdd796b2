// The report of budget and forecast by quarter: bars and lines of several figures, which open their amounts; saved, and
// on a dashboard.
import { describe, expect, test } from 'vitest'
import { internalTransaction } from '../../server/platform/events/change.ts'
import { createOrganisation, createUser } from '../factories.ts'
import { generateSpend } from '../fixtures/generated-spend.ts'
import { insertCategory } from '../fixtures/matters.ts'
import { planMoney } from '../fixtures/planned-money.ts'
import { recountAll } from '../lists/counts.ts'
import { password, passwordHash } from '../peers/browser.ts'
import { chromiumPath } from '../peers/chromium.ts'
import { look } from './look.ts'
import { serveWebApp } from './web-app.ts'

const { parts, openAs } = await serveWebApp()

/** A department with three years of invoices, budgets, estimates, and accruals of which most are reversed. */
async function world() {
  const { app } = parts
  const { id: organisationId } = await createOrganisation(app)
  const { id: providerId } = await createOrganisation(app)
  const boss = await createUser(app, {
    organisationId,
    passwordHash: await passwordHash(),
    role: 'Administrator',
    permissions: ['SeeAllSpend', 'ManageInvoices'],
    groups: ['MatterAdministrators'],
  })
  const categoryIds = [await insertCategory(app, organisationId)]
  const size = { seed: 11, firms: 4, matters: 12, invoices: 90, linesEach: 3 }
  const of = { organisationId, owners: [boss.id], categoryIds, teamIds: [] }
  const ids = [...new Set((await generateSpend(app, of, size)).map(({ matter }) => matter.id))].toSorted(
    (a, b) => a - b,
  )
  await recountAll(app)
  await planMoney(app, { organisationId, providerId, userId: boss.id, month: '2025-12-01' }, ids)
  const line = {
    organisation_id: organisationId,
    month: '2025-12-01',
    provider_id: providerId,
    currency: 'EUR',
  }
  await internalTransaction(app, (tx) =>
    tx
      .insertInto('accrual_lines')
      .values({ ...line, kind: 'Accrual', matter_id: ids[1] ?? 0, amount: '6400', source: 'Stated' })
      .execute(),
  )
  await internalTransaction(app, (tx) =>
    tx
      .insertInto('accrual_entries')
      .values({ ...line, matter_id: ids[1] ?? 0, stated: '400', basis: '400', source: 'Stated' })
      .onConflict((conflict) =>
        conflict
          .columns(['organisation_id', 'month', 'matter_id', 'provider_id'])
          .doUpdateSet({ currency: 'EUR', basis: '400' }),
      )
      .execute(),
  )
  return boss
}

describe.skipIf(!chromiumPath())('money by date', () => {
  test('the report by quarter has bars and lines that open their amounts, and is saved with its chart [K-69, K-72]', async () => {
    const boss = await world()
    const page = await openAs({ email: boss.email, password }, '/reports')
    await page.getByRole('link', { name: 'Budget and forecast by quarter' }).click()
    await page.getByRole('heading', { name: 'Budget and forecast by quarter', level: 1 }).waitFor()
    await page.getByLabel('Dates', { exact: true }).selectOption('days')
    await page.getByLabel('From', { exact: true }).fill('2025-07-01')
    await page.getByLabel('To', { exact: true }).fill('2026-12-31')
    const euros = page.getByRole('figure').filter({ hasText: 'EUR' })
    await euros.getByText('Q4 2026').waitFor()
    await look(page, 'money-by-quarter')
    const actual = euros
      .getByRole('listitem')
      .filter({ hasText: 'Q4 2025' })
      .getByRole('link', { name: /^Accrued/ })
    expect(await actual.textContent()).toContain('6,400.00')
    await actual.click()
    await page.getByRole('heading', { name: 'Money by date', level: 1 }).waitFor()
    await page.getByText('1 amount', { exact: true }).waitFor()
    await look(page, 'money-by-date')
    await page.goBack()
    await page.getByLabel('Chart', { exact: true }).selectOption('Grouped')
    await page.getByLabel('Compare with').selectOption('LastYear')
    await page.getByLabel('Dates', { exact: true }).selectOption('ThisYear')
    await euros.getByText('Last year').first().waitFor()
    await look(page, 'money-by-quarter-grouped')
    await page.getByLabel('As of', { exact: true }).fill('2026-02-20')
    await page.getByText(/^As of 2[01] Feb 2026/).waitFor()
    await page.getByRole('button', { name: 'Save as…' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Beside each other')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { name: 'Beside each other', level: 1 }).waitFor()
    await page.goto(page.url().replace(/#.*$/, '#/reports'))
    await page.getByRole('link', { name: 'Beside each other' }).click()
    await page.getByRole('heading', { name: 'Beside each other', level: 1 }).waitFor()
    expect(await page.getByLabel('Chart', { exact: true }).inputValue()).toBe('Grouped')
    await page.goto(page.url().replace(/#.*$/, '#/reports/dashboard?dashboard=general-counsel'))
    const tile = page.getByRole('region', { name: 'Budget and forecast by quarter' })
    await tile.getByText('Budget (line)').first().waitFor()
    await look(page, 'dashboard-with-money-by-quarter')
  })
})
