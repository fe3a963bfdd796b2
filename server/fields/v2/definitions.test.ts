// v2 of what fields are: made, shown, changed and deleted by administrators.
import { beforeEach, describe, expect, test } from 'vitest'
import { insertContract } from '../../../test/fixtures/contracts.ts'
import { docx } from '../../../test/documents/docx.ts'
import {
  createContractTemplate,
  createOrganisation,
  createUser,
  type TestUser,
} from '../../../test/factories.ts'
import { insertFieldOn } from '../../../test/fixtures/fields.ts'
import { eventsOf } from '../../../test/fixtures/files.ts'
import type { Caller } from '../../../test/http.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { callerFor } from '../../../test/tokens.ts'
import { systemActor } from '../../platform/events/change.ts'
import { createBuiltInFields } from '../commands/create-built-in-fields.ts'
import { fieldTypes } from '../field.ts'
import { setTemplateDocument } from '../../contracts/commands/set-template-document.ts'

const parts = useTestApp()

let organisationId: number
let admin: TestUser
let caller: Caller
beforeEach(async () => {
  organisationId = (await createOrganisation(parts.app)).id
  admin = await createUser(parts.app, { organisationId, role: 'Administrator', firstName: 'Ana' })
  caller = await callerFor(parts, admin)
})

const fields = '/v2/fields'
const shown = async (id: string) => (await caller.get(`${fields}/${id}`)).json<Record<string, unknown>>()

const withChoices = [
  'Dropdown',
  'BillingMethod',
  'BillingIntention',
  'Priority',
  'CheckboxList',
  'RadioGroup',
  'List',
  'Lookup',
]

test.each(fieldTypes)(
  'a field of type %s is made, shown, and can be sent back as it was read [V-220]',
  async (type) => {
    const body = {
      name: ` The ${type} `,
      fieldType: type,
      description: 'What it is about',
      ...(type === 'Slider' ? { range: { start: 0, end: 1, step: 0.1 } } : {}),
      ...(withChoices.includes(type) ? { options: [{ label: 'One' }, { label: 'Two' }] } : {}),
    }
    const made = await caller.post(fields, body)
    expect(made.statusCode, made.body).toBe(201)
    expect(made.json()).toEqual({ id: `the${type.charAt(0)}${type.slice(1).toLowerCase()}` })
    expect(made.headers.location).toBe(`${fields}/${made.json<{ id: string }>().id}`)
    const read = await caller.get(made.headers.location ?? '')
    expect(read.json()).toMatchObject({
      ...made.json<object>(),
      name: `The ${type}`,
      fieldType: type,
      description: 'What it is about',
      required: false,
      range: type === 'Slider' ? { start: 0, end: 1, step: 0.1 } : null,
      builtIn: false,
      usage: { contracts: 0, matters: 0 },
      created: { userName: expect.stringContaining('Ana') },
    })
    const { default: begins, ...rest } = read.json<{ default: unknown }>()
    expect(begins ?? null).toEqual(['CheckboxList', 'List'].includes(type) ? [] : null)
    const before = await eventsOf(parts.app, organisationId)
    const again = await caller.patch(made.headers.location ?? '', rest)
    expect(again.statusCode, again.body).toBe(204)
    expect(await eventsOf(parts.app, organisationId)).toEqual(before)
    if (withChoices.includes(type)) {
      const options = await caller.get(`${made.headers.location}/options`)
      expect(options.json<{ items: { label: string }[] }>().items.map(({ label }) => label)).toEqual([
        'One',
        'Two',
      ])
    }
  },
)

describe('a new field', () => {
  test('has its own name, options with values, and begins with what is given [V-221]', async () => {
    const made = await caller.post(fields, {
      id: 'law_of',
      name: 'Governing law',
      fieldType: 'CheckboxList',
      required: true,
      options: [{ label: 'New Zealand', value: 'nz', properties: { iso: 'NZ' } }, { label: 'Norway' }],
      default: [{ value: 'nz' }],
    })
    expect(made.statusCode, made.body).toBe(201)
    expect(await shown('LAW_OF')).toMatchObject({
      id: 'law_of',
      type: 'MultiOption',
      mergeName: 'law_of',
      required: true,
      default: [{ label: 'New Zealand', value: 'nz' }],
    })
    expect((await caller.get(`${fields}/law_of/options/nz`)).json()).toMatchObject({
      properties: { iso: 'NZ' },
    })
    const list = await caller.post(fields, {
      name: '2026 risks',
      fieldType: 'List',
      options: [{ label: 'High' }],
      default: [{ value: 'High' }],
    })
    expect(list.json()).toEqual({ id: 'field2026Risks' })
    expect(await shown('field2026Risks')).toMatchObject({ default: [{ label: 'High' }] })
  })

  test.each([
    [{ fieldType: 'Date' }, 'name'],
    [{ name: 'x' }, 'fieldType'],
    [{ name: 'x', fieldType: 'Colour' }, 'fieldType'],
    [{ name: '', fieldType: 'Date' }, 'name'],
    [{ name: 'a\u0000b', fieldType: 'Date' }, 'name'],
    [{ id: '5', name: 'x', fieldType: 'Date' }, 'id'],
    [{ id: 'a/b', name: 'x', fieldType: 'Date' }, 'id'],
    [{ name: 'x', fieldType: 'Slider' }, 'range'],
    [{ name: 'x', fieldType: 'Decimal', range: { start: 2, end: 1 } }, 'range.end'],
    [{ name: 'x', fieldType: 'Decimal', range: { step: 0 } }, 'range.step'],
    [{ name: 'x', fieldType: 'Decimal', range: { start: 'a' } }, 'range.start'],
    [{ name: 'x', fieldType: 'Date', range: { start: 1 } }, 'range'],
    [{ name: 'x', fieldType: 'Date', options: [{ label: 'A' }] }, 'options'],
    [{ name: 'x', fieldType: 'Dropdown', options: [{}] }, 'options[0].label'],
    [{ name: 'x', fieldType: 'Dropdown', multiple: true }, 'multiple'],
    [{ name: 'x', fieldType: 'Dropdown', properties: { userCanAddOption: true } }, 'properties'],
    [{ name: 'x', fieldType: 'Text', colour: 'red' }, 'colour'],
    [{ name: 'x', fieldType: 'Date', default: 'soon' }, 'default'],
    [{ name: 'x', fieldType: 'Date', allowExternalUsers: true }, 'allowExternalUsers'],
  ])('%j is refused by name [V-221, V-251]', async (body, name) => {
    const answer = await caller.post(fields, body)
    expect(answer.statusCode, answer.body).toBe(400)
    expect(Object.keys(answer.json<{ errors: object }>().errors)).toEqual([name])
    expect((await caller.get(fields)).json()).toEqual({ items: [] })
  })

  test('of a name that is taken, in any case, is a conflict [V-221]', async () => {
    const body = { name: 'Rent', fieldType: 'Currency' }
    expect((await caller.post(fields, body)).statusCode).toBe(201)
    expect((await caller.post(fields, { ...body, id: 'RENT' })).statusCode).toBe(409)
  })
})

async function used(type: 'Dropdown' | 'Decimal' = 'Decimal') {
  const templateId = await createContractTemplate(parts.app, { organisationId })
  const form = { organisationId, form: 'ContractDetails', templateId } as const
  await insertFieldOn(parts.app, form, { title: 'Rent', type })
  const contractId = await insertContract(parts.app, { owner: admin, templateId })
  const value = async (rent: unknown) => {
    const answer = await caller.patch(`/v2/contracts/${contractId}`, { fields: { rent } })
    expect(answer.statusCode, answer.body).toBe(204)
  }
  return { value, templateId }
}

describe('changing a field', () => {
  test('renames it, sets limits and defaults; values stay', async () => {
    const { value } = await used()
    await value(50)
    const patch = {
      name: 'Rent per month',
      description: null,
      required: true,
      range: { start: 100, end: 200, step: 10 },
      default: 110,
    }
    expect((await caller.patch(`${fields}/rent`, patch)).statusCode).toBe(204)
    expect(await shown('rent')).toMatchObject({ ...patch, id: 'rent', usage: { contracts: 1, matters: 0 } })
    const events = await eventsOf(parts.app, organisationId)
    expect(events.at(-1)?.[0]).toBe('field.updated')
    expect((await caller.patch(`${fields}/rent`, { range: null, default: null })).statusCode).toBe(204)
    expect(await shown('rent')).toMatchObject({ range: null, default: null })
    const wrong = await caller.patch(`${fields}/rent`, { range: { start: 5, end: 1 } })
    expect(wrong.json()).toMatchObject({
      errors: { 'range.end': ['range.end must not be less than the start.'] },
    })
  })

  test('its type is fixed while records have values, and says how many [V-222]', async () => {
    const { value } = await used()
    await value(50)
    const refused = await caller.patch(`${fields}/rent`, { fieldType: 'ShortText' })
    expect([refused.statusCode, refused.json<{ detail: string }>().detail]).toEqual([
      409,
      '1 record has a value of this field: 1 contract. Its type is fixed; make another field instead.',
    ])
    await value(null)
    expect((await caller.patch(`${fields}/rent`, { fieldType: 'ShortText' })).statusCode).toBe(204)
    expect(await shown('rent')).toMatchObject({ fieldType: 'ShortText', type: 'Text' })
    await value('much')
  })

  test('options that do not fit another type have to go first [V-222]', async () => {
    const { value } = await used('Dropdown')
    await caller.post(`${fields}/rent/options`, { label: 'Low' })
    expect((await caller.patch(`${fields}/rent`, { fieldType: 'Date' })).statusCode).toBe(409)
    expect((await caller.patch(`${fields}/rent`, { fieldType: 'List' })).statusCode).toBe(409)
    expect((await caller.patch(`${fields}/rent`, { fieldType: 'RadioGroup' })).statusCode).toBe(204)
    await value({ value: 'Low' })
  })

  test('a built-in field is called otherwise, but stays what it is [V-223]', async () => {
    await createBuiltInFields(parts.app, systemActor('test'), organisationId)
    const priority = `${fields}/priority`
    expect((await caller.patch(priority, { name: 'Urgency', default: { value: 'High' } })).statusCode).toBe(
      204,
    )
    expect(await shown('priority')).toMatchObject({
      name: 'Urgency',
      builtIn: true,
      default: { value: 'High' },
    })
    expect((await caller.patch(priority, { fieldType: 'Dropdown' })).statusCode).toBe(409)
    expect((await caller.delete(priority)).statusCode).toBe(409)
  })
})

describe('deleting a field', () => {
  test('takes it off its forms; one that records have a value of is a conflict with their number [V-224]', async () => {
    const { value, templateId } = await used()
    await value(50)
    const rent = Number((await shown('rent'))['number'])
    const refused = await caller.delete(`${fields}/rent`)
    expect([refused.statusCode, refused.json<{ detail: string }>().detail]).toEqual([
      409,
      expect.stringContaining('1 record has a value of this field: 1 contract'),
    ])
    await value(null)
    expect((await caller.delete(`${fields}/${rent}`)).statusCode).toBe(204)
    expect((await caller.get(`${fields}/rent`)).statusCode).toBe(404)
    expect((await caller.get(`/v2/contractTypes/${templateId}/forms/details`)).json()).toEqual({ parts: [] })
    expect((await eventsOf(parts.app, organisationId)).at(-1)?.[0]).toBe('field.deleted')
    expect((await caller.post(fields, { name: 'Rent', fieldType: 'Date' })).statusCode).toBe(201)
  })

  test('that the document of a wizard speaks of is a conflict [V-225]', async () => {
    const { app } = parts
    const templateId = await createContractTemplate(app, { organisationId, name: 'Lease' })
    const form = { organisationId, form: 'ContractWizard', templateId } as const
    await insertFieldOn(app, form, { title: 'Other party', type: 'ShortText' })
    await insertFieldOn(app, form, { title: 'Unused', type: 'ShortText' })
    const bytes = docx(['With {Other Party}'])
    await setTemplateDocument(app, systemActor('test'), { organisationId, templateId, bytes })
    const refused = await caller.delete(`${fields}/otherParty`)
    expect([refused.statusCode, refused.json<{ detail: string }>().detail]).toEqual([
      409,
      expect.stringContaining('Lease'),
    ])
    expect((await caller.delete(`${fields}/unused`)).statusCode).toBe(204)
  })

  test('while a record takes a value: either the record has it, or the field is gone [V-224]', async () => {
    const { value } = await used()
    await value(null)
    const contracts = (await caller.get('/v2/contracts')).json<{ items: { id: number }[] }>().items
    const [written, deleted] = await Promise.all([
      caller.patch(`/v2/contracts/${contracts[0]?.id}`, { fields: { rent: 5 } }),
      caller.delete(`${fields}/rent`),
    ])
    expect([
      [204, 409],
      [409, 204],
      [400, 204],
    ]).toContainEqual([written.statusCode, deleted.statusCode])
  })
})
