// Where in the tables of a document its reader is. Tables inside tables count as text of the outer cell.
import type { Cell, Mark } from './story.ts'

export interface TablePlace {
  open(name: string): void
  close(name: string): void
  /** The row or the cell came or went. */
  markRow(mark: Mark): void
  markCell(mark: Mark): void
  spanColumns(count: number): void
  /** Undefined outside of tables. */
  cell(): Cell | undefined
}

interface Row {
  column: number
  mark: Mark | undefined
  cell: { span: number; mark: Mark | undefined } | undefined
}

/** Follows the elements of tables, rows and cells. */
export function tablePlace(): TablePlace {
  // the rows inside one another
  const rows: Row[] = []
  let [tables, depth, rowNumber] = [0, 0, -1]
  const outerCell = () => (rows.length === 1 ? rows[0]?.cell : undefined)
  return {
    open(name) {
      if (name === 'tbl') {
        depth++
        if (depth === 1) [tables, rowNumber] = [tables + 1, -1]
      } else if (name === 'tr') {
        rows.push({ column: 0, mark: undefined, cell: undefined })
        if (rows.length === 1) rowNumber++
      } else if (name === 'tc') {
        const row = rows.at(-1)
        if (!row) return
        if (row.cell) row.column += row.cell.span
        row.cell = { span: 1, mark: undefined }
      }
    },
    close(name) {
      if (name === 'tbl') depth--
      else if (name === 'tr') rows.pop()
    },
    markRow(mark) {
      const [row] = rows
      if (row && rows.length === 1) row.mark = mark
    },
    markCell(mark) {
      const cell = outerCell()
      if (cell) cell.mark = mark
    },
    spanColumns(count) {
      const cell = outerCell()
      if (cell) cell.span = Math.max(1, count)
    },
    cell() {
      const [row] = rows
      if (!row?.cell) return undefined
      const { span, mark } = row.cell
      return { table: tables, row: rowNumber, column: row.column, span, mark: row.mark ?? mark }
    },
  }
}
