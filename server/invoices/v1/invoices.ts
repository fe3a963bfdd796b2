// v1 of invoices: lists of all matters and of one, updating the payer's fields, recipients.
import Type from 'typebox'
import { answerList } from '../../http/answer-list.ts'
import { idOf, pathIds } from '../../http/ids.ts'
import { etagOf, versionCheck } from '../../http/if-match.ts'
import { actorOf, type RouteModule } from '../../http/route.ts'
import { onGet } from '../../http/routes.ts'
import { filteringQuery, sortingQuery, listQueryFromV1 } from '../../http/v1/filtering.ts'
import { patchBodySchema, readPatch } from '../../http/v1/json-patch.ts'
import { skipQuery, takeQuery } from '../../http/v1/paging.ts'
import type { Actor } from '../../platform/actor.ts'
import type { ListQuery, SortKey } from '../../platform/lists/list-query.ts'
import type { App } from '../../platform/app.ts'
import { invoiceCatalogue } from '../list-columns.ts'
import { updatePayerFields } from '../commands/update-payer-fields.ts'
import { listInvoices, listRecipients } from '../list-invoices.ts'
import {
  invoiceNames,
  invoiceSchema,
  invoiceToV1,
  matterInvoiceSchema,
  recipientSchema,
  recipientToV1,
  shownColumns,
} from './invoices.wire.ts'
import { changesFromV1, patchedProperties } from './patch.wire.ts'

const config = { access: { right: 'use' } } as const

const listQuery = Type.Object({ ...skipQuery, ...filteringQuery, ...sortingQuery, ...takeQuery() })
const pageOf = <Row extends Type.TSchema>(row: Row) =>
  Type.Object({ data: Type.Array(row), total: Type.Integer() })

const newestFirst: readonly SortKey[] = [{ name: 'invoiceDate', descending: true }]

function queryFromV1(app: App, actor: Actor, query: Type.Static<typeof listQuery>): ListQuery {
  const names = invoiceNames(invoiceCatalogue(app, actor))
  return listQueryFromV1(query, names, newestFirst)
}

const listRoutes: RouteModule = (server, app) => {
  onGet(server, '/invoice-apis/v1/invoices', {
    config,
    summary: 'List invoices',
    description: 'The invoices that the caller may see, filtered and sorted, in pages with the exact total.',
    querystring: listQuery,
    returns: pageOf(invoiceSchema),
    handler: async (request) => {
      const actor = actorOf(request)
      const query = queryFromV1(app, actor, request.query)
      const { rows, total } = await answerList(app, request, (reading) =>
        listInvoices(reading, actor, { query, columns: shownColumns }),
      )
      return { data: rows.map(invoiceToV1), total }
    },
  })

  onGet(server, '/matter-apis/v1/matters/:matterId/invoices', {
    config,
    summary: 'List the invoices of a matter',
    description: 'Those that the caller may see, in pages.',
    querystring: listQuery,
    returns: pageOf(matterInvoiceSchema),
    handler: async (request) => {
      const actor = actorOf(request)
      const query = queryFromV1(app, actor, request.query)
      const matterId = idOf(request.params.matterId)
      const { rows, total } = await answerList(app, request, (reading) =>
        listInvoices(reading, actor, { matterId, query, columns: shownColumns }),
      )
      return { data: rows.map(invoiceToV1), total }
    },
  })

  onGet(server, '/invoice-apis/v1/invoices/recipients', {
    config,
    summary: 'List invoice recipients',
    description: 'Those to whom the caller can address invoices, by name.',
    returns: Type.Array(recipientSchema),
    handler: async (request) => (await listRecipients(app, actorOf(request))).map(recipientToV1),
  })
}

const changeRoute: RouteModule = (server, app) => {
  server.patch(
    '/invoice-apis/v1/invoices/:invoiceId',
    {
      config: {
        access: { right: 'manage-invoices' },
        ifMatch: true,
        etag: true,
        documentedBodies: [{ contentType: 'application/json', schema: patchBodySchema }],
      },
      schema: {
        summary: 'Change an invoice',
        description: 'A JSON Patch. All or nothing; the new version comes as ETag.',
        params: pathIds('invoiceId'),
      },
    },
    async (request, reply) => {
      const patch = readPatch(request.body, patchedProperties)
      const checkVersion = versionCheck(request)
      const invoiceId = idOf(request.params.invoiceId)
      const version = await updatePayerFields(app, actorOf(request), invoiceId, (invoice) => {
        checkVersion(invoice.version)
        return changesFromV1(patch, invoice)
      })
      return reply.code(200).header('etag', etagOf(version)).send()
    },
  )
}

export const invoiceRoutes: RouteModule = (server, app) => {
  for (const routes of [listRoutes, changeRoute]) routes(server, app)
}
