// The choices of a field as rows with the requested columns. Fields that refer to departments and the like offer those.
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../platform/actor.ts'
import type { App } from '../platform/app.ts'
import type { Reader } from '../platform/postgres/database.ts'
import { badInput, notFound } from '../platform/errors.ts'
import type { ListQuery } from '../platform/lists/list-query.ts'
import { countRows, type ListedRow, type Listing, readRows } from '../platform/lists/list-rows.ts'
import { placeSql } from '../platform/lists/placed.ts'
import { type FieldName, getFieldToSee } from './access.ts'
import { isListedFor, type NamedList } from '../identity/organisations/guest-sight.ts'
import { atomKindOf, type Field } from './field.ts'

/** The columns that a list of choices can show, filter by and sort by. */
export const optionListing = {
  catalogue: {
    label: { kind: 'text', nullable: false, sql: sql.ref('options.label') },
    value: { kind: 'text', nullable: false, sql: sql.ref('options.value') },
    place: { kind: 'integer', nullable: false, sql: sql.ref('options.position') },
    properties: { kind: 'text', nullable: true, sql: sql.ref('options.properties') },
    parentId: { kind: 'integer', nullable: true, sql: sql.ref('options.parent_id') },
    version: { kind: 'integer', nullable: false, sql: sql.ref('options.version') },
  },
  id: { kind: 'integer', sql: sql.ref('options.id') },
} as const satisfies Listing

interface OptionRow {
  readonly id: number
  readonly label: string
  readonly value: string
  readonly position: number
  readonly properties: unknown
  /** The department above this one. */
  readonly parent_id: number | null
  readonly version: number
}

/**
 * Rows of a field's choices; undefined when fields of its type have none, or the actor is of another organisation.
 */
function optionRows({ organisationId, id, type }: Field, actor: Actor): RawBuilder<OptionRow> | undefined {
  if (atomKindOf(type) === 'option') {
    return sql`(select o.id, o.label, o.value, o.position, o.properties, null::bigint as parent_id, o.version from field_options o
      where o.organisation_id = ${organisationId} and o.field_id = ${id} and o.deleted_at is null)`
  }
  // people of law firms must not learn the departments and the counterparties of a customer, and its guests only those
  // that their records name
  if (organisationId !== actor.organisationId) return undefined
  const named = (
    table: RawBuilder<unknown>,
    isThere: RawBuilder<unknown>,
    {
      parent = sql`null::bigint`,
      place = sql`0::bigint`,
      version = sql`r.version`,
    }: Partial<Readonly<Record<'parent' | 'place' | 'version', RawBuilder<number | null>>>> = {},
  ): RawBuilder<OptionRow> =>
    sql`(select r.id, r.name as label, r.id::text as value, ${place} as position, null::jsonb as properties,
        ${parent} as parent_id, ${version} as version
      from ${table} r where r.organisation_id = ${organisationId} and ${isThere})`
  const listed = (list: NamedList) => isListedFor(actor, list, 'r.id')
  const kept = (list: NamedList) => sql`r.deleted_at is null and ${listed(list)}`
  switch (type) {
    case 'Department':
      return named(sql`departments`, kept(type), { parent: sql`r.parent_id`, place: placeSql('r') })
    case 'Region':
      return named(sql`regions`, kept(type), { place: placeSql('r') })
    case 'InvoiceRecipient':
      return named(sql`invoice_recipients`, kept(type), { version: sql`1::bigint` })
    case 'ContractEntity':
      return named(sql`contract_entities`, listed(type))
    default:
      return undefined
  }
}

async function optionsOf(db: Reader, actor: Actor, name: FieldName) {
  const field = await getFieldToSee(db, actor, name)
  const rows = optionRows(field, actor)
  if (!rows) {
    // of another organisation's departments even the way they are chosen is not shown
    if (field.organisationId !== actor.organisationId) throw notFound()
    throw badInput('fieldId', `is ${field.apiName}, a field of type ${field.type}: it has no options.`)
  }
  // lookups and parties may be thousands, which people search by name
  const isOwn = atomKindOf(field.type) === 'option'
  const names = isOwn ? [field.type === 'Lookup' ? 'label' : 'place'] : ['place', 'label']
  return {
    rows: db.selectFrom(rows.as('options')),
    sort: names.map((name) => ({ name, descending: false })),
  }
}

interface Asked {
  readonly query: ListQuery
  readonly columns: readonly string[]
  readonly count: boolean
}

/**
 * A page of the choices of the field, by default in their order or by label, and how many there are if requested.
 * Throws not_found when the actor sees no such field, and 400 when it has no choices.
 */
export async function listOptions(
  { db }: App,
  actor: Actor,
  name: FieldName,
  { query, columns, count }: Asked,
): Promise<{ readonly rows: readonly ListedRow[]; readonly count: number | undefined }> {
  const { rows, sort } = await optionsOf(db, actor, name)
  const ordered = query.sort.length > 0 ? query : { ...query, sort }
  return {
    rows: await readRows(rows, optionListing, { query: ordered, columns }),
    count: count ? await countRows(rows, optionListing, query) : undefined,
  }
}

/** The choice of the field that has the value, in any case; not_found when there is none. */
export async function getOption(
  { db }: App,
  actor: Actor,
  { field, value }: { readonly field: FieldName; readonly value: string },
  columns: readonly string[],
): Promise<ListedRow> {
  const { rows } = await optionsOf(db, actor, field)
  const query: ListQuery = {
    filter: { kind: 'compare', name: 'value', comparison: 'eq', value },
    sort: [],
    skip: 0,
    take: 1,
  }
  const [row] = await readRows(rows, optionListing, { query, columns })
  if (!row) throw notFound()
  return row
}
