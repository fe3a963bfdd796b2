// Sending a table as a file, while it is read.
import type { FastifyReply } from 'fastify'
import Type from 'typebox'
import { csvOf } from '../../../platform/spreadsheets/csv.ts'
import { jsonTableOf } from '../../../platform/spreadsheets/json.ts'
import type { Table } from '../../../platform/spreadsheets/table.ts'
import { xlsxOf } from '../../../platform/spreadsheets/xlsx.ts'

export const exportFormats = ['csv', 'xlsx', 'json'] as const
export type ExportFormat = (typeof exportFormats)[number]

const types: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv; charset=utf-8; header=present',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  json: 'application/json; charset=utf-8',
}

/** The parameter of exports. */
export const formatSchema = Type.Optional(
  Type.Unsafe<ExportFormat>({ type: 'string', enum: [...exportFormats], default: 'csv' }),
)

const rowsSchema = {
  type: 'array',
  items: { type: 'object' },
  examples: [[{ Id: 17, Name: 'NDA with Zephyr', 'Owner/LastName': 'Prior' }]],
}
const binary = { schema: { type: 'string', format: 'binary' } }

/** The response of exports. */
export const exportResponse = {
  200: {
    description: 'The whole list as a file.',
    content: { 'text/csv': binary, [types.xlsx]: binary, 'application/json': { schema: rowsSchema } },
  },
} as const

interface Exported {
  readonly format: ExportFormat
  /** Without an ending; letters, digits and hyphens only. */
  readonly fileName: string
  readonly table: Table
  /** The names of the columns in JSON. */
  readonly names: readonly string[]
}

/**
 * Sends the table as it is read. A failure on the way ends the connection, so that nobody takes a part for the whole.
 */
export function sendExport(reply: FastifyReply, { format, fileName, table, names }: Exported): FastifyReply {
  const stream =
    format === 'csv'
      ? csvOf(table)
      : format === 'json'
        ? jsonTableOf(table, names)
        : xlsxOf(table, fileName.slice(0, 31))
  return reply
    .header('content-type', types[format])
    .header('content-disposition', `attachment; filename="${fileName}.${format}"`)
    .header('cache-control', 'no-store')
    .send(stream)
}
