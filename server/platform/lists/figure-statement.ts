// The one statement that computes the figures of a report: it puts the rows of a list together by dimensions and
// computes measures over each group, with the totals of larger groups.
//
// Rows are many and groups are few, so rows are added up first, by what is stored in them. Keys, totals and places are
// made of these sums: nothing is done for each row that can be done for each group.
import { type AliasedRawBuilder, type RawBuilder, sql } from 'kysely'
import { monthsIn, type PeriodUnit } from '../time/fiscal-calendar.ts'
import type { AskedDimension, FiguresAsked, FigureSources } from './figure-rows.ts'
import { joinsOf, shownSql } from './joins.ts'
import { type Catalogue, type Column, columnOf } from './list-query.ts'
import type { Measure } from './measures.ts'

/**
 * SQL: a row for each group, with its `level` (the number of dimensions that it is of), the keys `k0`, labels `l0`,
 * measures `m0`, whether something is left out `x0` or blocks them `b0`, its `place` in its currency, and how many
 * `groups` of the first dimension there are.
 */
export const figureStatement = (sources: FigureSources, asked: FiguresAsked): RawBuilder<unknown> =>
  sql`with figure_rows as (${rowsOf(sources, asked)}),
    summed as (${isAdditive(asked) ? summed(sources, asked) : sql`select * from figure_rows`}),
    keyed as (${keyed(sources, asked)}), grouped as (${grouped(asked)}), placed as (${placed(asked)})
    select * from placed where level = ${sql.lit(0)} or place <= ${sql.lit(asked.top)}
    order by level, currency, place, ${orderWithin(asked)} limit ${sql.lit(asked.most + 1)}`

/** The order of the groups of a second dimension: days as they follow, others as those of the first. */
function orderWithin({ by: [, second], order }: FiguresAsked): RawBuilder<unknown> {
  if (second === undefined) return sql`k0`
  if (second.per !== undefined) return sql`k1`
  const named = sql`l1 collate "C", k1`
  return order === 'Value' ? sql`m0 desc nulls last, ${named}` : named
}

/** How the value of a column is read. */
type ValueOf = (column: Column) => RawBuilder<unknown>

/** A part of the columns of a row: the stored keys, their labels, and values of the measures. */
const name = (part: 'k' | 'l' | 'v' | 'p' | 'x' | 'b' | 'm', index: number) => sql.ref(`${part}${index}`)

function rowsOf({ catalogue, seen, hidden }: FigureSources, asked: FiguresAsked): RawBuilder<unknown> {
  const shown = columnsIn(catalogue, asked.by)
  const first = sql`select * from ${seen.joined(joinsOf(shown)).select(columnsOf(catalogue, asked, false))} as seen_rows`
  if (!hidden) return first
  const open = columnsIn(
    catalogue,
    asked.by.filter(({ column }) => asked.open.includes(column)),
  )
  return sql`${first} union all
    select * from ${hidden.joined(joinsOf(open)).select(columnsOf(catalogue, asked, true))} as hidden_rows`
}

/** The columns that the keys and labels come from. */
const columnsIn = (catalogue: Catalogue, by: readonly AskedDimension[]): readonly Column[] =>
  by.flatMap(({ column, labels = [] }) => [column, ...labels].map((each) => columnOf(catalogue, each)))

function columnsOf(
  catalogue: Catalogue,
  asked: FiguresAsked,
  isHidden: boolean,
): readonly AliasedRawBuilder<unknown, string>[] {
  const { by, measures, currency, open } = asked
  // nothing, of the type that it has in rows that are seen; without its joins
  const shown = (column: string, value: (of: ValueOf) => RawBuilder<unknown>) =>
    isHidden && !open.includes(column)
      ? sql`(case when false then ${value(({ sql: own }) => own)} end)`
      : value(shownSql)
  return [
    ...by.flatMap((each, index) => [
      shown(each.column, (of) => storedKey(catalogue, each, { asked, of })).as(`k${index}`),
      ...(isLabelled(each)
        ? [shown(each.column, (of) => labelSql(catalogue, each, of)).as(`l${index}`)]
        : []),
    ]),
    sql`${sql.lit(isHidden)}`.as('is_hidden'),
    sql`${currency === undefined ? sql`''::text` : sql`(${columnOf(catalogue, currency).sql})::text`}`.as(
      'currency',
    ),
    ...measures.flatMap((measure, index) => measureColumns(measure, index, isHidden)),
  ]
}

function measureColumns({ of, per, isSpend, leftOut, blockedBy }: Measure, index: number, isHidden: boolean) {
  const isLeft = isHidden && !isSpend
  const amount = (value: RawBuilder<unknown>) => (isLeft ? sql`null::numeric` : sql`(${value})::numeric`)
  const flag = (value: RawBuilder<unknown>) => (isLeft ? sql`false` : sql`coalesce(${value}, false)`)
  return [
    amount(of).as(`v${index}`),
    ...(per ? [amount(per).as(`p${index}`)] : []),
    ...(leftOut ? [flag(leftOut.when).as(`x${index}`)] : []),
    ...(blockedBy ? [flag(blockedBy).as(`b${index}`)] : []),
  ]
}

/** What is in the column, and of days and moments the day. */
function storedKey(
  catalogue: Catalogue,
  { column, per, yearLaterWhere }: AskedDimension,
  { asked: { timeZone }, of }: { readonly asked: FiguresAsked; readonly of: ValueOf },
): RawBuilder<unknown> {
  const known = columnOf(catalogue, column)
  const { kind } = known
  const value = of(known)
  const day = kind === 'moment' ? sql`(${value} at time zone ${timeZone})` : value
  const counted = yearLaterWhere
    ? sql`(case when ${yearLaterWhere} then ${day} + interval '1 year' else ${day} end)`
    : day
  return per === undefined ? sql`${counted}` : sql`(${counted})::date`
}

/** Whether people read something else than the value. */
const isLabelled = ({ labels, per }: AskedDimension): boolean => per === undefined && labels !== undefined

const labelSql = (catalogue: Catalogue, { labels = [] }: AskedDimension, of: ValueOf): RawBuilder<unknown> =>
  textOf(labels.map((label) => of(columnOf(catalogue, label))))

const textOf = (values: readonly RawBuilder<unknown>[]): RawBuilder<unknown> =>
  sql`nullif(concat_ws(' ', ${sql.join(values.map((value) => sql`${value}`))}), '')`

/** Whether the figures of a group follow from those of its parts: medians do not. */
const isAdditive = ({ measures }: FiguresAsked): boolean =>
  measures.every(({ as }) => as === 'sum' || as === 'ratio')

/** Whether there are rows of which nothing but their amounts is shown. */
const isPartHidden = ({ hidden }: FigureSources, { by, open }: FiguresAsked): boolean =>
  hidden !== undefined && by.some(({ column }) => !open.includes(column))

const flagsOf = ({ leftOut, blockedBy }: Measure, index: number): readonly RawBuilder<unknown>[] =>
  [...(leftOut ? (['x'] as const) : []), ...(blockedBy ? (['b'] as const) : [])].map(
    (part) => sql`bool_or(${name(part, index)}) as ${name(part, index)}`,
  )

/** The rows that have the same keys, as one. */
function summed(sources: FigureSources, asked: FiguresAsked): RawBuilder<unknown> {
  const keys = [
    ...asked.by.map((_, index) => name('k', index)),
    ...(isPartHidden(sources, asked) ? [sql.ref('is_hidden')] : []),
    sql.ref('currency'),
  ]
  const sums = asked.measures.flatMap((measure, index) => {
    const [value, per] = [name('v', index), name('p', index)]
    const parts = measure.per
      ? [
          sql`sum(${value}) filter (where ${per} is not null) as ${value}`,
          sql`sum(${per}) filter (where ${value} is not null) as ${per}`,
        ]
      : [sql`sum(${value}) as ${value}`]
    return [...parts, ...flagsOf(measure, index)]
  })
  return sql`select ${sql.join([...keys, ...labelsOf(asked), ...sums])} from figure_rows group by ${sql.join(keys)}`
}

const labelsOf = ({ by }: FiguresAsked): readonly RawBuilder<unknown>[] =>
  by.flatMap((each, index) =>
    isLabelled(each) ? [sql`max(${name('l', index)}) as ${name('l', index)}`] : [],
  )

/** The same with their keys and labels as they are shown. */
function keyed(sources: FigureSources, asked: FiguresAsked): RawBuilder<unknown> {
  const { by, measures } = asked
  return sql`select ${sql.join([
    ...by.flatMap((each, index) => [
      sql`${keySql(sources, asked, index)} as ${name('k', index)}`,
      sql`${shownLabel(each, index)} as ${name('l', index)}`,
    ]),
    sql.ref('currency'),
    ...measures.flatMap(({ per, leftOut, blockedBy }, index) => [
      name('v', index),
      ...(per ? [name('p', index)] : []),
      ...(leftOut ? [name('x', index)] : []),
      ...(blockedBy ? [name('b', index)] : []),
    ]),
  ])} from summed`
}

function shownLabel(dimension: AskedDimension, index: number): RawBuilder<unknown> {
  if (dimension.per !== undefined) return sql`null::text`
  return isLabelled(dimension) ? name('l', index) : textOf([name('k', index)])
}

/** `n` for no value, `v` and the value: text of any case is one value, as filters compare it. */
function keySql(sources: FigureSources, asked: FiguresAsked, index: number): RawBuilder<unknown> {
  const { column, per } = asked.by[index] as AskedDimension
  const stored = name('k', index)
  const known =
    per !== undefined
      ? sql`to_char(${periodSql(stored, per, asked)}, 'YYYY-MM-DD')`
      : columnOf(sources.catalogue, column).kind === 'text'
        ? sql`lower(${stored})`
        : sql`(${stored})::text`
  const key = sql`coalesce('v' || ${known}, 'n')`
  const isHidden = sources.hidden !== undefined && !asked.open.includes(column)
  return isHidden ? sql`(case when is_hidden then 'r' else ${key} end)` : key
}

/** The first day of the period. */
function periodSql(
  day: RawBuilder<unknown>,
  per: PeriodUnit,
  { shift: { days, firstMonth } }: FiguresAsked,
): RawBuilder<unknown> {
  const moved = sql`(${day} - ${sql.lit(days)})`
  const into = sql`((extract(month from ${moved})::integer - ${sql.lit(firstMonth)} + 12) % ${sql.lit(monthsIn[per])})`
  return sql`(date_trunc('month', ${moved}) - make_interval(months => ${into}) + make_interval(days => ${sql.lit(days)}))`
}

function grouped({ by, measures }: FiguresAsked): RawBuilder<unknown> {
  const keys = by.map((_, index) => name('k', index))
  // the currency is of all of them; what is in no dimension is a total
  const sets = Array.from(
    { length: by.length + 1 },
    (_, count) => sql`(${sql.join([...keys.slice(0, count), sql.ref('currency')])})`,
  )
  const level =
    keys.length === 0
      ? sql.lit(0)
      : sql`(${sql.lit(keys.length)} - ${sql.join(
          keys.map((key) => sql`grouping(${key})`),
          sql` - `,
        )})`
  return sql`select ${level} as level, ${sql.join([
    ...(keys.length === 0 ? [sql`null::text as k0`] : []),
    ...keys,
    ...keys.map((_, index) => sql`max(${name('l', index)}) as ${name('l', index)}`),
    sql.ref('currency'),
    ...measures.flatMap((measure, index) => [
      sql`${known(measure, index)} as ${name('m', index)}`,
      ...flagsOf(measure, index),
    ]),
  ])} from keyed group by grouping sets (${sql.join(sets)})`
}

const known = (measure: Measure, index: number): RawBuilder<unknown> =>
  measure.blockedBy
    ? sql`(case when not bool_or(${name('b', index)}) then ${aggregate(measure, index)} end)`
    : aggregate(measure, index)

function aggregate({ as, unit }: Measure, index: number): RawBuilder<unknown> {
  const [value, per] = [name('v', index), name('p', index)]
  switch (as) {
    case 'sum':
      // of no rows there are none, but no amount is known
      return unit === 'count' ? sql`coalesce(sum(${value}), 0)` : sql`sum(${value})`
    case 'mean':
      return sql`avg(${value})`
    case 'ratio':
      return sql`sum(${value}) filter (where ${per} is not null) / nullif(sum(${per}) filter (where ${value} is not null), 0)`
    default: {
      const part = as === 'median' ? sql.lit(0.5) : sql.lit(0.9)
      return sql`(percentile_cont(${part}) within group (order by ${value}::float8))::numeric`
    }
  }
}

/** Whether a group has a figure other than 0, or one that is left out or not known. */
const hasFigures = ({ measures }: FiguresAsked): RawBuilder<unknown> =>
  sql.join(
    measures.flatMap(({ leftOut, blockedBy }, index) => [
      sql`coalesce(${name('m', index)}, 0) <> 0`,
      ...(leftOut ? [name('x', index)] : []),
      ...(blockedBy ? [name('b', index)] : []),
    ]),
    sql` or `,
  )

/** The groups of the first dimension in order, in each currency; those of the second have the place of their first. */
function placed(asked: FiguresAsked): RawBuilder<unknown> {
  const { order, by } = asked
  if (by.length === 0) return sql`select grouped.*, 0 as place, 0 as groups from grouped`
  const key = by[0]?.per === undefined ? sql`l0 collate "C", k0` : sql`k0`
  const sorted = order === 'Value' ? sql`m0 desc nulls last, ${key}` : key
  const place = sql.ref(by.length === 1 ? 'place' : 'own_place')
  const numbered = sql`select grouped.*, count(*) over (partition by level, currency) as groups,
    row_number() over (partition by level, currency order by ${sorted}) as ${place} from grouped`
  if (by.length === 1) return sql`${numbered} where level = ${sql.lit(0)} or ${hasFigures(asked)}`
  return sql`select *, max(own_place) filter (where level = 1) over (partition by currency, k0) as place
    from (${numbered}) as numbered`
}
