// Access through v2 to budgets of matters, proposals of them and estimates.
import { internalTransaction } from '../../../../server/platform/events/change.ts'
import { createUser } from '../../../factories.ts'
import type { AccessCase } from '../case.ts'
import type { World } from '../world.ts'
import { matter } from './invoices.ts'
import { lawFirm } from './organisations.ts'

/** A budget that a law firm proposes for a matter of the owner. */
async function proposedBudget(world: World) {
  const { app, organisationId } = world
  const firm = await lawFirm(world)
  const lawyer = await createUser(app, { organisationId: firm.id, role: 'MatterManager' })
  const matterId = await matter(world)
  const proposalId = await internalTransaction(app, async (tx, now) => {
    const { id } = await tx
      .insertInto('budget_proposals')
      .values({
        organisation_id: organisationId,
        matter_id: matterId,
        provider_id: firm.id,
        state: 'Proposed',
        amount: '1000',
        currency: 'GBP',
        span: 'Lifetime',
        includes_tax: false,
        parts: '[]',
        proposed_by: lawyer.id,
        proposed_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  })
  return { matterId, proposalId, name: firm.name }
}

/** Of budgets. */
export const budgetCases: readonly AccessCase[] = [
  {
    route: 'GET /v2/matters/:matterId/money',
    make: async (world) => ({ params: { matterId: await matter(world) } }),
    viewer: 'may',
  },
  {
    route: 'PUT /v2/matters/:matterId/budget',
    make: async (world) => ({
      params: { matterId: await matter(world) },
      body: { amount: 150_000, currency: 'GBP' },
    }),
  },
  {
    route: 'GET /v2/invoices/budgetAlerts',
    make: () => ({}),
    outsider: 'may',
    colleague: 403,
  },
  {
    route: 'PUT /v2/invoices/budgetAlerts',
    make: () => ({ body: { percents: [1 + (Date.now() % 900)] } }),
    outsider: 'may',
    colleague: 403,
  },
  {
    route: 'GET /v2/matters/:matterId/budgetProposals',
    make: async (world) => {
      const { matterId, name } = await proposedBudget(world)
      return { params: { matterId }, mark: name }
    },
    viewer: 'may',
  },
  {
    route: 'POST /v2/matters/:matterId/budgetProposals',
    make: async (world) => ({
      params: { matterId: await matter(world) },
      body: { amount: 150_000, currency: 'GBP' },
    }),
    answers: 403,
    changesNothing: 'it is for law firms',
  },
  ...(['approve', 'decline', 'withdraw'] as const).map(
    (act): AccessCase => ({
      route: `POST /v2/matters/:matterId/budgetProposals/:proposalId/${act}`,
      make: async (world) => {
        const { matterId, proposalId } = await proposedBudget(world)
        return { params: { matterId, proposalId }, body: act === 'decline' ? { reason: 'Too much' } : {} }
      },
      ...(act === 'withdraw' ? { answers: 403, changesNothing: 'it is for the law firm' } : {}),
    }),
  ),
  {
    route: 'GET /v2/matters/:matterId/estimate',
    make: async (world) => ({ params: { matterId: await matter(world) } }),
    answers: 403,
  },
  {
    route: 'PUT /v2/matters/:matterId/estimate',
    make: async (world) => ({
      params: { matterId: await matter(world) },
      body: { amount: 42_000, currency: 'GBP' },
    }),
    answers: 403,
    changesNothing: 'it is for law firms',
  },
  {
    route: 'GET /v2/matters/:matterId/exposure',
    make: async (world) => ({ params: { matterId: await matter(world) } }),
  },
  {
    route: 'PUT /v2/matters/:matterId/exposure',
    make: async (world) => ({
      params: { matterId: await matter(world) },
      body: { amount: 250_000, currency: 'GBP', probability: 40 },
    }),
  },
]
