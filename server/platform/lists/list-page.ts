// One page of a list, with the total number of rows if requested.
import type { SelectQueryBuilder } from 'kysely'
import type { ListQuery } from './list-query.ts'
import { countRows, type ListedRow, type Listing, readRows } from './list-rows.ts'

/** A request for a page. */
export interface PageAsked {
  readonly query: ListQuery
  readonly columns: readonly string[]
  readonly count: boolean
}

/** A page of rows; the total if requested. */
export interface Page {
  readonly rows: readonly ListedRow[]
  readonly count: number | undefined
}

/** The page of the rows of `base`, which is already restricted to what the caller sees. */
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
