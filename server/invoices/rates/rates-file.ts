// Reading a CSV of rates in a document worker: the columns of the export of the list, in any order.
import type { App } from '../../platform/app.ts'
import { badInput, sentence } from '../../platform/errors.ts'
import { csvRows, decodedText } from '../../platform/spreadsheets/read-csv.ts'
import { documentTask } from '../../platform/workers/document-task.ts'
import { type PackedList, packList, unpackList } from '../../platform/workers/packed-list.ts'
import { mostRates } from './rate.ts'

/** How large a file may be. */
export const mostRatesBytes = 1024 * 1024

const longestCell = 1_000

/** The columns, by how their headings may be written in lower case without spaces and signs. */
const headings = {
  matterId: ['matterid'],
  timekeeperNumber: ['timekeepernumber', 'timekeeperid'],
  timekeeper: ['timekeepername', 'timekeeper'],
  timekeeperClass: ['timekeeperclass', 'timekeeperclassification', 'class'],
  currency: ['currency'],
  rate: ['rate'],
  from: ['from'],
  to: ['to'],
} as const
export type RateColumn = keyof typeof headings

/** A row of the file: its number, where the headings are 1, and its texts by column; empty for an absent one. */
export interface RateRow {
  readonly row: number
  readonly cells: Readonly<Record<RateColumn, string>>
}

/** How a column is called in problems: as the export writes it. */
export const columnNames: Readonly<Record<RateColumn, string>> = {
  matterId: 'Matter/Id',
  timekeeperNumber: 'Timekeeper/Number',
  timekeeper: 'Timekeeper/Name',
  timekeeperClass: 'TimekeeperClass',
  currency: 'Currency',
  rate: 'Rate',
  from: 'From',
  to: 'To',
}

const wrong = (text: string) => badInput('file', sentence(text))
const required = ['currency', 'rate', 'from'] as const

/** Runs in the worker. Throws bad_request for what is no such table, or too large. */
export function readRates(bytes: Uint8Array): PackedList<RateRow> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const [titles = [], ...rows] = csvRows(decodedText(file))
  const places = placesOf(titles)
  for (const name of required) {
    if (places[name] === undefined) {
      throw wrong(`The first row must have the headings ${Object.values(columnNames).join(', ')}.`)
    }
  }
  const filled = rows
    .map((cells, index) => ({ row: index + 2, cells }))
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
  if (filled.length === 0) throw wrong('The file has headings and no rates.')
  if (filled.length > mostRates) {
    throw wrong(`The file has more than ${mostRates.toLocaleString('en')} rates: divide it.`)
  }
  return packList(filled.map(({ row, cells }) => ({ row, cells: cellsOf(row, cells, places) })))
}

type Places = Partial<Record<RateColumn, number>>

function placesOf(titles: readonly string[]): Places {
  const plain = titles.map((title) => title.toLowerCase().replace(/[^a-z]/g, ''))
  return Object.fromEntries(
    (Object.entries(headings) as [RateColumn, readonly string[]][]).flatMap(([name, spellings]) => {
      const at = plain.findIndex((title) => spellings.includes(title))
      return at < 0 ? [] : [[name, at]]
    }),
  )
}

function cellsOf(row: number, cells: readonly string[], places: Places): RateRow['cells'] {
  const textOf = (name: RateColumn) => {
    const place = places[name]
    const text = (place === undefined ? '' : (cells[place] ?? '')).trim()
    if (text.length > longestCell || text.includes('\0')) {
      throw wrong(`Row ${row}, ${columnNames[name]}, has a text that is too long, or is no text.`)
    }
    // the apostrophe that an export puts where a formula would begin
    return /^'[=+\-@|%]/.test(text) ? text.slice(1) : text
  }
  const names = Object.keys(headings) as RateColumn[]
  return Object.fromEntries(names.map((name) => [name, textOf(name)])) as Record<RateColumn, string>
}

const task = documentTask<typeof readRates>(new URL(import.meta.url), {
  name: 'readRates',
  called: 'The file',
})

/**
 * The rows of the file. Throws bad_request for what is no such table, and unavailable if too many files are waiting.
 */
export const readRatesFile = async (
  app: App,
  { organisationId, bytes }: { readonly organisationId: number; readonly bytes: Buffer },
): Promise<readonly RateRow[]> =>
  unpackList(await app.documents.run(task, bytes, { organisationId, input: 'file' }))
