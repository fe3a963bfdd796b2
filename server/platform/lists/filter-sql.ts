// The SQL of a filter: the condition of a `where`, through the catalogue of the names that it may contain. What the
// comparisons mean is said in list-query.ts.
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import {
  type Catalogue,
  type Collections,
  type Column,
  columnOf,
  type Comparison,
  type Filter,
  likePattern,
  typed,
  type Value,
} from './list-query.ts'

interface ListNames {
  readonly catalogue: Catalogue
  readonly collections: Collections
}

/**
 * The filter as the condition of a `where`; names must be in the catalogue or the collections (the wire formats have
 * checked them). Negations are pushed down to the comparisons, so that others stay simple enough for an index.
 */
export const conditionOf = (
  filter: Filter,
  catalogue: Catalogue,
  collections: Collections = {},
): Expression<SqlBool> => condition(filter, { catalogue, collections }, false)

function condition(filter: Filter, known: ListNames, negated: boolean): Expression<SqlBool> {
  switch (filter.kind) {
    case 'compare':
      return compared(columnOf(known.catalogue, filter.name), filter, negated)
    case 'in':
      return isOneOf(columnOf(known.catalogue, filter.name), filter.values, negated)
    case 'not':
      return condition(filter.part, known, !negated)
    case 'untrue':
      return untrue(filter.part, known, negated)
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

function untrue(part: Filter, known: ListNames, negated: boolean): Expression<SqlBool> {
  if (!mayBeUnknown(part, known.catalogue)) return condition(part, known, !negated)
  const holds = condition(part, known, false)
  return negated ? holds : sql<SqlBool>`(${holds}) is not true`
}

/** Whether the condition is unknown for some rows, and not only true or false. */
function mayBeUnknown(filter: Filter, catalogue: Catalogue): boolean {
  switch (filter.kind) {
    case 'compare':
      return isUnknownIfNull(filter) && columnOf(catalogue, filter.name).nullable
    case 'not':
      return mayBeUnknown(filter.part, catalogue)
    case 'and':
    case 'or':
      return filter.parts.some((part) => mayBeUnknown(part, catalogue))
    default:
      return false
  }
}

/** An item of which the part is unknown keeps `all` from being true, and `any` from being false. */
function quantified(
  filter: Extract<Filter, { readonly kind: 'any' | 'all' }>,
  { collections }: ListNames,
  negated: boolean,
): Expression<SqlBool> {
  const collection = Object.hasOwn(collections, filter.name) ? collections[filter.name] : undefined
  if (!collection) throw new Error(`The list has no collection ${filter.name}`)
  const inner: ListNames = { catalogue: collection.catalogue, collections: {} }
  const { kind, part } = filter
  const isSearched = (kind === 'any') !== negated
  const exists = collection.some(
    part ? condition(searchedFor(kind, part, negated), inner, false) : sql<SqlBool>`true`,
  )
  return isSearched ? exists : sql<SqlBool>`not ${exists}`
}

/** What an item that decides the matter meets. */
function searchedFor(kind: 'any' | 'all', part: Filter, negated: boolean): Filter {
  const isNot: Filter = { kind: 'not', part }
  if (kind === 'any') return negated ? { kind: 'untrue', part: isNot } : part
  return negated ? isNot : { kind: 'untrue', part }
}

type Compare = Extract<Filter, { readonly kind: 'compare' }>
type Comparing = Pick<Compare, 'comparison' | 'value' | 'unknownIfNull'>

const textTests: readonly Comparison[] = ['startswith', 'endswith', 'contains']

const isUnknownIfNull = ({ comparison, unknownIfNull }: Comparing): boolean =>
  unknownIfNull === true || textTests.includes(comparison)

/** Null is equal only to null, and neither less nor greater than anything. */
function compared(column: Column, comparing: Comparing, negated: boolean): Expression<SqlBool> {
  const { comparison, value } = comparing
  const isUnknown = isUnknownIfNull(comparing)
  if (column.compare) {
    const asked = column.compare(comparison, value)
    if (!negated) return asked
    if (!isUnknown || !column.nullable) return sql<SqlBool>`not ${asked}`
    return sql<SqlBool>`(not ${asked} and ${column.compare('ne', null)})`
  }
  if (comparison === 'ne') return compared(column, { comparison: 'eq', value }, !negated)
  if (value !== null && isUnknown) {
    const asked = compareWith(column, comparison, value)
    return negated ? sql<SqlBool>`not (${asked})` : asked
  }
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

/**
 * A condition that no null meets. Only under negation must unknown be distinguished from false: a `where` keeps
 * neither.
 */
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
      // with this collation a prefix can be looked up in the index used for sorting
      return sql<SqlBool>`lower(${column.sql}) collate "C" like ${text}`
    }
    default: {
      const { left, right } = sides(column, value)
      return sql<SqlBool>`${left} ${signs[comparison]} ${right}`
    }
  }
}

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
