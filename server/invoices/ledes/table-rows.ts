// The rows of LEDES1998B and LEDES98BI V2: one that names the format, one that names the columns, and the lines of the
// invoices. Columns are separated by |, and each row ends with [].
import { columnsOf1998B, columnsOf98BI, type LedesColumn } from './table-columns.ts'
import { type Cell, type LedesFormat, type LedesXml, missingColumn, type Problems } from './ledes.ts'
import { quoted } from './cell-values.ts'

/** A row of an invoice line: its cells by column. */
export interface LedesRow {
  readonly row: number
  /** The cell of a column; empty if the row or the file does not have it. */
  cell(name: LedesColumn): Cell
}

export interface LedesTable {
  readonly format: Exclude<LedesFormat, LedesXml>
  readonly rows: readonly LedesRow[]
  /** The numbers of invoices of which a row cannot be read. */
  readonly partial: readonly string[]
}

const mostRows = 50_000
const mostColumns = 200

const formats: readonly (readonly [RegExp, LedesTable['format'], readonly LedesColumn[]])[] = [
  [/^LEDES1998B$/i, 'LEDES1998B', columnsOf1998B],
  [/^LEDES(?:19)?98BI V2$/i, 'LEDES98BI V2', columnsOf98BI],
]

/**
 * Reads the rows and adds a problem for each one that is malformed; undefined if the first row does not name a known
 * format.
 */
export function readTable(text: string, problems: Problems): LedesTable | undefined {
  const lines = text.split(/\r\n|\n|\r/)
  while (lines.at(-1)?.trim() === '') lines.pop()
  const [first = '', names] = lines
  const found = formats.find(([pattern]) => pattern.test(withoutEnd(first)))
  const at = (row: number, column: number, field: string) => ({ row, column, field })
  if (!found) {
    problems.add(
      at(1, 1, 'format'),
      'The first row must be LEDES1998B[] or LEDES98BI V2[], unless the file is XML 2.0 or 2.1.',
    )
    return undefined
  }
  const [, format, standard] = found
  if (!first.trimEnd().endsWith('[]')) problems.add(at(1, 1, 'format'), 'The row must end with [].')
  if (names === undefined || lines.length < 3) {
    problems.add(at(lines.length, 1, 'format'), 'The file has no invoice lines.')
    return { format, rows: [], partial: [] }
  }
  if (lines.length > mostRows) {
    problems.add(at(mostRows, 1, 'format'), `A file may have ${mostRows} rows.`)
    return { format, rows: [], partial: [] }
  }
  const columns = readNames(names, standard, problems)
  const rows: LedesRow[] = []
  const partial: string[] = []
  for (const [index, line] of lines.slice(2).entries()) {
    const read = parseRow(line, index + 3, columns, problems)
    if (read === undefined) continue
    if ('cell' in read) rows.push(read)
    // the rest of a row that a line break has divided is of the invoice before it
    else partial.push(read.number ?? rows.at(-1)?.cell('INVOICE_NUMBER').text ?? '')
  }
  return { format, rows, partial }
}

const withoutEnd = (line: string) => line.trim().replace(/\[\]$/, '').trim()

interface TableColumns {
  /** The number of cells in a row. */
  readonly count: number
  readonly places: ReadonlyMap<string, number>
  /** The column name at each position. */
  readonly names: readonly string[]
}

function readNames(line: string, standard: readonly LedesColumn[], problems: Problems): TableColumns {
  const names = withoutEnd(line)
    .split('|')
    .map((name) => name.trim().toUpperCase())
  const note = (index: number, field: string, message: string) =>
    problems.add({ row: 2, column: index + 1, field }, message)
  if (!line.trimEnd().endsWith('[]')) {
    note(names.length - 1, names.at(-1)?.slice(0, 100) ?? '', 'The row must end with [].')
  }
  const other = names.length === 1 ? /[,;\t]/.exec(line)?.[0] : undefined
  if (other !== undefined) {
    const called = { ',': 'commas', ';': 'semicolons' }[other] ?? 'tabs'
    note(0, '', `The columns are separated by ${called}; LEDES separates them by |.`)
    return { count: 1, places: new Map(), names: [] }
  }
  if (names.length > mostColumns) {
    note(
      0,
      names[0]?.slice(0, 100) ?? '',
      `The row names ${names.length} columns; the format has ${standard.length}.`,
    )
    return { count: names.length, places: new Map(), names: [] }
  }
  const wanted = standard.map((name) => name.toUpperCase())
  const places = new Map<string, number>()
  let matched = true
  for (const [index, name] of names.entries()) {
    if (!wanted.includes(name)) note(index, name.slice(0, 100), `This format has no column ${quoted(name)}.`)
    else if (places.has(name)) note(index, name, `The column ${name} occurs twice.`)
    else {
      places.set(name, index)
      continue
    }
    matched = false
  }
  for (const [index, name] of wanted.entries()) {
    if (places.has(name)) continue
    matched = false
    note(index, name, `The column ${name} is missing; it is column ${index + 1} of the format.`)
  }
  const misplaced = matched ? wanted.findIndex((name, index) => names[index] !== name) : -1
  if (misplaced >= 0) {
    const name = wanted[misplaced] ?? ''
    note(
      misplaced,
      name,
      `Column ${misplaced + 1} must be ${name}: the columns are not in the order of the format.`,
    )
  }
  return { count: names.length, places, names }
}

function parseRow(
  line: string,
  row: number,
  { count, places, names }: TableColumns,
  problems: Problems,
): LedesRow | { readonly number: string | undefined } | undefined {
  if (line.trim() === '') {
    problems.add({ row, column: 1, field: names[0] ?? '' }, 'The row is empty.')
    return undefined
  }
  const ends = line.trimEnd().endsWith('[]')
  const cells = (ends ? line.trimEnd().slice(0, -2) : line).split('|')
  if (!ends) {
    const field = names[cells.length - 1] ?? ''
    const closed = cells.length === count ? `${cells.at(-1)?.trim()}[]` : undefined
    problems.add({ row, column: cells.length, field }, 'The row must end with [].', closed)
  }
  if (cells.length !== count) {
    const column = Math.min(cells.length, count) + (cells.length > count ? 1 : 0)
    const cause = cells.length > count ? '|' : 'a line break'
    const message = `The row has ${cells.length} columns and must have ${count}; a text must not contain ${cause}.`
    problems.add({ row, column, field: names[column - 1] ?? '' }, message)
    // its cells are misplaced, so none of them is read but the number, which is among the first
    return { number: cells[places.get('INVOICE_NUMBER') ?? cells.length] }
  }
  return {
    row,
    cell(name) {
      const place = places.get(name.toUpperCase())
      const text = place === undefined ? '' : (cells[place] ?? '')
      return { text, at: { row, column: place === undefined ? missingColumn : place + 1, field: name } }
    },
  }
}
