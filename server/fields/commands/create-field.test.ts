import { describe, expect, test } from 'vitest'
import { createContractTemplate, createOrganisation } from '../../../test/factories.ts'
import { insertField, insertFieldOn, insertGroupOn, optionIdsOf } from '../../../test/fixtures/fields.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { systemActor } from '../../platform/events/change.ts'
import type { FormKey } from '../form.ts'
import { createFieldOptions } from './create-field-options.ts'
import type { NewField } from './create-field.ts'
import { placeOnForm } from './place-on-form.ts'

const tested = useTestApp()
const operator = systemActor('test')

const rowsOf = (organisationId: number) =>
  tested.app.db
    .selectFrom('fields')
    .where('organisation_id', '=', organisationId)
    .select(['id', 'api_name', 'merge_name', 'defaults'])
    .orderBy('id')
    .execute()

describe('a new field', () => {
  test('is called after its title, and its history begins', async () => {
    const { app } = tested
    const { id: organisationId } = await createOrganisation(app)
    const options = [{ label: 'A' }, { label: 'B', value: 'b2' }]
    const id = await insertField(app, {
      organisationId,
      title: 'Größe (days)',
      type: 'Dropdown',
      options,
      default: 'b2',
    })
    const ids = await optionIdsOf(app, organisationId, id)
    expect(await rowsOf(organisationId)).toEqual([
      expect.objectContaining({ id, merge_name: expect.stringMatching(/Days$/), defaults: [ids['B']] }),
    ])
    const events = await app.db
      .selectFrom('events')
      .where('organisation_id', '=', organisationId)
      .select('name')
      .execute()
    expect(events.map(({ name }) => name).sort()).toEqual(['field.created', 'field.options.added'])
  })

  test('needs a name of its own in the organisation [D-6]', async () => {
    const { app } = tested
    const { id: organisationId } = await createOrganisation(app)
    const draft = { organisationId, title: 'Notice period', type: 'Decimal' } as const
    await insertField(app, draft)
    await expect(insertField(app, { ...draft, title: 'NOTICE period' })).rejects.toMatchObject({
      code: 'conflict',
    })
    await insertField(app, { ...draft, organisationId: (await createOrganisation(app)).id })
    expect(await rowsOf(organisationId)).toHaveLength(1)
  })

  const wrong: Omit<NewField, 'organisationId' | 'title'>[] = [
    { type: 'Slider' },
    { type: 'Slider', rangeStart: 5, rangeEnd: 1 },
    { type: 'Decimal', stepSize: 0 },
    { type: 'ShortText', rangeStart: 1 },
    { type: 'Date', options: [{ label: 'A' }] },
    { type: 'Dropdown', multiple: true },
    { type: 'Dropdown', canAddOptions: true },
    { type: 'Checkbox', entityColumn: 'Restricted' },
    { type: 'Slider', rangeStart: 0, rangeEnd: 10, default: 11 },
    { type: 'Dropdown', options: [{ label: 'A' }], default: 'B' },
    { type: 'List', options: [{ label: 'A' }], default: ['B'] },
    { type: 'Department', default: 99 },
    { type: 'Dropdown', options: [{ label: ' ' }] },
    { type: 'Dropdown', options: [{ label: 'A' }, { label: 'a' }] },
  ]
  test.each(wrong)('cannot be %j, and nothing is left of it', async (draft) => {
    const { app } = tested
    const { id: organisationId } = await createOrganisation(app)
    await expect(insertField(app, { ...draft, organisationId, title: 'Thing' })).rejects.toMatchObject({
      status: expect.toBeOneOf([400, 409]),
    })
    expect(await rowsOf(organisationId)).toEqual([])
  })
})

test('choices are added at the end, all or none', async () => {
  const { app } = tested
  const { id: organisationId } = await createOrganisation(app)
  const fieldId = await insertField(app, {
    organisationId,
    title: 'Law',
    type: 'Lookup',
    options: [{ label: 'French' }],
  })
  const add = (...labels: string[]) =>
    createFieldOptions(
      app,
      operator,
      { organisationId, fieldId },
      labels.map((label) => ({ label })),
    )
  const [swiss] = await add('Swiss', 'Dutch')
  await expect(add('Irish', 'FRENCH')).rejects.toMatchObject({ code: 'conflict' })
  const rows = await app.db
    .selectFrom('field_options')
    .where('organisation_id', '=', organisationId)
    .orderBy('position')
    .select(['id', 'label', 'value', 'position'])
    .execute()
  expect(rows.map(({ label, position }) => [label, position])).toEqual([
    ['French', 1],
    ['Swiss', 2],
    ['Dutch', 3],
  ])
  expect(rows[1]).toMatchObject({ id: swiss, value: String(swiss) })
  const textId = await insertField(app, { organisationId, title: 'Text', type: 'ShortText' })
  await expect(
    createFieldOptions(app, operator, { organisationId, fieldId: textId }, [{ label: 'A' }]),
  ).rejects.toThrow('a field with choices')
})

describe('on a form', () => {
  async function world() {
    const { app } = tested
    const { id: organisationId } = await createOrganisation(app)
    const templateId = await createContractTemplate(app, { organisationId })
    const key: FormKey = { organisationId, form: 'ContractUpload', templateId }
    return { app, organisationId, key }
  }

  test('a field stands once, and groups belong to one form', async () => {
    const { app, organisationId, key } = await world()
    const fieldId = await insertFieldOn(app, key, { title: 'Once', type: 'Date' })
    await expect(placeOnForm(app, operator, key, { fieldId })).rejects.toMatchObject({ code: 'conflict' })
    const details: FormKey = { ...key, form: 'ContractDetails' }
    const group = await insertGroupOn(app, details, 'Dates')
    await placeOnForm(app, operator, details, { fieldId, within: group })
    await expect(insertGroupOn(app, key, 'Inner', group)).rejects.toThrow('a group of the same form')
    const core: FormKey = { organisationId, form: 'ContractCore' }
    await expect(placeOnForm(app, operator, core, { fieldId, within: group })).rejects.toThrow('same form')
  })

  test("another organisation's field, and a contract's owner on a matter's form, are refused", async () => {
    const { app, organisationId, key } = await world()
    const there = await world()
    const foreign = await insertField(app, {
      organisationId: there.organisationId,
      title: 'Foreign',
      type: 'Date',
    })
    await expect(placeOnForm(app, operator, key, { fieldId: foreign })).rejects.toThrow(
      'field of the organisation',
    )
    const owner = await insertField(app, {
      organisationId,
      title: 'Owner',
      type: 'ContractOwner',
      entityColumn: 'OwnerId',
    })
    const matters: FormKey = { organisationId, form: 'MatterCore' }
    await expect(placeOnForm(app, operator, matters, { fieldId: owner })).rejects.toThrow('a form of matters')
  })
})
