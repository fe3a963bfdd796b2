// Access to exports to finance.
import { createExport } from '../../../../server/invoices/exports/create-export.ts'
import { acknowledgeExport } from '../../../../server/invoices/exports/acknowledge-export.ts'
import { actorFor } from '../../../fixtures/actors.ts'
import type { AccessCase } from '../case.ts'
import { mark, type World } from '../world.ts'
import { invoice } from './invoices.ts'

const path = '/v2/financeExports'

async function exported(world: World) {
  const note = mark()
  const { params } = await invoice(world, 'Approved')
  const owner = await actorFor(world.app, world.people.owner)
  const exportId = await createExport(world.app, owner, { invoiceIds: [params.invoiceId], note })
  return { params: { exportId }, mark: note, invoiceId: params.invoiceId, owner }
}

async function acknowledged(world: World) {
  const { params, invoiceId, owner } = await exported(world)
  await acknowledgeExport(world.app, owner, params.exportId, { reference: 'AP-1', booked: [] })
  return { params, invoiceId }
}

const ofExport = async (world: World) => {
  const { params, mark: marked } = await exported(world)
  return { params, mark: marked }
}

/** Of exports to finance. */
export const financeExportCases: readonly AccessCase[] = [
  {
    route: `GET ${path}`,
    make: async (world) => ({ query: '$orderby=Id desc', mark: (await exported(world)).mark }),
    colleague: 403,
    viewer: 403,
  },
  { route: `GET ${path}/:exportId`, make: ofExport, colleague: 403, viewer: 403 },
  ...(['invoices', 'allocations', 'lines'] as const).map(
    (what): AccessCase => ({
      route: `GET ${path}/:exportId/${what}/export`,
      make: async (world) => ({ params: (await exported(world)).params }),
      colleague: 403,
      viewer: 403,
    }),
  ),
  {
    route: `POST ${path}`,
    make: async (world) => ({
      body: { invoices: [{ id: (await invoice(world, 'Approved')).params.invoiceId }] },
    }),
    outsider: 400,
    colleague: 403,
  },
  {
    route: `POST ${path}/:exportId/acknowledge`,
    make: async (world) => ({ params: (await exported(world)).params, body: { reference: 'AP-1' } }),
    colleague: 403,
  },
  {
    route: `POST ${path}/:exportId/payments`,
    make: async (world) => {
      const { params, invoiceId } = await acknowledged(world)
      return { params, body: { invoices: [{ id: invoiceId, paidDateUtc: '2026-03-01T10:00:00Z' }] } }
    },
    colleague: 403,
  },
  {
    route: `POST ${path}/:exportId/withdraw`,
    make: async (world) => ({ params: (await exported(world)).params, body: { reason: 'Wrong month' } }),
    colleague: 403,
  },
]
