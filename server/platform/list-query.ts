// Filters, sorting and pages of lists: one tree that both wire formats are translated into, and its way to SQL through a
// catalogue of the names that may be filtered and sorted by.
//
// A comparison is true or false, never unknown: null is equal to null only, unequal to everything else, and neither less
// nor greater than anything. Text compares without regard to case and sorts by its lower-case form in code-point order.
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import { badInput } from './errors.ts'

export type Comparison = 'eq' | 'ne' | 'lt' | 'le' | 'gt' | 'ge' | 'startswith' | 'endswith' | 'contains'
export type Value = string | number | boolean | null

export type Filter =
  | {
      readonly kind: 'compare'
      readonly name: string
      readonly comparison: Comparison
      readonly value: Value
    }
  | { readonly kind: 'and' | 'or'; readonly parts: readonly Filter[] }
  | { readonly kind: 'not'; readonly part: Filter }

/** What a column holds: decides how values are read, compared and shown. `local` is a time without zone. */
export type ColumnKind = 'text' | 'choice' | 'integer' | 'number' | 'boolean' | 'moment' | 'local' | 'uuid'

export interface Column {
  readonly kind: ColumnKind
  readonly nullable: boolean
  readonly sql: RawBuilder<unknown>
  /** The values of a `choice`, in the wire's spelling. */
  readonly choices?: readonly string[]
}

/** The names a list knows: what is not here can neither be asked for nor filtered nor sorted by. */
export type Catalogue = Readonly<Record<string, Column>>

export interface SortKey {
  readonly name: string
  readonly descending: boolean
}

export interface ListQuery {
  readonly filter: Filter | null
  readonly sort: readonly SortKey[]
  readonly skip: number
  readonly take: number
}

/** The filter as a condition; names must be in the catalogue (the wire formats have looked them up). */
export function conditionOf(filter: Filter, catalogue: Catalogue): Expression<SqlBool> {
  switch (filter.kind) {
    case 'compare':
      return compare(columnOf(catalogue, filter.name), filter.comparison, filter.value)
    case 'not':
      return sql<SqlBool>`not (${conditionOf(filter.part, catalogue)})`
    default: {
      const parts = filter.parts.map((part) => conditionOf(part, catalogue))
      return sql<SqlBool>`(${sql.join(parts, filter.kind === 'and' ? sql` and ` : sql` or `)})`
    }
  }
}

/** The order as SQL, made total by the id, so that no page repeats or skips a row. */
export function orderOf(
  sort: readonly SortKey[],
  catalogue: Catalogue,
  id: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const keys = sort.map(({ name, descending }) => {
    const column = columnOf(catalogue, name)
    const expression =
      column.kind === 'text'
        ? sql`lower(${column.sql}) collate "C"`
        : column.kind === 'choice'
          ? sql`${column.sql} collate "C"`
          : column.sql
    // null sorts as the least; not said where there is none, so that a plain index gives the order
    const nulls = column.nullable ? (descending ? sql` nulls last` : sql` nulls first`) : sql``
    return sql`${expression} ${descending ? sql`desc` : sql`asc`}${nulls}`
  })
  const last = sort.at(-1)?.descending ? sql`${id} desc` : sql`${id} asc`
  return sql.join([...keys, last])
}

function columnOf(catalogue: Catalogue, name: string): Column {
  const column = Object.hasOwn(catalogue, name) ? catalogue[name] : undefined
  if (!column) throw new Error(`The catalogue has no ${name}`)
  return column
}

const signs = { lt: sql`<`, le: sql`<=`, gt: sql`>`, ge: sql`>=` } as const

function compare(
  { kind, nullable, sql: column }: Column,
  comparison: Comparison,
  value: Value,
): Expression<SqlBool> {
  if (value === null) {
    if (comparison === 'eq') return sql<SqlBool>`${column} is null`
    return comparison === 'ne' ? sql<SqlBool>`${column} is not null` : sql<SqlBool>`false`
  }
  const certain = (condition: RawBuilder<SqlBool>) =>
    nullable ? sql<SqlBool>`coalesce(${condition}, false)` : condition
  const { left, right } = sides(kind, column, value)
  switch (comparison) {
    case 'eq':
      return certain(sql<SqlBool>`${left} = ${right}`)
    case 'ne':
      return nullable ? sql<SqlBool>`${left} is distinct from ${right}` : sql<SqlBool>`${left} <> ${right}`
    case 'startswith':
    case 'endswith':
    case 'contains':
      return certain(sql<SqlBool>`lower(${column}) like lower(${pattern(comparison, String(value))})`)
    default:
      return certain(sql<SqlBool>`${left} ${signs[comparison]} ${right}`)
  }
}

function sides(kind: ColumnKind, column: RawBuilder<unknown>, value: Exclude<Value, null>) {
  switch (kind) {
    case 'text':
      return { left: sql`lower(${column}) collate "C"`, right: sql`lower(${value}::text) collate "C"` }
    case 'choice':
      return { left: sql`${column} collate "C"`, right: sql`${value}::text collate "C"` }
    case 'moment':
      return { left: column, right: sql`${value}::timestamptz` }
    case 'local':
      return { left: column, right: sql`${value}::timestamp` }
    case 'uuid':
      return { left: column, right: sql`${value}::uuid` }
    case 'number':
      return { left: column, right: sql`${value}::numeric` }
    case 'integer':
      return { left: column, right: sql`${value}::bigint` }
    case 'boolean':
      return { left: column, right: sql`${value}::boolean` }
  }
}

function pattern(comparison: 'startswith' | 'endswith' | 'contains', text: string): string {
  const literal = text.replace(/[\\%_]/g, '\\$&')
  return `${comparison === 'startswith' ? '' : '%'}${literal}${comparison === 'endswith' ? '' : '%'}`
}

const uuidText = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
// dates the database can hold, in ISO form, with or without time and zone
const momentText =
  /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])([T ]([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,6})?)?(Z|[+-]([01]\d|2[0-3]):?[0-5]\d)?)?$/

/**
 * A value that came as text, as one the column can be compared with; `parameter` names the input in the error. Times
 * without a zone are UTC, as the wire writes them.
 */
export function readValue(column: Column, text: string, parameter: string): Value {
  const refuse = (expected: string) =>
    badInput(parameter, `${parameter} must be ${expected}; it is "${text.slice(0, 100)}".`)
  switch (column.kind) {
    case 'text':
      return text.replaceAll('\0', '')
    case 'choice': {
      const choice = column.choices?.find((each) => each.toLowerCase() === text.toLowerCase())
      if (choice === undefined) throw refuse(`one of ${column.choices?.join(', ')}`)
      return choice
    }
    case 'integer':
      if (!/^-?\d{1,18}$/.test(text)) throw refuse('a whole number')
      return text
    case 'number':
      if (!/^-?\d{1,30}(\.\d{1,20})?$/.test(text)) throw refuse('a number')
      return text
    case 'boolean':
      if (!/^(true|false)$/i.test(text)) throw refuse('true or false')
      return text.toLowerCase() === 'true'
    case 'uuid':
      if (!uuidText.test(text)) throw refuse('an id such as 5d7c1b1e-0f53-4c0e-9f38-8f9d2c1b7a10')
      return text.toLowerCase()
    case 'moment':
    case 'local':
      if (!momentText.test(text) || !isDay(text))
        throw refuse('a date such as 2026-05-06 or 2026-05-06T17:00:00')
      return column.kind === 'moment' && !/(Z|[+-]\d\d:?\d\d)$/.test(text.slice(10))
        ? `${text}${text.length === 10 ? 'T00:00' : ''}Z`
        : text
  }
}

/** 2026-02-30 has the form of a date but is none. */
function isDay(text: string): boolean {
  const day = text.slice(0, 10)
  const date = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().slice(0, 10) === day && !day.startsWith('0000')
}

/** Operators a kind of column takes; the others are refused by name before any query is made. */
export function comparisonsOf(kind: ColumnKind): readonly Comparison[] {
  switch (kind) {
    case 'text':
      return ['eq', 'ne', 'lt', 'le', 'gt', 'ge', 'startswith', 'endswith', 'contains']
    case 'choice':
      return ['eq', 'ne', 'startswith', 'endswith', 'contains']
    case 'boolean':
    case 'uuid':
      return ['eq', 'ne']
    default:
      return ['eq', 'ne', 'lt', 'le', 'gt', 'ge']
  }
}
