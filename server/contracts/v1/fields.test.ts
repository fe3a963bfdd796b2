import { beforeEach, describe, expect, test } from 'vitest'
import { insertContract } from '../../../test/fixtures/contracts.ts'
import {
  createContractTemplate,
  createOrganisation,
  createUser,
  type TestUser,
} from '../../../test/factories.ts'
import { insertFieldOn, insertGroupOn } from '../../../test/fixtures/fields.ts'
import { form } from '../../../test/documents/forms.ts'
import type { Caller } from '../../../test/http.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { callerFor } from '../../../test/tokens.ts'
import type { FormKey } from '../../fields/form.ts'

const parts = useTestApp()
const contracts = '/contract-apis/v1/contracts'

let organisationId: number
let owner: TestUser
let caller: Caller
let templateId: number
let contractId: number
let details: FormKey
let core: FormKey
let upload: FormKey
beforeEach(async () => {
  const { app } = parts
  organisationId = (await createOrganisation(app)).id
  owner = await createUser(app, { organisationId })
  caller = await callerFor(parts, owner)
  templateId = await createContractTemplate(app, { organisationId })
  contractId = await insertContract(app, { owner, templateId })
  details = { organisationId, form: 'ContractDetails', templateId }
  core = { organisationId, form: 'ContractCore' }
  upload = { organisationId, form: 'ContractUpload', templateId }
})

interface FieldData {
  detailFields: { schema: Record<string, unknown>; model: Record<string, unknown> }
  coreFields: { schema: Record<string, unknown>; model: Record<string, unknown> }
}

async function read(id = contractId): Promise<FieldData> {
  const answer = await caller.get(`${contracts}/${id}/fields`)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<FieldData>()
}

const patch = (body: object, headers = {}) =>
  caller.patch(`${contracts}/${contractId}/fields`, body, { headers })

const updates = async () => {
  const rows = await parts.app.db
    .selectFrom('events')
    .where('organisation_id', '=', organisationId)
    .where('subject_kind', '=', 'contract')
    .orderBy('id')
    .select(['name', 'facts'])
    .execute()
  return rows.map(({ name, facts }) => ({ name, changes: (facts as { changes?: unknown }).changes }))
}

describe('the fields of a contract', () => {
  test('are those of its template and those of all contracts [C-51]', async () => {
    const { app } = parts
    const law = await insertFieldOn(app, details, { title: 'Law', type: 'ShortText' })
    const person = await insertFieldOn(app, core, {
      title: 'Owner',
      type: 'ContractOwner',
      entityColumn: 'OwnerId',
      category: 'Lawvu',
    })
    const other = await createContractTemplate(app, { organisationId })
    await insertFieldOn(app, { ...details, templateId: other } as FormKey, { title: 'Other', type: 'Date' })
    const { detailFields, coreFields } = await read()
    expect(detailFields).toMatchObject({
      schema: { order: [`field_${law}`], required: [] },
      model: { [`field_${law}`]: null },
    })
    expect(coreFields.model).toEqual({ [`field_${person}`]: { id: owner.id } })
  })

  test('are empty where the organisation has designed none', async () => {
    const empty = { schema: { properties: {}, order: [], required: [] }, model: {} }
    expect(await read()).toEqual({ detailFields: empty, coreFields: empty })
  })
})

describe('changing fields', () => {
  test('by paths with and without their group, in one change with one event [C-50, C-52]', async () => {
    const { app } = parts
    const group = await insertGroupOn(app, details, 'Money')
    const inner = await insertGroupOn(app, details, 'More', group)
    const value = await insertFieldOn(app, details, { title: 'Value', type: 'Currency', within: inner })
    const law = await insertFieldOn(app, details, { title: 'Law', type: 'ShortText', within: group })
    const ended = await insertFieldOn(app, core, { title: 'Ended', type: 'Checkbox' })
    const answer = await patch([
      { op: 'add', path: `/group_${group}/group_${inner}/field_${value}`, value: 12.5 },
      { op: 'test', path: `/field_${law}`, value: null },
      { op: 'replace', path: `field_${law}`, value: 'French' },
      { op: 'replace', path: `/Field_${ended}`, value: true },
    ])
    expect([answer.statusCode, answer.body]).toEqual([200, ''])
    const { detailFields, coreFields } = await read()
    expect(detailFields.model).toEqual({
      [`group_${group}`]: { [`field_${law}`]: 'French', [`group_${inner}`]: { [`field_${value}`]: 12.5 } },
    })
    expect(coreFields.model).toEqual({ [`field_${ended}`]: true })
    expect(await updates()).toEqual([
      {
        name: 'contract.updated',
        changes: {
          [`field_${value}`]: { from: null, to: 12.5 },
          [`field_${law}`]: { from: null, to: 'French' },
          [`field_${ended}`]: { from: null, to: true },
        },
      },
    ])
  })

  test('as a plain object in the shape of the model; what changes nothing is no event [C-52]', async () => {
    const { app } = parts
    const group = await insertGroupOn(app, details, 'Money')
    const value = await insertFieldOn(app, details, { title: 'Value', type: 'Currency', within: group })
    const before = (await caller.get(`${contracts}/${contractId}/fields`)).headers['etag']
    const body = { [`group_${group}`]: { [`field_${value}`]: 3 } }
    for (let i = 0; i < 2; i++) expect((await patch(body)).statusCode).toBe(200)
    expect((await read()).detailFields.model).toEqual(body)
    expect(await updates()).toHaveLength(1)
    const removed = await patch([{ op: 'remove', path: `/group_${group}/field_${value}` }])
    expect(removed.statusCode).toBe(200)
    expect((await read()).detailFields.model).toEqual({ [`group_${group}`]: { [`field_${value}`]: null } })
    expect(before).toMatch(/^"1-/)
    expect((await caller.get(`${contracts}/${contractId}`)).headers['etag']).toMatch(/^"3-/)
  })

  test('is all or nothing, and every wrong value is named [C-52]', async () => {
    const { app } = parts
    const right = await insertFieldOn(app, details, { title: 'Right', type: 'Decimal' })
    const wrong = await insertFieldOn(app, details, { title: 'Wrong', type: 'Date' })
    const needed = await insertFieldOn(app, details, { title: 'Needed', type: 'LongText', required: true })
    const refused = async (operations: object[], status: number) => {
      const answer = await patch([{ op: 'replace', path: `/field_${right}`, value: 1 }, ...operations])
      expect(answer.statusCode, answer.body).toBe(status)
      expect((await read()).detailFields.model).toEqual({
        [`field_${right}`]: null,
        [`field_${wrong}`]: null,
        [`field_${needed}`]: null,
      })
      return answer.json<{ errors?: object }>().errors
    }
    const op = 'replace'
    expect(
      await refused(
        [
          { op, path: `/field_${wrong}`, value: 'soon' },
          { op, path: `/field_${needed}`, value: 7 },
        ],
        400,
      ),
    ).toEqual({ [`field_${wrong}`]: [expect.anything()], [`field_${needed}`]: [expect.anything()] })
    for (const path of [
      '/field_999999',
      `/group_1/field_${wrong}`,
      '/id',
      '/organisationId',
      '/__proto__',
      '/schema',
      '',
    ])
      await refused([{ op, path, value: 1 }], 400)
    await refused([{ op: 'test', path: `/field_${wrong}`, value: '2026-01-01' }], 409)
    await refused([{ op: 'move', from: `/field_${right}`, path: `/field_${wrong}` }], 400)
    expect(await updates()).toEqual([])
  })

  test('to the version that was read only, when it is named', async () => {
    const { app } = parts
    const law = await insertFieldOn(app, details, { title: 'Law', type: 'ShortText' })
    const body = (value: string) => [{ op: 'replace', path: `/field_${law}`, value }]
    expect((await patch(body('Swiss'), { 'if-match': '"1"' })).statusCode).toBe(200)
    expect((await patch(body('Dutch'), { 'if-match': '"1"' })).statusCode).toBe(412)
    expect((await read()).detailFields.model).toEqual({ [`field_${law}`]: 'Swiss' })
  })

  test('sets the properties that built-in fields show, by their own rules [D-33]', async () => {
    const { app } = parts
    const heir = await createUser(app, { organisationId })
    const person = await insertFieldOn(app, core, {
      title: 'Owner',
      type: 'ContractOwner',
      entityColumn: 'OwnerId',
    })
    const restricted = await insertFieldOn(app, core, {
      title: 'Restricted',
      type: 'Restricted',
      entityColumn: 'Restricted',
    })
    const answer = await patch({ [`field_${person}`]: { id: heir.id }, [`field_${restricted}`]: true })
    expect(answer.statusCode, answer.body).toBe(200)
    expect((await caller.get(`${contracts}/${contractId}`)).json()).toMatchObject({
      ownerId: heir.id,
      restricted: true,
    })
    const heirs = await callerFor(parts, heir)
    expect((await heirs.get(`${contracts}/${contractId}/fields`)).statusCode).toBe(200)
    expect(await updates()).toHaveLength(1)
  })
})

describe('creating a contract', () => {
  const create = (fields?: unknown) => {
    const { payload, headers } = form({
      ContractTemplateId: templateId,
      Name: 'Lease',
      ...(fields === undefined
        ? {}
        : { Fields: typeof fields === 'string' ? fields : JSON.stringify(fields) }),
      ContractFile: { name: 'a.pdf', content: '%PDF-1.4', contentType: 'application/pdf' },
    })
    return caller.post(contracts, payload, { headers })
  }
  const count = async () =>
    (await caller.get(`${contracts}?context=Personal`)).json<{ total: number }>().total

  test('takes the values of its upload form and of its other forms; the others begin with defaults [C-8]', async () => {
    const { app } = parts
    const group = await insertGroupOn(app, upload, 'Terms')
    const rent = await insertFieldOn(app, upload, {
      title: 'Rent',
      type: 'Currency',
      within: group,
      required: true,
    })
    const law = await insertFieldOn(app, details, { title: 'Law', type: 'ShortText' })
    const years = await insertFieldOn(app, core, { title: 'Years', type: 'Decimal', default: 3 })
    const answer = await create({
      [`group_${group}`]: { [`field_${rent}`]: 950.5 },
      [`field_${law}`]: 'French',
    })
    expect(answer.statusCode, answer.body).toBe(200)
    const { detailFields, coreFields } = await read(answer.json<number>())
    expect(detailFields.model).toEqual({ [`field_${law}`]: 'French' })
    expect(coreFields.model).toEqual({ [`field_${years}`]: 3 })
    expect(await updates()).toEqual([{ name: 'contract.created', changes: undefined }])
  })

  test('without a required value, or with an unknown field, makes nothing and names it [C-8]', async () => {
    const { app } = parts
    const rent = await insertFieldOn(app, upload, { title: 'Rent', type: 'Currency', required: true })
    for (const [fields, name] of [
      [undefined, `field_${rent}`],
      [{}, `field_${rent}`],
      [{ [`field_${rent}`]: 'much' }, `field_${rent}`],
      [{ [`field_${rent}`]: 1, field_999999: 1 }, 'field_999999'],
      ['{not json', 'Fields'],
      ['[1]', 'Fields'],
    ] as const) {
      const answer = await create(fields)
      expect(answer.statusCode, answer.body).toBe(400)
      expect(Object.keys(answer.json<{ errors: object }>().errors)).toContain(name)
    }
    expect(await count()).toBe(1)
    expect((await create({ [`field_${rent}`]: 1 })).statusCode).toBe(200)
  })

  test('is described by the upload schema of its template [C-11]', async () => {
    const { app } = parts
    const rent = await insertFieldOn(app, upload, {
      title: 'Rent',
      type: 'Slider',
      rangeStart: 0.5,
      rangeEnd: 9.5,
      stepSize: 0.5,
      required: true,
      default: 2,
    })
    const path = `/contract-apis/v1/contractsTemplates/${templateId}/uploadSchema`
    expect((await caller.get(path)).json()).toEqual({
      schema: {
        properties: {
          [`field_${rent}`]: expect.objectContaining({ lawvuType: 4, minimum: 0.5, maximum: 9.5, step: 0.5 }),
        },
        order: [`field_${rent}`],
        required: [`field_${rent}`],
      },
      model: { [`field_${rent}`]: 2 },
    })
    const outsider = await callerFor(
      parts,
      await createUser(app, { organisationId: (await createOrganisation(app)).id }),
    )
    expect((await outsider.get(path)).statusCode).toBe(404)
    expect((await caller.get(path.replace(String(templateId), 'x'))).statusCode).toBe(404)
  })
})
