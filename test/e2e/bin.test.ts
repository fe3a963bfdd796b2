// The page of the organisation's bin: restoring some, and purging others with a reason.
import { describe, expect, test } from 'vitest'
import { createOrganisation, createUser } from '../factories.ts'
import { insertMatter } from '../fixtures/matters.ts'
import { password, passwordHash } from '../peers/browser.ts'
import { chromiumPath } from '../peers/chromium.ts'
import { uploadTo } from '../records/both-kinds.ts'
import { callerFor } from '../tokens.ts'
import { look } from './look.ts'
import { serveWebApp } from './web-app.ts'

const app = await serveWebApp()
const { parts } = app

describe.skipIf(!chromiumPath())('the bin', () => {
  test('is filtered; some of it is restored, and some purged with a reason, but for what is held [R-49]', async () => {
    const { id: organisationId } = await createOrganisation(parts.app)
    const admin = await createUser(parts.app, {
      organisationId,
      role: 'Administrator',
      groups: ['MatterAdministrators'],
      passwordHash: await passwordHash(),
    })
    const caller = await callerFor(parts, admin)
    for (const name of ['Harbour lease', 'Old claim', 'Made by mistake']) {
      const id = await insertMatter(parts.app, { owner: admin, values: { name } })
      expect((await caller.delete(`/v2/matters/${id}`)).statusCode).toBe(204)
    }
    const held = await insertMatter(parts.app, { owner: admin, values: { name: 'Dispute' } })
    const file = await uploadTo(caller, `/matter-apis/v1/matters/${held}/files`, 'annex.pdf')
    expect((await caller.delete(`/v2/files/${file}`)).statusCode).toBe(204)
    expect((await caller.put(`/v2/matters/${held}/hold`, { reason: 'Case 14' })).statusCode).toBe(204)

    const page = await app.openAs({ email: admin.email, password }, '/administration/bin')
    const entries = page.getByRole('list', { name: 'Matters in the bin' }).getByRole('listitem')
    await expect.poll(() => entries.count()).toBe(3)
    await page.getByRole('checkbox', { name: 'Select Harbour lease' }).check()
    await look(page, 'organisation-bin')
    await page.getByRole('button', { name: 'Restore 1 entry' }).click()
    await page.getByText('Restored 1 entry.').waitFor()
    await expect.poll(() => entries.count()).toBe(2)

    await page.getByRole('checkbox', { name: 'Select all shown' }).check()
    await page.getByRole('button', { name: 'Delete 2 entries permanently…' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Reason').fill('Retention ended')
    await look(page, 'organisation-bin-purge')
    await dialog.getByRole('button', { name: 'Delete permanently' }).click()
    await page.getByText('Deleted 2 entries permanently.').waitFor()
    await page.getByText('Nothing in the bin matches.').waitFor()

    await page.getByLabel('Kind').selectOption({ label: 'Files and folders' })
    await page.getByRole('checkbox', { name: 'Select annex.pdf' }).check()
    await page.getByRole('button', { name: 'Delete 1 entry permanently…' }).click()
    await dialog.getByLabel('Reason').fill('Retention ended')
    await dialog.getByRole('button', { name: 'Delete permanently' }).click()
    await page.getByText('1 entry stays in the bin').waitFor()
    await page.getByText(/annex\.pdf: .*Case 14/).waitFor()
    await look(page, 'organisation-bin-held')
    await page.getByLabel('From').fill('2099-01-01')
    await page.getByText('Nothing in the bin matches.').waitFor()

    await page.goto(`${app.origin}/#/administration/history?acts=deletions`)
    await expect.poll(() => page.getByText('Retention ended').count()).toBe(2)
  })
})
