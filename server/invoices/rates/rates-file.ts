// Reading a CSV of rates in a document worker: the columns of the export of the list, in any order.
import type { App } from '../../platform/app.ts'
import { type HeadedColumns, type HeadedRow, readHeadedRows } from '../../platform/spreadsheets/headed-csv.ts'
import { documentTask } from '../../platform/workers/document-task.ts'
import { type PackedList, unpackList } from '../../platform/workers/packed-list.ts'
import { mostRates } from './rate.ts'

/** How large a file may be. */
export const mostRatesBytes = 1024 * 1024

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

/** A row of the file. */
export type RateRow = HeadedRow<RateColumn>

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

const columns: HeadedColumns<RateColumn> = {
  headings,
  names: columnNames,
  required: ['currency', 'rate', 'from'],
  rows: 'rates',
  most: mostRates,
}

/** Runs in the worker. Throws bad_request for what is no such table, or too large. */
export const readRates = (bytes: Uint8Array): PackedList<RateRow> => readHeadedRows(bytes, columns)

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
