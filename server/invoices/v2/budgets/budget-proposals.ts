// v2 of the budgets that law firms propose, and of what they expect a matter still to cost.
import Type from 'typebox'
import { idOf } from '../../../http/ids.ts'
import { etagOf, versionCheck } from '../../../http/if-match.ts'
import { actorOf, type RouteModule } from '../../../http/route.ts'
import { onGet, onPost, onPut } from '../../../http/routes.ts'
import { jsonBody } from '../../../http/v2/bodies.ts'
import { decimalIn, needed, neverNull, propertiesOf, textIn } from '../../../http/v2/merge-patch.ts'
import { badInput } from '../../../platform/errors.ts'
import { type Estimate, getOwnEstimates, setEstimate } from '../../budgets/estimates.ts'
import {
  answerBudgetProposal,
  type BudgetAnswer,
  listBudgetProposals,
  proposeBudget,
} from '../../budgets/proposals.ts'
import { budgetProperties, planFromV2, planProperties } from './plans.wire.ts'
import {
  estimateExample,
  estimateSchema,
  estimateToV2,
  proposalExample,
  proposalSchema,
  proposalToV2,
} from './proposals.wire.ts'

const config = { access: { right: 'use' } } as const
const longest = 2_000

const noteIn = (body: unknown, name: 'note' | 'reason') =>
  textIn(propertiesOf(body ?? {}, [name]), name, { longest }) ?? null

const text = (description: string) => Type.Optional(Type.String({ maxLength: longest, description }))

const proposalRoutes: RouteModule = (server, app) => {
  onGet(server, '/v2/matters/:matterId/budgetProposals', {
    config,
    summary: 'List the proposed budgets of a matter',
    description: 'The latest first. People of a law firm see those of their own firm.',
    returns: Type.Object(
      { proposals: Type.Array(proposalSchema) },
      { title: 'BudgetProposals', examples: [{ proposals: [proposalExample] }] },
    ),
    handler: async (request) => {
      const proposals = await listBudgetProposals(app, actorOf(request), idOf(request.params.matterId))
      return { proposals: proposals.map(proposalToV2) }
    },
  })

  onPost(server, '/v2/matters/:matterId/budgetProposals', {
    config: {
      ...config,
      documentedBodies: jsonBody(
        Type.Object({ ...budgetProperties, note: text('What the organisation should know of it.') }),
        { currency: 'NZD', parts: [{ phase: 'L300', amount: 100_000 }], note: 'With a second expert' },
      ),
    },
    operationId: 'proposeBudget',
    summary: 'Propose a budget',
    description:
      'For a law firm on the matter; in place of what it has proposed before and nobody has answered. Those responsible for the matter are told.',
    creates: Type.Object({ id: Type.Integer() }, { title: 'NewBudgetProposal', examples: [{ id: 7 }] }),
    handler: async (request, reply) => {
      const properties = propertiesOf(request.body, [...planProperties, 'note'])
      const plan = planFromV2(properties)
      if (plan === null) throw badInput('amount', 'must be an amount.')
      const note = textIn(properties, 'note', { longest }) ?? null
      const matterId = idOf(request.params.matterId)
      const id = await proposeBudget(app, actorOf(request), matterId, { plan, note })
      reply.header('location', `/v2/matters/${matterId}/budgetProposals`)
      return { id }
    },
  })
}

const estimateRoutes: RouteModule = (server, app) => {
  onGet(server, '/v2/matters/:matterId/estimate', {
    config: { ...config, etag: true },
    operationId: 'getMatterEstimate',
    summary: 'Get the estimate to complete of your law firm',
    description:
      'What the firm expects its work on the matter still to cost, with all versions, the latest first.',
    returns: Type.Object(
      { versions: Type.Array(estimateSchema) },
      { title: 'MatterEstimate', examples: [{ versions: [estimateExample] }] },
    ),
    handler: async (request, reply) => {
      const versions = await getOwnEstimates(app, actorOf(request), idOf(request.params.matterId))
      reply.header('etag', etagOf(versions[0]?.version ?? 0))
      return { versions: versions.map((each: Estimate) => estimateToV2(each)) }
    },
  })

  onPut(server, '/v2/matters/:matterId/estimate', {
    config: {
      ...config,
      ifMatch: true,
      documentedBodies: jsonBody(
        Type.Object({
          amount: Type.Number({ minimum: 0, description: 'Without tax, beside what is billed.' }),
          currency: Type.Optional(
            Type.String({ description: 'Default: that of the estimate before, or of the organisation.' }),
          ),
          note: text('What it is for.'),
        }),
        { amount: 42_000, currency: 'NZD', note: 'Trial of four days' },
      ),
    },
    operationId: 'setMatterEstimate',
    summary: 'State what a matter will still cost',
    description:
      'For a law firm on the matter: the organisation sees it in the forecast. Every version is kept. With If-Match, only in place of the version that you have read.',
    handler: async (request) => {
      const properties = propertiesOf(request.body, ['amount', 'currency', 'note'])
      await setEstimate(app, actorOf(request), idOf(request.params.matterId), {
        amount: needed('amount', neverNull('amount', decimalIn(properties, 'amount'))),
        currency: textIn(properties, 'currency')?.toUpperCase(),
        note: textIn(properties, 'note', { longest }) ?? null,
        checkVersion: versionCheck(request),
      })
    },
  })
}

const answers: RouteModule = (server, app) => {
  type Params = { readonly params: { readonly matterId: string; readonly proposalId: string } }
  const answer = (request: Params & Parameters<typeof actorOf>[0], given: Omit<BudgetAnswer, 'id'>) =>
    answerBudgetProposal(app, actorOf(request), idOf(request.params.matterId), {
      ...given,
      id: idOf(request.params.proposalId),
    })

  onPost(server, '/v2/matters/:matterId/budgetProposals/:proposalId/approve', {
    config: { ...config, documentedBodies: jsonBody(Type.Object({ note: text('For the firm.') }), {}) },
    operationId: 'approveBudgetProposal',
    summary: 'Approve a proposed budget',
    description: 'It is the next version of the budget. 409 when it was answered already.',
    handler: (request) => answer(request, { state: 'Approved', answer: noteIn(request.body, 'note') }),
  })

  onPost(server, '/v2/matters/:matterId/budgetProposals/:proposalId/decline', {
    config: {
      ...config,
      documentedBodies: jsonBody(Type.Object({ reason: Type.String({ minLength: 1, maxLength: longest }) }), {
        reason: 'Without the second expert, please.',
      }),
    },
    operationId: 'declineBudgetProposal',
    summary: 'Decline a proposed budget',
    description: 'With a reason, which the firm reads. 409 when it was answered already.',
    handler: (request) => answer(request, { state: 'Declined', answer: noteIn(request.body, 'reason') }),
  })

  onPost(server, '/v2/matters/:matterId/budgetProposals/:proposalId/withdraw', {
    config: { ...config, documentedBodies: jsonBody(Type.Object({ note: text('Why.') }), {}) },
    operationId: 'withdrawBudgetProposal',
    summary: 'Withdraw a proposed budget',
    description: 'For the law firm that has proposed it. 409 when it was answered already.',
    handler: (request) => answer(request, { state: 'Withdrawn', answer: noteIn(request.body, 'note') }),
  })
}

export const budgetProposalRoutes: RouteModule = (server, app) => {
  for (const routes of [proposalRoutes, answers, estimateRoutes]) routes(server, app)
}
