// Mail domains in a browser: an administrator names one, publishes its record, has it checked, and removes it.
import { afterAll, describe, expect, test } from 'vitest'
import { createOrganisation, createUser } from '../factories.ts'
import { password, passwordHash } from '../peers/browser.ts'
import { chromiumPath } from '../peers/chromium.ts'
import { startNameServer } from '../peers/name-server.ts'
import { look } from './look.ts'
import { serveWebApp } from './web-app.ts'

const names = await startNameServer()
const app = await serveWebApp({ env: { CHANCERY_NAME_SERVERS: names.address } })
afterAll(() => names.stop())

describe.skipIf(chromiumPath === undefined)('in a browser', () => {
  test('an administrator adds a mail domain by its record, and removes it [A-180] [A-181]', async () => {
    const { id: organisationId } = await createOrganisation(app.parts.app)
    const person = { organisationId, passwordHash: await passwordHash() }
    const administrator = await createUser(app.parts.app, { ...person, role: 'Administrator' })
    const page = await app.openAs({ email: administrator.email, password }, '/security')
    await page.getByRole('link', { name: 'Mail domains of your organisation' }).click()
    await page.getByText('Your organisation has no mail domain yet.').waitFor()
    const domain = page.getByRole('textbox', { name: 'Domain', exact: true })
    const add = page.getByRole('button', { name: 'Add', exact: true })
    await domain.fill('quay')
    await add.click()
    await page.getByText('is not a mail domain, such as legal.example').waitFor()
    await domain.fill('quay.example')
    await add.click()
    const value = page.getByRole('textbox', { name: 'Value of the record for quay.example' })
    await value.waitFor()
    expect(
      await page.getByRole('textbox', { name: 'Name of the record for quay.example' }).inputValue(),
    ).toBe('_chancery.quay.example')
    const check = page.getByRole('button', { name: 'Check the record of quay.example' })
    await check.click()
    await page.getByText('There is no TXT record of this name yet.').waitFor()
    await look(page, 'mail-domains-waiting')

    names.texts.set('_chancery.quay.example', [await value.inputValue()])
    await check.click()
    await page.getByText('quay.example is proved').waitFor()
    await value.waitFor({ state: 'detached' })
    await look(page, 'mail-domains-proved')
    await page.getByRole('button', { name: 'Remove quay.example' }).click()
    await page
      .getByRole('dialog', { name: 'Remove quay.example?' })
      .getByRole('button', { name: 'Remove' })
      .click()
    await page.getByText('Your organisation has no mail domain yet.').waitFor()
  })
})
