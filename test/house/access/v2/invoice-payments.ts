// Access to payments of invoices.
import { recordPayment } from '../../../../server/invoices/payments/record-payment.ts'
import { actorFor } from '../../../fixtures/actors.ts'
import type { AccessCase } from '../case.ts'
import type { World } from '../world.ts'
import { invoice } from './invoices.ts'

const path = '/v2/invoices/:invoiceId/payments'

/** An approved invoice of which a part is paid. */
async function payment(world: World) {
  const { app, people } = world
  const { invoiceId } = (await invoice(world, 'Approved')).params
  const part = { amount: '10', paidAt: app.clock.now(), reference: null, note: null }
  const paymentId = await recordPayment(app, await actorFor(app, people.owner), invoiceId, part)
  return { invoiceId, paymentId }
}

/** Of payments of invoices: everybody who sees the invoice reads them, who may pay it records them. */
export const invoicePaymentCases: readonly AccessCase[] = [
  {
    route: `GET ${path}`,
    make: async (world) => ({ params: { invoiceId: (await payment(world)).invoiceId } }),
    viewer: 'may',
  },
  {
    route: `POST ${path}`,
    make: async (world) => ({
      params: (await invoice(world, 'Approved')).params,
      body: { amount: 10, reference: 'TR-1' },
    }),
  },
  {
    route: `POST ${path}/:paymentId/withdraw`,
    make: async (world) => ({ params: await payment(world), body: { reason: 'Returned' } }),
  },
]
