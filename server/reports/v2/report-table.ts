// The groups of a report as rows of a file.
import type { FigureRow } from '../../platform/lists/figure-rows.ts'
import type { Cell, Table, TableColumn } from '../../platform/spreadsheets/table.ts'
import type { ReportRun } from '../run-report.ts'
import type { AskedReport } from './asked-report.ts'
import { shownFigures } from '../shown-figures.ts'
import { keyToV2 } from './figures.wire.ts'

/** The table, and the names of its columns in JSON. Figures have all their digits. */
export function reportTable(
  { definition, reportable, on }: AskedReport,
  run: ReportRun,
): { readonly table: Table; readonly names: readonly string[] } {
  const { figures, measures } = run
  const shown = shownFigures(run, definition.measures)
  const isMoney = measures.some(({ unit }) => unit === 'amount' || unit === 'rate')
  const column = (title: string, kind: TableColumn['kind'] = 'text'): TableColumn => ({ title, kind })
  const columns = [
    ...definition.by.map(({ dimension }) => column(reportable.dimensions[dimension]?.title ?? dimension)),
    ...(isMoney ? [column('Currency')] : []),
    ...shown.map(({ title }) => column(title, 'number')),
  ]
  const cells = (row: FigureRow): readonly Cell[] => [
    ...row.keys.map((key, index) => keyToV2(key, definition.by[index]?.per ?? null, on).label),
    ...(isMoney ? [row.currency] : []),
    ...shown.map(({ of }) => of(row)),
  ]
  const rows = (definition.by.length === 0 ? figures.totals : figures.rows).map(cells)
  const names = [
    ...definition.by.map(({ dimension }) => dimension),
    ...(isMoney ? ['currency'] : []),
    ...shown.map(({ name }) => name),
  ]
  return { table: { columns, rows: once(rows) }, names }
}

async function* once<Row>(rows: readonly Row[]): AsyncGenerator<readonly Row[]> {
  yield await Promise.resolve(rows)
}
