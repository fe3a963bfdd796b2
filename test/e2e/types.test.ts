// How an administrator keeps types and designs forms, in a browser.
import { describe, expect, test } from 'vitest'
import { createAdministrator } from '../fixtures/administrators.ts'
import { password } from '../peers/browser.ts'
import { chromiumPath } from '../peers/chromium.ts'
import { absent, gone } from './absence.ts'
import { look } from './look.ts'
import { serveWebApp } from './web-app.ts'

const app = await serveWebApp()

const administrator = () => createAdministrator(app.parts)

describe.skipIf(!chromiumPath())('types', () => {
  test('are added, put in order, turned off and on, and deleted [T-3] [T-4] [T-5]', async () => {
    const { admin, caller } = await administrator()
    const page = await app.openAs({ email: admin.email, password }, '/administration/types')
    await page.getByText('There are none yet. A matter needs one.').waitFor()
    const matters = page.getByRole('region', { name: 'Matter types' })
    for (const name of ['Advice', 'Disputes']) {
      await matters.getByLabel('Add a matter type').fill(name)
      await matters.getByRole('button', { name: 'Add', exact: true }).click()
      await matters.getByRole('link', { name }).waitFor()
    }
    await matters.getByRole('button', { name: 'Move Disputes up' }).click()
    await expect
      .poll(() => matters.getByRole('link', { name: /Advice|Disputes/ }).allTextContents())
      .toEqual(['Disputes', 'Advice'])

    const contracts = page.getByRole('region', { name: 'Contract types' })
    await contracts.getByLabel('Add a contract type').fill('Lease')
    await contracts.getByLabel('Group').fill('Property')
    await contracts.getByRole('button', { name: 'Add', exact: true }).click()
    await contracts.getByRole('link', { name: 'Lease' }).waitFor()

    await contracts.getByRole('button', { name: 'Turn off Lease' }).click()
    await contracts.getByText('Off', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await contracts.getByRole('button', { name: 'Turn off Lease' }).click()
    await contracts.getByText('Off', { exact: true }).waitFor()
    await look(page, 'types')
    await contracts.getByRole('button', { name: 'Turn on Lease' }).click()
    await contracts.getByRole('button', { name: 'Turn off Lease' }).waitFor()
    await contracts.getByRole('button', { name: 'Delete Lease' }).click()
    const asking = page.getByRole('dialog', { name: 'Delete Lease?' })
    await asking.getByRole('button', { name: 'Delete' }).click()
    await contracts.getByText('There are none yet. A contract needs one.').waitFor()

    await matters.getByRole('link', { name: 'Advice' }).click()
    await page.getByRole('heading', { name: 'Advice', level: 1 }).waitFor()
    await page.getByRole('tab', { name: 'General' }).click()
    await page.getByLabel('What it is for').fill('Questions of all kinds')
    await page.getByLabel('New ones are urgent').check()
    await look(page, 'matter-type-general')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Questions of all kinds').first().waitFor()
    const { items } = (await caller.get('/v2/matterTypes?$orderby=Name')).json<{
      items: { id: number; name: string }[]
    }>()
    const advice = items.find(({ name }) => name === 'Advice')?.id
    expect((await caller.get(`/v2/matterTypes/${advice}`)).json()).toMatchObject({
      description: 'Questions of all kinds',
      defaults: { urgent: true },
    })
  })

  test('have forms, which are designed, tried, undone, saved, and taken back [T-1] [T-2]', async () => {
    const { admin, caller } = await administrator()
    const made = await caller.post('/v2/matterTypes', { name: 'Advice' })
    const path = made.headers.location ?? ''
    await caller.post('/v2/fields', { id: 'court', name: 'Court', fieldType: 'ShortText' })
    const typeId = path.split('/').at(-1)
    const page = await app.openAs({ email: admin.email, password }, `/administration/matter-types/${typeId}`)
    await page.getByText('There is nothing on this form yet.').waitFor()

    await page.getByRole('button', { name: 'Add a field…' }).click()
    const library = page.getByRole('dialog', { name: 'Add a field' })
    await library.getByRole('searchbox').fill('cou')
    await look(page, 'field-library')
    await library.getByRole('button', { name: 'Court' }).click()
    const list = page.getByRole('list', { name: 'Parts of the form' })
    await list.getByText('Court').waitFor()

    await page.getByRole('button', { name: 'Add a field…' }).click()
    await library.getByRole('button', { name: 'Make a new field' }).click()
    const making = page.getByRole('dialog', { name: 'Make a new field' })
    await making.getByLabel('Name').fill('Kind of dispute')
    await making.getByLabel('What it takes').selectOption({ label: 'One choice of a list' })
    await making.getByLabel('Choices, one on each line').fill('Debt\nTenancy')
    await look(page, 'new-field')
    await making.getByRole('button', { name: 'Make and add' }).click()
    await list.getByText('Kind of dispute', { exact: true }).waitFor()

    // a section below them, into which the first field is moved by keyboard
    await page.getByRole('button', { name: 'Add a section' }).click()
    await page.getByRole('button', { name: 'Settings of New section' }).click()
    await page.getByLabel('Title of the section').fill('Where')
    await page.getByRole('button', { name: 'Settings of Where' }).click()
    for (let step = 0; step < 2; step += 1) {
      await page.getByRole('button', { name: 'Move Court down' }).focus()
      await page.keyboard.press('Enter')
    }
    await page.getByRole('list', { name: 'Where' }).getByText('Court').waitFor()
    await page.getByRole('button', { name: 'Settings of Court' }).click()
    await page.getByLabel('Name on this form').fill('Which court')
    await page.getByLabel('Required', { exact: true }).check()
    // asked only of one kind of dispute
    await page.getByLabel('Help on this form').fill('The name of the court')
    await page.getByLabel('Show it').last().selectOption({ label: 'Depending on “Kind of dispute”' })
    await page.getByLabel('When the answer').selectOption({ label: 'is' })
    await page.getByLabel('Answer', { exact: true }).selectOption({ label: 'Tenancy' })
    await look(page, 'form-designer')

    // tried as the person who fills it in
    const preview = page.getByRole('region', { name: 'Preview' })
    await absent(preview.getByRole('textbox', { name: 'Which court' }))
    await preview.getByRole('combobox', { name: 'Kind of dispute' }).click()
    await page.getByRole('listbox').getByRole('option', { name: 'Tenancy' }).click()
    await preview.getByText('The name of the court').waitFor()
    await preview.getByRole('button', { name: 'Check the answers' }).click()
    await preview.getByRole('alert').getByText('Which court').waitFor()
    await preview.getByRole('textbox', { name: 'Which court' }).fill('High Court')
    await preview.getByText('With these answers, the form can be sent.').waitFor()
    await preview.getByText('Counsel', { exact: true }).click()
    await preview.getByRole('button', { name: /Which court: High Court/ }).waitFor()
    await preview.getByText('Law firm', { exact: true }).click()
    await gone(preview.getByRole('button', { name: /Which court/ }))

    // taken back and done again
    await page.getByRole('button', { name: 'Remove Kind of dispute from the form' }).click()
    await gone(list.getByText('Kind of dispute', { exact: true }))
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await list.getByText('Kind of dispute', { exact: true }).waitFor()
    // what is not saved is there again
    await page.reload()
    await list.getByText('Which court').waitFor()
    await page.getByRole('button', { name: 'Save the form' }).click()
    await page.getByText('The form is saved.').waitFor()
    const form = (await caller.get(`${path}/forms/create`)).json<{ parts: object[] }>()
    const when = { field: 'kindOfDispute', operator: 'eq', value: 'Tenancy' }
    const court = { field: { id: 'court' }, label: 'Which court', required: true, when }
    expect(form.parts).toMatchObject([
      { field: { name: 'Kind of dispute', options: [{ label: 'Debt' }, { label: 'Tenancy' }] } },
      {
        group: { title: 'Where' },
        parts: [{ field: { id: 'court' }, label: 'Which court', required: true }],
      },
    ])

    // somebody else saves it meanwhile
    await page.getByRole('button', { name: 'Remove Which court from the form' }).click()
    await caller.put(`${path}/forms/create`, { parts: [{ field: 'court' }] })
    await page.getByRole('button', { name: 'Save the form' }).click()
    await page.getByText('It has been changed since you read it.').waitFor()
    await page.reload()
    await page.getByText('Somebody else has saved this form').waitFor()
    await page.getByRole('button', { name: 'Discard changes' }).click()
    await gone(list.getByText('Kind of dispute', { exact: true }))

    // the first version is the form again
    await page.getByText('Version 2').waitFor()
    await page.getByRole('button', { name: 'Design from version 1' }).click()
    await list.getByText('Kind of dispute', { exact: true }).waitFor()
    await look(page, 'form-versions')
    await page.getByRole('button', { name: 'Save the form' }).click()
    await page.getByText('Version 3').waitFor()
    const again = (await caller.get(`${path}/forms/create`)).json<{ parts: object[] }>()
    expect(again.parts).toMatchObject([
      { field: { name: 'Kind of dispute' } },
      { group: { title: 'Where' }, parts: [court] },
    ])
  })

  test('of requests are offered, with what is promised', async () => {
    const { admin, caller } = await administrator()
    await caller.post('/v2/matterTypes', { name: 'Advice' })
    const page = await app.openAs({ email: admin.email, password }, '/administration/types')
    await page.getByRole('link', { name: 'Add a request type' }).click()
    await page.getByLabel('What it is called').fill('Ask a question')
    await page.getByLabel('Makes a matter of this type').selectOption({ label: 'Advice' })
    await page.getByLabel('Answer promised within').fill('3')
    await look(page, 'request-type')
    await page.getByRole('button', { name: 'Offer it' }).click()
    await page.getByText('People can ask for “Ask a question” now.').waitFor()
    await page.getByText('makes Advice · answer within 3 working days · not used').waitFor()
    await page.getByRole('link', { name: 'Ask a question' }).click()
    await page.getByLabel('Help').fill('Say what it is about.')
    await page.getByLabel('Counted in').selectOption({ label: 'working hours' })
    await page.getByLabel('Answer promised within').fill('4')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved.').waitFor()
    expect((await caller.get('/v2/requestTypes')).json()).toMatchObject({
      items: [{ title: 'Ask a question', help: 'Say what it is about.', answerWithinHours: 4 }],
    })
  })

  test('of matters say what is open to law firms', async () => {
    const { admin, caller } = await administrator()
    const type = (await caller.post('/v2/matterTypes', { name: 'Advice' })).headers.location ?? ''
    await caller.post('/v2/fields', { id: 'court', name: 'Court', fieldType: 'ShortText' })
    await caller.put(`${type}/forms/details`, { parts: [{ field: 'court' }] })
    await caller.post('/v2/taskTemplates', { name: 'First steps', items: [{ name: 'Read' }] })
    const place = `/administration/matter-types/${type.split('/').at(-1)}?tab=firms`
    const page = await app.openAs({ email: admin.email, password }, place)
    await page.getByLabel('The field “Court”').check()
    await page.getByLabel('The reference of their firm').check()
    await look(page, 'firm-rights')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved. It holds from now on.').waitFor()
    expect((await caller.get(`${type}/firmRights`)).json()).toMatchObject({
      mayChange: ['managerReference', 'fields.court'],
      addColleagues: true,
    })
    await page.getByRole('tab', { name: 'Tasks' }).click()
    await page.getByLabel('Add a template').selectOption({ label: 'First steps' })
    await look(page, 'tasks-of-type')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved. Matters get these tasks from now on.').waitFor()
    // the preview shows what is open
    await page.getByRole('tab', { name: 'Forms' }).click()
    await page.getByText('On the matter', { exact: true }).click()
    const preview = page.getByRole('region', { name: 'Preview' })
    await preview.getByText('Law firm', { exact: true }).click()
    await preview.getByRole('button', { name: /Court/ }).waitFor()
  })

  test('bring what keeps an older form to the current one, after saying what changes [T-21] [T-22]', async () => {
    const { admin, caller } = await administrator()
    const made = await caller.post('/v2/matterTypes', { name: 'Disputes' })
    const path = made.headers.location ?? ''
    const id = Number(path.split('/').at(-1))
    await caller.post('/v2/fields', { id: 'court', name: 'Court', fieldType: 'ShortText' })
    await caller.post('/v2/fields', { id: 'judge', name: 'Judge', fieldType: 'ShortText' })
    await caller.put(`${path}/forms/details`, { parts: [{ field: 'court' }] })
    const claims: string[] = []
    for (const name of ['Claim', 'Appeal', 'Review']) {
      const fields = { court: 'High Court' }
      claims.push((await caller.post('/v2/matters', { type: { id }, name, fields })).headers.location ?? '')
    }
    await caller.put(`${path}/forms/details`, { parts: [{ field: 'judge', required: true }] })

    const page = await app.openAs({ email: admin.email, password }, claims[0]?.replace('/v2', '') ?? '')
    await page.getByText('This matter keeps an older version of its form.').waitFor()
    await page.getByText('High Court').waitFor()
    await look(page, 'record-with-older-form')
    await page.getByRole('button', { name: 'Bring to the current form…' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Bring to the current form' }).click()
    await page.getByText('Judge').first().waitFor()
    await page.getByText('This matter keeps an older version of its form.').waitFor({ state: 'detached' })

    await page.goto(`${new URL(page.url()).origin}/#/administration/matter-types/${id}`)
    await page.getByText('2 matters of this type keep an older version').waitFor()
    await page.getByRole('button', { name: 'Bring to the current form…' }).click()
    const asking = page.getByRole('dialog', { name: 'Bring 2 matters to the current form?' })
    await asking.getByText('Judge: 2 matters').waitFor()
    await asking.getByText('Court: 2 matters').waitFor()
    await look(page, 'older-forms')
    await asking.getByRole('button', { name: 'Bring to the current form' }).click()
    await page.getByText('2 matters of this type keep an older version').waitFor({ state: 'detached' })
    expect((await caller.get(`${path}/olderForms`)).json()).toMatchObject({ records: 0 })
  })

  test('require a field before a status, and records are asked for it when they move [T-30] [T-31]', async () => {
    const { admin, caller } = await administrator()
    const made = await caller.post('/v2/matterTypes', { name: 'Disputes' })
    const path = made.headers.location ?? ''
    const id = Number(path.split('/').at(-1))
    await caller.post('/v2/fields', { id: 'outcome', name: 'Outcome', fieldType: 'ShortText' })
    await caller.put(`${path}/forms/details`, { parts: [{ field: 'outcome' }] })

    const address = `/administration/matter-types/${id}`
    const page = await app.openAs({ email: admin.email, password }, address)
    await page.getByText('On the matter', { exact: true }).click()
    await page.getByRole('button', { name: 'Settings of Outcome' }).click()
    await page.getByLabel('Required', { exact: true }).selectOption({ label: 'Before Active' })
    await look(page, 'required-before')
    await page.getByRole('button', { name: 'Save the form' }).click()
    await expect
      .poll(async () => (await caller.get(`${path}/forms/details`)).json())
      .toMatchObject({ parts: [{ required: false, requiredBefore: 'Active' }] })

    const manager = { user: { id: admin.id } }
    const matter = await caller.post('/v2/matters', { type: { id }, name: 'Claim', manager })
    const claim = matter.headers.location ?? ''
    await page.goto(`${new URL(page.url()).origin}/#${claim.replace('/v2', '')}`)
    await page.getByRole('button', { name: 'Move to Active' }).click()
    const asking = page.getByRole('dialog', { name: 'Move to Active?' })
    await asking.getByText('The form asks for this before Active.').waitFor()
    await look(page, 'needed-before-active')
    await asking.getByRole('button', { name: 'Move to Active' }).click()
    expect((await caller.get(claim)).json()).toMatchObject({ status: 'Draft' })
    await asking.getByLabel('Outcome').fill('Settled')
    await asking.getByRole('button', { name: 'Move to Active' }).click()
    await asking.waitFor({ state: 'detached' })
    expect((await caller.get(claim)).json()).toMatchObject({
      status: 'Active',
      fields: { outcome: 'Settled' },
    })
  })
})
