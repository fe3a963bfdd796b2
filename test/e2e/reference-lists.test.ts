// The pages of lists: adding, renaming, ordering, replacing, merging and deleting entries, and the people of a team.
import { describe, expect, test } from 'vitest'
import { createOrganisation, createUser } from '../factories.ts'
import { insertFieldOn } from '../fixtures/fields.ts'
import { insertMatter } from '../fixtures/matters.ts'
import { password, passwordHash } from '../peers/browser.ts'
import { chromiumPath } from '../peers/chromium.ts'
import { callerFor } from '../tokens.ts'
import { gone } from './absence.ts'
import { look, settled } from './look.ts'
import { serveWebApp } from './web-app.ts'

const app = await serveWebApp()
const { parts } = app

async function administrator() {
  const { id: organisationId } = await createOrganisation(parts.app)
  const admin = await createUser(parts.app, {
    organisationId,
    role: 'Administrator',
    passwordHash: await passwordHash(),
  })
  return { organisationId, admin, caller: await callerFor(parts, admin) }
}

describe.skipIf(!chromiumPath())('lists', () => {
  test('departments are added below one another, renamed, taken back, and replaced where they are used', async () => {
    const { organisationId, admin, caller } = await administrator()
    const fieldId = await insertFieldOn(
      parts.app,
      { organisationId, form: 'MatterCore' },
      { title: 'Cost centre', type: 'Department' },
    )
    const page = await app.openAs({ email: admin.email, password }, '/administration/lists')
    await page.getByRole('link', { name: 'Departments' }).waitFor()
    await look(page, 'lists')
    await page.getByRole('link', { name: 'Departments' }).click()
    await page.getByText('This list is empty.').waitFor()
    const add = async (name: string) => {
      await page.getByLabel('Add a department').fill(name)
      await page.getByRole('button', { name: 'Add', exact: true }).click()
      await page.getByText(`${name} was added.`).waitFor()
    }
    await add('Legal')
    await add('Law')
    await page.getByRole('combobox', { name: 'Part of' }).click()
    await page.getByRole('option', { name: 'Law', exact: true }).click()
    await add('Disputes')
    await page.getByText('Part of Law').waitFor()

    const acts = (name: string) => page.getByRole('button', { name: `What to do with ${name}` })
    await acts('Disputes').click()
    await page.getByRole('menuitem', { name: 'Change…' }).click()
    const form = page.getByRole('form', { name: 'Change Disputes' })
    await form.getByLabel('Name').fill('Litigation')
    await look(page, 'list-change')
    await form.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Litigation was saved.').waitFor()
    await page.getByRole('button', { name: 'Undo' }).last().click()
    await acts('Disputes').waitFor()

    // used by a matter
    const law = (await caller.get("/v2/departments?$filter=Name eq 'Law'")).json<{
      items: { id: number }[]
    }>()
    const matterId = await insertMatter(parts.app, { owner: admin, values: { name: 'Lease, Harbour St' } })
    const set = await caller.patch(`/matter-apis/v1/matters/${matterId}/fields`, {
      [`field_${fieldId}`]: law.items[0]?.id,
    })
    expect(set.statusCode, set.body).toBeLessThan(300)
    await page.reload()
    await page.getByRole('button', { name: 'Used 2 times: What uses Law' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('link', { name: 'Lease, Harbour St' }).waitFor()
    await dialog.getByText('1 subdepartment').waitFor()
    await look(page, 'list-uses')
    await dialog.getByRole('link', { name: 'Show them in the list of matters' }).click()
    await page.getByRole('heading', { name: 'Matters', level: 1 }).waitFor()
    await page.getByText('Lease, Harbour St').first().waitFor()
    await page.goBack()
    await acts('Law').waitFor()

    await acts('Law').click()
    await page.getByRole('menuitem', { name: 'Delete…' }).click()
    await dialog.getByText('1 subdepartment').waitFor()
    await dialog.getByRole('combobox', { name: 'Replace it by' }).fill('Leg')
    await page.getByRole('option', { name: 'Legal' }).click()
    await look(page, 'list-replace')
    await dialog.getByRole('button', { name: 'Replace by Legal' }).click()
    await page.getByText('Legal took the place of Law.').waitFor()
    await page.getByText('Part of Legal').waitFor()
    await page.getByRole('button', { name: 'Used 2 times: What uses Legal' }).waitFor()

    // what is not used goes at once, and comes back
    await add('Spare')
    await acts('Spare').click()
    await page.getByRole('menuitem', { name: 'Delete', exact: true }).click()
    await page.getByText('Spare was deleted.').waitFor()
    await gone(acts('Spare'))
    await page.getByRole('button', { name: 'Undo' }).last().click()
    await acts('Spare').waitFor()
  })

  test('options of a field are ordered by the arrow keys and by dragging; a search finds among them', async () => {
    const { organisationId, admin, caller } = await administrator()
    const fieldId = await insertFieldOn(
      parts.app,
      { organisationId, form: 'MatterCore' },
      {
        title: 'Court',
        type: 'Dropdown',
        options: ['Lower', 'High', 'Supreme'].map((label) => ({ label, value: label })),
      },
    )
    const order = async () =>
      (await caller.get('/v2/fields/court/options'))
        .json<{ items: { label: string }[] }>()
        .items.map(({ label }) => label)
    const page = await app.openAs({ email: admin.email, password }, `/administration/lists/field-${fieldId}`)
    const handle = (name: string) => page.getByRole('button', { name: `Move ${name}: up and down` })
    await handle('Supreme').focus()
    await page.keyboard.press('ArrowUp')
    await page.getByText('Supreme is number 2 now.').waitFor()
    expect(await order()).toEqual(['Lower', 'Supreme', 'High'])
    await page.keyboard.press('ArrowUp')
    await page.getByText('Supreme is number 1 now.').waitFor()
    expect(await order()).toEqual(['Supreme', 'Lower', 'High'])
    await look(page, 'list-options')
    await handle('High').dragTo(handle('Supreme'))
    await page.getByText('High is number 1 now.').waitFor()
    expect(await order()).toEqual(['High', 'Supreme', 'Lower'])
    await page.getByRole('button', { name: 'Undo' }).last().click()
    await expect.poll(order).toEqual(['Supreme', 'Lower', 'High'])

    // among those that were found there is no order
    await page.getByRole('searchbox', { name: 'Find in this list' }).fill('low')
    await page.getByText('1 entry').waitFor()
    await gone(page.getByRole('button', { name: /^Move / }))
  })

  test('departments are ordered by dragging and by the arrow keys, and offered in that order', async () => {
    const { admin, caller } = await administrator()
    for (const name of ['Finance', 'Legal', 'Sales', 'Tax']) await caller.post('/v2/departments', { name })
    const page = await app.openAs({ email: admin.email, password }, '/administration/lists/departments')
    const handle = (name: string) => page.getByRole('button', { name: `Move ${name}: up and down` })
    await handle('Tax').waitFor()
    await settled(page)
    await handle('Tax').dragTo(handle('Finance'))
    await page.getByText('Tax is number 1 now.').waitFor()
    await handle('Sales').focus()
    await page.keyboard.press('ArrowUp')
    await page.getByText('Sales is number 3 now.').waitFor()
    await look(page, 'list-departments')
    // one that is new is where its name belongs, among those that nobody has moved
    await page.getByLabel('Add a department').fill('Operations')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByText('Operations was added.').waitFor()
    const order = ['Tax', 'Finance', 'Sales', 'Legal', 'Operations']
    const rows = page.getByRole('button', { name: /^Move / })
    await expect
      .poll(async () => Promise.all((await rows.all()).map((each) => each.getAttribute('aria-label'))))
      .toEqual(order.map((name) => expect.stringContaining(`Move ${name}:`)))

    await page.goto(`${app.origin}/#/people`)
    const offered = page.getByRole('combobox', { name: 'Department' }).getByRole('option')
    await expect.poll(() => offered.allTextContents()).toEqual(expect.arrayContaining(order))
    expect((await offered.allTextContents()).filter((name) => order.includes(name))).toEqual(order)
  })

  test('an entry that somebody else has renamed meanwhile is not overwritten unasked', async () => {
    const { admin, caller } = await administrator()
    const made = await caller.post('/v2/regions', { name: 'North' })
    const page = await app.openAs({ email: admin.email, password }, '/administration/lists/regions')
    await page.getByRole('button', { name: 'What to do with North' }).click()
    await page.getByRole('menuitem', { name: 'Change…' }).click()
    await page.getByLabel('Name').fill('North Island')
    const path = `/v2/regions/${made.json<{ id: number }>().id}`
    await caller.patch(path, { name: 'Northern region' })
    await page.getByRole('button', { name: 'Save' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Northern region').waitFor()
    await look(page, 'list-conflict')
    expect((await caller.get(path)).json()).toMatchObject({ name: 'Northern region' })
  })

  test('parties that are there twice are found and merged', async () => {
    const { admin, caller } = await administrator()
    for (const name of ['Northwind Ltd', 'North-Wind Limited', 'Contoso'])
      await caller.post('/v2/contractParties', { name })
    const page = await app.openAs({ email: admin.email, password }, '/administration/lists/contractParties')
    await page.getByRole('heading', { name: 'Probably the same' }).waitFor()
    await look(page, 'list-parties')
    await page.getByRole('button', { name: 'Merge North-Wind Limited into Northwind Ltd' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Nothing uses it.').waitFor()
    await dialog.getByRole('button', { name: 'Replace by Northwind Ltd' }).click()
    await page.getByText('Northwind Ltd took the place of North-Wind Limited.').waitFor()
    await gone(page.getByRole('heading', { name: 'Probably the same' }))
    await page.getByText('2 entries').waitFor()
  })

  test('people are put into a team and taken off it on the same page', async () => {
    const { organisationId, admin, caller } = await administrator()
    await createUser(parts.app, { organisationId, firstName: 'Zephyrine', lastName: 'Okoro' })
    const team = await caller.post('/v2/teams', { name: 'Disputes', description: 'Courts' })
    const members = `/v2/teams/${team.json<{ id: number }>().id}/members`
    const page = await app.openAs({ email: admin.email, password }, '/administration/lists/teams')
    await page.getByRole('button', { name: 'Members of Disputes' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Nobody is in this team.').waitFor()
    await dialog.getByRole('combobox', { name: 'Add somebody' }).fill('zeph')
    await page.getByRole('option', { name: /Zephyrine Okoro/ }).click()
    await page.getByText('Zephyrine Okoro is in the team.').waitFor()
    await look(page, 'list-members')
    expect((await caller.get(members)).json<{ items: object[] }>().items).toHaveLength(1)
    await dialog.getByRole('button', { name: 'Take Zephyrine Okoro off the team' }).click()
    await page.getByText('Zephyrine Okoro is no longer in the team.').waitFor()
    expect((await caller.get(members)).json<{ items: object[] }>().items).toHaveLength(0)
    await page.keyboard.press('Escape')

    // records are assigned to some teams only
    const entry = page.getByRole('listitem').filter({ hasText: 'Disputes' })
    await entry.getByRole('button', { name: 'What to do with Disputes' }).click()
    await page.getByRole('menuitem', { name: 'Change…' }).click()
    await page.getByLabel('Matters and contracts can be assigned to it').uncheck()
    await look(page, 'list-assignable')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Nothing can be assigned to it').waitFor()
    expect((await caller.get('/v2/teams')).json()).toMatchObject({ items: [{ allowAssignment: false }] })
  })
})
