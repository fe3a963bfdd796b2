// What every export does with a request.
import type { FastifyReply, FastifyRequest } from 'fastify'
import Type from 'typebox'
import type { App } from '../../../platform/app.ts'
import { badInput } from '../../../platform/errors.ts'
import { mostXlsxRows } from '../../../platform/spreadsheets/xlsx.ts'
import { actorOf } from '../../route.ts'
import { fieldNamesIn } from '../field-properties.ts'
import { listFromV2, listQueryOf } from '../odata.ts'
import { exportedRows } from './export-rows.ts'
import { fieldsChosen, pathsChosen, reportColumns } from './report-columns.ts'
import type { ReportedSource } from './reported-list.ts'
import { type ExportFormat, exportFormats, exportResponse, formatSchema, sendExport } from './send-export.ts'

const { $filter, $orderby } = listQueryOf().properties as Readonly<Record<string, Type.TSchema>>

const taken = { ...($filter ? { $filter } : {}), ...($orderby ? { $orderby } : {}), format: formatSchema }

/** The schema of an export whose columns are always the same. */
export const plainExportSchema = (what: string) => ({
  summary: `Export ${what}`,
  description:
    'The whole list as a file, with its filter and order, written while it is read. CSV has a byte order mark and titles, and no cell that a spreadsheet takes for a formula; XLSX has real dates and numbers. Times are UTC.',
  querystring: Type.Object(taken),
  response: exportResponse,
})

/** The schema of an export of a list. */
export const exportSchema = (what: string) => ({
  ...plainExportSchema(what),
  querystring: Type.Object({
    ...taken,
    columns: Type.Optional(
      Type.String({
        description:
          'Properties separated by commas, as in $filter: Name,Owner/LastName,Fields/region. By default the usual ones and all custom fields.',
      }),
    ),
  }),
})

/** The format that is asked for. */
export function formatIn(request: FastifyRequest): ExportFormat {
  const { format = 'csv' } = request.query as { readonly format?: unknown }
  const known = exportFormats.find((each) => each === format)
  if (!known) throw badInput('format', `must be one of ${exportFormats.join(', ')}.`)
  return known
}

/** `matters-2026-05-06`: the name of the file. */
export const fileNameFor = ({ clock }: App, what: string): string =>
  `${what}-${clock.now().toISOString().slice(0, 10)}`

/** A sheet has room for so many rows: more are refused before anything is sent. */
export async function checkRoom(format: ExportFormat, count: () => Promise<number>): Promise<void> {
  if (format !== 'xlsx') return
  const rows = await count()
  if (rows > mostXlsxRows)
    throw badInput('format', `must be csv or json for ${rows} rows: a sheet has room for ${mostXlsxRows}.`)
}

/** Answers with the whole list. */
export async function exportList(
  app: App,
  request: FastifyRequest,
  reply: FastifyReply,
  source: ReportedSource,
): Promise<FastifyReply> {
  const format = formatIn(request)
  const paths = pathsChosen((request.query as { readonly columns?: unknown }).columns)
  const named = [...fieldNamesIn(request), ...fieldsChosen(paths ?? [])]
  const list = await source.open(app, actorOf(request), { named, all: paths === undefined })
  const columns = reportColumns(source, list, paths)
  const { query } = await listFromV2(app, request, list.resource)
  await checkRoom(format, () => list.count({ ...query, sort: [], skip: 0 }))
  const table = { columns, rows: exportedRows(list, query, columns) }
  const names = columns.map(({ path }) => path)
  return sendExport(reply, { format, fileName: fileNameFor(app, source.name), table, names })
}
