// The rows of an export: page after page, each beginning where the one before ended, so that neither this process nor
// the database holds more than a page.
import type { ListQuery } from '../../../platform/lists/list-query.ts'
import type { ListedRow } from '../../../platform/lists/list-rows.ts'
import type { Cell } from '../../../platform/spreadsheets/table.ts'
import type { ReportColumn } from './report-columns.ts'
import type { ReportedList } from './reported-list.ts'

const pageSize = 1_000

/** All rows of the list, in pages. */
export async function* exportedRows(
  { read }: Pick<ReportedList, 'read'>,
  { filter, sort }: Pick<ListQuery, 'filter' | 'sort'>,
  columns: readonly ReportColumn[],
): AsyncGenerator<readonly (readonly Cell[])[]> {
  const names = [...new Set(columns.map(({ column }) => column))]
  let after: ListedRow['position'] | undefined
  do {
    const query: ListQuery = { filter, sort, skip: 0, take: pageSize, ...(after ? { after } : {}) }
    const rows = await read({ query, columns: names })
    yield rows.map((row) => columns.map(({ column }) => cellOf(row[column])))
    after = rows.length === pageSize ? rows.at(-1)?.position : undefined
  } while (after)
}

function cellOf(value: unknown): Cell {
  if (value === null || value === undefined) return null
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value
  return value instanceof Date ? value : JSON.stringify(value)
}
