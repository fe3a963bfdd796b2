import { describe, expect, test } from 'vitest'
import { insertContract } from '../../../test/fixtures/contracts.ts'
import { createContractTemplate, createOrganisation, createUser } from '../../../test/factories.ts'
import { insertField, insertFieldOn, optionIdsOf } from '../../../test/fixtures/fields.ts'
import type { Caller } from '../../../test/http.ts'
import { insertMatter } from '../../../test/fixtures/matters.ts'
import { askList, type Row } from '../../../test/lists/lists.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { callerFor } from '../../../test/tokens.ts'
import { fieldTypes } from '../field.ts'

const parts = useTestApp()
const fields = '/field-apis/v1/fields'

const list = (caller: Caller, query: Readonly<Record<string, string | number>> = {}) =>
  askList(caller, fields, query)

async function world() {
  const { app } = parts
  const { id: organisationId } = await createOrganisation(app)
  const user = await createUser(app, { organisationId })
  return { app, organisationId, user, caller: await callerFor(parts, user) }
}

describe('the list of fields', () => {
  test('shows each field with its number, and where it leads [D-1]', async () => {
    const { app, organisationId, caller } = await world()
    const lookup = await insertField(app, {
      organisationId,
      title: 'Client',
      type: 'Lookup',
      multiple: true,
      canAddOptions: true,
      description: 'Who pays',
    })
    const built = await insertField(app, {
      organisationId,
      title: 'Priority',
      type: 'Priority',
      category: 'Lawvu',
      apiName: 'matterPriority',
      options: [{ label: 'High' }],
    })
    const base = app.config.publicUrl
    expect(await list(caller)).toEqual({
      total: 2,
      data: [
        {
          id: lookup,
          title: 'Client',
          description: 'Who pays',
          category: 'Custom',
          lawvuType: 25,
          webMergeFieldName: 'client',
          contractCount: 0,
          matterCount: 0,
          _links: [
            { name: 'self', uri: `${base}${fields}/${lookup}`, methods: ['GET'] },
            {
              name: 'choices',
              uri: `${base}/field-apis/v1/lookupFields/${lookup}/choices`,
              methods: ['GET'],
            },
            {
              name: 'addChoice',
              uri: `${base}/field-apis/v1/lookupFields/${lookup}/choices`,
              methods: ['POST'],
            },
          ],
        },
        expect.objectContaining({
          id: built,
          category: 'Lawvu',
          description: null,
          lawvuType: 14,
          webMergeFieldName: 'matterPriority',
        }),
      ],
    })
  })

  test('is searched, filtered, sorted and paged [D-1]', async () => {
    const { app, organisationId, caller } = await world()
    const make = (title: string, more: Partial<Parameters<typeof insertField>[1]> = {}) =>
      insertField(app, { organisationId, title, type: 'ShortText', ...more })
    await make('Zeta')
    await make('alpha', { type: 'Checkbox', description: 'A 100% check' })
    await make('Beta', { category: 'Lawvu' })
    const titles = async (query: Record<string, string | number>) => {
      const { data, total } = await list(caller, query)
      return [data.map(({ title }) => title), total]
    }
    expect(await titles({})).toEqual([['alpha', 'Beta', 'Zeta'], 3])
    expect(await titles({ take: 1, skip: 1 })).toEqual([['Beta'], 3])
    expect(await titles({ search: 'ET' })).toEqual([['Beta', 'Zeta'], 2])
    expect(await titles({ search: '100% c' })).toEqual([['alpha'], 1])
    expect(await titles({ search: '%' })).toEqual([['alpha'], 1])
    expect(await titles({ fieldCategory: 'Lawvu' })).toEqual([['Beta'], 1])
    expect(await titles({ 'sorting.field': 'lawvuType', 'sorting.direction': 'desc' })).toEqual([
      ['alpha', 'Beta', 'Zeta'],
      3,
    ])
    const filter = (field: string, operator: string, value: string) =>
      titles({ 'filtering.field': field, 'filtering.operator': operator, 'filtering.value': value })
    expect(await filter('lawvuType', 'eq', '7')).toEqual([['alpha'], 1])
    expect(await filter('category', 'eq', 'custom')).toEqual([['alpha', 'Zeta'], 2])
    expect(await filter('description', 'isnull', 'true')).toEqual([['Beta', 'Zeta'], 2])
    for (const wrong of ['fieldCategory=Other', 'take=0', 'take=1001', 'sorting.field=secret', 'skip=-1'])
      expect((await caller.get(`${fields}?${wrong}`)).statusCode).toBe(400)
  })

  test('counts the records that have a value, whatever its kind [D-2]', async () => {
    const { app, organisationId, user, caller } = await world()
    const templateId = await createContractTemplate(app, { organisationId })
    const form = { organisationId, form: 'ContractDetails', templateId } as const
    const text = await insertFieldOn(app, form, { title: 'Text', type: 'ShortText' })
    const marks = await insertFieldOn(app, form, {
      title: 'Marks',
      type: 'CheckboxList',
      options: [{ label: 'A' }, { label: 'B' }],
    })
    await insertField(app, { organisationId, title: 'Shown', type: 'Restricted', entityColumn: 'Restricted' })
    await insertMatter(app, { owner: user })
    for (const body of [
      { [`field_${text}`]: 'x', [`field_${marks}`]: ['A', 'B'] },
      { [`field_${text}`]: 'y' },
    ]) {
      const id = await insertContract(app, { owner: user, templateId })
      expect((await caller.patch(`/contract-apis/v1/contracts/${id}/fields`, body)).statusCode).toBe(200)
    }
    const { data } = await list(caller, { 'sorting.field': 'contractCount', 'sorting.direction': 'desc' })
    expect(data.map(({ title, contractCount, matterCount }) => [title, contractCount, matterCount])).toEqual([
      ['Shown', 2, 1],
      ['Text', 2, 0],
      ['Marks', 1, 0],
    ])
    expect((await caller.get(`${fields}/${marks}`)).json()).toMatchObject({
      contractCount: 1,
      matterCount: 0,
    })
  })
})

describe('one field', () => {
  test('is shown with its choices, its limits and what new records begin with [D-3]', async () => {
    const { app, organisationId, caller } = await world()
    const options = [{ label: 'Each month', value: 'Monthly' }, { label: 'Once' }]
    const dropdown = await insertField(app, {
      organisationId,
      title: 'Paid',
      type: 'Dropdown',
      description: 'How',
      options,
      default: 'Once',
    })
    const ids = await optionIdsOf(app, organisationId, dropdown)
    expect((await caller.get(`${fields}/${dropdown}`)).json()).toEqual({
      id: dropdown,
      organisationId,
      isAlwaysRequired: false,
      entityColumnName: null,
      name: 'Paid',
      description: 'How',
      category: 'Custom',
      lawvuType: 'Dropdown',
      webMergeFieldName: 'paid',
      contractCount: 0,
      matterCount: 0,
      parameters: {
        options: [
          { Value: 'Monthly', id: ids['Each month'], label: 'Each month' },
          { Value: 'Once', id: ids['Once'], label: 'Once' },
        ],
        default: 'Once',
        rangeStart: null,
        rangeEnd: null,
        stepSize: null,
        allowExternalUsers: null,
        canAddOptions: null,
      },
    })
    const slider = await insertField(app, {
      organisationId,
      title: 'Share',
      type: 'Slider',
      rangeStart: 0,
      rangeEnd: 1,
      stepSize: 0.1,
      default: 0.3,
    })
    const owner = await insertField(app, {
      organisationId,
      title: 'Owner',
      type: 'ContractOwner',
      category: 'Lawvu',
      entityColumn: 'OwnerId',
      alwaysRequired: true,
    })
    const people = await insertField(app, {
      organisationId,
      title: 'Adviser',
      type: 'User',
      allowExternalUsers: true,
    })
    const parameters = async (id: number) => (await caller.get(`${fields}/${id}`)).json<Row>()['parameters']
    expect(await parameters(slider)).toMatchObject({
      options: null,
      default: 0.3,
      rangeStart: 0,
      rangeEnd: 1,
      stepSize: 0.1,
    })
    expect(await parameters(people)).toMatchObject({ allowExternalUsers: true, default: null })
    expect((await caller.get(`${fields}/${owner}`)).json()).toMatchObject({
      organisationId: null,
      entityColumnName: 'OwnerId',
      isAlwaysRequired: true,
    })
  })

  test.each(fieldTypes)('of type %s is shown by its name [D-4]', async (type) => {
    const { app, organisationId, caller } = await world()
    const range = type === 'Slider' ? { rangeStart: 0, rangeEnd: 1 } : {}
    const id = await insertField(app, { organisationId, title: type, type, ...range })
    expect((await caller.get(`${fields}/${id}`)).json()).toMatchObject({ lawvuType: type })
    const { data } = await list(caller)
    expect(data[0]?.['lawvuType']).toBe(fieldTypes.indexOf(type) + 2)
  })

  test("of another organisation is seen by those who are on a record that has it, without the organisation's numbers [D-5]", async () => {
    const { app, organisationId, user } = await world()
    const firm = await createOrganisation(app, { type: 'ServiceProvider' })
    const lawyer = await createUser(app, { organisationId: firm.id, role: 'MatterManager' })
    const templateId = await createContractTemplate(app, { organisationId })
    const other = await createContractTemplate(app, { organisationId })
    const on = (id: number) => ({ organisationId, form: 'ContractDetails', templateId: id }) as const
    const seen = await insertFieldOn(app, on(templateId), {
      title: 'Seen',
      type: 'Lookup',
      canAddOptions: true,
    })
    const unseen = await insertFieldOn(app, on(other), { title: 'Unseen', type: 'Lookup' })
    await insertContract(app, { owner: user, templateId: other })
    const lawyers = await callerFor(parts, lawyer)
    expect((await lawyers.get(`${fields}/${seen}`)).statusCode).toBe(404)
    await insertContract(app, { owner: user, templateId, members: [lawyer] })
    const again = await callerFor(parts, lawyer)
    expect((await again.get(`${fields}/${seen}`)).json()).toMatchObject({ name: 'Seen', contractCount: 0 })
    expect((await again.get(`/field-apis/v1/lookupFields/${seen}/choices/single`)).statusCode).toBe(200)
    expect((await again.get(`${fields}/${unseen}`)).statusCode).toBe(404)
    expect((await list(again)).total).toBe(0)
  })
})
