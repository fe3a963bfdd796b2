// Reading a CSV of rates of exchange in a document worker.
import type { App } from '../../platform/app.ts'
import { type HeadedColumns, type HeadedRow, readHeadedRows } from '../../platform/spreadsheets/headed-csv.ts'
import { documentTask } from '../../platform/workers/document-task.ts'
import { type PackedList, unpackList } from '../../platform/workers/packed-list.ts'
import { mostImported } from './exchange-rate.ts'

/** How large a file may be. */
export const mostExchangeRateBytes = 1024 * 1024

const headings = {
  currency: ['currency'],
  from: ['date', 'from', 'day'],
  rate: ['rate'],
} as const
export type ExchangeRateColumn = keyof typeof headings

/** How a column is called in problems. */
export const exchangeRateColumns: Readonly<Record<ExchangeRateColumn, string>> = {
  currency: 'Currency',
  from: 'Date',
  rate: 'Rate',
}

const columns: HeadedColumns<ExchangeRateColumn> = {
  headings,
  names: exchangeRateColumns,
  required: ['currency', 'from', 'rate'],
  rows: 'rates',
  most: mostImported,
}

/** Runs in the worker. Throws bad_request for what is no such table, or too large. */
export const readExchangeRates = (bytes: Uint8Array): PackedList<HeadedRow<ExchangeRateColumn>> =>
  readHeadedRows(bytes, columns)

const task = documentTask<typeof readExchangeRates>(new URL(import.meta.url), {
  name: 'readExchangeRates',
  called: 'The file',
})

/**
 * The rows of the file. Throws bad_request for what is no such table, and unavailable if too many files are waiting.
 */
export const readExchangeRatesFile = async (
  app: App,
  { organisationId, bytes }: { readonly organisationId: number; readonly bytes: Buffer },
): Promise<readonly HeadedRow<ExchangeRateColumn>[]> =>
  unpackList(await app.documents.run(task, bytes, { organisationId, input: 'file' }))
