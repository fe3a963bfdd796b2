// The source of a list's rows: what its caller can see of a table, a page of it, the total, and one row by id.
import { type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import { type ListQuery, typed } from '../lists/list-query.ts'
import { countRows, type ListedRow, type Listing, readRow, readRows } from '../lists/list-rows.ts'

export interface RowSource {
  readonly listing: Listing
  /** A page of the rows, with the selected columns. */
  read(asked: {
    readonly query: ListQuery
    readonly columns: readonly string[]
  }): Promise<readonly ListedRow[]>
  /** The exact total of the list. */
  count(query: Pick<ListQuery, 'filter'>): Promise<number>
  /** The row with this id; not_found if the caller cannot see it. */
  get(id: number | string, columns: readonly string[]): Promise<ListedRow>
}

/** The rows of `base`, which is already restricted to what the caller sees. */
export const rowSource = <DB, TB extends keyof DB, O>(
  base: SelectQueryBuilder<DB, TB, O>,
  listing: Listing,
): RowSource => ({
  listing,
  read: (asked) => readRows(base, listing, asked),
  count: (query) => countRows(base, listing, query),
  get: (id, columns) =>
    readRow(
      base.where(sql<SqlBool>`${listing.id.sql} = ${typed(listing.id.kind, String(id))}`),
      listing,
      columns,
    ),
})
