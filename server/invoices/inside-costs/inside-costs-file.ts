// Reading a CSV of inside costs in a document worker.
import type { App } from '../../platform/app.ts'
import { type HeadedColumns, type HeadedRow, readHeadedRows } from '../../platform/spreadsheets/headed-csv.ts'
import { documentTask } from '../../platform/workers/document-task.ts'
import { type PackedList, unpackList } from '../../platform/workers/packed-list.ts'
import { mostImported } from './inside-cost.ts'

/** How large a file may be. */
export const mostInsideCostBytes = 1024 * 1024

const headings = {
  month: ['month', 'date', 'period'],
  kind: ['kind', 'type'],
  costCentre: ['costcentre', 'costcenter', 'costcentrecode'],
  department: ['department'],
  amount: ['amount', 'cost'],
  hours: ['hours'],
  note: ['note', 'description'],
} as const
export type InsideCostColumn = keyof typeof headings

/** How a column is called in problems. */
export const insideCostColumns: Readonly<Record<InsideCostColumn, string>> = {
  month: 'Month',
  kind: 'Kind',
  costCentre: 'Cost centre',
  department: 'Department',
  amount: 'Amount',
  hours: 'Hours',
  note: 'Note',
}

const columns: HeadedColumns<InsideCostColumn> = {
  headings,
  names: insideCostColumns,
  required: ['month', 'kind', 'amount'],
  rows: 'costs',
  most: mostImported,
}

/** Runs in the worker. Throws bad_request for what is no such table, or too large. */
export const readInsideCosts = (bytes: Uint8Array): PackedList<HeadedRow<InsideCostColumn>> =>
  readHeadedRows(bytes, columns)

const task = documentTask<typeof readInsideCosts>(new URL(import.meta.url), {
  name: 'readInsideCosts',
  called: 'The file',
})

/**
 * The rows of the file. Throws bad_request for what is no such table, and unavailable if too many files are waiting.
 */
export const readInsideCostsFile = async (
  app: App,
  { organisationId, bytes }: { readonly organisationId: number; readonly bytes: Buffer },
): Promise<readonly HeadedRow<InsideCostColumn>[]> =>
  unpackList(await app.documents.run(task, bytes, { organisationId, input: 'file' }))
