// Filters, sorting and pages of lists: one tree that both wire formats are translated into, and its way to SQL through a
// catalogue of the names that may be filtered and sorted by.
//
// A comparison is true or false, never unknown: null is equal to null only, unequal to everything else, and neither less
// nor greater than anything. Text compares without regard to case and sorts by its lower-case form in code-point order.
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'

export type Comparison = 'eq' | 'ne' | 'lt' | 'le' | 'gt' | 'ge' | 'startswith' | 'endswith' | 'contains'
export type Value = string | number | boolean | null

export type Filter =
  | {
      readonly kind: 'compare'
      readonly name: string
      readonly comparison: Comparison
      readonly value: Value
    }
  /** Equal to one of the values, of which null may be one. */
  | { readonly kind: 'in'; readonly name: string; readonly values: readonly Value[] }
  | { readonly kind: 'and' | 'or'; readonly parts: readonly Filter[] }
  | { readonly kind: 'not'; readonly part: Filter }
  /** At least one of a collection (without a part: it is not empty), or every one, of which there may be none. */
  | { readonly kind: 'any'; readonly name: string; readonly part: Filter | null }
  | { readonly kind: 'all'; readonly name: string; readonly part: Filter }

/** What a column holds: decides how values are read, compared and shown. `local` is a time without zone. */
export type ColumnKind =
  | 'text'
  | 'choice'
  | 'integer'
  | 'number'
  | 'boolean'
  | 'moment'
  | 'local'
  | 'date'
  | 'uuid'

export interface Column {
  readonly kind: ColumnKind
  readonly nullable: boolean
  readonly sql: RawBuilder<unknown>
  /** The values of a `choice`, in the wire's spelling. */
  readonly choices?: readonly string[]
  /** The comparisons it takes, where those are not all of its kind. */
  readonly comparisons?: readonly Comparison[]
  /** A condition of its own, never unknown, where comparing the sql would not do: of several values, or through an index of another table. */
  readonly compare?: (comparison: Comparison, value: Value) => Expression<SqlBool>
  /** The column itself, where this one shows it in some rows only. */
  readonly unmasked?: Column
  /** What rows are sorted by, where that is not the sql. */
  readonly order?: RawBuilder<unknown>
}

/** What a list knows of each row in any number: its own names, and how to ask whether there is one of which a condition holds. */
export interface Collection {
  readonly catalogue: Catalogue
  readonly some: (condition: Expression<SqlBool>) => Expression<SqlBool>
}

export type Collections = Readonly<Record<string, Collection>>

/** The names a list knows: what is not here can neither be asked for nor filtered nor sorted by. */
export type Catalogue = Readonly<Record<string, Column>>

export interface SortKey {
  readonly name: string
  readonly descending: boolean
}

/** Where a row stands in an order: the values it is sorted by, as the database writes them, and last its id (list-rows.ts). */
export type Position = readonly (string | null)[]

export interface ListQuery {
  readonly filter: Filter | null
  readonly sort: readonly SortKey[]
  readonly skip: number
  readonly take: number
  /** Only what comes after this position in the order. */
  readonly after?: Position
}

interface Known {
  readonly catalogue: Catalogue
  readonly collections: Collections
}

/**
 * The filter as the condition of a `where`; names must be in the catalogue or the collections (the wire formats have looked
 * them up). Negations are carried down to the comparisons, so that those that are not negated stay plain enough for an index.
 */
export const conditionOf = (
  filter: Filter,
  catalogue: Catalogue,
  collections: Collections = {},
): Expression<SqlBool> => condition(filter, { catalogue, collections }, false)

function condition(filter: Filter, known: Known, negated: boolean): Expression<SqlBool> {
  switch (filter.kind) {
    case 'compare':
      return compared(columnOf(known.catalogue, filter.name), filter, negated)
    case 'in':
      return isOneOf(columnOf(known.catalogue, filter.name), filter.values, negated)
    case 'not':
      return condition(filter.part, known, !negated)
    case 'any':
    case 'all':
      return quantified(filter, known, negated)
    default: {
      const all = (filter.kind === 'and') !== negated
      const parts = filter.parts.map((part) => condition(part, known, negated))
      if (parts.length === 0) return all ? sql<SqlBool>`true` : sql<SqlBool>`false`
      return sql<SqlBool>`(${sql.join(parts, all ? sql` and ` : sql` or `)})`
    }
  }
}

/** Every one of a collection is: there is none that is not. */
function quantified(
  filter: Extract<Filter, { readonly kind: 'any' | 'all' }>,
  { collections }: Known,
  negated: boolean,
): Expression<SqlBool> {
  const collection = Object.hasOwn(collections, filter.name) ? collections[filter.name] : undefined
  if (!collection) throw new Error(`The list has no collection ${filter.name}`)
  const inner: Known = { catalogue: collection.catalogue, collections: {} }
  const isAll = filter.kind === 'all'
  const exists = collection.some(filter.part ? condition(filter.part, inner, isAll) : sql<SqlBool>`true`)
  return isAll === negated ? exists : sql<SqlBool>`not ${exists}`
}

/** The order as SQL, made total by the id, so that no page repeats or skips a row. */
export function orderOf(
  sort: readonly SortKey[],
  catalogue: Catalogue,
  id: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const keys = sort.map(({ name, descending }) => {
    const column = columnOf(catalogue, name)
    // null sorts as the least; not said where there is none, so that a plain index gives the order
    const nulls = column.nullable ? (descending ? sql` nulls last` : sql` nulls first`) : sql``
    return sql`${sortedBy(column)} ${descending ? sql`desc` : sql`asc`}${nulls}`
  })
  const last = sort.at(-1)?.descending ? sql`${id} desc` : sql`${id} asc`
  return sql.join([...keys, last])
}

/** What a column is sorted by. */
export function sortedBy({ kind, sql: column, order }: Column): RawBuilder<unknown> {
  if (order) return order
  if (kind === 'text') return sql`lower(${column}) collate "C"`
  return kind === 'choice' ? sql`${column} collate "C"` : column
}

/** The catalogue of rows that show all of their columns. */
export const unmaskedCatalogue = (catalogue: Catalogue): Catalogue =>
  Object.fromEntries(Object.entries(catalogue).map(([name, column]) => [name, column.unmasked ?? column]))

/** The part of a catalogue that has these names. */
export const namesIn = (catalogue: Catalogue, names: readonly string[]): Catalogue =>
  Object.fromEntries(Object.entries(catalogue).filter(([name]) => names.includes(name)))

/** The column of a name that must be in the catalogue. */
export function columnOf(catalogue: Catalogue, name: string): Column {
  const column = Object.hasOwn(catalogue, name) ? catalogue[name] : undefined
  if (!column) throw new Error(`The catalogue has no ${name}`)
  return column
}

type Compare = Extract<Filter, { readonly kind: 'compare' }>

/** Null is equal to null only, and neither less nor greater than anything. */
function compared(
  column: Column,
  { comparison, value }: Pick<Compare, 'comparison' | 'value'>,
  negated: boolean,
): Expression<SqlBool> {
  if (column.compare) {
    const asked = column.compare(comparison, value)
    return negated ? sql<SqlBool>`not ${asked}` : asked
  }
  if (comparison === 'ne') return compared(column, { comparison: 'eq', value }, !negated)
  if (value !== null) return leaf(column, compareWith(column, comparison, value), negated)
  if (comparison === 'eq') return isNull(column, negated)
  return negated ? sql<SqlBool>`true` : sql<SqlBool>`false`
}

function isOneOf(column: Column, values: readonly Value[], negated: boolean): Expression<SqlBool> {
  const given = values.filter((value) => value !== null)
  const { compare } = column
  const parts = compare
    ? values.map((value) => compared(column, { comparison: 'eq', value }, negated))
    : [
        ...(given.length > 0 ? [leaf(column, equalToOneOf(column, given), negated)] : []),
        ...(values.includes(null) ? [isNull(column, negated)] : []),
      ]
  if (parts.length === 0) return negated ? sql<SqlBool>`true` : sql<SqlBool>`false`
  return sql<SqlBool>`(${sql.join(parts, negated ? sql` and ` : sql` or `)})`
}

function equalToOneOf(column: Column, values: readonly Exclude<Value, null>[]): RawBuilder<SqlBool> {
  const all = values.map((value) => sides(column, value))
  return sql<SqlBool>`${all[0]?.left} in (${sql.join(all.map(({ right }) => right))})`
}

const isNull = ({ sql: column }: Column, negated: boolean): Expression<SqlBool> =>
  negated ? sql<SqlBool>`${column} is not null` : sql<SqlBool>`${column} is null`

/** A condition that no null fulfils. Only where it is negated unknown must be told from false: a `where` finds neither. */
function leaf({ nullable }: Column, asked: RawBuilder<SqlBool>, negated: boolean): Expression<SqlBool> {
  if (!negated) return asked
  return nullable ? sql<SqlBool>`(${asked}) is not true` : sql<SqlBool>`not (${asked})`
}

const signs = { eq: sql`=`, lt: sql`<`, le: sql`<=`, gt: sql`>`, ge: sql`>=` } as const

function compareWith(
  column: Column,
  comparison: Exclude<Comparison, 'ne'>,
  value: Exclude<Value, null>,
): RawBuilder<SqlBool> {
  switch (comparison) {
    case 'startswith':
    case 'endswith':
    case 'contains': {
      const text = sql`lower(${likePattern(comparison, String(value))})`
      // with this collation a beginning can be looked up in the index that sorts
      return sql<SqlBool>`lower(${column.sql}) collate "C" like ${text}`
    }
    default: {
      const { left, right } = sides(column, value)
      return sql<SqlBool>`${left} ${signs[comparison]} ${right}`
    }
  }
}

const wholeNumber = /^-?\d{1,18}$/

/** Both sides of a comparison, in the form that the indexes have. */
function sides({ kind, sql: column }: Column, value: Exclude<Value, null>) {
  switch (kind) {
    case 'text':
      return { left: sql`lower(${column}) collate "C"`, right: sql`lower(${value}::text) collate "C"` }
    case 'choice':
      return { left: sql`${column} collate "C"`, right: sql`${value}::text collate "C"` }
    default:
      return { left: column, right: typed(kind, value) }
  }
}

/** A value, or null, as one of the column's type in the database. */
export function typed(kind: ColumnKind, value: Value): RawBuilder<unknown> {
  switch (kind) {
    case 'moment':
      return sql`${value}::timestamptz`
    case 'local':
      return sql`${value}::timestamp`
    case 'date':
      return sql`${value}::date`
    case 'uuid':
      return sql`${value}::uuid`
    case 'integer':
      // a number that is not whole, or larger than any id, is compared as what it is
      return wholeNumber.test(String(value)) ? sql`${value}::bigint` : sql`${value}::numeric`
    case 'number':
      return sql`${value}::numeric`
    case 'boolean':
      return sql`${value}::boolean`
    default:
      return sql`${value}::text collate "C"`
  }
}

/** The pattern of `like` for a part of a text, in which nothing but the text itself has a meaning. */
export function likePattern(comparison: 'startswith' | 'endswith' | 'contains', text: string): string {
  return `${comparison === 'startswith' ? '' : '%'}${likeLiteral(text)}${comparison === 'endswith' ? '' : '%'}`
}

/** A text inside a pattern of `like`, standing for itself. */
export const likeLiteral = (text: string): string => text.replace(/[\\%_]/g, '\\$&')
