import { beforeEach, describe, expect, test } from 'vitest'
import { docx, paragraphsOf } from '../../../test/documents/docx.ts'
import {
  createContractTemplate,
  createOrganisation,
  createUser,
  type TestUser,
} from '../../../test/factories.ts'
import { insertFieldOn, insertGroupOn, optionIdsOf } from '../../../test/fixtures/fields.ts'
import { download, eventsOf, storedIn } from '../../../test/fixtures/files.ts'
import type { Caller } from '../../../test/http.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { callerFor } from '../../../test/tokens.ts'
import type { FormKey } from '../../fields/form.ts'
import { systemActor } from '../../platform/events/change.ts'
import { setTemplateDocument } from '../commands/set-template-document.ts'

const parts = useTestApp()
const contracts = '/contract-apis/v1/contracts'

let organisationId: number
let owner: TestUser
let caller: Caller
let templateId: number
let wizard: FormKey
beforeEach(async () => {
  const { app } = parts
  organisationId = (await createOrganisation(app, { name: 'Harbour', timeZone: 'Pacific/Auckland' })).id
  owner = await createUser(app, { organisationId, firstName: 'Ana', lastName: 'Prior' })
  caller = await callerFor(parts, owner)
  templateId = await createContractTemplate(app, { organisationId })
  wizard = { organisationId, form: 'ContractWizard', templateId }
})

const setDocument = (...paragraphs: string[]) =>
  setTemplateDocument(parts.app, systemActor('test'), { organisationId, templateId, bytes: docx(paragraphs) })

const create = (fields: unknown, more: object = {}) =>
  caller.post(`${contracts}/wizard`, { contractTemplateId: templateId, name: 'NDA', fields, ...more })

/** The paragraphs of the document of the contract that these answers make. */
async function written(fields: unknown): Promise<readonly string[]> {
  const answer = await create(fields)
  expect(answer.statusCode, answer.body).toBe(200)
  const { documentFileId } = (await caller.get(`${contracts}/${answer.body}`)).json<{
    documentFileId: number
  }>()
  return paragraphsOf(await download(caller, documentFileId))
}

describe('a contract by wizard', () => {
  test('has the filled document as version 1, and the answers as the values of its fields [C-12]', async () => {
    const { app } = parts
    const details: FormKey = { organisationId, form: 'ContractDetails', templateId }
    const party = await insertFieldOn(app, wizard, {
      title: 'Other party',
      type: 'ShortText',
      required: true,
    })
    await setDocument(
      'Between {organisationName} and {otherParty}, {today}',
      '{ContractName} by {owner name}',
    )
    const other = await insertFieldOn(app, details, { title: 'Not asked', type: 'ShortText' })
    const answer = await create({ [`field_${party}`]: 'Zephyr <Ltd> & Co' })
    expect(answer.statusCode, answer.body).toBe(200)
    const id = answer.json<number>()
    const shown = (await caller.get(`${contracts}/${id}`)).json<{ documentFileId: number }>()
    expect(shown).toMatchObject({ name: 'NDA', status: 'Draft', ownerId: owner.id, templateId })
    expect(paragraphsOf(await download(caller, shown.documentFileId))).toEqual([
      'Between Harbour and Zephyr &lt;Ltd&gt; &amp; Co, 2 March 2026',
      'NDA by Ana Prior',
    ])
    expect((await caller.get(`/file-apis/v1/files/${shown.documentFileId}`)).json()).toMatchObject({
      name: 'NDA.docx',
      version: 1,
      parentRecordId: id,
    })
    const values = await app.db
      .selectFrom('field_values')
      .where('organisation_id', '=', organisationId)
      .select(['record_id', 'field_id', 'text_value'])
      .execute()
    expect(values).toEqual([{ record_id: id, field_id: party, text_value: 'Zephyr <Ltd> & Co' }])
    expect(other).not.toBe(party)
    expect((await eventsOf(app, organisationId)).filter(([name]) => name.startsWith('contract.'))).toEqual([
      ['contract.created', id],
    ])
  })

  test('writes every kind of answer as people read it', async () => {
    const { app } = parts
    const on = (title: string, field: object) => insertFieldOn(app, wizard, { title, ...field } as never)
    const fee = await on('Fee', { type: 'Currency' })
    const rate = await on('Rate', { type: 'Decimal' })
    const start = await on('Start', { type: 'Date' })
    const renews = await on('Renews', { type: 'Checkbox' })
    const law = await on('Law', { type: 'Dropdown', options: [{ value: 'nz', label: 'New Zealand' }] })
    const sites = await on('Sites', {
      type: 'List',
      options: [{ label: 'Oslo' }, { label: 'Rome' }, { label: 'Bern' }],
    })
    const signatory = await on('Signatory', { type: 'User' })
    const notes = await on('Notes', { type: 'LongText' })
    const { Oslo, Bern } = await optionIdsOf(app, organisationId, sites)
    await setDocument('{fee} {rate} {start} {renews} {law}', '{sites}', '{signatory}', '{notes}')
    const answers = {
      [`field_${fee}`]: 1_234_567.5,
      [`field_${rate}`]: 0.125,
      [`field_${start}`]: '2026-05-06',
      [`field_${renews}`]: false,
      [`field_${law}`]: 'nz',
      [`field_${sites}`]: [Bern, Oslo],
      [`field_${signatory}`]: { id: owner.id },
      [`field_${notes}`]: 'one\ntwo',
    }
    expect(await written(JSON.stringify(answers))).toEqual([
      '1,234,567.50 0.125 6 May 2026 No New Zealand',
      'Oslo and Bern',
      'Ana Prior',
      'one\ntwo',
    ])
  })

  test('repeats and leaves out sections, by answers and by groups [C-12]', async () => {
    const { app } = parts
    const sites = await insertFieldOn(app, wizard, {
      title: 'Sites',
      type: 'CheckboxList',
      options: ['Oslo', 'Rome'].map((label) => ({ value: label, label })),
    })
    const renews = await insertFieldOn(app, wizard, { title: 'Renews', type: 'Checkbox' })
    const payment = await insertGroupOn(app, wizard, 'Payment terms')
    const days = await insertFieldOn(app, wizard, { title: 'Days', type: 'Decimal', within: payment })
    await setDocument(
      '{#sites}at {.};{/sites}{^sites}nowhere{/sites}',
      '{#renews}renews{/}{^renews}ends{/}',
      '{#Payment terms}within {days} days{/}{^Payment terms}at once{/}',
      '{#sites=rome}Roman law{/}',
    )
    expect(await written({})).toEqual(['nowhere', 'ends', 'at once', ''])
    const answers = {
      [`field_${sites}`]: ['Oslo', 'Rome'],
      [`field_${renews}`]: true,
      [`group_${payment}`]: { [`field_${days}`]: 30 },
    }
    expect(await written(answers)).toEqual(['at Oslo;at Rome;', 'renews', 'within 30 days', 'Roman law'])
  })

  test('takes names in any case, null for what is not there, and the fields as text or as an object', async () => {
    const party = await insertFieldOn(parts.app, wizard, { title: 'Party', type: 'ShortText' })
    await setDocument('{party}')
    const body = {
      ContractTemplateId: templateId,
      NAME: 'NDA',
      MatterId: null,
      ExternalId: 'W-1',
      ContractFile: null,
    }
    const answer = await caller.post(`${contracts}/wizard`, { ...body, Fields: `{"FIELD_${party}":"Z"}` })
    expect(answer.statusCode, answer.body).toBe(200)
    expect((await caller.get(`${contracts}/externalid/W-1`)).json()).toEqual({ id: answer.json<number>() })
  })
})

describe('is refused, and nothing is kept', () => {
  const nothingKept = async (before: readonly string[]) => {
    const rows = await parts.app.db
      .selectFrom('contracts')
      .where('organisation_id', '=', organisationId)
      .select('id')
      .execute()
    expect(rows).toEqual([])
    expect(await storedIn(parts.app)).toEqual(before)
  }

  test('with an answer missing that the form requires, or that the document needs [C-13]', async () => {
    const party = await insertFieldOn(parts.app, wizard, {
      title: 'Party',
      type: 'ShortText',
      required: true,
    })
    const law = await insertFieldOn(parts.app, wizard, { title: 'Law', type: 'ShortText' })
    await setDocument('{party} {law}')
    const before = await storedIn(parts.app)
    const [nothing, half] = [await create({}), await create({ [`field_${party}`]: 'Z' })]
    expect(nothing.statusCode).toBe(400)
    expect(nothing.json()).toMatchObject({
      errors: { [`field_${party}`]: [expect.stringContaining('Party')] },
    })
    expect(half.statusCode).toBe(400)
    expect(half.json()).toMatchObject({ errors: { [`field_${law}`]: [expect.stringContaining('Law')] } })
    await nothingKept(before)
  })

  test('with answers that are wrong, or not asked for [C-13]', async () => {
    const start = await insertFieldOn(parts.app, wizard, { title: 'Start', type: 'Date' })
    await setDocument('{#start}{start}{/start}')
    const before = await storedIn(parts.app)
    for (const fields of [{ [`field_${start}`]: '2026-02-30' }, { field_999999: 'x' }, '{', '[]', 7]) {
      const answer = await create(fields)
      expect(answer.statusCode, JSON.stringify(fields)).toBe(400)
      expect(Object.keys(answer.json<{ errors: object }>().errors)).toHaveLength(1)
    }
    await nothingKept(before)
  })

  test.each([
    ['name', { name: '' }],
    ['contractTemplateId', { contractTemplateId: null }],
    ['contractTemplateId', { contractTemplateId: 2_000_000_000 }],
    ['contractTemplateId', { contractTemplateId: 'x' }],
    ['matterId', { matterId: 2_000_000_000 }],
    ['externalId', { externalId: 'x'.repeat(256) }],
    ['contractFile', { contractFile: 'JVBERg==' }],
  ])('with a wrong %s: %o', async (name, wrong) => {
    await setDocument('{contractName}')
    const before = await storedIn(parts.app)
    const answer = await create({}, wrong)
    expect(answer.statusCode, answer.body).toBe(400)
    expect(Object.keys(answer.json<{ errors: object }>().errors)).toEqual([name])
    await nothingKept(before)
  })

  test('for a template without a wizard, and of another organisation [C-14]', async () => {
    expect((await create({})).json()).toMatchObject({
      status: 400,
      errors: { contractTemplateId: [expect.any(String)] },
    })
    await setDocument('{contractName}')
    const { id } = await createOrganisation(parts.app)
    const outsider = await callerFor(parts, await createUser(parts.app, { organisationId: id }))
    const theirs = await outsider.post(`${contracts}/wizard`, { contractTemplateId: templateId, name: 'NDA' })
    expect(theirs.statusCode).toBe(400)
  })

  test('with a body that is no object', async () => {
    const json = { headers: { 'content-type': 'application/json' } }
    for (const body of ['[]', '"x"', 'null', '{']) {
      expect((await caller.post(`${contracts}/wizard`, body, json)).statusCode, body).toBe(400)
    }
  })
})

describe('the document of a template', () => {
  test('makes it one with a wizard; a new one takes the place of the old', async () => {
    const { app } = parts
    const listed = async () => (await caller.get('/contract-apis/v1/contractsTemplates')).body
    expect(await listed()).toContain('"hasWizard":false')
    await setDocument('old')
    expect(await listed()).toContain('"hasWizard":true')
    const before = await storedIn(app)
    await setDocument('new')
    expect(await storedIn(app)).toHaveLength(before.length)
    expect(await written({})).toEqual(['new'])
    expect((await eventsOf(app, organisationId)).map(([name]) => name)).toContain('contractTemplate.updated')
  })

  test('speaks of what is on the form, or is refused and the old one stays', async () => {
    await insertFieldOn(parts.app, wizard, { title: 'Start date', type: 'Date' })
    await setDocument('{startDate}')
    const before = await storedIn(parts.app)
    await expect(setDocument('{startDate} {endDate} {#Pay}{/Pay}')).rejects.toMatchObject({
      status: 400,
      errors: { document: [expect.stringContaining('{endDate}'), expect.stringContaining('{Pay}')] },
    })
    await expect(setDocument('{startDate')).rejects.toMatchObject({ status: 400 })
    expect(await storedIn(parts.app)).toEqual(before)
  })

  test('that speaks of a field which has gone is a conflict for those who fill it', async () => {
    const id = await insertFieldOn(parts.app, wizard, { title: 'Start', type: 'ShortText' })
    await setDocument('{start}')
    await parts.app.database.kysely
      .updateTable('fields')
      .set({ deleted_at: parts.clock.now() })
      .where('organisation_id', '=', organisationId)
      .where('id', '=', id)
      .execute()
    const answer = await create({})
    expect(answer.statusCode).toBe(409)
    expect(answer.body).toContain('{start}')
  })
})
