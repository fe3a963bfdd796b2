// Roles of an organisation's own: made, given to somebody, changed, and replaced by another one.
import { describe, expect, test } from 'vitest'
import { createOrganisation, createUser } from '../factories.ts'
import { password, passwordHash } from '../peers/browser.ts'
import { chromiumPath } from '../peers/chromium.ts'
import { callerFor } from '../tokens.ts'
import { gone } from './absence.ts'
import { look } from './look.ts'
import { serveWebApp } from './web-app.ts'

const app = await serveWebApp()
const { parts } = app

async function makeWorld() {
  const { id: organisationId } = await createOrganisation(parts.app)
  const admin = await createUser(parts.app, {
    organisationId,
    role: 'Administrator',
    passwordHash: await passwordHash(),
  })
  const kim = await createUser(parts.app, {
    organisationId,
    role: 'Standard',
    firstName: 'Kim',
    lastName: 'Okoro',
  })
  const caller = await callerFor(parts, admin)
  const rights = async () => (await caller.get(`/v2/users/${kim.id}/rights`)).json<Record<string, unknown>>()
  return { admin, kim, caller, rights }
}

describe.skipIf(!chromiumPath())('roles', () => {
  test('an administrator makes a role, gives it to somebody, changes it and replaces it', async () => {
    const { admin, kim, rights } = await makeWorld()
    const page = await app.openAs({ email: admin.email, password }, '/administration/roles')
    await page.getByText('There is none yet').waitFor()
    await look(page, 'roles-none')
    await page.getByRole('link', { name: 'Add a role' }).click()
    await page.getByLabel('Name').fill('Paralegal')
    await page.getByLabel('What it is for').fill('Works on matters with the lawyers.')
    await page.getByLabel('Made from').selectOption('Contributor')
    await page.getByLabel('Create matters').check()
    const matters = page.getByRole('region', { name: 'Matters', exact: true })
    await matters.getByText('the matters of their teams').waitFor()
    await page.getByLabel('All matters').check()
    await matters.getByText('every one of the matters that is not restricted').waitFor()
    await look(page, 'role-new')
    await page.getByRole('button', { name: 'Add the role' }).click()
    await page.getByText('No one has it yet.').waitFor()

    await page.goto(`${new URL(page.url()).origin}/#/people/${kim.id}`)
    await page.getByText('comes with their role').first().waitFor()
    await page.getByRole('button', { name: 'Change…' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Role').selectOption({ label: 'Paralegal' })
    await look(page, 'person-rights-form')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('comes from the role “Paralegal”').first().waitFor()
    await gone(dialog)
    await look(page, 'person-rights')
    expect(await rights()).toMatchObject({ role: 'Contributor', permissions: ['CreateMatters'] })

    await page.goto(`${new URL(page.url()).origin}/#/administration/roles`)
    await page.getByText('1 person').waitFor()
    await look(page, 'roles')
    await page.getByRole('link', { name: 'Paralegal' }).click()
    await page.getByRole('link', { name: 'Kim Okoro' }).waitFor()
    await page.getByLabel('Create contracts').check()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved. Everyone with this role follows from now on.').first().waitFor()
    await look(page, 'role')
    expect(await rights()).toMatchObject({ permissions: ['CreateMatters', 'ContractCreator'] })

    await page.goto(`${new URL(page.url()).origin}/#/people/invite`)
    const email = `cleo-${kim.id}@people.example`
    await page.getByLabel('Addresses, or lines of a table').fill(`Cleo Rook <${email}>, paralegal`)
    await page.getByRole('button', { name: 'Check' }).click()
    await page.getByText(`${email} · Paralegal`).waitFor()
    await page.getByRole('button', { name: 'Send 1 invitation' }).click()
    await page.getByText('1 invitation was sent.').waitFor()

    await page.goto(`${new URL(page.url()).origin}/#/administration/roles`)
    await page.getByText('2 people').waitFor()
    await page.getByRole('link', { name: 'Paralegal' }).click()
    await page.getByRole('button', { name: 'Delete…' }).click()
    await dialog.getByText('2 people have this role.').waitFor()
    await dialog.getByLabel('What they get instead').selectOption({ label: 'Business user' })
    await look(page, 'role-delete')
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await page.getByText('There is none yet').waitFor()
    expect(await rights()).toMatchObject({ role: 'Standard', groups: [], customRole: null })
    await page.getByRole('link', { name: 'Lawyer of the legal department' }).click()
    await page.getByText('Create matters, Create contracts, Manage intake').waitFor()
    await look(page, 'role-built')
  })
})
