// The figures of a report: one statement that puts the rows of a list together by dimensions and computes measures over
// each group, with the totals of larger groups. Sums are exact, and never of several currencies.
import {
  type AliasedRawBuilder,
  type Expression,
  type RawBuilder,
  type SelectQueryBuilder,
  sql,
  type SqlBool,
} from 'kysely'
import type { Reader } from '../postgres/database.ts'
import { type FiscalShift, monthsIn, type PeriodUnit } from '../time/fiscal-calendar.ts'
import { type Catalogue, columnOf } from './list-query.ts'
import type { Dimension, Measure } from './measures.ts'

/** A dimension with the period that its days are put together by. */
export interface AskedDimension extends Dimension {
  readonly per: PeriodUnit | undefined
  /** Rows whose day counts as that of a year later. */
  readonly yearLaterWhere?: RawBuilder<SqlBool>
}

export interface FiguresAsked {
  readonly by: readonly AskedDimension[]
  readonly measures: readonly Measure[]
  /** Undefined where no measure is in a currency. */
  readonly currency: string | undefined
  readonly open: readonly string[]
  readonly shift: FiscalShift
  /** In which days begin. */
  readonly timeZone: string
  /** By the first measure, the largest first, or by the value of the first dimension. */
  readonly order: 'Value' | 'Key'
  /** How many groups of the first dimension, in each currency. */
  readonly top: number
  /** How many rows are read at most. */
  readonly most: number
}

/** Rows of a list, whatever tables they come from. */
export interface FigureBase {
  readonly where: (condition: Expression<SqlBool>) => FigureBase
  /** The statement, in parentheses. */
  readonly select: (columns: readonly AliasedRawBuilder<unknown, string>[]) => RawBuilder<unknown>
}

/** The rows of a query, which is already restricted to what the caller sees. */
export const figureBase = <DB, TB extends keyof DB, O>(query: SelectQueryBuilder<DB, TB, O>): FigureBase => ({
  where: (condition) => figureBase(query.where(condition)),
  select: (columns) => sql`${query.select([...columns])}`,
})

/** The rows of a report: those that the reader sees, and those of which only figures are shown. */
export interface FigureSources {
  readonly catalogue: Catalogue
  readonly seen: FigureBase
  readonly hidden: FigureBase | undefined
}

/** The value of a dimension: of records that the reader may not see it is only known that they are restricted. */
export interface FigureKey {
  readonly kind: 'value' | 'none' | 'restricted'
  /** `2026-05-01` for a period. */
  readonly value: string | null
  readonly label: string | null
}

/** A group: as many keys as dimensions, fewer for totals. */
export interface FigureRow {
  readonly keys: readonly FigureKey[]
  readonly currency: string | null
  /** With all their digits; null where there is nothing to compute it from. */
  readonly values: readonly (string | null)[]
}

export interface Figures {
  /** In order: the groups of the first dimension, and within them those of the second. */
  readonly rows: readonly FigureRow[]
  /** Those of the first dimension alone, where there are two. */
  readonly subtotals: readonly FigureRow[]
  readonly totals: readonly FigureRow[]
  /** How many groups of the first dimension are left out, over all currencies. */
  readonly more: number
  /** Whether the rows of a group are not all there. */
  readonly cut: boolean
  /** What the measures leave out, by their places. */
  readonly leftOut: readonly boolean[]
  /** Whether a measure is not known, because of rows whose amount is not. */
  readonly blocked: readonly boolean[]
}

type ReadRow = Readonly<Record<string, string | number | boolean | null>>

/** Computes the figures; both sources are already restricted and filtered. */
export async function readFigures(db: Reader, sources: FigureSources, asked: FiguresAsked): Promise<Figures> {
  const { rows } = await sql<ReadRow>`with figure_rows as (${rowsOf(sources, asked)}),
    grouped as (${grouped(asked)}),
    placed as (${placed(asked)})
    select grouped.*, placed.place, placed.groups from grouped
      left join placed on placed.k0 = grouped.k0 and placed.currency = grouped.currency
    where grouped.level = ${sql.lit(0)} or placed.place <= ${sql.lit(asked.top)}
    order by grouped.level, grouped.currency, placed.place, ${sql.raw(asked.by.length > 1 ? 'grouped.k1' : 'grouped.k0')}
    limit ${sql.lit(asked.most + 1)}`.execute(db)
  return figuresOf(rows, asked)
}

function rowsOf({ catalogue, seen, hidden }: FigureSources, asked: FiguresAsked): RawBuilder<unknown> {
  const first = sql`select * from ${seen.select(columnsOf(catalogue, asked, false))} as seen_rows`
  if (!hidden) return first
  return sql`${first} union all select * from ${hidden.select(columnsOf(catalogue, asked, true))} as hidden_rows`
}

function columnsOf(
  catalogue: Catalogue,
  asked: FiguresAsked,
  isHidden: boolean,
): readonly AliasedRawBuilder<unknown, string>[] {
  const { by, measures, currency, open } = asked
  const isOpen = (column: string) => !isHidden || open.includes(column)
  return [
    ...by.flatMap((each, index) => [
      (isOpen(each.column) ? keySql(catalogue, each, asked) : sql`'r'::text`).as(`k${index}`),
      (isOpen(each.column) ? labelSql(catalogue, each) : sql`null::text`).as(`l${index}`),
    ]),
    sql`${currency === undefined ? sql`''::text` : sql`(${columnOf(catalogue, currency).sql})::text`}`.as(
      'currency',
    ),
    ...measures.flatMap((measure, index) => measureColumns(measure, index, isHidden)),
  ]
}

function measureColumns({ of, per, isSpend, leftOut, blockedBy }: Measure, index: number, isHidden: boolean) {
  const isLeft = isHidden && !isSpend
  return [
    (isLeft ? sql`null::numeric` : sql`(${of})::numeric`).as(`v${index}`),
    (isLeft || !per ? sql`null::numeric` : sql`(${per})::numeric`).as(`p${index}`),
    (isLeft || !leftOut ? sql`false` : sql`coalesce(${leftOut.when}, false)`).as(`x${index}`),
    (isLeft || !blockedBy ? sql`false` : sql`coalesce(${blockedBy}, false)`).as(`b${index}`),
  ]
}

/** `n` for no value, `v` and the value: text of any case is one value, as filters compare it. */
function keySql(
  catalogue: Catalogue,
  { column, per, yearLaterWhere }: AskedDimension,
  asked: FiguresAsked,
): RawBuilder<string> {
  const { kind, sql: value } = columnOf(catalogue, column)
  const day = kind === 'moment' ? sql`(${value} at time zone ${asked.timeZone})` : value
  const counted = yearLaterWhere
    ? sql`(case when ${yearLaterWhere} then ${day} + interval '1 year' else ${day} end)`
    : day
  const known =
    per !== undefined
      ? sql`to_char(${periodSql(counted, per, asked.shift)}, 'YYYY-MM-DD')`
      : kind === 'text'
        ? sql`lower(${value})`
        : sql`(${value})::text`
  return sql`coalesce('v' || ${known}, 'n')`
}

/** The first day of the period. */
function periodSql(day: RawBuilder<unknown>, per: PeriodUnit, { days, firstMonth }: FiscalShift) {
  const moved = sql`((${day})::date - ${sql.lit(days)})`
  const into = sql`((extract(month from ${moved})::integer - ${sql.lit(firstMonth)} + 12) % ${sql.lit(monthsIn[per])})`
  return sql`(date_trunc('month', ${moved}) - make_interval(months => ${into}) + make_interval(days => ${sql.lit(days)}))`
}

function labelSql(catalogue: Catalogue, { column, labels, per }: AskedDimension): RawBuilder<string | null> {
  if (per !== undefined) return sql`null::text`
  const names = labels ?? [column]
  return sql`nullif(concat_ws(' ', ${sql.join(names.map((name) => sql`${columnOf(catalogue, name).sql}`))}), '')`
}

function grouped({ by, measures }: FiguresAsked): RawBuilder<unknown> {
  const keys = by.map((_, index) => sql.ref(`k${index}`))
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
    ...keys.map((_, index) => sql`max(${sql.ref(`l${index}`)}) as ${sql.ref(`l${index}`)}`),
    sql.ref('currency'),
    ...measures.flatMap((measure, index) => [
      sql`${known(measure, index)} as ${sql.ref(`m${index}`)}`,
      ...['x', 'b'].map((flag) => {
        const name = sql.ref(`${flag}${index}`)
        return sql`bool_or(${name}) as ${name}`
      }),
    ]),
  ])} from figure_rows group by grouping sets (${sql.join(sets)})`
}

const known = (measure: Measure, index: number): RawBuilder<unknown> =>
  measure.blockedBy
    ? sql`(case when not bool_or(${sql.ref(`b${index}`)}) then ${aggregate(measure, index)} end)`
    : aggregate(measure, index)

function aggregate({ as, unit }: Measure, index: number): RawBuilder<unknown> {
  const [value, per] = [sql.ref(`v${index}`), sql.ref(`p${index}`)]
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

/** The groups of the first dimension in order, in each currency. */
function placed({ order, by }: FiguresAsked): RawBuilder<unknown> {
  const key = by[0]?.per === undefined ? sql`l0 collate "C", k0` : sql`k0`
  const sorted = order === 'Value' ? sql`m0 desc nulls last, ${key}` : key
  const first = by.length === 0 ? sql`null::text` : sql`k0`
  return sql`select ${first} as k0, currency, ${by.length === 0 ? sql`0` : sql`row_number() over (partition by currency order by ${sorted})`} as place,
    count(*) over (partition by currency) as groups from grouped where level = ${sql.lit(by.length === 0 ? -1 : 1)}`
}

function figuresOf(rows: readonly ReadRow[], { by, measures, most, top }: FiguresAsked): Figures {
  const kept = rows.slice(0, most)
  const at = (level: number) =>
    kept.filter((row) => row['level'] === level).map((row) => rowOf(row, level, measures.length))
  const groups = new Map(
    kept.filter((row) => row['level'] === 1).map((row) => [row['currency'], Number(row['groups'])]),
  )
  const flagged = (flag: string) =>
    measures.map((_, index) => kept.some((row) => row['level'] === 0 && row[`${flag}${index}`] === true))
  return {
    rows: by.length === 0 ? [] : at(by.length),
    subtotals: by.length > 1 ? at(1) : [],
    totals: at(0),
    more: [...groups.values()].reduce((sum, count) => sum + Math.max(0, count - top), 0),
    cut: rows.length > most,
    leftOut: flagged('x'),
    blocked: flagged('b'),
  }
}

const rowOf = (row: ReadRow, level: number, measures: number): FigureRow => ({
  keys: Array.from({ length: level }, (_, index) => keyOf(String(row[`k${index}`] ?? 'n'), row[`l${index}`])),
  currency:
    row['currency'] === '' || row['currency'] === null || row['currency'] === undefined
      ? null
      : String(row['currency']),
  values: Array.from({ length: measures }, (_, index) => {
    const value = row[`m${index}`]
    return value === null || value === undefined ? null : String(value)
  }),
})

function keyOf(key: string, label: unknown): FigureKey {
  if (key === 'r') return { kind: 'restricted', value: null, label: null }
  if (key === 'n') return { kind: 'none', value: null, label: null }
  return { kind: 'value', value: key.slice(1), label: typeof label === 'string' ? label : null }
}
