// Custom fields as columns of lists of records: shown, filtered by and sorted by as `field_<id>`.
//
// Conditions look for rows of field_values, through the index of the field's kind of value, so that the database may
// begin with the rows that match. Of a field that takes several choices, a comparison holds when it holds for one of
// them, and its opposite when it does for none.
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Actor } from '../platform/actor.ts'
import type { Reader } from '../platform/postgres/database.ts'
import type { Subject } from '../platform/subject.ts'
import {
  type Catalogue,
  type Column,
  type ColumnKind,
  type Comparison,
  likePattern,
  type SortedValues,
  type Value,
} from '../platform/lists/list-query.ts'
import { fieldsVisibleTo } from './access.ts'
import {
  type Atom,
  type AtomKind,
  atomKindOf,
  choiceIsId,
  type EntityColumn,
  type Field,
  fieldColumns,
  fieldIdFrom,
  fieldOf,
  keyOfField,
  takesSeveral,
} from './field.ts'
import { listOptionsOf } from './form.ts'
import { leftFormsSql } from './former-forms.ts'
import { formOwnersSql } from './forms-of-records.ts'
import { isShownOfSql, type OnForms } from './shown-on-records.ts'
import { valueToJson } from './values/json-value.ts'
import { columnOf } from './values/values.ts'

/** The records that a list is about, and their own columns that built-in fields show. */
export interface ListedRecords {
  readonly kind: Subject['kind']
  readonly own: Readonly<Partial<Record<EntityColumn, Column>>>
}

/** Columns for the fields that a request names, by `field_<id>` in lower case, and their values as v1 writes them. */
export interface FieldColumns {
  readonly catalogue: Catalogue
  /** The value of a row's column as JSON. */
  toJson(name: string, value: unknown): unknown
}

const mostFields = 100

/**
 * The columns of those fields that the actor may see; other names are left out, whether there are such fields or not.
 */
export async function fieldColumnsFor(
  db: Reader,
  actor: Actor,
  names: readonly string[],
  records: ListedRecords,
): Promise<FieldColumns> {
  const ids = new Set(names.flatMap((name) => fieldIdFrom(name) ?? []))
  const fields =
    ids.size === 0 ? [] : await readFields(db, actor, [...ids].slice(0, mostFields), records.kind)
  const columns = fields.flatMap((field): [string, Column][] => {
    const column = columnFor(field, records)
    return column ? [[keyOfField(field), column]] : []
  })
  const byKey = new Map(fields.map((field) => [keyOfField(field), field]))
  return {
    catalogue: Object.fromEntries(columns),
    toJson(name, value) {
      const field = byKey.get(name)
      if (!field) return null
      const single = field.entityColumn !== null && value !== null
      return valueToJson(field, single ? [value as Atom] : ((value as readonly Atom[] | null) ?? []))
    },
  }
}

type ListedField = Field & OnForms

async function readFields(
  db: Reader,
  actor: Actor,
  ids: readonly number[],
  kind: Subject['kind'],
): Promise<readonly ListedField[]> {
  const rows = await fieldsVisibleTo(db, actor)
    .where('fields.id', 'in', [...ids])
    .select([...fieldColumns])
    .select([formOwnersSql(kind).as('formOwners'), leftFormsSql(kind).as('leftForms')])
    .execute()
  const options = await listOptionsOf(
    db,
    actor.organisationIds,
    rows.map(({ id }) => id),
  )
  return rows.map(({ formOwners, leftForms, ...row }) => ({
    ...fieldOf(row, options.get(row.id) ?? []),
    formOwners,
    leftForms,
  }))
}

function columnFor(field: ListedField, { kind, own }: ListedRecords): Column | undefined {
  if (field.entityColumn !== null) return own[field.entityColumn]
  const atoms = atomKindOf(field.type)
  return atoms && columnOfValues(field, atoms, kind)
}

const kinds: Readonly<Record<AtomKind, ColumnKind>> = {
  text: 'text',
  number: 'number',
  boolean: 'boolean',
  date: 'date',
  option: 'choice',
  user: 'uuid',
  reference: 'integer',
}

function columnOfValues(field: ListedField, atoms: AtomKind, record: Subject['kind']): Column {
  const values = sql.ref(`v.${columnOf[atoms]}`)
  const rows = sql`from field_values v where v.organisation_id = ${field.organisationId}
    and v.organisation_id = ${sql.ref(`${record}s.organisation_id`)} and v.record_kind = ${record}
    and v.record_id = ${sql.ref(`${record}s.id`)} and ${isShownOfSql([field], record)}`
  const some = (condition: RawBuilder<unknown>): RawBuilder<SqlBool> =>
    sql<SqlBool>`exists (select 1 ${rows} and ${values} is not null and ${condition})`
  const byId = atoms === 'reference' || choiceIsId(field.type)
  return {
    kind: byId ? 'integer' : kinds[atoms],
    nullable: true,
    sql: sql`(select jsonb_agg(${values} order by v.ordinal) ${rows})`,
    order: sql`(select ${orderOf(field, atoms, values)} ${rows} order by v.ordinal limit 1)`,
    ...(takesSeveral(field) ? {} : { values: sortedValues(field, record, orderOf(field, atoms, values)) }),
    ...(atoms === 'option' && !byId ? { choices: field.options.map(({ value }) => value) } : {}),
    ...(byId ? { comparisons: takesSeveral(field) ? ['eq', 'ne', 'contains'] : ['eq', 'ne'] } : {}),
    compare: (comparison, value) => conditionOn(field, atoms, { values, some }, { comparison, value }),
  }
}

const sortedValues = (
  field: ListedField,
  record: Subject['kind'],
  value: RawBuilder<unknown>,
): SortedValues => ({
  rows: sql`select v.organisation_id, v.record_id, v.field_id, ${value} as value from field_values v
    where v.organisation_id = ${field.organisationId} and v.record_kind = ${record} and v.field_id = ${field.id} and ${value} is not null`,
  on: sql<SqlBool>`v.organisation_id = ${sql.ref(`${record}s.organisation_id`)}
    and v.record_id = ${sql.ref(`${record}s.id`)} and ${isShownOfSql([field], record)}`,
})

interface Rows {
  readonly values: RawBuilder<unknown>
  /** The record has a value of which the condition holds. */
  readonly some: (condition: RawBuilder<unknown>) => RawBuilder<SqlBool>
}

function conditionOn(
  field: Field,
  atoms: AtomKind,
  { values, some }: Rows,
  { comparison, value }: { readonly comparison: Comparison; readonly value: Value },
): Expression<SqlBool> {
  const any = some(sql`true`)
  if (value === null) {
    return comparison === 'eq' ? sql<SqlBool>`not ${any}` : comparison === 'ne' ? any : sql<SqlBool>`false`
  }
  if (comparison === 'ne') {
    return sql<SqlBool>`not ${conditionOn(field, atoms, { values, some }, { comparison: 'eq', value })}`
  }
  if (atoms === 'text') return some(textCondition(values, comparison, String(value)))
  if (atoms === 'option' && !choiceIsId(field.type))
    return oneOf(field, { values, some }, comparison, String(value))
  const sign = comparison === 'contains' ? '=' : signs[comparison]
  return some(sql`${values} ${sql.raw(sign)} ${value}::${sql.raw(databaseTypes[atoms])}`)
}

const signs = { eq: '=', lt: '<', le: '<=', gt: '>', ge: '>=' } as Readonly<Record<Comparison, string>>

const databaseTypes: Readonly<Record<AtomKind, string>> = {
  text: 'text',
  number: 'numeric',
  boolean: 'boolean',
  date: 'date',
  option: 'bigint',
  user: 'uuid',
  reference: 'bigint',
}

/** Texts of any length are compared whole; their beginnings first, because the index holds no more. */
export function textCondition(
  values: RawBuilder<unknown>,
  comparison: Comparison,
  value: string,
): RawBuilder<SqlBool> {
  const whole = sql`lower(${values}) collate "C"`
  if (comparison === 'startswith' || comparison === 'endswith' || comparison === 'contains') {
    return sql<SqlBool>`${whole} like lower(${likePattern(comparison, value)})`
  }
  const sign = signs[comparison]
  const beginning = sql.raw(sign === '=' ? '=' : `${sign.charAt(0)}=`)
  return sql<SqlBool>`(left(lower(${values}), 255) collate "C") ${beginning} left(lower(${value}::text), 255) collate "C"
    and ${whole} ${sql.raw(sign)} lower(${value}::text) collate "C"`
}

/** Choices that are written by their value are compared here, so that the database looks for ids only. */
function oneOf(
  { options }: Field,
  { values, some }: Rows,
  comparison: Comparison,
  value: string,
): RawBuilder<SqlBool> {
  const wanted = value.toLowerCase()
  const matches = (text: string) => {
    switch (comparison) {
      case 'eq':
        return text === wanted
      case 'startswith':
        return text.startsWith(wanted)
      case 'endswith':
        return text.endsWith(wanted)
      default:
        return text.includes(wanted)
    }
  }
  const ids = options.filter((option) => matches(option.value.toLowerCase())).map(({ id }) => id)
  return ids.length === 0 ? sql<SqlBool>`false` : some(sql`${values} = any(${ids}::bigint[])`)
}

/** People and things sort by their name, choices as the field offers them, those of lookups by their label. */
function orderOf({ type }: Field, atoms: AtomKind, values: RawBuilder<unknown>): RawBuilder<unknown> {
  switch (atoms) {
    case 'text':
      return sql`lower(${values}) collate "C"`
    case 'user':
      return sql`(select lower(u.first_name || ' ' || u.last_name) collate "C" from users u where u.id = ${values})`
    case 'option':
      return sql`(select ${type === 'Lookup' ? sql`lower(o.label) collate "C"` : sql`o.position`} from field_options o
        where o.organisation_id = v.organisation_id and o.id = ${values})`
    case 'reference': {
      const tables: Partial<Record<Field['type'], string>> = {
        Department: 'departments',
        Region: 'regions',
        ContractEntity: 'contract_entities',
        InvoiceRecipient: 'invoice_recipients',
      }
      return sql`(select lower(n.name) collate "C" from ${sql.table(tables[type] ?? 'departments')} n
        where n.organisation_id = v.organisation_id and n.id = ${values})`
    }
    default:
      return values
  }
}
