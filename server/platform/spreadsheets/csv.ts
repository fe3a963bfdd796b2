// Tables as CSV (RFC 4180) that opens in spreadsheets: UTF-8 with a byte order mark, and no cell is taken for a
// formula.
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

// Where a cell may begin: at the start, and after everything that some program or country separates cells or rows with.
// Quotation marks are no protection there: a program that splits at semicolons meets them in the middle of its cell.
const start = /(^|[;,|\t\r\n\v\f\u0085\u2028\u2029])/
// programs remove spaces and quotes before they look
const removed = /([ \u00a0\u2000-\u200a\u202f\u3000\ufeff"'\u2018-\u201d\uff02\uff07]*)/
// what begins a formula or a call of another program, in each width that a keyboard has
const formula = /(?=[=+\-@|%\uff1d\uff0b\uff0d\uff20\uff5c\uff05\ufe66\ufe62\ufe63\ufe6b\ufe6a])/
const cellOfFormula = new RegExp(start.source + removed.source + formula.source, 'g')

/** A text of which no program takes any part for a formula: with an apostrophe where one would begin. */
const safe = (text: string): string => {
  const guarded = text.replace(cellOfFormula, "$1'$2")
  return /^[\t\r]/.test(guarded) ? `'${guarded}` : guarded
}

const quoted = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
