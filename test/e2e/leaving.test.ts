// Taking an organisation away, and erasing somebody, in a browser.
import { describe, expect, test } from 'vitest'
import { makeExport } from '../../server/operations/offboarding/stored/make-export.ts'
import { createOrganisation, createUser } from '../factories.ts'
import { chromiumPath } from '../peers/chromium.ts'
import { password, passwordHash } from '../peers/browser.ts'
import { absent } from './absence.ts'
import { look } from './look.ts'
import { serveWebApp } from './web-app.ts'

const app = await serveWebApp()
const { parts } = app

describe.skipIf(chromiumPath === undefined)('in a browser', () => {
  test('an administrator exports the organisation, asks for its deletion and cancels it [O-93]', async () => {
    const { id: organisationId, name } = await createOrganisation(parts.app)
    const hash = await passwordHash()
    const { email } = await createUser(parts.app, {
      organisationId,
      role: 'Administrator',
      passwordHash: hash,
    })
    const page = await app.openAs({ email, password }, '/administration/leaving')
    await page.getByRole('heading', { name: 'Export and deletion', level: 1 }).waitFor()
    await page.getByRole('button', { name: 'Make an export' }).click()
    await page.getByText('Waiting', { exact: true }).waitFor()
    const { id } = await parts.app.db
      .selectFrom('organisation_exports')
      .where('organisation_id', '=', organisationId)
      .select('id')
      .executeTakeFirstOrThrow()
    // as the worker does
    await makeExport(parts.app, { organisationId, id })
    await page.getByText('SHA-256:').waitFor()
    await look(page, 'leaving')
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download the export of' }).click()
    expect((await downloading).suggestedFilename()).toMatch(
      new RegExp(`^${name} \\d{4}-\\d\\d-\\d\\d\\.zip$`),
    )
    await (await downloading).path()
    await page.getByRole('button', { name: 'Ask for the deletion' }).click()
    const asking = page.getByRole('dialog', { name: 'Delete the organisation?' })
    const start = asking.getByRole('button', { name: 'Ask for the deletion' })
    await asking.getByLabel(`Type ${name} to confirm`).fill('another')
    await asking.getByLabel('Reason').fill('We move to another system.')
    expect(await start.isDisabled()).toBe(true)
    await asking.getByLabel(`Type ${name} to confirm`).fill(name)
    await look(page, 'leaving-asking')
    await start.click()
    await page.getByText('It will be deleted on').waitFor()
    await page.getByText('We move to another system.').waitFor()
    await look(page, 'leaving-asked')
    await page.getByRole('button', { name: 'Cancel the deletion' }).click()
    await page.getByRole('button', { name: 'Ask for the deletion' }).waitFor()
  })

  test('an administrator erases somebody who is disabled, with a reason, and sees the certificate [O-93]', async () => {
    const { id: organisationId } = await createOrganisation(parts.app)
    const hash = await passwordHash()
    const { email } = await createUser(parts.app, {
      organisationId,
      role: 'Administrator',
      passwordHash: hash,
    })
    const gone = await createUser(parts.app, {
      organisationId,
      status: 'Disabled',
      firstName: 'Olga',
      lastName: 'Neri',
    })
    const page = await app.openAs({ email, password }, `/people/${gone.id}`)
    await page.getByRole('button', { name: 'Erase for good' }).click()
    const asking = page.getByRole('dialog', { name: 'Erase Olga Neri?' })
    await asking.getByLabel('Reason').fill('Asked for it in writing.')
    await look(page, 'erase-asking')
    await asking.getByRole('button', { name: 'Erase for good' }).click()
    await page.getByText('Asked for it in writing.').waitFor()
    await page.getByText('Entries that stay with their records').waitFor()
    await look(page, 'erased')
    await absent(page.getByText('Olga Neri'))
  })
})
