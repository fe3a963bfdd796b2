// v2 of fields: what the list shows, and every filter and order against a plain evaluation.
import { expect, test } from 'vitest'
import { actorFor } from '../../../test/fixtures/actors.ts'
import { createContractTemplate, createOrganisation, createUser } from '../../../test/factories.ts'
import { insertField, insertFieldOn } from '../../../test/fixtures/fields.ts'
import { allOfV2, expectOrders, expectPlainEvaluation } from '../../../test/lists/odata-lists.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { callerFor } from '../../../test/tokens.ts'
import { internalTransaction, systemActor } from '../../platform/events/change.ts'
import type { Filter } from '../../platform/lists/list-query.ts'
import { placeOnForm } from '../commands/place-on-form.ts'
import { fieldTypes } from '../field.ts'
import { fieldListing, listFieldRows } from '../field-rows.ts'
import { fieldProperties } from './fields.wire.ts'

const parts = useTestApp()

async function world() {
  const { app } = parts
  const { id: organisationId } = await createOrganisation(app)
  const me = await createUser(app, { organisationId, firstName: 'Ana', lastName: 'Prior' })
  return { app, organisationId, me, caller: await callerFor(parts, me) }
}

test('each type of field is one of the seven kinds of value, 25 fields at a time, without headings [V-22, V-391]', async () => {
  const { app, organisationId, me, caller } = await world()
  for (const type of fieldTypes) {
    const range = type === 'Slider' ? { rangeStart: 0, rangeEnd: 10 } : {}
    const canAddOptions = type === 'Lookup'
    await insertField(app, { organisationId, title: `A ${type}`, type, canAddOptions, ...range })
  }
  await insertField(app, { organisationId, title: 'Tags', type: 'Lookup', multiple: true })
  await insertField(app, { organisationId, title: 'Note', type: 'LongText' })
  await internalTransaction(app, (tx) =>
    tx
      .updateTable('fields')
      .set({ created_by: me.id })
      .where('organisation_id', '=', organisationId)
      .where('api_name', '=', 'aLookup')
      .execute(),
  )
  const fields = await allOfV2(caller, '/v2/fields')
  expect(fields).toHaveLength(fieldTypes.length + 1)
  expect(fields.filter(({ name }) => name === 'A SectionHeader')).toEqual([])
  expect(fields.find(({ id }) => id === 'aLookup')).toEqual({
    id: 'aLookup',
    name: 'A Lookup',
    type: 'Option',
    properties: { userCanAddOption: true },
    created: { dateUtc: expect.stringMatching(/Z$/), userName: 'Ana Prior' },
    modified: { dateUtc: expect.stringMatching(/Z$/) },
  })
  const typeOf = Object.fromEntries(fields.map(({ name, type }) => [name, type]))
  expect(typeOf).toMatchObject({
    'A ShortText': 'Text',
    'A Slider': 'Decimal',
    'A ConflictCheck': 'Boolean',
    'A Date': 'Date',
    'A Dropdown': 'Option',
    'A Department': 'Option',
    'A CheckboxList': 'MultiOption',
    'A ContractOwner': 'User',
    Tags: 'MultiOption',
  })
  expect(fields.find(({ name }) => name === 'A Date')).toMatchObject({ properties: null })
  const page = (await caller.get('/Field-APIs/v2/Fields')).json<{ items: unknown[]; nextLink?: string }>()
  expect(page.items).toHaveLength(25)
  expect(page.nextLink).toBeUndefined()
})

test('every property and operator of fields finds, and sorts, what a plain evaluation does [V-23]', async () => {
  const { app, organisationId, me, caller } = await world()
  const titles = [
    'Alpha',
    "it's 100%",
    'under_score',
    'back\\slash',
    'Ünï',
    '日本語',
    '🙂 field',
    'ALPHA beta',
  ]
  for (const [index, type] of fieldTypes.entries()) {
    const range = type === 'Slider' ? { rangeStart: 0, rangeEnd: 10 } : {}
    const title = titles[index % titles.length] ?? ''
    const canAddOptions = type === 'Lookup'
    const apiName = `field${index}_${type}`
    const id = await insertField(app, { organisationId, title, type, apiName, canAddOptions, ...range })
    await internalTransaction(app, (tx) =>
      tx
        .updateTable('fields')
        .set({
          created_at: new Date(Date.UTC(2026, 1, 26 + (index % 5), 23, 59, 59, 999)),
          ...(index % 2 === 0 ? { created_by: me.id } : { updated_by: me.id }),
        })
        .where('organisation_id', '=', organisationId)
        .where('id', '=', id)
        .execute(),
    )
  }
  const actor = await actorFor(app, me)
  const shown = await allOfV2(caller, '/v2/fields')
  expect(shown).toHaveLength(fieldTypes.length - 1)
  // UsedBy is not shown; a test of its own has it
  const properties = Object.fromEntries(
    Object.entries(fieldProperties).filter(([path]) => !path.startsWith('UsedBy/')),
  )
  const list = {
    resource: { ...fieldListing, properties },
    shown,
    find: async (filter: Filter) => {
      const query = { filter, sort: [], skip: 0, take: 200 }
      const rows = await listFieldRows(app, actor, { query, columns: ['apiName'] })
      return rows.map((row) => ({ ...row, id: row['apiName'] }))
    },
    caller,
    path: '/v2/fields',
  }
  await expectPlainEvaluation(list)
  await expectOrders(list)
})

test('UsedBy says of which records a field is, without those that show a property of the record', async () => {
  const { app, organisationId, caller } = await world()
  const templateId = await createContractTemplate(app, { organisationId })
  const onContracts = { organisationId, form: 'ContractDetails', templateId } as const
  await insertFieldOn(app, onContracts, { title: 'Contract value', type: 'Currency' })
  const core = await insertFieldOn(
    app,
    { organisationId, form: 'MatterCore' },
    { title: 'Court', type: 'ShortText' },
  )
  await placeOnForm(app, systemActor('test'), onContracts, { fieldId: core })
  await insertField(app, { organisationId, title: 'On no form', type: 'ShortText' })
  const usedBy = async (path: string) =>
    (await allOfV2(caller, '/v2/fields', { $filter: `UsedBy/${path} eq true` })).map(({ name }) => name)
  expect(await usedBy('Contracts')).toEqual(['Contract value', 'Court'])
  expect(await usedBy('Matters')).toEqual(['Court'])
  expect((await caller.get('/v2/fields?$filter=UsedBy/Invoices eq true')).statusCode).toBe(400)
})
