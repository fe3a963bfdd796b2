// Your own dashboards: put together by mouse and keyboard, shared, and shown first; a tile whose report is gone
// says so.
import { describe, expect, test } from 'vitest'
import { createUser } from '../factories.ts'
import { createInvoiceWorld, draftInvoice, moveInvoiceTo } from '../fixtures/invoices.ts'
import { password, passwordHash } from '../peers/browser.ts'
import { chromiumPath } from '../peers/chromium.ts'
import { callerFor } from '../tokens.ts'
import { absent } from './absence.ts'
import { look } from './look.ts'
import { serveWebApp } from './web-app.ts'

const { parts, openAs } = await serveWebApp()

describe.skipIf(!chromiumPath())('a dashboard of one’s own', () => {
  test('is put together by mouse and keyboard, shared, and shown first [K-50, K-51, K-52]', async () => {
    const { app } = parts
    const signIn = { passwordHash: await passwordHash() }
    const { lawyer, matterId, organisationId } = await createInvoiceWorld(parts, signIn)
    const boss = await createUser(app, {
      ...signIn,
      organisationId,
      role: 'Administrator',
      permissions: ['SeeAllSpend'],
    })
    const other = await createUser(app, { ...signIn, organisationId })
    const lines = [{ kind: 'Fee', description: 'Advice', unitPrice: '1234.50' }] as const
    const id = await draftInvoice(app, lawyer.actor, matterId, {
      currency: 'GBP',
      invoiceDate: '2026-02-03',
      lines,
    })
    await moveInvoiceTo(app, lawyer.actor, id, 'Posted')
    const admin = await callerFor(parts, boss)
    const saved = await admin.post('/v2/reports', {
      name: 'Billed by matter',
      list: 'invoices',
      by: ['matter'],
      measures: ['billed', 'count'],
    })
    expect(saved.statusCode, saved.body).toBe(201)

    const page = await openAs({ email: boss.email, password }, '/reports')
    await page.getByRole('link', { name: 'Make a dashboard' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Monday morning')
    const add = async (label: string) => page.getByLabel('Add a report').selectOption({ label })
    await add('Spend by firm')
    await add('Billed by matter')
    await add('Invoices by status')
    await page.getByLabel('Billed by matter shows').selectOption('Table')
    await page.getByLabel('Width of Billed by matter').selectOption('Full')
    await page.getByLabel('Invoices by status shows').selectOption('Figures over all')
    const order = () => page.getByRole('list', { name: 'Tiles, in their order' }).getByRole('listitem')
    const names = async () =>
      (await order().allTextContents()).map((text) => /^(Spend|Billed|Invoices)/.exec(text)?.[0])
    await page.getByRole('button', { name: 'Move Invoices by status earlier' }).focus()
    await page.keyboard.press('Enter')
    expect(await names()).toEqual(['Spend', 'Invoices', 'Billed'])
    await page.getByText('Invoices by status is now 2 of 3.').waitFor()
    // the focus has followed the tile
    await page.keyboard.press('Enter')
    expect(await names()).toEqual(['Invoices', 'Spend', 'Billed'])
    await order().nth(2).dragTo(order().nth(0))
    expect(await names()).toEqual(['Billed', 'Invoices', 'Spend'])
    await page.getByLabel('Everyone in the organisation').check()
    await look(page, 'dashboard-editor')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('heading', { name: 'Monday morning', level: 1 }).waitFor()
    await page.getByRole('region', { name: 'Billed by matter' }).getByRole('table').waitFor()
    await page.getByRole('region', { name: 'Spend by firm' }).getByRole('figure').first().waitFor()
    await page.getByRole('button', { name: 'Show this first' }).click()
    await page.getByText('This is shown first.').waitFor()
    await look(page, 'dashboard-own')
    await page.goto(page.url().replace(/#.*/, '#/reports/dashboard'))
    await page.getByRole('heading', { name: 'Monday morning', level: 1 }).waitFor()

    await admin.delete(`/v2/reports/${saved.json<{ id: number }>().id}`)
    const theirs = await openAs({ email: other.email, password }, '/reports')
    await theirs.getByRole('link', { name: 'Monday morning' }).click()
    await theirs.getByText('It was deleted, or is not shared with you any more.').waitFor()
    await theirs.getByRole('region', { name: 'Spend by firm' }).getByText('Nothing is found.').waitFor()
    await absent(theirs.getByRole('button', { name: 'Change the dashboard' }))
    await look(theirs, 'dashboard-shared')

    await page.reload()
    await page.getByRole('button', { name: 'Change the dashboard' }).click()
    await page.getByRole('button', { name: 'Remove A report that is not there' }).click()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('heading', { name: 'Reports', level: 1 }).waitFor()
    await page.getByRole('link', { name: 'Monday morning' }).waitFor({ state: 'detached' })
  })
})
