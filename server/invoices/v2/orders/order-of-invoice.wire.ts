// The purchase order that an invoice names, in the shape of v2.
import Type from 'typebox'
import { nullable, nullableObject, oneOf } from '../../../http/v2/references.wire.ts'
import { orderProblems } from '../../orders/order.ts'
import type { OrderOfInvoice } from '../../orders/order-of-invoice.ts'

export const orderOfInvoiceSchema = Type.Object(
  {
    number: nullable<string>('string', { description: 'As the invoice names it.' }),
    order: nullableObject(
      {
        id: Type.Integer(),
        number: Type.String(),
        currency: Type.String(),
        amount: Type.Number(),
        approved: Type.Number(),
        pending: Type.Number(),
        remaining: Type.Number({ description: 'After this invoice, if it is pending or approved.' }),
        open: Type.Boolean(),
      },
      { description: 'The order of its firm with that number.' },
    ),
    problems: Type.Array(oneOf(orderProblems), {
      description:
        'exceeded: with what the review leaves of this invoice, more than the order is approved. unknown: there are orders with the firm, and none with that number.',
    }),
  },
  {
    title: 'PurchaseOrderOfInvoice',
    examples: [
      {
        number: 'PO-5512',
        order: {
          id: 4,
          number: 'PO-5512',
          currency: 'NZD',
          amount: 50_000,
          approved: 48_000,
          pending: 3_500,
          remaining: -1_500,
          open: true,
        },
        problems: ['exceeded'],
      },
    ],
  },
)

/** What an invoice is billed against. */
export const orderOfInvoiceToV2 = ({ number: called, order, problems }: OrderOfInvoice) => ({
  number: called,
  order: order
    ? {
        id: order.id,
        number: order.number,
        currency: order.currency,
        amount: Number(order.amount),
        approved: Number(order.approved),
        pending: Number(order.pending),
        remaining: Number(order.remaining),
        open: order.open,
      }
    : null,
  problems: [...problems],
})
