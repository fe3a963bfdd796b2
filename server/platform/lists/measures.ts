// What a list can be reported by: measures, which are computed over its rows, and dimensions, by which rows are put
// together. They are declared beside the columns of the list, once for all reports.
import type { RawBuilder, SqlBool } from 'kysely'

/** What a figure counts: `amount` and `rate` are in a currency, `rate` per hour. */
export type MeasureUnit = 'count' | 'amount' | 'rate' | 'hours' | 'days' | 'percent'

export interface Measure {
  readonly title: string
  readonly unit: MeasureUnit
  /** `ratio`: the sum of `of` divided by that of `per`. Rows where `of` is null do not count. */
  readonly as: 'sum' | 'mean' | 'median' | 'p90' | 'ratio'
  readonly of: RawBuilder<unknown>
  readonly per?: RawBuilder<unknown>
  /** Computed over all rows of the organisation for those who see all spend; others over what the reader sees. */
  readonly isSpend?: true
  /** Rows whose amount is not known: a figure that they are in is not known either, instead of being too little. */
  readonly blockedBy?: RawBuilder<SqlBool>
  /** Whether an amount is without tax, with it, or as the budget of its matter; absent where its title says so. */
  readonly tax?: 'Without' | 'With' | 'AsBudget'
  /** A $filter that finds the rows that count, where these are not all. */
  readonly filter?: string
  /** What others are set against: charts draw it as a line. */
  readonly isTarget?: true
  /** A sum or a difference of others: charts of several do not draw it. */
  readonly isDerived?: true
  /** Rows of which something is left out, and the sentence that says so. */
  readonly leftOut?: { readonly when: RawBuilder<SqlBool>; readonly because: string }
}

/** Whether a figure is an amount, in all or for each hour. */
export const isAmount = ({ unit }: Pick<Measure, 'unit'>): boolean => unit === 'amount' || unit === 'rate'

/** Whether a figure is of amounts, which are not added up over currencies: percentages of them neither. */
export const isOfMoney = ({ unit, as }: Measure): boolean =>
  isAmount({ unit }) || (unit === 'percent' && as === 'ratio')

export interface Dimension {
  readonly title: string
  /** The column of the list that has the value. Days and moments are put together by months, quarters or years. */
  readonly column: string
  /** The columns that people read in its place; none for the value itself. */
  readonly labels?: readonly string[]
}

/** What a list can be reported by. */
export interface Reportable {
  readonly measures: Readonly<Record<string, Measure>>
  readonly dimensions: Readonly<Record<string, Dimension>>
  /** The column of the currency of all amounts. */
  readonly currency: string
  /** The columns of days that a range may be of: names of dimensions. */
  readonly dates: readonly string[]
  /**
   * The columns that say nothing of what a record is about: for those who see all spend, records that they do not see
   * are filtered and put together by these, and by all others they are one group.
   */
  readonly open: readonly string[]
}
