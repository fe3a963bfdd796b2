// How an administrator changes and deletes the fields of an organisation, in a browser.
import { describe, expect, test } from 'vitest'
import { createAdministrator } from '../fixtures/administrators.ts'
import { password } from '../peers/browser.ts'
import { chromiumPath } from '../peers/chromium.ts'
import { look } from './look.ts'
import { serveWebApp } from './web-app.ts'

const app = await serveWebApp()
const { parts } = app

const administrator = () => createAdministrator(parts)

describe.skipIf(!chromiumPath())('the fields of an organisation', () => {
  test('are found, changed and deleted', async () => {
    const { admin, caller } = await administrator()
    const field = { id: 'risk', name: 'Risk', fieldType: 'Slider', range: { start: 1, end: 5, step: null } }
    expect((await caller.post('/v2/fields', field)).statusCode).toBe(201)
    const page = await app.openAs({ email: admin.email, password }, '/administration/types')
    await page.getByRole('link', { name: 'Fields', exact: true }).click()
    await page.getByLabel('Find a field').fill('ris')
    await page.getByText('1 field', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Change Risk' }).click()
    const dialog = page.getByRole('dialog', { name: 'Field: Risk' })
    await dialog.getByText(/Values: 0 matters, 0 contracts/).waitFor()
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Risk of the matter')
    await dialog.getByRole('textbox', { name: 'Largest' }).fill('10')
    await look(page, 'field')
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Risk of the matter was saved.').waitFor()
    expect((await caller.get('/v2/fields/risk')).json()).toMatchObject({
      name: 'Risk of the matter',
      range: { start: 1, end: 10 },
    })
    await page.getByRole('button', { name: 'Change Risk of the matter' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete…' }).click()
    const asking = page.getByRole('dialog', { name: 'Delete Risk of the matter?' })
    await asking.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByText('Risk of the matter was deleted.').waitFor()
    expect((await caller.get('/v2/fields/risk')).statusCode).toBe(404)
  })
})
