// v2 of the history as a file: that of the organisation, and of a record.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { idsIn } from '../../http/ids.ts'
import { actorOf, type RouteModule } from '../../http/route.ts'
import { listFromV2, skipSchemaValidation } from '../../http/v2/odata.ts'
import { checkRoom, fileNameFor, formatIn, plainExportSchema } from '../../http/v2/reports/export-list.ts'
import { sendExport } from '../../http/v2/reports/send-export.ts'
import type { App } from '../../platform/app.ts'
import { kinds } from '../../records/kinds.ts'
import { historyListing, type HistoryScope, listHistory, newestFirst } from '../list-history.ts'
import { historyColumns, historyRows } from './history-rows.ts'
import { historyProperties } from './history.wire.ts'

const config = { access: { right: 'use' } } as const

async function exportHistory(app: App, request: FastifyRequest, reply: FastifyReply, scope: HistoryScope) {
  const actor = actorOf(request)
  const format = formatIn(request)
  const resource = { ...historyListing, properties: historyProperties }
  const { query } = await listFromV2(app, request, resource, { order: newestFirst })
  const first = await listHistory(app, actor, scope, {
    query: { ...query, take: 1 },
    count: format === 'xlsx',
  })
  // an entry may have several changes, each of which is a row
  await checkRoom(format, async () => (first.count ?? 0) * 4)
  const rows = historyRows(query, (page) => listHistory(app, actor, scope, { query: page, count: false }))
  const names = historyColumns.map(({ title }) => title)
  return sendExport(reply, {
    format,
    fileName: await fileNameFor(app, actor, 'history'),
    table: { columns: historyColumns, rows },
    names,
  })
}

/** The routes that export the history. */
export const historyExportRoutes: RouteModule = (server, app) => {
  server.get(
    '/v2/history/export',
    {
      config: { access: { right: 'administer' } },
      ...skipSchemaValidation,
      schema: plainExportSchema('the history of the organisation'),
    },
    (request, reply) => exportHistory(app, request, reply, { of: 'organisation' }),
  )
  for (const { one, many } of Object.values(kinds)) {
    const path = `/v2/${many}/:${one}Id/history/export`
    const ids = idsIn(path)
    server.get(
      path,
      {
        config,
        ...skipSchemaValidation,
        schema: { ...plainExportSchema(`the history of a ${one}`), params: ids.params },
      },
      (request, reply) => exportHistory(app, request, reply, { of: one, id: ids.idOf(request) }),
    )
  }
}
