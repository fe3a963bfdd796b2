// Dashboards: tiles with the charts of reports, on a desktop and a telephone; each tile opens its report, each bar its
// list, and one that fails does not take the others with it.
import { describe, expect, test } from 'vitest'
import { createOrganisation, createTeam, createUser } from '../factories.ts'
import { generateSpend } from '../fixtures/generated-spend.ts'
import { createInvoiceWorld, draftInvoice, moveInvoiceTo } from '../fixtures/invoices.ts'
import { insertCategory } from '../fixtures/matters.ts'
import { recountAll } from '../lists/counts.ts'
import { password, passwordHash } from '../peers/browser.ts'
import { chromiumPath } from '../peers/chromium.ts'
import { absent } from './absence.ts'
import { look } from './look.ts'
import { serveWebApp } from './web-app.ts'

const { parts, openAs } = await serveWebApp()

async function generalCounsel() {
  const { app } = parts
  const { id: organisationId } = await createOrganisation(app)
  const person = { organisationId, passwordHash: await passwordHash() }
  const boss = await createUser(app, {
    ...person,
    permissions: ['SeeAllSpend'],
    groups: ['MatterAdministrators'],
  })
  const teamId = await createTeam(app, { organisationId, name: 'Disputes', members: [boss] })
  const categoryIds = [await insertCategory(app, organisationId, { name: 'Dispute' })]
  const size = { seed: 11, firms: 7, matters: 30, invoices: 160, linesEach: 5 }
  await generateSpend(app, { organisationId, owners: [boss.id], categoryIds, teamIds: [teamId] }, size)
  await recountAll(app)
  return boss
}

describe.skipIf(!chromiumPath())('dashboards', () => {
  test('tiles show charts and open their reports and lists; one that fails says so alone [K-40, K-42]', async () => {
    const boss = await generalCounsel()
    const page = await openAs({ email: boss.email, password }, '/reports')
    await page.getByRole('link', { name: /^General counsel/ }).click()
    await page.getByRole('heading', { name: 'General counsel', level: 1 }).waitFor()
    const firms = page.getByRole('region', { name: 'Spend by firm' })
    await firms.getByRole('figure').first().waitFor()
    expect(await page.getByRole('region').count()).toBe(12)
    await look(page, 'dashboard-general-counsel')
    await firms.getByRole('figure').first().getByRole('link').first().click()
    await page.getByRole('heading', { name: 'Invoices', level: 1 }).waitFor()
    await page.goBack()
    await firms.getByRole('link', { name: 'Spend by firm' }).click()
    await page.getByRole('heading', { name: 'Spend by firm', level: 1 }).waitFor()
    await page.goBack()

    let fails = true
    await page.route(/\/v2\/reports\/figures\?.*by=manager/, (route) =>
      fails ? route.fulfill({ status: 400, json: { title: 'It failed' } }) : route.continue(),
    )
    await page.getByRole('navigation', { name: 'Dashboards' }).getByText('Legal operations').click()
    await page.getByRole('heading', { name: 'Legal operations', level: 1 }).waitFor()
    const workload = page.getByRole('region', { name: 'Workload by person' })
    await workload.getByText('Workload by person cannot be shown').waitFor()
    await page.getByRole('region', { name: 'Savings by review' }).getByRole('figure').first().waitFor()
    await look(page, 'dashboard-operations')
    fails = false
    await workload.getByRole('button', { name: 'Try again' }).click()
    await workload.getByRole('figure').first().waitFor()
  })

  test('people of a firm get that of their own work [K-40, K-41]', async () => {
    const { app } = parts
    const { lawyer, matterId } = await createInvoiceWorld(parts, { passwordHash: await passwordHash() })
    const lines = [{ kind: 'Fee' as const, description: 'Advice', quantity: '1', unitPrice: '1234' }]
    const id = await draftInvoice(app, lawyer.actor, matterId, {
      currency: 'GBP',
      invoiceDate: '2026-02-03',
      lines,
    })
    await moveInvoiceTo(app, lawyer.actor, id, 'Posted')
    const page = await openAs({ email: lawyer.user.email, password }, '/reports/dashboard')
    await page.getByRole('heading', { name: 'Our work', level: 1 }).waitFor()
    const invoices = page.getByRole('region', { name: 'Invoices by status' })
    await invoices.getByRole('link', { name: /Posted.*1,234/ }).waitFor()
    await absent(page.getByRole('navigation', { name: 'Dashboards' }))
    await look(page, 'dashboard-firm')
  })
})
