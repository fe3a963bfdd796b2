// An administrator takes a department live alone: from an organisation in which there is nothing to one whose people,
// types, forms and contracts are there, and in which somebody who left has been handed over.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { importKinds } from '../../../server/operations/process/import-kinds.ts'
import { carryOn } from '../../../server/imports/work/carry-on.ts'
import { docx } from '../../documents/docx.ts'
import { addMailDomain } from '../../../server/identity/sessions/sso/providers.ts'
import { systemActor } from '../../../server/platform/events/change.ts'
import { createOrganisation, createUser } from '../../factories.ts'
import { zipOf } from '../../fixtures/imports.ts'
import { password, passwordHash } from '../../peers/browser.ts'
import { chromiumPath } from '../../peers/chromium.ts'
import { type SamlPeer, startSamlifyProvider } from '../../peers/saml-identity-providers.ts'
import { callerFor } from '../../tokens.ts'
import { serveWebApp, signIn, unfoldSettings } from '../web-app.ts'
import { startJourney } from './journey.ts'
import { contractTable, faults, peopleTable, rows } from './old-tables.ts'
import { type Upload, wordFile } from './documents.ts'

const app = await serveWebApp()
const { parts, origin, open } = app
let saml: SamlPeer
beforeAll(async () => {
  saml = await startSamlifyProvider()
})
afterAll(() => saml.stop())

/** The rows that a problem names: "Rows 18, 59". */
const numbersOf = (text: string): readonly number[] =>
  (/^Rows? (.*)$/m.exec(text.replace(/^.*· /m, ''))?.[1] ?? '').split(', ').map(Number)

async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByLabel(label).selectOption({ label: option })
}

describe.skipIf(!chromiumPath())('journey of an administrator', () => {
  test('an organisation in which there is nothing becomes a department at work', async () => {
    const { id: organisationId } = await createOrganisation(parts.app, { name: 'Quay' })
    // what the operator does, who knows that the domain is theirs
    await addMailDomain(parts.app, systemActor('test'), { organisationId, domain: 'people.example' })
    const admin = await createUser(parts.app, {
      organisationId,
      role: 'Administrator',
      groups: ['MatterAdministrators', 'ContractAdministrators'],
      firstName: 'Morgan',
      lastName: 'Hale',
      passwordHash: await passwordHash(),
    })
    const caller = await callerFor(parts, admin)
    // what the background does by itself in an installation
    const work = async () => {
      const { items } = (await caller.get('/v2/imports')).json<{ items: { id: number; state: string }[] }>()
      for (const { id } of items) await carryOn(parts.app, { organisationId, id }, importKinds)
    }
    const until = (page: Page, text: RegExp | string) =>
      expect
        .poll(async () => {
          await work()
          return page.getByText(text).count()
        })
        .toBeGreaterThan(0)

    async function readTable(page: Page, kind: string, table: Upload): Promise<void> {
      await page.getByRole('link', { name: 'Import', exact: true }).click()
      await choose(page, 'What the rows of your table are', kind)
      await page.locator('input[type=file]').setInputFiles(table)
      await page.getByRole('button', { name: 'Read the table' }).click()
      await page.getByRole('heading', { name: table.name, level: 1 }).waitFor()
    }

    const journey = startJourney('live-department')
    const page = await open()
    await journey.step(page, 'The administrator signs in to an empty organisation', async () => {
      await page.goto(origin)
      await signIn(page, admin.email, password)
      await page.getByRole('heading', { name: /^Welcome/ }).waitFor()
      await unfoldSettings(page)
    })
    await journey.step(page, 'The organisation gets its time zone and what it works with', async () => {
      await page.getByRole('link', { name: 'Organisation', exact: true }).click()
      const general = page.getByRole('region', { name: 'Name and place' })
      await general.getByRole('combobox', { name: 'Time zone' }).fill('Auckland')
      await page.getByRole('option', { name: 'Pacific/Auckland' }).click()
      await general.getByRole('button', { name: 'Save' }).click()
      await general.getByText('Saved.').waitFor()
      const templates = page.getByRole('switch', { name: 'Contracts from templates' })
      if (!(await templates.isChecked())) await templates.click()
    })
    await journey.step(page, 'The identity provider is set up, tested and turned on', async () => {
      await page.getByRole('link', { name: 'Sign-in', exact: true }).click()
      await page.getByRole('link', { name: 'Set up the identity provider' }).click()
      await page.getByRole('button', { name: 'Make a certificate' }).click()
      const metadataUrl = await page.getByLabel('Address of our metadata').first().inputValue()
      // what the administrator of the identity provider does there
      saml.behave({ serviceProvider: await (await fetch(metadataUrl)).text() })
      saml.seat({ nameId: admin.email, email: admin.email })
      await page.getByLabel('Name on the sign-in page').fill('Quay login')
      await page.getByLabel('Metadata', { exact: true }).fill(saml.metadata)
      await page.getByRole('button', { name: 'Save for a test' }).click()
      await page.getByRole('button', { name: 'Test', exact: true }).click()
      await page.getByRole('button', { name: 'Go on' }).click()
      await page.getByText('The test has passed.').waitFor()
      await page.getByRole('button', { name: 'Turn on' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Turn on' }).click()
      await page.getByText('These settings are in use.').waitFor()
    })
    await journey.step(page, 'Twelve people come from a table', async () => {
      await readTable(page, 'People', peopleTable)
      await page.getByRole('button', { name: 'Check', exact: true }).click()
      await until(page, '12 rows, nothing wrong.')
      await page.getByRole('button', { name: 'Import 12 rows' }).click()
      await until(page, '12 made')
    })
    await journey.step(page, 'A contract type is added', async () => {
      await page.getByRole('link', { name: 'Types and forms' }).click()
      const contracts = page.getByRole('region', { name: 'Contract types' })
      await contracts.getByLabel('Add a contract type').fill('Supply')
      await contracts.getByLabel('Group').fill('Commercial')
      await contracts.getByRole('button', { name: 'Add', exact: true }).click()
      await contracts.getByRole('link', { name: 'Supply' }).click()
      await page.getByRole('heading', { name: 'Supply', level: 1 }).waitFor()
    })
    await journey.step(page, 'Its form gets a field of its own', async () => {
      await page.getByText('With a document', { exact: true }).click()
      await page.getByRole('button', { name: 'Add a field…' }).click()
      const library = page.getByRole('dialog', { name: 'Add a field' })
      await library.getByRole('button', { name: 'Make a new field' }).click()
      const making = page.getByRole('dialog', { name: 'Make a new field' })
      await making.getByLabel('Name').fill('Contract value')
      await making.getByLabel('What it takes').selectOption({ label: 'Number' })
      await making.getByRole('button', { name: 'Make and add' }).click()
      await page.getByRole('button', { name: 'Save the form' }).click()
      await page.getByText('The form is saved.').waitFor()
    })
    await journey.step(page, 'It gets a template with placeholders', async () => {
      await page.getByRole('tab', { name: 'Template' }).click()
      await page
        .getByLabel('choose a file', { exact: true })
        .setInputFiles(
          wordFile('supply.docx', docx(['Supply of goods by {organisationName}', 'for {contract value}'])),
        )
      await page.getByRole('button', { name: 'Add “Contract value” to the form' }).click()
      await page.getByText('answers “Contract value”').waitFor()
      await page.getByRole('button', { name: 'Use this document' }).click()
      await page.getByText('The document is the template now.').waitFor()
    })
    await journey.step(page, 'It gets a path of approval, which is tried on an amount', async () => {
      await page.getByRole('tab', { name: 'Approval' }).click()
      await page.getByRole('button', { name: 'Add a step' }).click()
      await page.getByLabel('Name of the step').fill('Director')
      await page.getByRole('combobox', { name: 'Add a person' }).fill('Morgan')
      await page.getByRole('option', { name: /Morgan Hale/ }).click()
      await page.getByLabel('Only for contracts whose').selectOption({ label: 'Contract value' })
      await page.getByLabel('Value').fill('50000')
      await page.getByRole('button', { name: 'Save the path' }).click()
      await page.getByText('The path is saved.').waitFor()
      const trying = page.getByRole('region', { name: 'Who would be asked?' })
      await trying.getByRole('textbox', { name: 'Contract value' }).fill('60000')
      await trying.getByRole('button', { name: 'Show who would be asked' }).click()
      await trying.getByText('asks Morgan Hale').waitFor()
    })
    await journey.step(page, 'A table of 500 contracts and an archive of their files are read', async () => {
      await readTable(page, 'Contracts', contractTable)
      const buffer = await zipOf(
        Object.fromEntries(
          rows.map((_, index) => [
            `signed/${String(index + 1).padStart(4, '0')}.pdf`,
            `%PDF-1.4 ${index + 1}`,
          ]),
        ),
      )
      await page
        .locator('input[type=file]')
        .first()
        .setInputFiles({ name: 'files.zip', mimeType: 'application/zip', buffer })
      await until(page, '500 files')
    })
    const problems = page.getByRole('list', { name: 'What is wrong' })
    await journey.step(page, 'The check finds the ten rows that are wrong', async () => {
      await page.getByRole('button', { name: 'Check', exact: true }).click()
      await until(page, '10 rows of 500 cannot be imported as they are.')
      const named = async () => (await problems.getByRole('listitem').allInnerTexts()).flatMap(numbersOf)
      // the head of the table is its first row
      const wrong = Object.keys(faults).map((number) => Number(number) + 1)
      await expect.poll(async () => [...new Set(await named())].toSorted((a, b) => a - b)).toEqual(wrong)
    })
    await journey.step(page, 'Two of them are mended by saying what is meant', async () => {
      for (const [found, meant] of [
        ['Mutual NDAs', 'Supply'],
        ['Live', 'Executed'],
      ]) {
        await problems.getByLabel(`Read “${found}” as`, { exact: true }).fill(meant ?? '')
        await problems.getByRole('button', { name: `Use this for “${found}”` }).click()
        await problems.getByText(`Will be read as “${meant}”.`).waitFor()
      }
      await page.getByRole('button', { name: 'Check again' }).click()
      await until(page, '8 rows of 500 cannot be imported as they are.')
    })
    await journey.step(page, 'The others are imported', async () => {
      await page.getByRole('button', { name: 'Import 492 rows and leave out 8' }).click()
      await until(page, '492 made, 8 left out')
    })
    await journey.step(page, 'They are in the list of contracts', async () => {
      await page.getByRole('link', { name: 'Contracts', exact: true }).click()
      await page
        .getByRole('button', { name: 'Remove “Status is Draft or Negotiating or Approval or Signing”' })
        .click()
      await page.getByText('492 contracts').waitFor()
    })
    const { items } = (await caller.get(`/v2/contracts?$filter=ExternalId eq 'C-0251'`)).json<{
      items: { id: number; name: string; status: string; executed: { dateUtc: string } }[]
    }>()
    expect(items).toMatchObject([{ name: 'Supply agreement 251', status: 'Executed' }])

    await journey.step(page, 'What somebody had who has left is handed over', async () => {
      // folded away on the list of contracts
      await unfoldSettings(page)
      await page.getByRole('link', { name: 'People', exact: true }).click()
      await page.getByRole('link', { name: 'Olga Prior' }).click()
      const held = page.getByRole('region', { name: 'What they are responsible for' })
      await held.getByRole('checkbox', { name: /^Owner of contracts \(\d+\)$/ }).waitFor()
      const successor = held.getByRole('combobox', { name: 'Hand over to' })
      const morgan = page.getByRole('option', { name: 'Morgan Hale' })
      // a search that the busy server refused is made again by typing again
      const search = async () => {
        if (await morgan.isVisible()) return true
        await successor.fill('')
        await successor.fill('Morgan')
        return false
      }
      await expect.poll(search, { interval: 3_000, timeout: 240_000 }).toBe(true)
      await morgan.click()
      await held.getByRole('textbox', { name: 'Reason' }).fill('I take over their work.')
      await held.getByRole('button', { name: /^Hand over \d+ items…$/ }).click()
      const giving = page.getByRole('dialog', { name: /^Hand over \d+ items to Morgan Hale\?$/ })
      await giving.getByText('Nothing is left that nobody else is responsible for.').waitFor()
      await giving.getByRole('button', { name: /^Hand over \d+ items$/ }).click()
      await held.getByRole('checkbox', { name: /^Owner of contracts/ }).waitFor({ state: 'detached' })
    })
    expect(
      (await caller.get(`/v2/contracts?$filter=Owner/Email eq 'olga@quay.example'`)).json(),
    ).toMatchObject({
      items: [],
    })
    expect(journey.end()).toBeLessThan(60)
  })
})
