// v2 of the payments of an invoice: listed, recorded, and taken back.
import Type from 'typebox'
import { idOf } from '../../../http/ids.ts'
import { etagOf, versionCheck } from '../../../http/if-match.ts'
import { namesV2 } from '../../../http/input-names.ts'
import { actorOf, type RouteModule } from '../../../http/route.ts'
import { onGet, onPost } from '../../../http/routes.ts'
import { recordPayment, withdrawPayment } from '../../payments/record-payment.ts'
import { listPayments } from '../../payments/show-payments.ts'
import { invoiceDetailsSchema } from '../invoices.wire.ts'
import { shownInvoice } from '../shown-invoice.ts'
import {
  newPaymentBody,
  newPaymentFromV2,
  paymentsOfInvoiceSchema,
  paymentToV2,
  withdrawalBody,
  withdrawalFromV2,
} from './payments.wire.ts'

const config = { access: { right: 'use' } } as const

export const paymentRoutes: RouteModule = (server, app) => {
  onGet(server, '/v2/invoices/:invoiceId/payments', {
    config: { ...config, etag: true },
    operationId: 'listPaymentsOfInvoice',
    summary: 'List the payments of an invoice',
    description:
      'In the order in which they were recorded, with those that were taken back. Its law firm sees them without the people who recorded them.',
    returns: paymentsOfInvoiceSchema,
    handler: async (request, reply) => {
      const { version, payments } = await listPayments(app, actorOf(request), idOf(request.params.invoiceId))
      reply.header('etag', etagOf(version))
      return { items: payments.map(paymentToV2) }
    },
  })

  onPost(server, '/v2/invoices/:invoiceId/payments', {
    config: {
      ...config,
      ifMatch: true,
      documentedBodies: newPaymentBody,
      inputNames: namesV2({ retainerId: 'retainer' }),
    },
    operationId: 'recordPaymentOfInvoice',
    summary: 'Record a payment of an invoice',
    description:
      'Of an approved invoice, at most what remains; all of it without an amount. The invoice is Paid when nothing remains. Where more is paid than is due, because it was credited afterwards, an amount below zero is what the law firm paid back. 409 where nothing remains. With If-Match, only the version that you have read.',
    creates: Type.Object({ id: Type.Integer() }, { examples: [{ id: 12 }] }),
    handler: async (request, reply) => {
      const invoiceId = idOf(request.params.invoiceId)
      const payment = newPaymentFromV2(request.body, app.clock.now())
      const id = await recordPayment(app, actorOf(request), invoiceId, {
        ...payment,
        checkVersion: versionCheck(request),
      })
      reply.header('location', `/v2/invoices/${invoiceId}/payments`)
      return { id }
    },
  })

  onPost(server, '/v2/invoices/:invoiceId/payments/:paymentId/withdraw', {
    config: { ...config, ifMatch: true, etag: true, documentedBodies: withdrawalBody },
    operationId: 'withdrawPaymentOfInvoice',
    summary: 'Take a payment back',
    description:
      'It stays in the list with the reason and counts no more. An invoice of which something remains then is Approved again. 409 for one that was taken back already. With If-Match, only the version that you have read.',
    returns: invoiceDetailsSchema,
    handler: async (request, reply) => {
      const [actor, invoiceId] = [actorOf(request), idOf(request.params.invoiceId)]
      const paymentId = idOf(request.params.paymentId)
      const reason = withdrawalFromV2(request.body)
      await withdrawPayment(app, actor, invoiceId, {
        paymentId,
        reason,
        checkVersion: versionCheck(request),
      })
      return shownInvoice(app, actor, reply, invoiceId)
    },
  })
}
