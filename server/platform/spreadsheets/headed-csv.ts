// Reading a small CSV whose columns are known by their headings, in any order: in a document worker. Each row keeps its
// number, so that a problem can name it.
import { badInput, sentence } from '../errors.ts'
import { type PackedList, packList } from '../workers/packed-list.ts'
import { csvRows, decodedText } from './read-csv.ts'

const longestCell = 1_000

/** The columns of a kind of file. */
export interface HeadedColumns<Column extends string> {
  /** How the heading of each may be written, in lower case without spaces and signs. */
  readonly headings: Readonly<Record<Column, readonly string[]>>
  /** How each is called in problems. */
  readonly names: Readonly<Record<Column, string>>
  readonly required: readonly Column[]
  /** What the rows are, for messages: `rates`. */
  readonly rows: string
  readonly most: number
}

/** A row of the file: its number, where the headings are 1, and its texts by column; empty for an absent one. */
export interface HeadedRow<Column extends string> {
  readonly row: number
  readonly cells: Readonly<Record<Column, string>>
}

/** Something that prevents an import. */
export interface RowProblem {
  readonly row: number
  /** The heading; null for a problem of the whole row. */
  readonly column: string | null
  readonly message: string
}

/** The problems as errors of a request, named `rows[3].Rate`. */
export const errorsOfRows = (problems: readonly RowProblem[]): Readonly<Record<string, readonly string[]>> =>
  Object.fromEntries(
    problems.map(({ row, column, message }) => [
      `rows[${row}]${column === null ? '' : `.${column}`}`,
      [message],
    ]),
  )

/** What is wrong with a row by its columns, as problems with the headings in `names`. */
export const problemsOfRow = <Column extends string>(
  names: Readonly<Record<Column, string>>,
  row: number,
  wrong: Readonly<Record<string, string>>,
): readonly RowProblem[] => {
  const headings = new Map<string, string>(Object.entries(names))
  return Object.entries(wrong).map(([name, message]) => ({
    row,
    column: headings.get(name) ?? null,
    message,
  }))
}

const wrong = (text: string) => badInput('file', sentence(text))

/** Runs in the worker. Throws bad_request for what is no such table, or too large. */
export function readHeadedRows<Column extends string>(
  bytes: Uint8Array,
  columns: HeadedColumns<Column>,
): PackedList<HeadedRow<Column>> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const [titles = [], ...rows] = csvRows(decodedText(file))
  const places = placesOf(titles, columns)
  for (const name of columns.required) {
    if (places.get(name) === undefined) {
      const all = Object.values<string>(columns.names).join(', ')
      throw wrong(`The first row must have the headings ${all}.`)
    }
  }
  const filled = rows
    .map((cells, index) => ({ row: index + 2, cells }))
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
  if (filled.length === 0) throw wrong(`The file has headings and no ${columns.rows}.`)
  if (filled.length > columns.most) {
    throw wrong(`The file has more than ${columns.most.toLocaleString('en')} ${columns.rows}: divide it.`)
  }
  const read = (row: number, cells: readonly string[]): HeadedRow<Column> => ({
    row,
    cells: Object.fromEntries(
      columnsOf(columns).map((name) => {
        const place = places.get(name)
        return [name, cellText(place === undefined ? '' : cells[place], { row, name: columns.names[name] })]
      }),
    ) as Record<Column, string>,
  })
  return packList(filled.map(({ row, cells }) => read(row, cells)))
}

const columnsOf = <Column extends string>({ headings }: HeadedColumns<Column>) =>
  Object.keys(headings) as Column[]

function placesOf<Column extends string>(titles: readonly string[], columns: HeadedColumns<Column>) {
  const plain = titles.map((title) => title.toLowerCase().replace(/[^a-z]/g, ''))
  return new Map(
    columnsOf(columns).flatMap((name) => {
      const at = plain.findIndex((title) => columns.headings[name].includes(title))
      return at < 0 ? [] : [[name, at] as const]
    }),
  )
}

function cellText(cell: string | undefined, at: { readonly row: number; readonly name: string }): string {
  const text = (cell ?? '').trim()
  if (text.length > longestCell || text.includes('\0')) {
    throw wrong(`Row ${at.row}, ${at.name}, has a text that is too long, or is no text.`)
  }
  // the apostrophe that an export puts where a formula would begin
  return /^'[=+\-@|%]/.test(text) ? text.slice(1) : text
}
