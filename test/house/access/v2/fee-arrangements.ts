// Access to fee arrangements of matters, those for all matters, and movements of retainers.
import { internalTransaction } from '../../../../server/platform/events/change.ts'
import type { AccessCase } from '../case.ts'
import type { World } from '../world.ts'
import { invoice, matter } from './invoices.ts'
import { lawFirm } from './organisations.ts'

type Kind = 'Fixed' | 'Success' | 'Retainer'

/** An arrangement on a matter of the owner, or for all matters. */
async function agreed(world: World, kind: Kind = 'Fixed', isGeneral = false) {
  const { app, organisationId, people } = world
  const firm = await lawFirm(world)
  const matterId = await matter(world)
  const title = `First instance with ${firm.name}`
  const arrangementId = await internalTransaction(app, async (tx, now) => {
    const { id } = await tx
      .insertInto('fee_arrangements')
      .values({
        organisation_id: organisationId,
        provider_id: firm.id,
        matter_id: isGeneral ? null : matterId,
        kind,
        currency: 'GBP',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx
      .insertInto('fee_arrangement_versions')
      .values({
        organisation_id: organisationId,
        arrangement_id: id,
        version: 1,
        title,
        amount: '1000',
        parts: '[]',
        condition: kind === 'Success' ? 'The claim is dismissed' : null,
        billed_as: kind === 'Success' ? 'SUCCESS' : null,
        set_by: people.owner.id,
        set_at: now,
      })
      .execute()
    return id
  })
  return { firmId: firm.id, matterId, arrangementId, title }
}

/** A retainer on a matter of the owner with a deposit. */
async function paidIn(world: World) {
  const { app, organisationId, people } = world
  const { arrangementId } = await agreed(world, 'Retainer')
  const reference = `TR ${arrangementId}`
  const movementId = await internalTransaction(app, async (tx, now) => {
    const { id } = await tx
      .insertInto('retainer_movements')
      .values({
        organisation_id: organisationId,
        arrangement_id: arrangementId,
        moved_on: '2026-03-02',
        amount: '500',
        reference,
        created_by: people.owner.id,
        created_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  })
  return { arrangementId, movementId, reference }
}

/** Of fee arrangements. */
export const feeArrangementCases: readonly AccessCase[] = [
  {
    route: 'GET /v2/matters/:matterId/feeArrangements',
    make: async (world) => {
      const { matterId, title } = await agreed(world)
      return { params: { matterId }, mark: title }
    },
    viewer: 'may',
  },
  {
    route: 'POST /v2/matters/:matterId/feeArrangements',
    make: async (world) => {
      const { id } = await lawFirm(world)
      return {
        params: { matterId: await matter(world) },
        body: { firm: { id }, title: 'First instance', amount: 12_000, currency: 'GBP' },
      }
    },
  },
  {
    route: 'PUT /v2/matters/:matterId/feeArrangements/:arrangementId',
    make: async (world) => {
      const { matterId, arrangementId } = await agreed(world)
      return { params: { matterId, arrangementId }, body: { title: 'All', amount: 14_000, reason: 'More' } }
    },
  },
  {
    route: 'PUT /v2/matters/:matterId/feeArrangements/:arrangementId/outcome',
    make: async (world) => {
      const { matterId, arrangementId } = await agreed(world, 'Success')
      return { params: { matterId, arrangementId }, body: { state: 'Failed', reason: 'Dismissed' } }
    },
  },
  {
    route: 'GET /v2/invoices/:invoiceId/feeArrangements',
    make: async (world) => ({ params: (await invoice(world)).params }),
    viewer: 'may',
  },
  {
    route: 'GET /v2/feeArrangements',
    make: async (world) => ({ mark: (await agreed(world, 'Retainer', true)).title }),
    colleague: 403,
    viewer: 403,
  },
  {
    route: 'POST /v2/feeArrangements',
    make: async (world) => ({
      body: { firm: { id: (await lawFirm(world)).id }, kind: 'Retainer', title: 'General', amount: 500 },
    }),
    outsider: 400,
    colleague: 403,
    viewer: 403,
  },
  {
    route: 'PUT /v2/feeArrangements/:arrangementId',
    make: async (world) => {
      const { arrangementId } = await agreed(world, 'Retainer', true)
      return { params: { arrangementId }, body: { title: 'General', amount: 14_000, reason: 'More' } }
    },
    colleague: 403,
    viewer: 403,
  },
  {
    route: 'GET /v2/feeArrangements/:arrangementId/movements',
    make: async (world) => {
      const { arrangementId, reference } = await paidIn(world)
      return { params: { arrangementId }, mark: reference }
    },
    viewer: 'may',
  },
  {
    route: 'POST /v2/feeArrangements/:arrangementId/movements',
    make: async (world) => ({
      params: { arrangementId: (await agreed(world, 'Retainer')).arrangementId },
      body: { kind: 'Deposit', amount: 500 },
    }),
  },
  {
    route: 'POST /v2/feeArrangements/:arrangementId/movements/:movementId/withdraw',
    make: async (world) => {
      const { arrangementId, movementId } = await paidIn(world)
      return { params: { arrangementId, movementId }, body: { reason: 'Typing error' } }
    },
  },
]
