// Reports: a ready-made one is opened, changed, saved and shared; its bars and rows open the lists they are of.
import { describe, expect, test } from 'vitest'
import { createOrganisation, createTeam, createUser } from '../factories.ts'
import { generateSpend } from '../fixtures/generated-spend.ts'
import { insertCategory } from '../fixtures/matters.ts'
import { recountAll } from '../lists/counts.ts'
import { password, passwordHash } from '../peers/browser.ts'
import { chromiumPath } from '../peers/chromium.ts'
import { absent } from './absence.ts'
import { look } from './look.ts'
import { serveWebApp } from './web-app.ts'

const { parts, openAs } = await serveWebApp()

async function world() {
  const { app } = parts
  const { id: organisationId } = await createOrganisation(app)
  const person = { organisationId, passwordHash: await passwordHash() }
  const boss = await createUser(app, {
    ...person,
    role: 'Administrator',
    permissions: ['SeeAllSpend', 'ManageInvoices'],
    groups: ['MatterAdministrators'],
  })
  const other = await createUser(app, { ...person, role: 'InhouseLegal' })
  const teamId = await createTeam(app, { organisationId, name: 'Disputes', members: [other] })
  const categoryIds = [
    await insertCategory(app, organisationId, { name: 'Dispute' }),
    await insertCategory(app, organisationId, { name: 'Lease of premises abroad' }),
  ]
  const size = { seed: 11, firms: 7, matters: 30, invoices: 160, linesEach: 5 }
  await generateSpend(
    app,
    { organisationId, owners: [boss.id, other.id], categoryIds, teamIds: [teamId] },
    size,
  )
  await recountAll(app)
  return { boss, other }
}

describe.skipIf(!chromiumPath())('reports', () => {
  test('a ready-made report is opened, its bars open the list, and it is saved as one likes it [K-4, K-20]', async () => {
    const { boss, other } = await world()
    const page = await openAs({ email: boss.email, password }, '/reports')
    await page.getByRole('link', { name: 'Spend by firm' }).waitFor()
    await look(page, 'reports')
    await page.getByRole('link', { name: 'Spend by firm' }).click()
    await page.getByRole('heading', { name: 'Spend by firm', level: 1 }).waitFor()
    await page.getByLabel('Dates', { exact: true }).selectOption('')
    await page.getByRole('figure').first().waitFor()
    await page.getByText('Approved, pending, reduced and number of invoices by firm.').first().waitFor()
    await look(page, 'report-by-firm')
    const row = page.getByRole('row').filter({ hasText: 'Firm 3' }).filter({ hasText: 'EUR' })
    const count = Number(await row.getByRole('cell').last().textContent())
    await row.getByRole('cell').last().getByRole('link').click()
    await page.getByRole('heading', { name: 'Invoices', level: 1 }).waitFor()
    await page.getByText(`${count} invoices`).first().waitFor()
    await page.goBack()
    await page.getByLabel('Grouped by').selectOption({ label: 'Invoice date' })
    await page.getByLabel('In', { exact: true }).selectOption({ label: 'Quarters' })
    await page.getByLabel('Then by').selectOption({ label: 'Status' })
    await page.getByText('by quarter of invoice date by status').first().waitFor()
    await look(page, 'report-by-quarter')
    await page.getByRole('button', { name: 'Save as…' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('By quarter and status')
    await dialog.getByLabel(/Everyone in the organisation/).check()
    await look(page, 'report-saved-dialog')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { name: 'By quarter and status', level: 1 }).waitFor()
    expect(await page.getByRole('link', { name: 'Excel' }).getAttribute('href')).toContain('format=xlsx')

    const colleague = await openAs({ email: other.email, password }, '/reports')
    await colleague.getByRole('link', { name: 'By quarter and status' }).click()
    await colleague.getByText('These are figures of the invoices that you may see.').waitFor()
    await absent(colleague.getByRole('button', { name: 'Delete' }))
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('heading', { name: 'Reports', level: 1 }).waitFor()
  })

  test('a bar of lines opens the lines of invoices [K-4]', async () => {
    const { boss } = await world()
    const page = await openAs(
      { email: boss.email, password },
      '/reports/report?list=invoiceLines&by=timekeeper&measures=fees,hours,blendedRate&top=10',
    )
    await page.getByRole('figure').first().waitFor()
    await look(page, 'report-timekeepers')
    await page.getByRole('figure').first().getByRole('link').first().click()
    await page.getByRole('heading', { name: 'Invoice lines', level: 1 }).waitFor()
    await page.getByRole('grid').getByRole('link').first().waitFor()
    await look(page, 'invoice-lines')
  })

  test('a report is compared with the year before, in its chart and its table [K-55]', async () => {
    const { boss } = await world()
    const page = await openAs({ email: boss.email, password }, '/reports')
    await page.getByRole('link', { name: 'By firm against last year' }).click()
    await page.getByRole('heading', { name: 'By firm against last year', level: 1 }).waitFor()
    await page.getByRole('columnheader', { name: 'Approved, change in %' }).waitFor()
    await page.getByRole('columnheader', { name: 'Share of approved' }).waitFor()
    await page.getByRole('figure').first().getByText('Last year').first().waitFor()
    await look(page, 'report-compared')
    await page.getByLabel('Compare with').selectOption('Nothing')
    await page.getByRole('columnheader', { name: 'Approved, change in %' }).waitFor({ state: 'detached' })
    await page.getByLabel('Compare with').selectOption('The same days last year')
    await page.getByRole('columnheader', { name: 'Approved, change in %' }).waitFor()
    await page.getByLabel('Dates', { exact: true }).selectOption('')
    await page.getByRole('columnheader', { name: 'Approved, change in %' }).waitFor({ state: 'detached' })
    expect(await page.getByLabel('Compare with').isDisabled()).toBe(true)
  })
})
