// Filters, sorting and pages of lists: one tree that both wire formats are translated into, and the catalogue of the
// names that can be filtered and sorted by, with the column behind each. The SQL of a filter is in filter-sql.ts.
//
// A comparison is true or false, never unknown: null is equal only to null, unequal to everything else, and neither
// less nor greater than anything. Whether null contains a text, or begins or ends with one, is unknown, and so is the
// negation of that. Text is compared case-insensitively and sorts by its lower-case form in code-point order.
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import { isPlaceholder } from '../postgres/statement.ts'
import type { CopiedRows, FoundRows } from '../postgres/row-copies.ts'
import type { Join, Joined } from './joins.ts'

export type Comparison = 'eq' | 'ne' | 'lt' | 'le' | 'gt' | 'ge' | 'startswith' | 'endswith' | 'contains'
export type Value = string | number | boolean | null

export type Filter =
  | {
      readonly kind: 'compare'
      readonly name: string
      readonly comparison: Comparison
      readonly value: Value
      /** Whether null is neither true nor false: `Restricted` alone, unlike `Restricted eq true`. */
      readonly unknownIfNull?: true
    }
  /** Equal to one of the values, which may include null. */
  | { readonly kind: 'in'; readonly name: string; readonly values: readonly Value[] }
  | { readonly kind: 'and' | 'or'; readonly parts: readonly Filter[] }
  | { readonly kind: 'not'; readonly part: Filter }
  /** False or unknown. */
  | { readonly kind: 'untrue'; readonly part: Filter }
  /** At least one item of a collection (without a part: it is not empty), or all of them, which includes none. */
  | { readonly kind: 'any'; readonly name: string; readonly part: Filter | null }
  | { readonly kind: 'all'; readonly name: string; readonly part: Filter }

/** The type of a column: decides how values are parsed, compared and shown. `local` is a time without zone. */
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
  /** The values of a `choice`, as spelled on the wire. */
  readonly choices?: readonly string[]
  /** The supported comparisons, if not all of its kind. */
  readonly comparisons?: readonly Comparison[]
  /**
   * A custom condition, never unknown, where comparing the sql is not enough: for multiple values, or through an index
   * of another table.
   */
  readonly compare?: (comparison: Comparison, value: Value) => Expression<SqlBool>
  /** The unmasked column, if this one shows it only in some rows. */
  readonly unmasked?: Column
  /** The sort expression, if different from the sql. */
  readonly order?: RawBuilder<unknown>
  /** Where what is shown follows from more than what is stored in the row. */
  readonly stored?: {
    readonly sql: RawBuilder<unknown>
    /** What is shown of these rows, where others have it stored. */
    readonly shownAs?: readonly string[]
    /** What these rows have stored, and the condition over what is stored, where an index has it. */
    readonly instead?: {
      readonly of: readonly string[]
      readonly compare: (comparison: Comparison, value: Value) => Expression<SqlBool>
    }
    /**
     * The sort expression that an index has, and when it is not the order of what is shown: once a row shows something
     * else.
     */
    readonly order?: {
      readonly sql: RawBuilder<unknown>
      readonly isWrong: (organisationIds: readonly number[]) => RawBuilder<SqlBool>
    }
    /** The ids of the rows of these organisations that may show something else; they may include others. */
    readonly differs: (organisationIds: readonly number[]) => RawBuilder<unknown>
  }
  /**
   * Where the value is a row of another table: these rows, each with what is sorted by as `value`, and how `v` of them
   * is that of the row. See keys-along-values.ts.
   */
  readonly values?: SortedValues
  /** The same value from a table that is joined once for all columns of it, for where it is only shown. */
  readonly joined?: Joined
  /** The same value from copies that this process keeps, for where it only shows it: see object-writer.ts. */
  readonly copied?: CopiedValue
}

/** A value as JSON, from what a statement reads of a row, and from copies of what that refers to. */
export interface CopiedValue {
  /** What it is a copy of, or another object that tells it from others that read the same. */
  readonly rows: object
  readonly reads: readonly RawBuilder<unknown>[]
  readonly joins?: readonly Join[]
  /** Names the copies that it needs; what was read is at these places. */
  need(
    texts: readonly (string | null)[],
    at: readonly number[],
    need: (rows: CopiedRows<object>, key: string) => void,
  ): void
  /** Adds its JSON to `out`; `null` where there is none. */
  write(
    read: {
      readonly texts: readonly (string | null)[]
      readonly at: readonly number[]
      readonly found: FoundRows
    },
    out: string[],
  ): void
  /** Where all of it comes from one row: this row. */
  row?(texts: readonly (string | null)[], at: readonly number[], found: FoundRows): object | undefined
}

/** Values of all rows of a list, without those that are null. */
export interface SortedValues {
  readonly rows: RawBuilder<unknown>
  readonly on: RawBuilder<SqlBool>
}

/** A one-to-many relation of a row: its own names, and how to test whether an item exists that meets a condition. */
export interface Collection {
  readonly catalogue: Catalogue
  readonly some: (condition: Expression<SqlBool>) => Expression<SqlBool>
}

export type Collections = Readonly<Record<string, Collection>>

/** The names of a list: anything else cannot be selected, filtered or sorted by. */
export type Catalogue = Readonly<Record<string, Column>>

export interface SortKey {
  readonly name: string
  readonly descending: boolean
}

/**
 * A row's position in an order: the values it is sorted by, as the database writes them, and last its id
 * (list-rows.ts).
 */
export type Position = readonly (string | null)[]

export interface ListQuery {
  readonly filter: Filter | null
  readonly sort: readonly SortKey[]
  readonly skip: number
  readonly take: number
  /** Only rows after this position in the order. */
  readonly after?: Position
}

/** The order as SQL, made total by the id, so that no page repeats or skips a row. */
export function orderOf(
  sort: readonly SortKey[],
  catalogue: Catalogue,
  id: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const keys = sort.map(({ name, descending }) => {
    const column = columnOf(catalogue, name)
    // null sorts first; not stated for columns without nulls, so that a plain index provides the order
    const nulls = column.nullable ? (descending ? sql` nulls last` : sql` nulls first`) : sql``
    return sql`${sortedBy(column)} ${descending ? sql`desc` : sql`asc`}${nulls}`
  })
  const last = sort.at(-1)?.descending ? sql`${id} desc` : sql`${id} asc`
  return sql.join([...keys, last])
}

/** The sort expression of a column. */
export function sortedBy({ kind, sql: column, order }: Column): RawBuilder<unknown> {
  if (order) return order
  if (kind === 'text') return sql`lower(${column}) collate "C"`
  return kind === 'choice' ? sql`${column} collate "C"` : column
}

/** The catalogue for rows that show all of their columns. */
export const unmaskedCatalogue = (catalogue: Catalogue): Catalogue =>
  Object.fromEntries(Object.entries(catalogue).map(([name, column]) => [name, column.unmasked ?? column]))

/** The entries of a catalogue with these names. */
export const namesIn = (catalogue: Catalogue, names: readonly string[]): Catalogue =>
  Object.fromEntries(Object.entries(catalogue).filter(([name]) => names.includes(name)))

/** The column of a name that must be in the catalogue. */
export function columnOf(catalogue: Catalogue, name: string): Column {
  const column = Object.hasOwn(catalogue, name) ? catalogue[name] : undefined
  if (!column) throw new Error(`The catalogue has no ${name}`)
  return column
}

const wholeNumber = /^-?\d{1,18}$/

/** A value, or null, cast to the column's type in the database. */
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
      // a number that is not an integer, or larger than any id, is compared as it is; what a column had itself is
      // neither
      return isPlaceholder(value) || wholeNumber.test(String(value))
        ? sql`${value}::bigint`
        : sql`${value}::numeric`
    case 'number':
      return sql`${value}::numeric`
    case 'boolean':
      return sql`${value}::boolean`
    default:
      return sql`${value}::text collate "C"`
  }
}

/** The `like` pattern for part of a text, with special characters escaped. */
export function likePattern(comparison: 'startswith' | 'endswith' | 'contains', text: string): string {
  return `${comparison === 'startswith' ? '' : '%'}${likeLiteral(text)}${comparison === 'endswith' ? '' : '%'}`
}

/** A text for a `like` pattern, matched literally. */
export const likeLiteral = (text: string): string => text.replace(/[\\%_]/g, '\\$&')

/** The choices of a column without an order for which a comparison holds, ignoring case. */
export function choicesThat<Choice extends string>(
  comparison: Comparison,
  value: Value,
  choices: readonly Choice[],
): readonly Choice[] {
  const asked = String(value).toLowerCase()
  const holds: Partial<Record<Comparison, (shown: string) => boolean>> = {
    eq: (shown) => value !== null && shown === asked,
    ne: (shown) => value === null || shown !== asked,
    startswith: (shown) => shown.startsWith(asked),
    endswith: (shown) => shown.endsWith(asked),
    contains: (shown) => shown.includes(asked),
  }
  return choices.filter((choice) => holds[comparison]?.(choice.toLowerCase()) ?? false)
}
