// The rows of a list counted by groups: by the values of columns, by months and by age; with sums of one column, by
// currency.
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { conditionOf } from './filter-sql.ts'
import { type Catalogue, columnOf, type Filter } from './list-query.ts'
import type { Listing } from './list-rows.ts'

/** What rows are put together by. */
export interface GroupKey {
  readonly column: string
  readonly as: 'value' | 'month' | 'age'
  /** The columns of what people read, put together with spaces; without any, the value itself. */
  readonly labels: readonly string[]
}

export interface GroupsAsked {
  readonly filter: Filter | null
  readonly keys: readonly GroupKey[]
  /** The column that is added up, and that of its currency if there is one. */
  readonly measure: { readonly column: string; readonly currency: string | undefined } | undefined
  /** In which months begin. */
  readonly timeZone: string
  readonly now: Date
  readonly most: number
}

/** A group of one currency. */
export interface GroupRow {
  readonly keys: readonly (string | null)[]
  readonly labels: readonly (string | null)[]
  readonly currency: string | null
  readonly count: number
  /** With all its digits. */
  readonly sum: string | null
}

/** The last days of the bands of age; older ones are in one more. */
export const ageBands = [7, 30, 90, 180, 365] as const

interface Selected {
  readonly count: number
  readonly sum: string | null
  readonly currency: string | null
  readonly [column: string]: string | number | null
}

/** The groups of the rows of `base`, which is already restricted to what the caller sees; the largest first. */
export async function groupRows<DB, TB extends keyof DB, O>(
  base: SelectQueryBuilder<DB, TB, O>,
  { catalogue, collections }: Pick<Listing, 'catalogue' | 'collections'>,
  asked: GroupsAsked,
): Promise<readonly GroupRow[]> {
  const { filter, keys, measure, most } = asked
  const found = filter ? base.where(conditionOf(filter, catalogue, collections)) : base
  const currency =
    measure?.currency === undefined ? sql`null::text` : columnOf(catalogue, measure.currency).sql
  const sum = measure ? sql`sum(${columnOf(catalogue, measure.column).sql})::text` : sql`null::text`
  // the currency last, so that the keys have the numbers of their places
  const places = keys.map((_, index) => sql.lit(index + 1))
  const grouped = sql.join([...places, sql.lit(keys.length + 1)])
  const rows = await found
    .select([
      ...keys.map((key, index) => keySql(catalogue, key, asked).as(`key${index}`)),
      sql<string | null>`${currency}`.as('currency'),
      ...keys.map((key, index) => labelSql(catalogue, key).as(`label${index}`)),
      sql<number>`count(*)`.as('count'),
      sql<string | null>`${sum}`.as('sum'),
    ])
    .groupBy(sql`${grouped}`)
    .orderBy(sql`count(*) desc`)
    .orderBy(sql`${grouped}`)
    .limit(most)
    .execute()
  return (rows as unknown as readonly Selected[]).map((row) => ({
    keys: keys.map((_, index) => textOf(row[`key${index}`])),
    labels: keys.map((_, index) => textOf(row[`label${index}`])),
    currency: row.currency,
    count: row.count,
    sum: row.sum,
  }))
}

const textOf = (value: string | number | null | undefined) =>
  value === null || value === undefined ? null : String(value)

function keySql(
  catalogue: Catalogue,
  { column, as }: GroupKey,
  { timeZone, now }: GroupsAsked,
): RawBuilder<string> {
  const { kind, sql: value } = columnOf(catalogue, column)
  if (as === 'value') return sql`(${value})::text`
  const local = kind === 'moment' ? sql`(${value} at time zone ${timeZone})` : value
  if (as === 'month') return sql`to_char(${local}, 'YYYY-MM')`
  const today = sql`(${now}::timestamptz at time zone ${timeZone})::date`
  const days = sql`(${today} - (${local})::date)`
  const bands = ageBands.map((last) => sql`when ${days} <= ${sql.lit(last)} then ${sql.lit(`${last}`)}`)
  return sql`case when ${value} is null then null when ${days} < 0 then 'future' ${sql.join(bands, sql` `)} else 'older' end`
}

const labelSql = (catalogue: Catalogue, { labels }: GroupKey): RawBuilder<string | null> =>
  labels.length === 0
    ? sql`null::text`
    : sql`max(concat_ws(' ', ${sql.join(labels.map((name) => columnOf(catalogue, name).sql))}))`
