// Fields of every type on one form, and values of theirs at the edges.
import { expect } from 'vitest'
import { type FieldType, fieldTypes } from '../../server/fields/field.ts'
import type { FormKey } from '../../server/fields/form.ts'
import type { App } from '../../server/platform/app.ts'
import { internalTransaction } from '../../server/platform/events/change.ts'
import { insertFieldOn, optionIdsOf } from '../fixtures/fields.ts'
import type { Caller } from '../http.ts'

/** What built-in fields show of the record itself, and headings, have no value of their own. */
const valued = fieldTypes.filter((type) => !['SectionHeader', 'ContractOwner', 'Restricted'].includes(type))

const texts = [
  'Alpha',
  'alpha beta',
  "it's 100%",
  'under_score',
  'back\\slash',
  'Ünï',
  '日本語',
  '🙂',
  '"quoted"',
  `${'x'.repeat(300)}a`,
  `${'x'.repeat(300)}b`,
]
const numbers = [0, -3, 0.1, 12.5, 1e-7, 9_007_199_254_740_991, -9_007_199_254_740_991, 9_007_199_254_740_990]
const days = ['0001-01-01', '2026-02-28', '2028-02-29', '9999-12-31']
const labels = ['Alpha', "it's_100%", 'Ünï', '日本', 'back\\slash']

interface Given {
  readonly apiName: string
  /** The value of the record at this place, as v2 takes it. */
  readonly valueOf: (place: number) => unknown
}

type Things = 'departments' | 'regions' | 'contract_entities' | 'invoice_recipients'
const thingsOf: Partial<Record<FieldType, Things>> = {
  Department: 'departments',
  Region: 'regions',
  ContractEntity: 'contract_entities',
  InvoiceRecipient: 'invoice_recipients',
}

const insertThings = (app: App, base: Base, table: Things): Promise<readonly number[]> =>
  internalTransaction(app, async (tx, now) => {
    const rows = labels.map((name) => ({ organisation_id: base.organisationId, name, created_at: now }))
    if (table === 'contract_entities') {
      const entities = rows.map((row) => ({ ...row, created_by: base.createdBy }))
      return idsOf(await tx.insertInto(table).values(entities).returning('id').execute())
    }
    const others = rows.map((row) => ({ ...row, updated_at: now }))
    return idsOf(await tx.insertInto(table).values(others).returning('id').execute())
  })

interface Base {
  readonly organisationId: number
  readonly createdBy: string
}

const idsOf = (rows: readonly { readonly id: number }[]) => rows.map(({ id }) => id)

/** Each third record has no value, so that empty values are covered. */
const every =
  <Value>(values: readonly Value[], shape: (value: Value) => unknown = (value) => value) =>
  (place: number): unknown =>
    place % 3 === 0 ? null : shape(values[place % values.length] as Value)

const some = (values: readonly string[]) => (place: number) =>
  values
    .filter((_, index) => (place + index) % 3 === 0)
    .slice(0, place % 4)
    .map((value) => ({ value }))

/** Puts a field of each type on the form. `personIds` are those that fields of people have. */
export async function insertFieldsOfEveryType(
  app: App,
  form: FormKey,
  personIds: readonly string[],
): Promise<readonly Given[]> {
  const fields: Given[] = []
  for (const type of [...valued, 'Lookup'] as const) {
    const multiple = fields.some(({ apiName }) => apiName === 'alookup')
    const apiName = multiple ? 'severallookup' : `a${type.toLowerCase()}`
    const hasOptions = /^(Dropdown|Billing|Priority|CheckboxList|RadioGroup|List|Lookup)/.test(type)
    const fieldId = await insertFieldOn(app, form, {
      title: apiName,
      apiName,
      type,
      multiple,
      ...(type === 'Slider' ? { rangeStart: -10, rangeEnd: 100 } : {}),
      ...(hasOptions ? { options: labels.map((label) => ({ label })) } : {}),
    })
    const ids = Object.values(await optionIdsOf(app, form.organisationId, fieldId)).map(String)
    const table = thingsOf[type]
    const things = table ? await insertThings(app, { ...form, createdBy: personIds[0] ?? '' }, table) : []
    fields.push({ apiName, valueOf: valuesOf(type, { multiple, ids, things, personIds }) })
  }
  return fields
}

interface Known {
  readonly multiple: boolean
  readonly ids: readonly string[]
  readonly things: readonly number[]
  readonly personIds: readonly string[]
}

function valuesOf(type: FieldType, { multiple, ids, things, personIds }: Known): Given['valueOf'] {
  switch (type) {
    case 'ShortText':
      return every(texts.filter((text) => text.length < 255))
    case 'LongText':
      return every(texts)
    case 'Slider':
      return every([-10, 0, 0.5, 100])
    case 'Currency':
    case 'Decimal':
      return every(numbers)
    case 'Checkbox':
    case 'ConflictCheck':
      return every([true, false])
    case 'Date':
      return every(days)
    case 'User':
      return every(personIds, (id) => ({ id }))
    case 'CheckboxList':
      return some(labels)
    case 'List':
      return some(ids)
    case 'Lookup':
      return multiple ? some(ids) : every(ids, (value) => ({ value }))
    default:
      return things.length > 0
        ? every(things, (id) => ({ value: String(id) }))
        : every(labels, (value) => ({ value }))
  }
}

/** Gives the record at this place its values, over the API. */
export async function giveValues(
  caller: Caller,
  path: string,
  fields: readonly Given[],
  place: number,
): Promise<void> {
  const values = Object.fromEntries(fields.map(({ apiName, valueOf }) => [apiName, valueOf(place)]))
  const answer = await caller.patch(path, { fields: values })
  expect(answer.statusCode, answer.body).toBe(204)
}
