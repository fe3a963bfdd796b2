// The figures of a report: what is asked for and answered. One statement computes them (figure-statement.ts). Sums are
// exact, and never of several currencies.
import {
  type AliasedRawBuilder,
  type Expression,
  type RawBuilder,
  type SelectQueryBuilder,
  sql,
  type SqlBool,
} from 'kysely'
import type { Reader } from '../postgres/database.ts'
import type { FiscalShift, PeriodUnit } from '../time/fiscal-calendar.ts'
import { figureStatement } from './figure-statement.ts'
import { type Join, withJoins } from './joins.ts'
import type { Catalogue } from './list-query.ts'
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
  /** Those that meet a condition, which is over columns of the list. */
  readonly where: (condition: Expression<SqlBool>) => FigureBase
  /** With tables that columns are read from. */
  readonly joined: (joins: readonly Join[]) => FigureBase
  /** The statement, in parentheses. */
  readonly select: (columns: readonly AliasedRawBuilder<unknown, string>[]) => RawBuilder<unknown>
}

/** The rows of a query, which is already restricted to what the caller sees. */
export const figureBase = <DB, TB extends keyof DB, O>(query: SelectQueryBuilder<DB, TB, O>): FigureBase => ({
  where: (condition) => figureBase(query.where(condition)),
  joined: (joins) => figureBase(withJoins(query, joins)),
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
  const { rows } = await sql<ReadRow>`${figureStatement(sources, asked)}`.execute(db)
  return figuresOf(rows, asked)
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
