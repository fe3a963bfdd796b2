// Gives the records of the demo values of their fields, in turn; existing values are kept.
import { updateContract } from '../../../contracts/commands/update-contract.ts'
import { createEntity } from '../../../contracts/commands/create-entity.ts'
import { atomsOf } from '../../../fields/values/check.ts'
import { readJson } from '../../../fields/values/json-value.ts'
import { fieldsOfForms } from '../../../fields/form.ts'
import type { Field } from '../../../fields/field.ts'
import type { ReadFieldUpdate } from '../../../fields/record-fields.ts'
import { updateMatter } from '../../../matters/commands/update-matter.ts'
import type { App } from '../../../platform/app.ts'
import { addMonths } from '../../../platform/time/local-time.ts'
import { contracts, harbour } from '../plans/core-records.ts'
import { generatedContracts, generatedMatters } from '../plans/generated-records.ts'
import { getDemoMatter } from '../find-demo-records.ts'
import { matters } from '../plans/matters.ts'
import { findContract } from './seed-contract.ts'
import { actorFor } from '../actor.ts'
import { builtInValues, contractFields, entities, matterFields } from '../plans/fields.ts'
import type { Made } from './seed-directory.ts'

/** Adds missing values, at Harbour only, which has fields of its own. Its records and invoices must exist. */
export async function seedFieldValues(app: App, made: Made): Promise<void> {
  const organisationId = made.organisation(harbour)
  await seedEntities(app, made, organisationId)
  const names = await readNames(app, organisationId)
  const today = app.clock.now().toISOString().slice(0, 10)
  const valuesFor =
    (turn: number, name: string, expiry: string | null = null): ReadFieldUpdate =>
    ({ detail, core, values, own }) =>
      new Map(
        fieldsOfForms([detail, core])
          .map(({ field }, place) => ({ field, value: valueFor(field, turn + place, name) }))
          .map(({ field, value }) =>
            field.meaning === 'NoticeMonths'
              ? { field, value: inTime(value, expiry, today) }
              : { field, value },
          )
          .filter(({ field, value }) => !isUnset(value) && atomsOf(field, values, own).length === 0)
          .map(({ field, value }) => [field.id, readJson(field, meant(field, value, { names, made }))]),
      )
  for (const [turn, { by, externalId, name }] of chosen(contracts, generatedContracts).entries()) {
    const actor = await actorFor(app, made.user(by))
    const id = await findContract(app, actor, externalId)
    if (id !== undefined)
      await updateContract(app, actor, id, ({ expiry }) => ({ fields: valuesFor(turn, name, expiry) }))
  }
  for (const [turn, { by, externalId, name }] of chosen(matters, generatedMatters).entries()) {
    const actor = await actorFor(app, made.user(by))
    const { id } = await getDemoMatter(app, actor, organisationId, externalId)
    await updateMatter(app, actor, id, () => ({ fields: valuesFor(turn, name) }))
  }
}

/** All records with a story, and some of the others: a department does not fill in everything. */
const chosen = <Item extends { readonly organisation: string }>(
  stories: readonly Item[],
  everyday: readonly Item[],
): readonly Item[] =>
  [...stories, ...everyday.filter((_, index) => index % 3 === 0)].filter(
    ({ organisation }) => organisation === harbour,
  )

const firstWord = (name: string): string => name.split(' ', 1).join('')

/** The months of notice, or one, or none: as many as there is time for until the contract expires. */
const inTime = (months: unknown, expiry: string | null, today: string): unknown =>
  expiry === null
    ? months
    : [months, 1].find((count) => typeof count === 'number' && addMonths(expiry.slice(0, 10), -count) > today)

const isUnset = (value: unknown) =>
  value === null || value === undefined || (Array.isArray(value) && value.length === 0)

function valueFor(field: Field, turn: number, name: string): unknown {
  if (field.type === 'ContractEntity') return entities.find((entity) => name.includes(firstWord(entity)))
  const custom = [...contractFields, ...matterFields].find(({ apiName }) => apiName === field.apiName)
  const values = custom?.values ?? builtInValues[field.apiName] ?? []
  return values[turn % values.length]
}

type Names = ReadonlyMap<string, number>

/** The value that the data names: choices, departments and people by their ids. */
function meant(field: Field, value: unknown, { names, made }: { names: Names; made: Made }): unknown {
  const idOf = (name: unknown) => names.get(`${placeOf(field)}/${String(name)}`)
  switch (field.type) {
    case 'User':
      return { id: made.user(String(value)) }
    case 'List':
      return (value as readonly unknown[]).map(idOf)
    case 'Lookup':
      return field.multiple ? (value as readonly unknown[]).map(idOf) : { id: idOf(value) }
    case 'Department':
    case 'Region':
    case 'ContractEntity':
    case 'InvoiceRecipient':
      return idOf(value)
    default:
      return value
  }
}

const placeOf = ({ type, id }: Pick<Field, 'type' | 'id'>): string =>
  type === 'List' || type === 'Lookup' ? String(id) : type

const tables = {
  Department: 'departments',
  Region: 'regions',
  ContractEntity: 'contract_entities',
  InvoiceRecipient: 'invoice_recipients',
} as const

/** Ids by the type, or the field, and the name. */
async function readNames(app: App, organisationId: number): Promise<Names> {
  const names = new Map<string, number>()
  for (const [type, table] of Object.entries(tables)) {
    const rows = await app.db
      .selectFrom(table)
      .where('organisation_id', '=', organisationId)
      .select(['id', 'name'])
      .execute()
    for (const { id, name } of rows) names.set(`${type}/${name}`, id)
  }
  const options = await app.db
    .selectFrom('field_options')
    .where('organisation_id', '=', organisationId)
    .select(['field_id', 'id', 'label'])
    .execute()
  for (const { field_id, id, label } of options) names.set(`${field_id}/${label}`, id)
  return names
}

async function seedEntities(app: App, made: Made, organisationId: number): Promise<void> {
  const names = await readNames(app, organisationId)
  const head = await actorFor(app, made.user('admin@harbour.example'))
  for (const name of entities) if (!names.has(`ContractEntity/${name}`)) await createEntity(app, head, name)
}
