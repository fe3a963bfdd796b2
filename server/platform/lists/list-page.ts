// One page of a list with how many rows there are in all, when that is asked.
import type { SelectQueryBuilder } from 'kysely'
import type { ListQuery } from './list-query.ts'
import { countRows, type ListedRow, type Listing, readRows } from './list-rows.ts'

/** What is asked of a list. */
export interface PageAsked {
  readonly query: ListQuery
  readonly columns: readonly string[]
  readonly count: boolean
}

/** A page of rows; the count where it was asked. */
export interface Page {
  readonly rows: readonly ListedRow[]
  readonly count: number | undefined
}

/** The page of the rows of `base`, which says which of them the caller sees. */
export async function readPage<DB, TB extends keyof DB, O>(
  base: SelectQueryBuilder<DB, TB, O>,
  listing: Listing,
  { query, columns, count }: PageAsked,
): Promise<Page> {
  const [rows, total] = await Promise.all([
    readRows(base, listing, { query, columns }),
    count ? countRows(base, listing, query) : undefined,
  ])
  return { rows, count: total }
}

/** The first row of `base`, or undefined. */
export async function readRow<DB, TB extends keyof DB, O>(
  base: SelectQueryBuilder<DB, TB, O>,
  listing: Listing,
  columns: readonly string[],
): Promise<ListedRow | undefined> {
  const query: ListQuery = { filter: null, sort: [], skip: 0, take: 1 }
  const [row] = await readRows(base, listing, { query, columns })
  return row
}
