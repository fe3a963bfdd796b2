// Access through v2 to what records belong to.
import type { AccessCase } from '../case.ts'
import { contract } from '../contracts.ts'
import { matter } from '../matters.ts'
import type { World } from '../world.ts'

async function matterBelow(world: World) {
  const [{ matterId }, above] = [await matter(world), await matter(world)]
  await world.app.database.kysely
    .updateTable('matters')
    .set({ parent_id: above.matterId })
    .where('organisation_id', '=', world.organisationId)
    .where('id', '=', matterId)
    .execute()
  return { params: { matterId } }
}

async function contractBelow(world: World) {
  const [{ contractId }, above, { matterId }] = [
    await contract(world),
    await contract(world),
    await matter(world),
  ]
  await world.app.database.kysely
    .updateTable('contracts')
    .set({ parent_id: above.contractId, matter_id: matterId })
    .where('organisation_id', '=', world.organisationId)
    .where('id', '=', contractId)
    .execute()
  return { params: { contractId } }
}

export const relationCases: readonly AccessCase[] = [
  {
    route: 'PUT /v2/matters/:matterId/parent',
    make: async (world) => ({
      params: { matterId: (await matter(world)).matterId },
      body: { id: (await matter(world)).matterId },
    }),
  },
  { route: 'DELETE /v2/matters/:matterId/parent', make: matterBelow },
  {
    route: 'PUT /v2/contracts/:contractId/parent',
    make: async (world) => ({
      params: { contractId: (await contract(world)).contractId },
      body: { id: (await contract(world)).contractId },
    }),
  },
  { route: 'DELETE /v2/contracts/:contractId/parent', make: contractBelow },
  {
    route: 'PUT /v2/contracts/:contractId/matter',
    make: async (world) => ({
      params: { contractId: (await contract(world)).contractId },
      body: { id: (await matter(world)).matterId },
    }),
  },
  { route: 'DELETE /v2/contracts/:contractId/matter', make: contractBelow },
]
