// Where the rows of a list come from: what its caller sees of a table, a page of it, how many there are, one of them by its id.
import { type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import { type ListQuery, typed } from '../lists/list-query.ts'
import { countRows, type ListedRow, type Listing, readRow, readRows } from '../lists/list-rows.ts'

export interface RowSource {
  readonly listing: Listing
  /** A page of the rows, with the columns asked for. */
  read(asked: {
    readonly query: ListQuery
    readonly columns: readonly string[]
  }): Promise<readonly ListedRow[]>
  /** How many the list has in all, exactly. */
  count(query: Pick<ListQuery, 'filter'>): Promise<number>
  /** The row of an id; not_found when it is none of those that the caller sees. */
  get(id: number | string, columns: readonly string[]): Promise<ListedRow>
}

/** The rows of `base`, which says which of them the caller sees. */
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
