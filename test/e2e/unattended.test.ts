// Records that nobody can open, in a browser: an administrator finds them, takes one over and sees it.
import { describe, expect, test } from 'vitest'
import { createOrganisation, createUser } from '../factories.ts'
import { insertMatter } from '../fixtures/matters.ts'
import { chromiumPath } from '../peers/chromium.ts'
import { password, passwordHash } from '../peers/browser.ts'
import { look } from './look.ts'
import { serveWebApp } from './web-app.ts'

const app = await serveWebApp()
const { parts } = app

describe.skipIf(chromiumPath === undefined)('in a browser', () => {
  test('an administrator takes over a matter that nobody can open, with a reason [R-42]', async () => {
    const { id: organisationId } = await createOrganisation(parts.app)
    const person = { organisationId, passwordHash: await passwordHash() }
    const administrator = await createUser(parts.app, { ...person, role: 'Administrator' })
    const gone = await createUser(parts.app, { organisationId, status: 'Disabled', firstName: 'Olga' })
    const id = await insertMatter(parts.app, { owner: gone, values: { restricted: true, name: 'Old claim' } })
    const page = await app.openAs({ email: administrator.email, password }, '/unattended')
    await page.getByRole('heading', { name: 'Records no one can open', level: 1 }).waitFor()
    await page.getByText(`Matter ${id}`, { exact: true }).waitFor()
    await look(page, 'unattended')
    expect(await page.getByText('Old claim').count()).toBe(0)
    await page.getByRole('button', { name: `Take over Matter ${id}` }).click()
    const asking = page.getByRole('dialog')
    expect(await asking.getByRole('button', { name: 'Take over' }).isDisabled()).toBe(true)
    await asking.getByLabel('Reason').fill('Olga has left')
    await look(page, 'unattended-asking')
    await asking.getByRole('button', { name: 'Take over' }).click()
    await page.getByText(`You now own Matter ${id}`).waitFor()
    await page.goto(`${app.origin}/#/matters/${id}`)
    await page.getByRole('heading', { name: 'Old claim', level: 1 }).waitFor()
  })
})
