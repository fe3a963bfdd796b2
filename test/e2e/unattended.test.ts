// What administrators do about people who go, in a browser: records that nobody can open, invitations, handing over.
import { describe, expect, test } from 'vitest'
import { createOrganisation, createUser } from '../factories.ts'
import { insertMatter } from '../fixtures/matters.ts'
import { chromiumPath } from '../peers/chromium.ts'
import { password, passwordHash } from '../peers/browser.ts'
import { callerFor } from '../tokens.ts'
import { absent } from './absence.ts'
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
    await absent(page.getByText('Old claim'))
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

  test('an administrator repeats the invitation of a firm, hands over what somebody holds, and disables them [P-107] [P-108] [P-131]', async () => {
    const { id: organisationId } = await createOrganisation(parts.app)
    const person = { organisationId, passwordHash: await passwordHash(), lastName: 'Prior' }
    const administrator = await createUser(parts.app, { ...person, role: 'Administrator' })
    const leaving = await createUser(parts.app, { ...person, firstName: 'Olga' })
    const next = await createUser(parts.app, { ...person, firstName: 'Nia' })
    for (const name of ['Old claim', 'New claim']) {
      await insertMatter(parts.app, { owner: leaving, members: [administrator], values: { name } })
    }
    const alone = await insertMatter(parts.app, { owner: leaving, values: { restricted: true } })
    const asAdministrator = await callerFor(parts, administrator)
    await asAdministrator.post('/v2/organizations', {
      name: 'Ashfield LLP',
      administrator: { email: 'hugo@ashfield-people.example', firstName: 'Hugo', lastName: 'Ashfield' },
    })
    const page = await app.openAs({ email: administrator.email, password }, '/people')
    const firms = page.getByRole('region', { name: 'First person of each law firm' })
    await firms.getByText('Sent', { exact: true }).waitFor()
    await firms.getByRole('button', { name: 'Withdraw the invitation of Hugo Ashfield' }).click()
    const asking = page.getByRole('dialog', { name: 'Withdraw the invitation?' })
    await asking.waitFor()
    await look(page, 'people-withdraw')
    await asking.getByRole('button', { name: 'Withdraw' }).click()
    await firms.getByText('Withdrawn', { exact: true }).waitFor()
    await firms.getByRole('button', { name: 'Send the invitation of Hugo Ashfield again' }).click()
    await page.getByText('The invitation was sent to hugo@ashfield-people.example.').waitFor()
    await look(page, 'people')

    await page.getByRole('link', { name: 'Olga Prior' }).click()
    const held = page.getByRole('region', { name: 'What they are responsible for' })
    await held.getByRole('checkbox', { name: 'Owner of matters (3)' }).waitFor()
    expect(await held.getByRole('button', { name: 'Hand over 3 items…' }).isDisabled()).toBe(true)
    await held.getByRole('button', { name: 'Choose one by one: Owner of matters' }).click()
    await held.getByRole('checkbox', { name: 'New claim' }).uncheck()
    await held.getByRole('checkbox', { name: `Matter ${alone}, which you cannot see` }).uncheck()
    await held.getByRole('combobox', { name: 'Hand over to' }).fill('Nia')
    await page.getByRole('option', { name: 'Nia Prior' }).click()
    await look(page, 'person')
    await held.getByRole('button', { name: 'Hand over 1 item…' }).click()
    const giving = page.getByRole('dialog', { name: 'Hand over 1 item to Nia Prior?' })
    const row = giving.getByRole('row', { name: /^Owner of matters/ })
    await row.waitFor()
    expect(await row.getByRole('cell').allTextContents()).toEqual(['1', '2', '2'])
    await giving.getByText('Nobody else can open 1 record').waitFor()
    await look(page, 'person-handover')
    await giving.getByRole('button', { name: 'Hand over 1 item' }).click()
    await page.getByText('1 item was handed over to Nia Prior.').waitFor()
    await held.getByRole('checkbox', { name: 'Owner of matters (2)' }).waitFor()
    const [owned] = (await (await callerFor(parts, next)).get('/v2/matters')).json<{ items: object[] }>()
      .items
    expect(owned).toMatchObject({ name: 'Old claim', owner: { id: next.id } })

    await page.getByRole('button', { name: 'Disable' }).click()
    const disabling = page.getByRole('dialog', { name: 'Disable Olga Prior?' })
    await disabling.getByText('They are still responsible for 2 items').waitFor()
    await disabling.getByText('2 items would be left without anyone').waitFor()
    await disabling.getByText('Nobody else can open 1 record').waitFor()
    await look(page, 'person-disable')
    // not before it is said who gets what nobody else can open
    await disabling.getByRole('button', { name: 'Disable' }).click()
    await disabling.getByText('Choose who gets what no one else can open.').waitFor()
    await disabling.getByRole('combobox', { name: 'Who gets what no one else can open' }).fill('Nia')
    await page.getByRole('option', { name: 'Nia Prior' }).click()
    await disabling.getByRole('button', { name: 'Disable' }).click()
    await page.getByText('Olga Prior is disabled.').waitFor()
    await page.getByText('1 item is left without anyone').waitFor()
    await look(page, 'person-disabled')
    await page.getByRole('button', { name: 'Enable' }).waitFor()
  })
})
