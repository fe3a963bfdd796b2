// Sending a table as a file, while it is read.
import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import Type from 'typebox'
import { csvOf } from '../../../platform/spreadsheets/csv.ts'
import { jsonTableOf } from '../../../platform/spreadsheets/json.ts'
import type { Table } from '../../../platform/spreadsheets/table.ts'
import { attachmentNamed } from '../../responses/send-content.ts'
import { xlsxOf } from '../../../platform/spreadsheets/xlsx.ts'

export const exportFormats = ['csv', 'xlsx', 'json'] as const
export type ExportFormat = (typeof exportFormats)[number]

/** The types of the files. */
export const exportTypes: Readonly<Record<ExportFormat, string>> = {
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
    content: { 'text/csv': binary, [exportTypes.xlsx]: binary, 'application/json': { schema: rowsSchema } },
  },
} as const

interface Exported {
  readonly format: ExportFormat
  /** Without an ending. */
  readonly fileName: string
  /** What its sheet is called; as the file without it. */
  readonly title?: string
  readonly table: Table
  /** The names of the columns in JSON. */
  readonly names: readonly string[]
}

/** The bytes of the file, as the table is read. */
export const streamOf = ({ format, fileName, title = fileName, table, names }: Exported): Readable =>
  format === 'csv' ? csvOf(table) : format === 'json' ? jsonTableOf(table, names) : xlsxOf(table, title)

/**
 * Sends the table as it is read. A failure on the way ends the connection, so that nobody takes a part for the whole.
 */
export function sendExport(reply: FastifyReply, exported: Exported): FastifyReply {
  const { format, fileName } = exported
  return reply
    .header('content-type', exportTypes[format])
    .header('content-disposition', attachmentNamed(`${fileName}.${format}`))
    .header('cache-control', 'no-store')
    .send(streamOf(exported))
}
