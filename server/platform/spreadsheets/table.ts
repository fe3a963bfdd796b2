// Tables that are written out row by row, so that their size does not matter.

export type Cell = string | number | boolean | Date | null

export interface TableColumn {
  readonly title: string
  /**
   * `date`: a day such as 2026-05-06; `local`: a time without zone; `moment`: a Date. Numbers may come as text, with
   * all digits.
   */
  readonly kind: 'text' | 'number' | 'boolean' | 'date' | 'local' | 'moment'
}

export interface Table {
  readonly columns: readonly TableColumn[]
  readonly rows: AsyncIterable<readonly (readonly Cell[])[]>
}
