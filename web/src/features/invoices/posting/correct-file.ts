// Correcting single cells of a LEDES file in the browser: rows are lines, cells are separated by |, a row ends with [].

/** A cell by row and column, both from 1. */
export interface Place {
  readonly row: number
  readonly column: number
}

export interface Correction extends Place {
  readonly value: string
  /** Whether the cell is corrected in all rows of its invoice. */
  readonly wholeInvoice?: boolean
}

const isTable = (text: string) => /^\s*LEDES/.test(text)

const end = /\s*\[\]\s*$/

/** What a cell contains; undefined where there is none, as in XML. */
export function cellAt(text: string, { row, column }: Place): string | undefined {
  // the first row names the format, the second the columns
  if (!isTable(text) || row < 3) return undefined
  const line = rowsOf(text)[row - 1]
  return line === undefined ? undefined : cellsOf(line)[column - 1]
}

/** The text with these cells replaced; what separates cells and rows is left out of them. */
export function withCorrections(text: string, corrections: readonly Correction[]): string {
  const rows = rowsOf(text)
  const numbers = numbersOf(rows)
  for (const { row, column, value, wholeInvoice = false } of corrections) {
    const number = numbers[row - 1]
    for (const [at, line] of rows.entries()) {
      const isMeant = at === row - 1 || (wholeInvoice && number !== undefined && numbers[at] === number)
      if (isMeant) rows[at] = withCell(line, column, value)
    }
  }
  return rows.join('\r\n')
}

function withCell(line: string, column: number, value: string): string {
  const cells = cellsOf(line)
  // who corrects the last cell of a row says with it that the row ends there
  const tail = end.exec(line)?.[0] ?? (column === cells.length ? '[]' : '')
  if (column > cells.length) return line
  cells[column - 1] = value.replaceAll(/[|\r\n]/g, ' ').replaceAll('[]', '')
  return `${cells.join('|')}${tail}`
}

const cellsOf = (line: string) => line.replace(end, '').split('|')

/** The number of the invoice that each row is of; undefined for the head of the file, and where there is none. */
function numbersOf(rows: readonly string[]): readonly (string | undefined)[] {
  const column = cellsOf(rows[1] ?? '').findIndex((name) => name.trim().toUpperCase() === 'INVOICE_NUMBER')
  return rows.map((line, at) => (at < 2 ? undefined : cellsOf(line)[column]?.trim() || undefined))
}

const rowsOf = (text: string) => text.split(/\r\n|\n|\r/)
