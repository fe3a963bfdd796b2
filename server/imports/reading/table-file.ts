// Reading a table that somebody sent, in a document worker: CSV in any of the usual spellings, or the first sheet of an
// XLSX workbook. Its first row is headings.
import { badInput, sentence } from '../../platform/errors.ts'
import { csvRows, decodedText } from '../../platform/spreadsheets/read-csv.ts'
import { openZip } from '../../platform/documents/zip-archive.ts'
import { type PackedList, packList } from '../../platform/workers/packed-list.ts'
import { type ReadColumn, readColumn } from './columns.ts'

/** How much a table may have. */
export const mostTableBytes = 32 * 1024 * 1024
export const mostRows = 50_000
export const mostColumns = 200
const longestCell = 32_767

export interface TableFile {
  readonly bytes: Uint8Array
}

/** A row of the file: its number, where the headings are 1, and a text for each column. */
export type NumberedRow = readonly [number: number, cells: readonly string[]]

export interface ReadTable {
  readonly columns: readonly ReadColumn[]
  readonly total: number
  readonly rows: PackedList<NumberedRow>
}

const wrong = (text: string) => badInput('file', sentence(text))

/** Reads the whole table. Throws bad_request for what is none, and for one that has too much. */
export async function readTableFile({ bytes }: TableFile): Promise<ReadTable> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const isZip = file.subarray(0, 4).equals(Buffer.from([0x50, 0x4b, 3, 4]))
  const all = isZip ? await sheetRows(file) : csvRows(decodedText(file))
  const [headings = [], ...rest] = all
  const width = Math.max(headings.length, ...rest.slice(0, 1_000).map((row) => row.length))
  const filled = rest
    .map((cells, index): NumberedRow => [index + 2, cells])
    .filter(([, cells]) => cells.some((cell) => cell.trim() !== ''))
  checkSize(headings, filled)
  const names = Array.from({ length: Math.min(width, mostColumns) }, (_, index) =>
    (headings[index] ?? '').trim(),
  )
  const rows = filled.map(([number, cells]): NumberedRow => [number, names.map((_, at) => cells[at] ?? '')])
  const columns = names.map((heading, at) =>
    readColumn(
      heading,
      rows.map(([, cells]) => cells[at] ?? ''),
    ),
  )
  return { columns, total: rows.length, rows: packList(rows) }
}

function checkSize(headings: readonly string[], rows: readonly NumberedRow[]): void {
  if (headings.every((heading) => heading.trim() === ''))
    throw wrong('The first row of the table must have headings.')
  if (headings.length > mostColumns) throw wrong(`The table has more than ${mostColumns} columns.`)
  if (rows.length === 0) throw wrong('The table has headings and no rows.')
  if (rows.length > mostRows)
    throw wrong(
      `The table has more than ${mostRows.toLocaleString('en')} rows: divide it into several files.`,
    )
  for (const [number, cells] of rows) {
    const at = cells.findIndex((cell) => cell.length > longestCell || cell.includes('\0'))
    if (at >= 0)
      throw wrong(
        `Row ${number}, column ${at + 1} has a text that is longer than ${longestCell.toLocaleString('en')} characters, or is no text.`,
      )
  }
}

// what a workbook of the largest table takes unpacked; its reader has all of it in memory
const sheetLimits = { entries: 1_000, bytes: 256 * 1024 * 1024 }

async function sheetRows(file: Buffer): Promise<readonly (readonly string[])[]> {
  // says what is wrong with the archive before anything is unpacked
  const parts = openZip(file, sheetLimits, () => true)
  if (!parts.some(({ name }) => name.startsWith('xl/')))
    throw wrong('The file is neither CSV nor an XLSX workbook.')
  const { readSheet } = await import('read-excel-file/node')
  const rows = await readSheet<string>(file, 1, { parseNumber: (text) => text, trim: false }).catch(
    (error: unknown) => {
      throw wrong(`The workbook cannot be read: ${error instanceof Error ? error.message : String(error)}`)
    },
  )
  return rows.map((row) => row.map(cellText))
}

/** Days are written as the standard does, whatever the sheet shows; numbers with all their digits. */
function cellText(cell: unknown): string {
  if (cell === null || cell === undefined) return ''
  if (cell instanceof Date)
    return cell
      .toISOString()
      .replace(/T00:00:00\.000Z$/, '')
      .replace(/\.000Z$/, '')
  if (typeof cell === 'boolean') return cell ? 'Yes' : 'No'
  const text = cell as string
  // `1.5E3`: as numbers are written in sheets, and only there
  return /^-?\d(?:\.\d+)?E[+-]?\d+$/.test(text) ? String(Number(text)) : text
}
