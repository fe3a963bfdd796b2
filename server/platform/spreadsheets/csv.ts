// Tables as CSV (RFC 4180) that opens in spreadsheets: UTF-8 with a byte order mark, and no cell is taken for a formula.
import { Readable } from 'node:stream'
import type { Cell, Table, TableColumn } from './table.ts'

/** The table as CSV, with a line of titles. */
export const csvOf = ({ columns, rows }: Table): Readable => Readable.from(pieces(columns, rows))

async function* pieces(columns: readonly TableColumn[], rows: Table['rows']): AsyncGenerator<string> {
  yield `\uFEFF${columns.map(({ title }) => quoted(safe(title))).join(',')}\r\n`
  for await (const some of rows) {
    if (some.length > 0) yield `${some.map((row) => lineOf(columns, row)).join('\r\n')}\r\n`
  }
}

const lineOf = (columns: readonly TableColumn[], row: readonly Cell[]) =>
  columns.map(({ kind }, index) => fieldOf(row[index] ?? null, kind)).join(',')

function fieldOf(cell: Cell, kind: TableColumn['kind']): string {
  if (cell === null) return ''
  if (cell instanceof Date) return cell.toISOString()
  return quoted(kind === 'text' ? safe(String(cell)) : String(cell))
}

// spreadsheets run what begins like this, also after a space or a quote has been removed
const formula = /^\s*[=+\-@\t\r|%]/

/** A text that spreadsheets do not take for a formula: with an apostrophe before it. */
const safe = (text: string): string => (formula.test(text) ? `'${text}` : text)

const quoted = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
