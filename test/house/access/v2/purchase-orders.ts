// Access to purchase orders.
import { internalTransaction } from '../../../../server/platform/events/change.ts'
import type { AccessCase } from '../case.ts'
import { mark, type World } from '../world.ts'
import { invoice } from './invoices.ts'
import { lawFirm } from './organisations.ts'

const path = '/v2/purchaseOrders'

/** An order of the organisation with a law firm. */
async function order(world: World) {
  const { app, organisationId, people } = world
  const [firm, number] = [await lawFirm(world), mark()]
  const id = await internalTransaction(app, async (tx, now) => {
    const row = await tx
      .insertInto('purchase_orders')
      .values({
        organisation_id: organisationId,
        provider_id: firm.id,
        number,
        currency: 'GBP',
        amount: '1000',
        created_by: people.owner.id,
        created_at: now,
        updated_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return row.id
  })
  return { params: { orderId: id }, mark: number }
}

/** Of purchase orders: for people who work on invoices. */
export const purchaseOrderCases: readonly AccessCase[] = [
  {
    route: `GET ${path}`,
    make: async (world) => ({ query: '$orderby=Id desc', mark: (await order(world)).mark }),
    colleague: 403,
    viewer: 403,
  },
  { route: `GET ${path}/:orderId`, make: order, colleague: 403, viewer: 403 },
  {
    route: `POST ${path}`,
    make: async (world) => ({
      body: { firm: { id: (await lawFirm(world)).id }, number: mark(), currency: 'GBP', amount: 1000 },
    }),
    outsider: 400,
    colleague: 403,
    viewer: 403,
  },
  {
    route: `PATCH ${path}/:orderId`,
    make: async (world) => ({ params: (await order(world)).params, body: { open: false } }),
    colleague: 403,
    viewer: 403,
  },
  {
    route: `DELETE ${path}/:orderId`,
    make: async (world) => ({ params: (await order(world)).params }),
    colleague: 403,
    viewer: 403,
  },
  {
    route: 'GET /v2/invoices/:invoiceId/purchaseOrder',
    make: async (world) => ({ params: (await invoice(world)).params }),
    viewer: 'may',
  },
]
