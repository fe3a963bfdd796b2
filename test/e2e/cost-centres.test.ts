// Cost centres and legal entities: kept as lists, said of a matter, changed on an invoice, and read in a report.
import { describe, expect, test } from 'vitest'
import { createApprovalWorld } from '../fixtures/invoice-approvals.ts'
import { draftInvoice, moveInvoiceTo } from '../fixtures/invoices.ts'
import { password, passwordHash } from '../peers/browser.ts'
import { chromiumPath } from '../peers/chromium.ts'
import { absent } from './absence.ts'
import { look } from './look.ts'
import { serveWebApp } from './web-app.ts'

const { parts, openAs } = await serveWebApp()

describe.skipIf(!chromiumPath())('an invoice', () => {
  test('is allocated over cost centres that administrators keep, from its matter to the report [I-185, I-187, I-190]', async () => {
    const { world, admin } = await createApprovalWorld(parts, { passwordHash: await passwordHash() })
    const { lawyer, matterId, payer } = world
    const keeping = await openAs({ email: admin.user.email, password }, '/administration/lists')
    await keeping.getByRole('link', { name: 'Cost centres' }).click()
    const add = async (code: string, name: string) => {
      await keeping.getByLabel('Code').fill(code)
      await keeping.getByLabel('Add a cost centre').fill(name)
      await keeping.getByRole('button', { name: 'Add', exact: true }).click()
      await keeping.getByText(`${name} was added.`).waitFor()
    }
    await add('4100', 'Litigation')
    await add('4200', 'Property')
    await add('4300', 'Tax')
    await keeping.getByRole('button', { name: 'What to do with Tax' }).click()
    await keeping.getByRole('menuitem', { name: 'Change…' }).click()
    await keeping.getByLabel('Can be chosen').uncheck()
    await look(keeping, 'cost-centre-change')
    await keeping.getByRole('form', { name: 'Change Tax' }).getByRole('button', { name: 'Save' }).click()
    await keeping.getByText('Can no longer be chosen').waitFor()
    await look(keeping, 'cost-centres')

    const page = await openAs({ email: payer.user.email, password }, `/matters/${matterId}?tab=money`)
    await page.getByRole('button', { name: 'Set cost centres…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Cost centres and legal entities' })
    await dialog.getByRole('combobox', { name: 'Cost centre' }).click()
    await page.getByRole('option', { name: '4200 Property' }).waitFor()
    await absent(page.getByRole('option', { name: /Tax/ }))
    await page.getByRole('option', { name: '4100 Litigation' }).click()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('100 % 4100 Litigation').waitFor()
    await look(page, 'matter-cost-centres')

    const id = await draftInvoice(parts.app, lawyer.actor, matterId, { currency: 'GBP', number: 'ASH-1' })
    await moveInvoiceTo(parts.app, lawyer.actor, id, 'Posted')
    await page.goto(page.url().replace(/#.*$/, `#/invoices/${id}`))
    const panel = page.getByRole('region', { name: 'Cost centres' })
    await panel.getByText('4100 Litigation').waitFor()
    await panel.getByRole('button', { name: 'Change the allocation…' }).click()
    const first = dialog.getByRole('group', { name: 'Share 1' })
    await first.getByLabel('Percent').fill('62.5')
    await dialog.getByText('62.5 % together').waitFor()
    expect(await dialog.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true)
    await dialog.getByRole('button', { name: 'Add a share' }).click()
    const second = dialog.getByRole('group', { name: 'Share 2' })
    expect(await second.getByLabel('Percent').inputValue()).toBe('37.5')
    await second.getByRole('combobox', { name: 'Cost centre' }).fill('420')
    await page.getByRole('option', { name: '4200 Property' }).click()
    await look(page, 'invoice-allocation-dialog')
    await dialog.getByRole('button', { name: 'Save' }).click()
    // 148.125 and 246.875: what is left goes to the first of equal fractions
    await panel.getByText('£148.12').waitFor()
    await panel.getByText('£395.00').waitFor()
    await look(page, 'invoice-allocated')

    await page.goto(
      page
        .url()
        .replace(/#.*$/, '#/reports/report?list=invoiceAllocations&by=costCentre&measures=billed&top=10'),
    )
    await page.getByText('4200 Property').first().waitFor()
    await look(page, 'spend-by-cost-centre')
    await page.goto(page.url().replace(/#.*$/, '#/invoices/allocations'))
    await page.getByText('4100 Litigation').first().waitFor()
    await look(page, 'invoice-shares')

    const firm = await openAs({ email: lawyer.user.email, password }, `/invoices/${id}`)
    await firm.getByText('ASH-1').first().waitFor()
    await absent(firm.getByText('Litigation'))
    await absent(firm.getByRole('region', { name: 'Cost centres' }))
  })
})
