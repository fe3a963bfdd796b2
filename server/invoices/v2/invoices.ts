// v2 of invoices: list, details with lines and allowed actions, creating, updating, downloading the imported file.
import { idOf, pathIds } from '../../http/ids.ts'
import { versionCheck } from '../../http/if-match.ts'
import { actorOf, type RouteModule } from '../../http/route.ts'
import { onGet, onPatch } from '../../http/routes.ts'
import { onList } from '../../http/v2/list-routes.ts'
import { contentAnswers, sendFound } from '../../http/responses/send-content.ts'
import { jsonBody, mergePatchBody } from '../../http/v2/bodies.ts'
import { openContent } from '../../platform/storage/recorded-content.ts'
import { createInvoice } from '../commands/create-invoice.ts'
import { updateInvoice } from '../commands/update-invoice.ts'
import { invoiceListing, listVisibleInvoices } from '../invoice-details.ts'
import { getInvoiceOriginal } from '../original-file.ts'
import {
  invoiceDetailsSchema,
  invoiceProperties,
  invoiceSchema,
  listedInvoiceColumns,
  listedInvoiceToV2,
} from './invoices.wire.ts'
import { shownInvoice } from './shown-invoice.ts'
import {
  invoiceChangesFromV2,
  invoiceChangesSchema,
  invoiceInputNames,
  newInvoiceExample,
  newInvoiceFromV2,
  newInvoiceSchema,
} from './new-invoice.wire.ts'

const config = { access: { right: 'use' } } as const

const readRoutes: RouteModule = (server, app) => {
  onList(server, app, '/v2/invoices', {
    config,
    summary: 'List invoices',
    description: 'The invoices that you may see, of all matters. For one matter use $filter=Matter/Id eq 17.',
    item: invoiceSchema,
    properties: invoiceProperties,
    columns: { always: listedInvoiceColumns, of: {} },
    rows: (reading, actor) => ({
      listing: invoiceListing(reading, actor),
      page: (asked) => listVisibleInvoices(reading, actor, asked),
    }),
    toV2: listedInvoiceToV2,
  })

  onGet(server, '/v2/invoices/:invoiceId', {
    config,
    summary: 'Get an invoice',
    description: 'With its lines, and what you may currently do with it (`can`).',
    returns: invoiceDetailsSchema,
    handler: (request, reply) => shownInvoice(app, actorOf(request), reply, idOf(request.params.invoiceId)),
  })

  server.get(
    '/v2/invoices/:invoiceId/original',
    {
      config,
      schema: {
        summary: 'Download the file an invoice was imported from',
        description:
          'Byte for byte as it was sent. 403 if it contains invoices that you may not see, 404 for an invoice that was not imported.',
        params: pathIds('invoiceId'),
        response: contentAnswers('The file.'),
      },
    },
    async (request, reply) => {
      const id = idOf(request.params.invoiceId)
      return sendFound(request, reply, async () => {
        const original = await getInvoiceOriginal(app, actorOf(request), id)
        return {
          ...original,
          contentType: 'application/octet-stream',
          open: (range) => openContent(app, original, range),
        }
      })
    },
  )
}

const writeRoutes: RouteModule = (server, app) => {
  server.post(
    '/v2/invoices',
    {
      config: {
        ...config,
        etag: true,
        documentedBodies: jsonBody(newInvoiceSchema, newInvoiceExample),
        inputNames: invoiceInputNames,
      },
      schema: {
        summary: 'Create an invoice',
        description:
          'As a draft, visible only to your organisation until it is posted. Amounts and totals are computed; the ones you send are checked. A number may be used once per provider.',
        response: { 201: invoiceDetailsSchema },
      },
    },
    async (request, reply) => {
      const actor = actorOf(request)
      const { matterId, invoice: asked } = newInvoiceFromV2(request.body)
      const id = await createInvoice(app, actor, matterId, asked)
      const invoice = await shownInvoice(app, actor, reply, id)
      return reply.code(201).header('location', `/v2/invoices/${id}`).send(invoice)
    },
  )

  onPatch(server, '/v2/invoices/:invoiceId', {
    config: {
      ...config,
      ifMatch: true,
      documentedBodies: mergePatchBody(invoiceChangesSchema, {
        dueDate: '2026-12-04',
        purchaseOrder: 'PO-4471',
      }),
      inputNames: invoiceInputNames,
    },
    summary: 'Update an invoice',
    description:
      'A merge patch. The content of an invoice can be updated while it is a Draft (409 afterwards), lines all together. paymentNote, internalNotes and, once it is posted, purchaseOrder are notes of the organisation that pays. With If-Match, only the version that you have read is updated.',
    handler: async (request) => {
      const decide = invoiceChangesFromV2(request.body)
      const checkVersion = versionCheck(request)
      const id = idOf(request.params.invoiceId)
      await updateInvoice(app, actorOf(request), id, (invoice) => {
        checkVersion(invoice.version)
        return decide(invoice)
      })
    },
  })
}

export const invoiceRoutesV2: RouteModule = (server, app) => {
  for (const routes of [readRoutes, writeRoutes]) routes(server, app)
}
