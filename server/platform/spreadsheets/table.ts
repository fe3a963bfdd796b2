// Tables that are written out row by row, so that their size does not matter.

export type Cell = string | number | boolean | Date | null

/**
 * How people read a number: `amount` as its currency is written, `whole` and `decimal` with thousands apart, `percent`
 * with its sign.
 */
export type NumberFormat = 'whole' | 'decimal' | 'amount' | 'percent'

export interface TableColumn {
  readonly title: string
  /**
   * `date`: a day such as 2026-05-06; `local`: a time without zone; `moment`: a Date. Numbers may come as text, with
   * all digits.
   */
  readonly kind: 'text' | 'number' | 'boolean' | 'date' | 'local' | 'moment'
  /** How sheets show its numbers; without, as they are: ids and years. */
  readonly format?: NumberFormat
}

export interface Table {
  readonly columns: readonly TableColumn[]
  readonly rows: AsyncIterable<readonly (readonly Cell[])[]>
  /** For those who open the file as a sheet: programs that read CSV and JSON get the rows alone. */
  readonly sheet?: SheetParts
}

/** What a sheet has besides its rows. */
export interface SheetParts {
  /** The lines above the titles: the name of the table, and what it is of. */
  readonly heading?: readonly string[]
  /** The rows below all others: sums. */
  readonly totals?: readonly (readonly Cell[])[]
  /** Which column has the currency of the amounts in its row. */
  readonly currencyAt?: number
}
