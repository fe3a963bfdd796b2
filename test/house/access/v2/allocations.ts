// Access to cost centres, legal entities and allocations.
import { costLists, type CostListName } from '../../../../server/invoices/allocation/cost-list.ts'
import { internalTransaction } from '../../../../server/platform/events/change.ts'
import type { AccessCase } from '../case.ts'
import { invoice, matter } from './invoices.ts'
import { mark, type World } from '../world.ts'

/** An entry of a list of the organisation. */
function costEntry({ app, organisationId }: World, list: CostListName) {
  const name = mark()
  return internalTransaction(app, async (tx, now) => {
    const { id } = await tx
      .insertInto(costLists[list].table)
      .values({ organisation_id: organisationId, code: name, name, created_at: now, updated_at: now })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { id, name }
  })
}

const ofList = (list: CostListName, path: string): readonly AccessCase[] => [
  {
    route: `GET ${path}`,
    make: async (world) => ({ query: '$orderby=Id desc', mark: (await costEntry(world, list)).name }),
    outsider: 'shown nothing',
    colleague: 'may',
  },
  {
    route: `GET ${path}/:entryId`,
    make: async (world) => {
      const { id, name } = await costEntry(world, list)
      return { params: { entryId: id }, mark: name }
    },
    colleague: 'may',
  },
  {
    route: `POST ${path}`,
    make: () => ({ body: { code: mark(), name: mark() } }),
    outsider: 'may',
    colleague: 403,
  },
  {
    route: `PATCH ${path}/:entryId`,
    make: async (world) => ({
      params: { entryId: (await costEntry(world, list)).id },
      body: { name: mark() },
    }),
    colleague: 403,
  },
  {
    route: `DELETE ${path}/:entryId`,
    make: async (world) => ({ params: { entryId: (await costEntry(world, list)).id } }),
    colleague: 403,
  },
]

const shares = async (world: World) => {
  const { id } = await costEntry(world, 'costCentres')
  return [{ costCentre: { id }, percent: 100 }]
}

/** Of cost centres, legal entities, and what is allocated over them. */
export const allocationCases: readonly AccessCase[] = [
  ...ofList('costCentres', '/v2/costCentres'),
  ...ofList('legalEntities', '/v2/legalEntities'),
  {
    route: 'GET /v2/matters/:matterId/allocation',
    make: async (world) => ({ params: { matterId: await matter(world) } }),
    viewer: 'may',
  },
  {
    route: 'PUT /v2/matters/:matterId/allocation',
    make: async (world) => ({
      params: { matterId: await matter(world) },
      body: { shares: await shares(world) },
    }),
  },
  {
    route: 'GET /v2/invoices/:invoiceId/allocation',
    make: async (world) => ({ params: (await invoice(world)).params }),
    viewer: 'may',
  },
  {
    route: 'PUT /v2/invoices/:invoiceId/allocation',
    make: async (world) => ({
      params: (await invoice(world)).params,
      body: { shares: await shares(world) },
    }),
  },
]
