// Reading fields and their choices.
import { sql } from 'kysely'
import type { Actor } from '../platform/actor.ts'
import type { App } from '../platform/app.ts'
import { badInput, notFound, sentence } from '../platform/errors.ts'
import { conditionOf } from '../platform/lists/filter-sql.ts'
import { type Catalogue, type Filter, type ListQuery, orderOf } from '../platform/lists/list-query.ts'
import { type FieldName, fieldsVisibleTo, getFieldToSee, mayAddChoices } from './access.ts'
import { type FieldColumn, fieldCatalogueFor } from './field-catalogue.ts'
import {
  atomKindOf,
  type Field,
  type FieldCategory,
  fieldColumns,
  fieldOf,
  type FieldOption,
  type FieldType,
} from './field.ts'

/** A field as its details show it, with how many records that the caller sees have a value of it. */
export interface FieldDetails {
  /** In lists without its choices. */
  readonly field: Field
  readonly contractCount: number
  readonly matterCount: number
  /** Whether the caller may add choices. */
  readonly mayAdd: boolean
}

interface FieldQuery {
  readonly query: ListQuery
  /** Part of the title, the description or the name in documents. */
  readonly search: string
  readonly category: FieldCategory | undefined
}

const catalogueFor = ({ subjects }: Pick<App, 'subjects'>, actor: Actor) =>
  fieldCatalogueFor((kind) => subjects[kind].visibleIds(actor))

const countsIn = (catalogue: ReturnType<typeof catalogueFor>) =>
  (['contractCount', 'matterCount'] as const).map((name) => sql<number>`${catalogue[name].sql}`.as(name))

/** A page of the fields of the caller's organisation; their choices are left out. */
export async function listFields(app: App, actor: Actor, list: FieldQuery): Promise<readonly FieldDetails[]> {
  const catalogue = catalogueFor(app, actor)
  const rows = await found(app, actor, list)
    .select([...fieldColumns])
    .select(countsIn(catalogue))
    .orderBy(orderOf(list.query.sort, catalogue, sql.ref('fields.id')))
    .limit(list.query.take)
    .offset(list.query.skip)
    .execute()
  return rows.map(({ contractCount, matterCount, ...row }) => {
    const field = fieldOf(row, [])
    return { field, contractCount, matterCount, mayAdd: mayAddChoices(actor, field) }
  })
}

/** How many fields the list has in all. */
export async function countFields(app: App, actor: Actor, list: FieldQuery): Promise<number> {
  const { total } = await found(app, actor, list)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}

function found(app: App, actor: Actor, { query: { filter }, search, category }: FieldQuery) {
  const catalogue = catalogueFor(app, actor)
  let fields = fieldsVisibleTo(app.db, actor).where('fields.organisation_id', '=', actor.organisationId)
  if (filter) fields = fields.where(conditionOf(filter, catalogue))
  if (category) fields = fields.where('fields.category', '=', category)
  const term = search.trim()
  if (term === '') return fields
  const contains = (name: FieldColumn): Filter => ({
    kind: 'compare',
    name,
    comparison: 'contains',
    value: term,
  })
  const parts = [contains('title'), contains('description'), contains('mergeName')]
  return fields.where(conditionOf({ kind: 'or', parts }, catalogue))
}

/** A field with all its choices; not_found when the caller may not see it. */
export async function getFieldDetails(app: App, actor: Actor, name: FieldName): Promise<FieldDetails> {
  const { db } = app
  const field = await getFieldToSee(db, actor, name)
  const options = await db
    .selectFrom('field_options')
    .where('organisation_id', '=', field.organisationId)
    .where('field_id', '=', field.id)
    .where('deleted_at', 'is', null)
    .orderBy('position')
    .orderBy('id')
    .select(['id', 'value', 'label', 'position'])
    .execute()
  // how often another organisation uses its field is not for its guests
  const isOwn = field.organisationId === actor.organisationId
  const { contractCount, matterCount } = isOwn
    ? await fieldsVisibleTo(db, actor)
        .where('fields.id', '=', field.id)
        .select(countsIn(catalogueFor(app, actor)))
        .executeTakeFirstOrThrow()
    : { contractCount: 0, matterCount: 0 }
  return { field: { ...field, options }, contractCount, matterCount, mayAdd: mayAddChoices(actor, field) }
}

interface ChoiceQuery {
  readonly multiple: boolean
  readonly search: string
  readonly skip: number
  readonly take: number
}

const choiceCatalogue = {
  label: { kind: 'text', nullable: false, sql: sql.ref('field_options.label') },
} as const satisfies Catalogue

/**
 * A page of the choices of a lookup, by label; with `search`, of those that have it in their label. not_found when the
 * caller sees no such lookup; 400 when it is of the other kind.
 */
export async function listChoices(
  { db }: App,
  actor: Actor,
  fieldId: number,
  { multiple, search, skip, take }: ChoiceQuery,
): Promise<readonly Pick<FieldOption, 'id' | 'label'>[]> {
  const field = await getFieldToSee(db, actor, fieldId)
  checkLookup(field, multiple)
  const term = search.trim()
  let choices = db
    .selectFrom('field_options')
    .where('organisation_id', '=', field.organisationId)
    .where('field_id', '=', field.id)
    .where('deleted_at', 'is', null)
  const filter: Filter = { kind: 'compare', name: 'label', comparison: 'contains', value: term }
  if (term !== '') choices = choices.where(conditionOf(filter, choiceCatalogue))
  return choices
    .select(['id', 'label'])
    .orderBy(orderOf([{ name: 'label', descending: false }], choiceCatalogue, sql.ref('field_options.id')))
    .limit(take)
    .offset(skip)
    .execute()
}

const reference: Partial<Record<FieldType, string>> = {
  Department: 'departments',
  Region: 'regions',
  ContractEntity: 'parties',
  InvoiceRecipient: 'invoice recipients',
}

/** Throws not_found for fields that offer no choices, and 400 for those whose choices are something else's list. */
export function checkOffers({ type }: Field): void {
  const list = reference[type]
  if (list !== undefined)
    throw badInput(
      'fieldId',
      sentence(`The options of this field are the ${list} of the organisation: change those.`),
    )
  if (atomKindOf(type) !== 'option') throw notFound()
}

/**
 * Throws not_found for what is no lookup, and 400 for one that takes more, or fewer, choices than the caller thinks.
 */
export function checkLookup(field: Field, multiple?: boolean): void {
  if (field.type !== 'Lookup') throw notFound()
  if (multiple === undefined || field.multiple === multiple) return
  const message = field.multiple
    ? 'This lookup takes several choices: use the path without "single".'
    : 'This lookup takes one choice: use the path that ends in "single".'
  throw badInput('id', sentence(message))
}
