// What every export does with a request.
import type { FastifyReply, FastifyRequest } from 'fastify'
import Type from 'typebox'
import type { Actor } from '../../../platform/actor.ts'
import type { App } from '../../../platform/app.ts'
import { badInput } from '../../../platform/errors.ts'
import { mostXlsxRows } from '../../../platform/spreadsheets/xlsx.ts'
import { todayIn } from '../../../platform/time/local-time.ts'
import { timeZoneOfPerson } from '../../../platform/time/time-zone.ts'
import { actorOf } from '../../route.ts'
import { fieldNamesIn } from '../field-properties.ts'
import { listFromV2, listQueryOf } from '../odata.ts'
import { exportedRows } from './export-rows.ts'
import { fieldsChosen, pathsChosen, reportColumns, titled } from './report-columns.ts'
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
    titles: Type.Optional(
      Type.String({
        description:
          'What the columns are called in CSV and XLSX, each in a line, in their order; an empty line keeps the usual title.',
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

/** `spend-by-firm-2026-05-06`: the name of a file, with the day where its reader is. */
export async function fileNameFor({ clock, db }: App, actor: Actor, what: string): Promise<string> {
  const zone = await timeZoneOfPerson(db, actor)
  const words = what
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
  return `${words.slice(0, 100) || 'export'}-${todayIn(zone, clock.now()).day(0)}`
}

/** A sheet has room for so many rows: more are refused before anything is sent. */
export async function checkRoom(format: ExportFormat, count: () => Promise<number>): Promise<void> {
  if (format !== 'xlsx') return
  const rows = await count()
  if (rows > mostXlsxRows)
    throw badInput('format', `must be csv or json for ${rows} rows: a sheet has room for ${mostXlsxRows}.`)
}

/** `keyDates` as `key-dates`. */
const nameOfList = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter}`)

/** Answers with the whole list. */
export async function exportList(
  app: App,
  request: FastifyRequest,
  reply: FastifyReply,
  source: ReportedSource,
): Promise<FastifyReply> {
  const format = formatIn(request)
  const asked = request.query as { readonly columns?: unknown; readonly titles?: unknown }
  const paths = pathsChosen(asked.columns)
  const named = [...fieldNamesIn(request), ...fieldsChosen(paths ?? [])]
  const list = await source.open(app, actorOf(request), { named, all: paths === undefined })
  const columns = titled(reportColumns(source, list, paths), asked.titles)
  const { query } = await listFromV2(app, request, list.resource)
  await checkRoom(format, () => list.count({ ...query, sort: [], skip: 0 }))
  const names = columns.map(({ path }) => path)
  const currencyAt = names.indexOf('Currency')
  const sheet = currencyAt < 0 ? {} : { currencyAt }
  const table = { columns, rows: exportedRows(list, query, columns), sheet }
  return sendExport(reply, {
    format,
    fileName: await fileNameFor(app, actorOf(request), nameOfList(source.name)),
    table,
    names,
  })
}
