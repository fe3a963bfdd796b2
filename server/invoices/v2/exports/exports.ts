// v2 of exports to finance: lists, one with its invoices, exporting, downloads, and what the finance system says.
import type { FastifyReply, FastifyRequest } from 'fastify'
import Type from 'typebox'
import { etagOf, versionCheck } from '../../../http/if-match.ts'
import { idOf, pathIds } from '../../../http/ids.ts'
import { actorOf, type RouteModule } from '../../../http/route.ts'
import { onGet, onPost } from '../../../http/routes.ts'
import { jsonBody } from '../../../http/v2/bodies.ts'
import { onList } from '../../../http/v2/list-routes.ts'
import { formatIn } from '../../../http/v2/reports/export-list.ts'
import { exportResponse, formatSchema, sendExport } from '../../../http/v2/reports/send-export.ts'
import { skipSchemaValidation } from '../../../http/v2/odata.ts'
import type { Actor } from '../../../platform/actor.ts'
import type { App } from '../../../platform/app.ts'
import { acknowledgeExport, payExported } from '../../exports/acknowledge-export.ts'
import { createExport } from '../../exports/create-export.ts'
import {
  exportListing,
  getExport,
  getExportedLines,
  getWholeExport,
  listExports,
} from '../../exports/list-exports.ts'
import { withdrawExport } from '../../exports/withdraw-export.ts'
import {
  exportColumns,
  exportDetailsSchema,
  exportDetailsToV2,
  exportToV2,
  financeExportProperties,
  financeExportSchema,
} from './exports.wire.ts'
import {
  acknowledgementFromV2,
  acknowledgeSchema,
  newExportFromV2,
  newExportSchema,
  paymentsFromV2,
  paymentsSchema,
  withdrawalFromV2,
  withdrawSchema,
} from './export-bodies.wire.ts'
import { invoicesTable, linesTable, sharesTable } from './tables.ts'

const manage = { access: { right: 'manage-invoices' } } as const

async function shownExport(app: App, actor: Actor, reply: FastifyReply, id: number) {
  const details = await getExport(app, actor, id, exportColumns)
  reply.header('etag', etagOf(Number(details.row['version'])))
  return exportDetailsToV2(details)
}

const readRoutes: RouteModule = (server, app) => {
  onList(server, app, '/v2/financeExports', {
    config: manage,
    summary: 'List exports to finance',
    description: 'Approved invoices that were handed over to the finance system together.',
    item: financeExportSchema,
    properties: financeExportProperties,
    columns: exportColumns,
    rows: (reading, actor) => ({
      listing: exportListing(reading, actor),
      page: (asked) => listExports(reading, actor, asked),
    }),
    toV2: exportToV2,
  })

  onGet(server, '/v2/financeExports/:exportId', {
    config: { ...manage, etag: true },
    summary: 'Get an export to finance',
    description: 'With its invoices as they were exported, and what the finance system said of them.',
    returns: exportDetailsSchema,
    handler: (request, reply) => shownExport(app, actorOf(request), reply, idOf(request.params.exportId)),
  })
}

const downloadRoutes: RouteModule = (server, app) => {
  const wholes = [
    ['invoices', '/v2/financeExports/:exportId/invoices/export', invoicesTable],
    ['allocations', '/v2/financeExports/:exportId/allocations/export', sharesTable],
  ] as const
  for (const [what, path, table] of wholes) {
    server.get(
      path,
      { config: manage, ...skipSchemaValidation, schema: downloadSchemas[what] },
      async (request, reply) => {
        const format = formatIn(request)
        const details = await getWholeExport(app, actorOf(request), exportIdOf(request))
        const number = Number(details.row['number'])
        const fileName = `finance-export-${number}-${what}`
        return sendExport(reply, { format, fileName, ...table(number, details) })
      },
    )
  }

  server.get(
    '/v2/financeExports/:exportId/lines/export',
    { config: manage, ...skipSchemaValidation, schema: downloadSchemas.lines },
    async (request, reply) => {
      const format = formatIn(request)
      const { row, lines } = await getExportedLines(app, actorOf(request), exportIdOf(request))
      const number = Number(row['number'])
      return sendExport(reply, {
        format,
        fileName: `finance-export-${number}-lines`,
        ...linesTable(number, lines),
      })
    },
  )
}

const exportIdOf = ({ params }: FastifyRequest) => idOf((params as { readonly exportId: string }).exportId)

const downloadSchemas = {
  invoices: {
    operationId: 'downloadFinanceExportInvoices',
    summary: 'Download the invoices of an export',
    description:
      'A row for each invoice, as it was exported. CSV has a byte order mark and titles, and no cell that a spreadsheet takes for a formula. 403 where you do not see all of its invoices.',
    params: pathIds('exportId'),
    querystring: Type.Object({ format: formatSchema }),
    response: exportResponse,
  },
  allocations: {
    operationId: 'downloadFinanceExportAllocations',
    summary: 'Download the allocations of an export',
    description:
      'A row for each share of each invoice over cost centres and legal entities, as it was exported; one without any for an invoice that is not allocated. The rows come to what is to be paid. 403 where you do not see all of its invoices.',
    params: pathIds('exportId'),
    querystring: Type.Object({ format: formatSchema }),
    response: exportResponse,
  },
  lines: {
    operationId: 'downloadFinanceExportLines',
    summary: 'Download the lines of an export',
    description:
      'A row for each line of its invoices, with what the review took off. Lines that were approved before reviews were kept have no approved amounts. 403 where you do not see all of its invoices.',
    params: pathIds('exportId'),
    querystring: Type.Object({ format: formatSchema }),
    response: exportResponse,
  },
} as const

const changeRoutes: RouteModule = (server, app) => {
  onPost(server, '/v2/financeExports', {
    config: {
      ...manage,
      etag: true,
      documentedBodies: jsonBody(newExportSchema, { invoices: [{ id: 31 }], note: 'November' }),
    },
    summary: 'Export invoices to finance',
    description:
      "Puts approved invoices together, all or none: each is in one export at most. What is ready is found with GET /v2/invoices?$filter=Status eq 'Approved' and FinanceExport eq null. 409 names the invoices that are not approved, or exported already.",
    creates: exportDetailsSchema,
    handler: async (request, reply) => {
      const actor = actorOf(request)
      const id = await createExport(app, actor, newExportFromV2(request.body))
      reply.header('location', `/v2/financeExports/${id}`)
      return shownExport(app, actor, reply, id)
    },
  })

  onPost(server, '/v2/financeExports/:exportId/withdraw', {
    config: {
      ...manage,
      ifMatch: true,
      etag: true,
      documentedBodies: jsonBody(withdrawSchema, { reason: 'The cost centre was missing.' }),
    },
    operationId: 'withdrawFinanceExport',
    summary: 'Withdraw an export to finance',
    description:
      'Until it is acknowledged; its invoices may be exported again. 409 afterwards. With If-Match, only the version that you have read.',
    returns: exportDetailsSchema,
    handler: async (request, reply) => {
      const [actor, id] = [actorOf(request), idOf(request.params.exportId)]
      const reason = withdrawalFromV2(request.body)
      await withdrawExport(app, actor, id, { reason, checkVersion: versionCheck(request) })
      return shownExport(app, actor, reply, id)
    },
  })
}

const financeRoutes: RouteModule = (server, app) => {
  onPost(server, '/v2/financeExports/:exportId/acknowledge', {
    config: {
      ...manage,
      etag: true,
      documentedBodies: jsonBody(acknowledgeSchema, { reference: 'AP-2026-1187' }),
    },
    operationId: 'acknowledgeFinanceExport',
    summary: 'Acknowledge an export to finance',
    description:
      'For the finance system: it has taken the export, under a reference of its own and, if it has them, one for each invoice; what is paid can be said at once. The invoices cannot be voided any more. The same again changes nothing; with other references it is 409.',
    returns: exportDetailsSchema,
    handler: async (request, reply) => {
      const [actor, id] = [actorOf(request), idOf(request.params.exportId)]
      await acknowledgeExport(app, actor, id, acknowledgementFromV2(request.body))
      return shownExport(app, actor, reply, id)
    },
  })

  onPost(server, '/v2/financeExports/:exportId/payments', {
    config: {
      ...manage,
      etag: true,
      documentedBodies: jsonBody(paymentsSchema, {
        invoices: [{ id: 31, paidDateUtc: '2026-11-20T10:00:00Z', paymentReference: 'PAY-88120' }],
      }),
    },
    operationId: 'payFinanceExport',
    summary: 'Note payments of an export to finance',
    description:
      'For the finance system, after it has acknowledged the export: which invoices are paid, when and under which reference. The same again changes nothing; another date or reference for a paid invoice is 409.',
    returns: exportDetailsSchema,
    handler: async (request, reply) => {
      const [actor, id] = [actorOf(request), idOf(request.params.exportId)]
      await payExported(app, actor, id, paymentsFromV2(request.body))
      return shownExport(app, actor, reply, id)
    },
  })
}

export const financeExportRoutes: RouteModule = (server, app) => {
  for (const routes of [readRoutes, downloadRoutes, changeRoutes, financeRoutes]) routes(server, app)
}
