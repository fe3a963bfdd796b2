// v2 of purchase orders: lists, one, adding, changing, deleting, and the order that an invoice names.
import Type from 'typebox'
import { idOf } from '../../../http/ids.ts'
import { etagOf, versionCheck } from '../../../http/if-match.ts'
import { actorOf, type RouteModule } from '../../../http/route.ts'
import { onDelete, onGet, onPatch, onPost } from '../../../http/routes.ts'
import { onList } from '../../../http/v2/list-routes.ts'
import { createOrder, deleteOrder, updateOrder } from '../../orders/change-orders.ts'
import { orderRows } from '../../orders/list-orders.ts'
import { getOrderOfInvoice } from '../../orders/order-of-invoice.ts'
import { orderOfInvoiceSchema, orderOfInvoiceToV2 } from './order-of-invoice.wire.ts'
import {
  newOrderBody,
  newOrderFromV2,
  orderChangesBody,
  orderChangesFromV2,
  orderColumns,
  orderInputNames,
  orderProperties,
  orderSchema,
  orderToV2,
} from './orders.wire.ts'

const use = { access: { right: 'use' } } as const
const manage = { access: { right: 'manage-invoices' } } as const

const readRoutes: RouteModule = (server, app) => {
  onList(server, app, '/v2/purchaseOrders', {
    config: use,
    summary: 'List purchase orders',
    description:
      'With what is used of each and what remains, for people who work on invoices: those of your organisation; for people of a law firm its own, without amounts but what remains.',
    item: orderSchema,
    properties: orderProperties,
    columns: orderColumns,
    rows: orderRows,
    toV2: orderToV2,
  })

  onGet(server, '/v2/purchaseOrders/:orderId', {
    config: { ...use, etag: true },
    summary: 'Get a purchase order',
    description: 'One of those in your list.',
    returns: orderSchema,
    handler: async (request, reply) => {
      const row = await orderRows(app, actorOf(request)).get(idOf(request.params.orderId), orderColumns)
      reply.header('etag', etagOf(Number(row['version'])))
      return orderToV2(row)
    },
  })

  onGet(server, '/v2/invoices/:invoiceId/purchaseOrder', {
    config: use,
    operationId: 'getPurchaseOrderOfInvoice',
    summary: 'Get the purchase order of an invoice',
    description:
      'What remains of the order that it names, and what speaks against billing it there. For people of the organisation that pays. Another order is named with PATCH /v2/invoices/{invoiceId}.',
    returns: orderOfInvoiceSchema,
    handler: async (request) =>
      orderOfInvoiceToV2(await getOrderOfInvoice(app, actorOf(request), idOf(request.params.invoiceId))),
  })
}

const writeRoutes: RouteModule = (server, app) => {
  onPost(server, '/v2/purchaseOrders', {
    config: { ...manage, documentedBodies: newOrderBody, inputNames: orderInputNames },
    summary: 'Create a purchase order',
    description:
      'Of your organisation with a law firm. A number that another order with the firm has is 409.',
    creates: Type.Object({ id: Type.Integer() }, { examples: [{ id: 4 }] }),
    handler: async (request, reply) => {
      const id = await createOrder(app, actorOf(request), newOrderFromV2(request.body))
      reply.header('location', `/v2/purchaseOrders/${id}`)
      return { id }
    },
  })

  onPatch(server, '/v2/purchaseOrders/:orderId', {
    config: { ...manage, ifMatch: true, documentedBodies: orderChangesBody, inputNames: orderInputNames },
    summary: 'Update a purchase order',
    description: 'What is used of it follows from the invoices that name it.',
    handler: async (request) => {
      const order = { id: idOf(request.params.orderId), changes: orderChangesFromV2(request.body) }
      await updateOrder(app, actorOf(request), order, { checkVersion: versionCheck(request) })
    },
  })

  onDelete(server, '/v2/purchaseOrders/:orderId', {
    config: manage,
    summary: 'Delete a purchase order',
    description: 'One that no invoice names; 409 otherwise: close it.',
    handler: (request) => deleteOrder(app, actorOf(request), idOf(request.params.orderId)),
  })
}

export const purchaseOrderRoutes: RouteModule = (server, app) => {
  for (const routes of [readRoutes, writeRoutes]) routes(server, app)
}
