// Custom fields as columns of lists of records, by the names that requests of v2 give them: a value, or what a choice
// or a person is made of. Several choices are a collection.
//
// Somebody with records of several organisations may see several fields of one name. They are one column where they
// take the same; otherwise it is the one of their own organisation, or else the oldest, and records have no value of
// the others.
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Actor } from '../platform/actor.ts'
import type { Reader } from '../platform/postgres/database.ts'
import type { Subject } from '../platform/subject.ts'
import { conditionOf } from '../platform/lists/filter-sql.ts'
import {
  type Catalogue,
  type Collections,
  type Column,
  type ColumnKind,
  sortedBy,
  type SortedValues,
} from '../platform/lists/list-query.ts'
import { type AtomKind, atomKindOf, type Field } from './field.ts'
import { isShownOfSql, type OnForms } from './shown-on-records.ts'
import { textCondition } from './list-columns-by-id.ts'
import { numberIn, readNamedFields } from './named-fields.ts'
import { type ValueType, valueTypeOf } from './field-rows.ts'
import { columnOf } from './values/values.ts'

/** A field that a request names. */
interface NamedField {
  /** In lower case: its api name, or its number. */
  readonly name: string
  readonly title: string
  readonly valueType: ValueType
}

/**
 * Columns under `fields/<name>`, with `/value` and `/label` of choices, `/id`, `/email` and so on of people; `/shown`
 * is the value as people read it.
 */
export interface NamedColumns {
  readonly fields: readonly NamedField[]
  /** What the SQL of the columns depends on: definitions change. */
  readonly key: string
  readonly catalogue: Catalogue
  readonly collections: Collections
}

/**
 * The columns of those fields that the actor may see; other names are left out, whether there are such fields or not.
 * What built-in fields show of a record itself is not here: v2 has properties for it.
 */
export async function namedColumnsFor(
  db: Reader,
  actor: Actor,
  names: readonly string[],
  record: Subject['kind'],
): Promise<NamedColumns> {
  const wanted = [...new Set(names.map((name) => name.toLowerCase()))]
  const found = wanted.length === 0 ? [] : await readNamedFields(db, actor, wanted, record)
  const named = wanted.flatMap((name) => meant(name, found) ?? [])
  const columns = named.map((each) => ({ ...each, ...columnsOf(each, record) }))
  return {
    fields: columns.map(({ name, title, valueType }) => ({ name, title, valueType })),
    key: JSON.stringify(
      named.map((each) => ({ ...each, fields: each.fields.map(({ id, formOwners }) => [id, formOwners]) })),
    ),
    catalogue: Object.assign({}, ...columns.map(({ catalogue }) => catalogue)) as Catalogue,
    collections: Object.assign({}, ...columns.map(({ collections }) => collections)) as Collections,
  }
}

interface Meant extends NamedField {
  readonly atoms: AtomKind
  readonly organisationIds: readonly number[]
  readonly fields: readonly OnForms[]
  /** Where choices are kept, or the things that a value refers to. */
  readonly things: string
}

function meant(name: string, found: readonly (Field & OnForms)[]): Meant | undefined {
  const called = found.filter(({ apiName }) => apiName.toLowerCase() === name)
  const fields = called.length > 0 ? called : found.filter(({ id }) => id === numberIn(name))
  const [first] = fields
  const valueType = first && valueTypeOf(first)
  const atoms = first && atomKindOf(first.type)
  if (!valueType || !atoms) return undefined
  const alike = fields.filter(
    (each) => valueTypeOf(each) === valueType && thingsOf(each.type) === thingsOf(first.type),
  )
  return {
    name,
    title: first.title,
    valueType,
    atoms,
    things: thingsOf(first.type),
    organisationIds: alike.map(({ organisationId }) => organisationId),
    fields: alike,
  }
}

function thingsOf(type: Field['type']): string {
  switch (type) {
    case 'Department':
      return 'departments'
    case 'Region':
      return 'regions'
    case 'ContractEntity':
      return 'contract_entities'
    case 'InvoiceRecipient':
      return 'invoice_recipients'
    default:
      return 'field_options'
  }
}

type Condition = Expression<SqlBool>

/** How a record's value is read, and whether it has one of which a condition holds. */
interface Value {
  readonly read: (expression: RawBuilder<unknown>) => RawBuilder<unknown>
  /** The values of all records, as `expression` reads them of `v`, and of what is joined. */
  readonly all: (expression: RawBuilder<unknown>, joined?: RawBuilder<unknown>) => SortedValues
  readonly some: (condition: Condition) => Condition
}

function columnsOf(field: Meant, record: Subject['kind']): Pick<NamedColumns, 'catalogue' | 'collections'> {
  const key = `fields/${field.name}`
  const rows = rowsOf(field, record)
  const atom = sql.ref(`v.${columnOf[field.atoms]}`)
  const own: Value = {
    read: (expression) => sql`(select ${expression} from ${rows} order by v.ordinal limit 1)`,
    all: (expression, joined = sql``) => allValues(field, record, { joined, expression }),
    some: (condition) =>
      sql<SqlBool>`exists (select 1 from ${rows} and ${atom} is not null and ${condition})`,
  }
  const under = (columns: Catalogue): Catalogue =>
    Object.fromEntries(Object.entries(columns).map(([name, column]) => [`${key}${name}`, column]))
  const { label } = partsOf(field)
  const shown = (words: RawBuilder<unknown>) => ({
    '/shown': { kind: 'text', nullable: true, sql: words } as const,
  })
  switch (field.valueType) {
    case 'User': {
      const name = own.read(
        sql`(select u.first_name || ' ' || u.last_name from users u where u.id = v.user_id)`,
      )
      return { catalogue: under({ ...userColumns(own), ...shown(name) }), collections: {} }
    }
    case 'Option': {
      const words = ofThings(field, own).read(label.sql)
      return { catalogue: under({ ...optionColumns(field, own), ...shown(words) }), collections: {} }
    }
    case 'MultiOption':
      return {
        catalogue: under(
          shown(
            sql`(select string_agg(${oneOfThings(field, label.sql)}, '; ' order by v.ordinal) from ${rows})`,
          ),
        ),
        collections: { [key]: { catalogue: partsOf(field), some: ofThings(field, own).some } },
      }
    default: {
      const kind = kinds[field.valueType]
      const column = columnOver(own, plainColumn(kind, atom))
      return { catalogue: under({ '': column, '/shown': column }), collections: {} }
    }
  }
}

const kinds = { Text: 'text', Decimal: 'number', Boolean: 'boolean', Date: 'date' } as const

/** The values of a field that takes one. */
function allValues(
  { organisationIds, fields }: Meant,
  record: Subject['kind'],
  { joined, expression }: Readonly<Record<'joined' | 'expression', RawBuilder<unknown>>>,
): SortedValues {
  const ids = fields.map(({ id }) => id)
  return {
    rows: sql`select v.organisation_id, v.record_id, v.field_id, ${expression} as value from field_values v ${joined}
      where v.organisation_id in (${sql.join([...organisationIds])}) and v.record_kind = ${record}
        and v.field_id in (${sql.join(ids)}) and ${expression} is not null`,
    on: sql<SqlBool>`v.organisation_id = ${sql.ref(`${record}s.organisation_id`)}
      and v.record_id = ${sql.ref(`${record}s.id`)} and ${isShownOfSql(fields, record)}`,
  }
}

const rowsOf = ({ organisationIds, fields }: Meant, record: Subject['kind']) =>
  sql`field_values v where v.organisation_id in (${sql.join([...organisationIds])})
    and v.organisation_id = ${sql.ref(`${record}s.organisation_id`)} and v.record_kind = ${record}
    and v.record_id = ${sql.ref(`${record}s.id`)} and ${isShownOfSql(fields, record)}`

/** Long texts are compared through the index of their beginnings. */
const plainColumn = (kind: ColumnKind, expression: RawBuilder<unknown>): Column => ({
  kind,
  nullable: false,
  sql: expression,
  ...(kind === 'text'
    ? { compare: (comparison, value) => textCondition(expression, comparison, String(value)) }
    : {}),
})

/** Of the record: null where it has no value, otherwise as `inner` says of the value. */
function columnOver({ read, all, some }: Value, inner: Column): Column {
  const holds = (
    comparison: Parameters<NonNullable<Column['compare']>>[0],
    value: string | number | boolean,
  ) => some(conditionOf({ kind: 'compare', name: 'value', comparison, value }, { value: inner }))
  return {
    kind: inner.kind,
    nullable: true,
    sql: read(inner.sql),
    values: all(sortedBy(inner)),
    compare(comparison, value) {
      const isThere = some(sql<SqlBool>`true`)
      if (value === null) {
        return comparison === 'eq'
          ? sql<SqlBool>`not ${isThere}`
          : comparison === 'ne'
            ? isThere
            : sql<SqlBool>`false`
      }
      return comparison === 'ne' ? sql<SqlBool>`not ${holds('eq', value)}` : holds(comparison, value)
    },
  }
}

/**
 * The choices, or the things that values refer to, are looked up first: then the index of values finds who has them.
 */
function ofThings({ things, organisationIds, fields, atoms }: Meant, { read, all, some }: Value): Value {
  const table = sql`${sql.table(things)} n`
  const atom = sql.ref(`v.${columnOf[atoms]}`)
  const offered =
    things === 'field_options' ? sql`and n.field_id in (${sql.join(fields.map(({ id }) => id))})` : sql``
  return {
    read: (expression) => read(oneOfThings({ things, atoms }, expression)),
    all: (expression) =>
      all(expression, sql`join ${table} on n.organisation_id = v.organisation_id and n.id = ${atom}`),
    some: (condition) =>
      some(sql<SqlBool>`${atom} = any(array(select n.id from ${table}
        where n.organisation_id in (${sql.join([...organisationIds])}) ${offered} and ${condition}))`),
  }
}

/** What is asked of the choice, or of the thing, that a value refers to. */
const oneOfThings = ({ things, atoms }: Pick<Meant, 'things' | 'atoms'>, expression: RawBuilder<unknown>) =>
  sql`(select ${expression} from ${sql.table(things)} n
    where n.organisation_id = v.organisation_id and n.id = ${sql.ref(`v.${columnOf[atoms]}`)})`

/** What stands for a choice, and what people read; things are known by their ids and names. */
function partsOf({ things }: Meant): { readonly value: Column; readonly label: Column } {
  const isChoice = things === 'field_options'
  const text = (expression: RawBuilder<unknown>): Column => ({
    kind: 'text',
    nullable: false,
    sql: expression,
  })
  return {
    value: text(isChoice ? sql.ref('n.value') : sql`n.id::text`),
    label: text(isChoice ? sql.ref('n.label') : sql.ref('n.name')),
  }
}

function optionColumns(field: Meant, own: Value): Catalogue {
  const value = ofThings(field, own)
  const parts = Object.entries(partsOf(field)).map(([name, part]): [string, Column] => [
    `/${name}`,
    columnOver(value, part),
  ])
  return {
    '': columnOver(own, plainColumn('integer', sql.ref(`v.${columnOf[field.atoms]}`))),
    ...Object.fromEntries(parts),
  }
}

function userColumns(own: Value): Catalogue {
  const id = plainColumn('uuid', sql.ref('v.user_id'))
  const of = (kind: ColumnKind, column: string) => {
    const expression = sql.ref(`u.${column}`)
    const value: Value = {
      read: () => own.read(sql`(select ${expression} from users u where u.id = v.user_id)`),
      all: (sorted) => own.all(sorted, sql`join users u on u.id = v.user_id`),
      some: (condition) =>
        own.some(sql<SqlBool>`exists (select 1 from users u where u.id = v.user_id and ${condition})`),
    }
    return columnOver(value, { kind, nullable: false, sql: expression })
  }
  return {
    '': columnOver(own, id),
    '/id': columnOver(own, id),
    '/email': of('text', 'email'),
    '/firstName': of('text', 'first_name'),
    '/lastName': of('text', 'last_name'),
    '/organisationId': of('integer', 'organisation_id'),
  }
}
