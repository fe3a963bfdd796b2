import { beforeEach, describe, expect, test } from 'vitest'
import { createUser } from '../../../test/factories.ts'
import { insertFieldOn, insertGroupOn } from '../../../test/fixtures/fields.ts'
import {
  createMatter,
  insertCategory,
  insertMatter,
  type MatterWorld,
  matterWorld,
  mattersPath as matters,
  topicsOf,
} from '../../../test/fixtures/matters.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { callerFor } from '../../../test/tokens.ts'
import type { FormKey } from '../../fields/form.ts'

const parts = useTestApp()

let here: MatterWorld
let matterId: number
let details: FormKey
let core: FormKey
let createForm: FormKey
beforeEach(async () => {
  here = await matterWorld(parts)
  const { organisationId, categoryId, owner } = here
  matterId = await insertMatter(parts.app, { owner, categoryId })
  details = { organisationId, form: 'MatterDetails', categoryId }
  core = { organisationId, form: 'MatterCore' }
  createForm = { organisationId, form: 'MatterCreate', categoryId }
})

interface FieldData {
  detailFields: { schema: Record<string, unknown>; model: Record<string, unknown> }
  coreFields: { schema: Record<string, unknown>; model: Record<string, unknown> }
}

async function read(id = matterId): Promise<FieldData> {
  const answer = await here.caller.get(`${matters}/${id}/fields`)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<FieldData>()
}

const patch = (body: object, headers = {}) =>
  here.caller.patch(`${matters}/${matterId}/fields`, body, { headers })

describe('the fields of a matter', () => {
  test('are those of its category and those of all matters [M-41]', async () => {
    const { app } = parts
    const court = await insertFieldOn(app, details, { title: 'Court', type: 'ShortText' })
    const value = await insertFieldOn(app, core, { title: 'Value', type: 'Currency' })
    const other = await insertCategory(app, here.organisationId)
    await insertFieldOn(app, { ...details, categoryId: other } as FormKey, { title: 'Other', type: 'Date' })
    const { detailFields, coreFields } = await read()
    expect(detailFields).toMatchObject({
      schema: { order: [`field_${court}`], required: [] },
      model: { [`field_${court}`]: null },
    })
    expect(coreFields.model).toEqual({ [`field_${value}`]: null })
  })

  test('follow the category [M-41]', async () => {
    const { app } = parts
    const court = await insertFieldOn(app, details, { title: 'Court', type: 'ShortText' })
    await patch({ [`field_${court}`]: 'High Court' })
    const other = await insertCategory(app, here.organisationId)
    await here.caller.patch(`${matters}/${matterId}`, { CategoryId: other })
    expect((await read()).detailFields.model).toEqual({})
    await here.caller.patch(`${matters}/${matterId}`, { CategoryId: here.categoryId })
    expect((await read()).detailFields.model).toEqual({ [`field_${court}`]: 'High Court' })
  })
})

describe('changing fields', () => {
  test('is one change with one event, to the version that was read when it is named [M-42, M-51]', async () => {
    const { app } = parts
    const group = await insertGroupOn(app, details, 'Court')
    const court = await insertFieldOn(app, details, { title: 'Court', type: 'ShortText', within: group })
    const value = await insertFieldOn(app, core, { title: 'Value', type: 'Currency' })
    const body = [
      { op: 'test', path: `/field_${value}`, value: null },
      { op: 'add', path: `/group_${group}/field_${court}`, value: 'High Court' },
      { op: 'replace', path: `field_${value}`, value: 12.5 },
    ]
    const answer = await patch(body, { 'if-match': '"1"' })
    expect([answer.statusCode, answer.body]).toEqual([200, ''])
    const { detailFields, coreFields } = await read()
    expect(detailFields.model).toEqual({ [`group_${group}`]: { [`field_${court}`]: 'High Court' } })
    expect(coreFields.model).toEqual({ [`field_${value}`]: 12.5 })
    expect((await patch({ [`field_${value}`]: 13 }, { 'if-match': '"1"' })).statusCode).toBe(412)
    // what changes nothing is no event
    expect((await patch({ [`field_${value}`]: 12.5 })).statusCode).toBe(200)
    expect(await topicsOf(parts, here.organisationId, matterId)).toEqual(['matter.updated'])
    expect((await here.caller.get(`${matters}/${matterId}`)).headers['etag']).toMatch(/^"2-/)
  })

  test('is all or nothing, and reaches nothing but fields [M-42]', async () => {
    const { app } = parts
    const right = await insertFieldOn(app, details, { title: 'Right', type: 'Decimal' })
    const wrong = await insertFieldOn(app, details, { title: 'Wrong', type: 'Date' })
    const op = 'replace'
    for (const [path, value, status] of [
      [`/field_${wrong}`, 'soon', 400],
      ['/field_999999', 1, 400],
      ['/id', 1, 400],
      ['/Name', 'x', 400],
      ['/__proto__', 1, 400],
    ] as const) {
      const answer = await patch([
        { op, path: `/field_${right}`, value: 1 },
        { op, path, value },
      ])
      expect(answer.statusCode, answer.body).toBe(status)
    }
    expect((await read()).detailFields.model).toEqual({ [`field_${right}`]: null, [`field_${wrong}`]: null })
    expect(await topicsOf(parts, here.organisationId, matterId)).toEqual([])
  })

  test('sets the properties that built-in fields show, by their own rules', async () => {
    const { app } = parts
    const restricted = await insertFieldOn(app, core, {
      title: 'Restricted',
      type: 'Restricted',
      entityColumn: 'Restricted',
    })
    const answer = await patch({ [`field_${restricted}`]: true })
    expect(answer.statusCode, answer.body).toBe(200)
    expect((await here.caller.get(`${matters}/${matterId}`)).json()).toMatchObject({ restricted: true })
    const administrator = await createUser(app, {
      organisationId: here.organisationId,
      groups: ['MatterAdministrators'],
    })
    await patch({ [`field_${restricted}`]: false })
    const theirs = await callerFor(parts, administrator)
    const refused = await theirs.patch(`${matters}/${matterId}/fields`, { [`field_${restricted}`]: true })
    expect(refused.statusCode).toBe(403)
  })
})

describe('creating a matter', () => {
  test('takes the values of its form and of its other forms; the others begin with defaults [M-5]', async () => {
    const { app } = parts
    const group = await insertGroupOn(app, createForm, 'Request')
    const why = await insertFieldOn(app, createForm, {
      title: 'Why',
      type: 'LongText',
      within: group,
      required: true,
    })
    const court = await insertFieldOn(app, details, { title: 'Court', type: 'ShortText' })
    const years = await insertFieldOn(app, core, { title: 'Years', type: 'Decimal', default: 3 })
    const id = await createMatter(here, {
      fields: { [`group_${group}`]: { [`field_${why}`]: 'Because' }, [`field_${court}`]: 'High Court' },
    })
    const { detailFields, coreFields } = await read(id)
    expect(detailFields.model).toEqual({ [`field_${court}`]: 'High Court' })
    expect(coreFields.model).toEqual({ [`field_${years}`]: 3 })
    expect(await topicsOf(parts, here.organisationId, id)).toEqual(['matter.created'])
  })

  test('without a required value, or with an unknown or wrong one, makes nothing and names it [M-5]', async () => {
    const { app } = parts
    const { caller, categoryId } = here
    const why = await insertFieldOn(app, createForm, { title: 'Why', type: 'LongText', required: true })
    const cost = await insertFieldOn(app, core, { title: 'Cost', type: 'Currency' })
    for (const [fields, ...names] of [
      [undefined, `field_${why}`],
      [{}, `field_${why}`],
      [{ [`field_${why}`]: 7, [`field_${cost}`]: 'much' }, `field_${why}`, `field_${cost}`],
      [{ [`field_${why}`]: 'x', field_999999: 1 }, 'field_999999'],
    ] as const) {
      const answer = await caller.post(matters, { categoryId, fields })
      expect(answer.statusCode, answer.body).toBe(400)
      expect(Object.keys(answer.json<{ errors: object }>().errors).sort()).toEqual([...names].sort())
    }
    expect((await caller.get(matters)).json<{ total: number }>().total).toBe(1)
    await createMatter(here, { fields: { [`field_${why}`]: 'x' } })
  })

  test('sets what built-in fields show, unless it is given as well', async () => {
    const { app } = parts
    const entityColumn = 'Restricted'
    const restricted = await insertFieldOn(app, createForm, { title: 'R', type: 'Restricted', entityColumn })
    const fields = { [`field_${restricted}`]: true }
    const shown = async (id: number) => (await here.caller.get(`${matters}/${id}`)).json<object>()
    expect(await shown(await createMatter(here, { fields }))).toMatchObject({ restricted: true })
    expect(await shown(await createMatter(here, { fields, restricted: false }))).toMatchObject({
      restricted: false,
    })
  })

  test('is described by the create schema of its category [M-2]', async () => {
    const { app } = parts
    const why = await insertFieldOn(app, createForm, { title: 'Why', type: 'LongText', required: true })
    const path = (id: number | string) => `/matter-apis/v1/mattercategories/${id}/createSchema`
    expect((await here.caller.get(path(here.categoryId))).json()).toEqual({
      schema: {
        properties: {
          [`field_${why}`]: expect.objectContaining({ title: 'Why', lawvuType: 3, type: 'string' }),
        },
        order: [`field_${why}`],
        required: [`field_${why}`],
      },
      model: { [`field_${why}`]: null },
    })
    const deleted = await insertCategory(app, here.organisationId, {
      deleted_at: new Date('2026-01-01T00:00:00Z'),
    })
    for (const id of [deleted, (await matterWorld(parts)).categoryId, 'x', 0]) {
      expect((await here.caller.get(path(id))).statusCode).toBe(404)
    }
  })
})
