// How an administrator gives contract types a template and a path of approval, in a browser.
import { describe, expect, test } from 'vitest'
import { createUser } from '../factories.ts'
import { createAdministrator } from '../fixtures/administrators.ts'
import { insertContract } from '../fixtures/contracts.ts'
import { password } from '../peers/browser.ts'
import { chromiumPath } from '../peers/chromium.ts'
import { docx } from '../documents/docx.ts'
import { look } from './look.ts'
import { serveWebApp } from './web-app.ts'

const app = await serveWebApp()
const { parts } = app

const administrator = () => createAdministrator(parts)

describe.skipIf(!chromiumPath())('types of contracts', () => {
  test('have a template, whose placeholders are read before it is used, and tried [T-6]', async () => {
    const { admin, caller } = await administrator()
    await caller.patch('/v2/features/CONTRACT_WIZARD', { enabled: true })
    const lease = { name: 'Lease', category: 'Commercial', parent: { name: 'Property' } }
    const type = (await caller.post('/v2/contractTypes', lease)).headers.location ?? ''
    for (const name of ['Tenant', 'Governing law'])
      await caller.post('/v2/fields', { name, fieldType: 'ShortText' })
    await caller.put(`${type}/forms/wizard`, { parts: [{ field: 'tenant', required: true }] })
    const typeId = type.split('/').at(-1)
    const place = `/administration/contract-types/${typeId}?tab=template`
    const page = await app.openAs({ email: admin.email, password }, place)
    await page.getByText('This type has no template').waitFor()
    await page.getByRole('button', { name: 'Copy {Tenant}' }).waitFor()
    await page.getByRole('row', { name: /Sites.* once for each choice/ }).waitFor()
    await look(page, 'template-before-the-first')
    const drop = (...paragraphs: string[]) =>
      page.getByLabel('choose a file', { exact: true }).setInputFiles({
        name: 'lease.docx',
        mimeType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
        buffer: docx(paragraphs),
      })
    await drop('Lease of {Tenannt}', 'under {governing law}', 'by {organisationName}')
    await page.getByText('2 placeholders refer to nothing').waitFor()
    await page.getByText('“Tenant” was probably meant. Write {Tenant} in the document').waitFor()
    await page.getByText('“Governing law” is not on the form').waitFor()
    expect(await page.getByRole('button', { name: 'Use this document' }).isDisabled()).toBe(true)
    await look(page, 'template-placeholders')
    await page.getByRole('button', { name: 'Add “Governing law” to the form' }).click()
    await page.getByText('1 placeholder refers to nothing').waitFor()
    await drop('Lease of {tenant}', 'under {governing law}', 'by {organisationName}', 'at [Fill in place]')
    await page.getByText('[Fill in place]').waitFor()
    await page.getByText('answers “Tenant”').waitFor()
    await page.getByRole('button', { name: 'Use this document' }).click()
    await page.getByText('The document is the template now.').waitFor()

    const preview = page.getByRole('region', { name: 'Draft document', exact: true })
    await page.getByRole('textbox', { name: 'Tenant' }).fill('Zephyr Ltd')
    await preview.getByText('Lease of Zephyr Ltd').waitFor()
    await preview.getByText('under [Governing law]').waitFor()
    await look(page, 'template')
    await page.getByRole('button', { name: 'Remove the template…' }).click()
    const asking = page.getByRole('dialog', { name: 'Remove the template?' })
    await asking.getByRole('button', { name: 'Remove', exact: true }).click()
    await page.getByText('This type has no template').waitFor()
  })

  test('have a path of approval, which is drawn, saved and tried on an amount [T-7, C-533]', async () => {
    const { admin, caller } = await administrator()
    const organisationId = admin.organisationId
    for (const lastName of ['Finn', 'Dahl'])
      await createUser(parts.app, { organisationId, firstName: 'Kim', lastName })
    const lease = { name: 'Lease', category: 'Commercial', parent: { name: 'Property' } }
    const type = (await caller.post('/v2/contractTypes', lease)).headers.location ?? ''
    await caller.post('/v2/fields', { id: 'rent', name: 'Rent', fieldType: 'Currency' })
    await caller.put(`${type}/forms/details`, { parts: [{ field: 'rent' }] })
    const place = `/administration/contract-types/${type.split('/').at(-1)}?tab=approval`
    const page = await app.openAs({ email: admin.email, password }, place)
    await page.getByText('No rule asks for approval.').waitFor()
    const addStep = async (name: string, person: string) => {
      await page.getByRole('button', { name: 'Add a step' }).click()
      await page.getByLabel('Name of the step').fill(name)
      await page.getByRole('combobox', { name: 'Add a person' }).fill(person)
      await page.getByRole('option', { name: new RegExp(person) }).click()
      await page.getByText(`Kim ${person}`).first().waitFor()
    }
    await page.getByLabel('One after another').check()
    await addStep('Finance', 'Finn')
    await addStep('Director', 'Dahl')
    await page.getByLabel('Only for contracts whose').selectOption({ label: 'Rent' })
    const value = page.getByLabel('Value')
    await value.fill('50k')
    await value.press('Tab')
    await page.getByText('Write it in full: 50,000.').waitFor()
    await page.getByRole('button', { name: 'Save the path' }).click()
    await page.getByText('An amount or a number cannot be read.').waitFor()
    await value.fill('50 000,00')
    await page.getByLabel('Working days to decide').fill('3')
    await page.getByRole('combobox', { name: 'Afterwards, also ask' }).fill('Finn')
    await page.getByRole('option', { name: /Finn/ }).click()
    await page.getByText('within 3 working days, then Kim Finn').waitFor()
    await look(page, 'approval-path')
    await page.getByRole('button', { name: 'Save the path' }).click()
    await page.getByText('The path is saved.').waitFor()
    expect((await caller.get(`${type}/approvalRules`)).json()).toMatchObject({
      inOrder: true,
      rules: [
        { name: 'Finance', deadline: null, when: null },
        {
          name: 'Director',
          deadline: { workingDays: 3, escalateTo: { lastName: 'Finn' } },
          when: { field: 'rent', operator: 'ge', value: '50000' },
        },
      ],
    })

    const trying = page.getByRole('region', { name: 'Who would be asked?' })
    const amount = trying.getByRole('textbox', { name: 'Rent' })
    await amount.fill('60000')
    await trying.getByRole('button', { name: 'Show who would be asked' }).click()
    await trying.getByText('asks Kim Dahl').waitFor()
    await amount.fill('40000')
    await trying.getByRole('button', { name: 'Show who would be asked' }).click()
    await trying.getByText('does not apply').waitFor()
    await trying.getByText('asks Kim Finn').waitFor()
    await look(page, 'approval-tried')
  })

  test('ask once before a final state: what it means, and the fields that it needs', async () => {
    const { admin, caller } = await administrator()
    const services = { name: 'Services', category: 'Commercial', parent: { name: 'Sales' } }
    const type = (await caller.post('/v2/contractTypes', services)).headers.location ?? ''
    await caller.post('/v2/fields', { id: 'outcome', name: 'Outcome', fieldType: 'ShortText' })
    const parts = [{ field: 'outcome', requiredBefore: 'Executed' }]
    expect((await caller.put(`${type}/forms/details`, { parts })).statusCode).toBe(204)
    const templateId = Number(type.split('/').at(-1))
    const id = await insertContract(app.parts.app, { owner: admin, templateId })
    expect((await caller.post(`/v2/contracts/${id}/currentForm`, {})).statusCode).toBe(204)
    const page = await app.openAs({ email: admin.email, password }, `/contracts/${id}`)
    await page.getByRole('button', { name: 'Move to Executed' }).click()
    const asking = page.getByRole('dialog', { name: 'Move to Executed?' })
    await asking.getByText('This records that every party has signed.').waitFor()
    await asking.getByLabel('Outcome').fill('Renewed')
    await look(page, 'needed-before-executed')
    await asking.getByRole('button', { name: 'Move to Executed' }).click()
    await asking.waitFor({ state: 'detached' })
    expect((await caller.get(`/v2/contracts/${id}`)).json()).toMatchObject({
      status: 'Executed',
      fields: { outcome: 'Renewed' },
    })
  })
})
