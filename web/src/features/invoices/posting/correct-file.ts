// Correcting single cells of a LEDES file in the browser: rows are lines, cells are separated by |, a row ends with [].

/** A cell by row and column, both from 1. */
export interface Place {
  readonly row: number
  readonly column: number
}

export interface Correction extends Place {
  readonly value: string
}

const isTable = (text: string) => /^\s*LEDES/.test(text)

const end = /\s*\[\]\s*$/

/** What a cell contains; undefined where there is none, as in XML. */
export function cellAt(text: string, { row, column }: Place): string | undefined {
  // the first row names the format, the second the columns
  if (!isTable(text) || row < 3) return undefined
  return rowsOf(text)[row - 1]?.replace(end, '').split('|')[column - 1]
}

/** The text with these cells replaced; what separates cells and rows is left out of them. */
export function withCorrections(text: string, corrections: readonly Correction[]): string {
  const rows = rowsOf(text)
  for (const { row, column, value } of corrections) {
    const line = rows[row - 1]
    if (line === undefined) continue
    const tail = end.exec(line)?.[0] ?? ''
    const cells = line.slice(0, line.length - tail.length).split('|')
    if (column > cells.length) continue
    cells[column - 1] = value.replaceAll(/[|\r\n]/g, ' ').replaceAll('[]', '')
    rows[row - 1] = `${cells.join('|')}${tail}`
  }
  return rows.join('\r\n')
}

const rowsOf = (text: string) => text.split(/\r\n|\n|\r/)
