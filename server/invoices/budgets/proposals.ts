// Budgets that law firms propose for a matter: the organisation approves one, which is then its budget, or declines it.
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { badInput, conflict, notFound } from '../../platform/errors.ts'
import { change } from '../../platform/events/change.ts'
import type { MayChange } from '../../platform/granted.ts'
import type { Reader, Tx } from '../../platform/postgres/database.ts'
import { getMatterFor, getMatterToSee } from '../../matters/access.ts'
import type { Matter } from '../../matters/matter.ts'
import { budgetSet } from '../../matters/events.ts'
import { currencyOf } from '../commands/create-invoice.ts'
import type { BudgetPart, BudgetSpan, Plan } from './budget.ts'
import { budgetAnswered, budgetProposed } from './events.ts'
import type { OfMatter } from './figures.ts'
import { listBudgets } from './matter-money.ts'
import { checkedPlan, type NewPlan } from './check-plan.ts'
import { insertBudget, keptRate } from './set-budget.ts'

export const proposalStates = ['Proposed', 'Approved', 'Declined', 'Withdrawn'] as const
export type ProposalState = (typeof proposalStates)[number]

export interface BudgetProposal extends Plan {
  readonly id: number
  readonly firm: { readonly id: number; readonly name: string }
  readonly state: ProposalState
  readonly note: string | null
  readonly proposedBy: string
  readonly proposedAt: Date
  /** What the organisation said. */
  readonly answer: string | null
  readonly answeredAt: Date | null
}

/** The proposals for a matter, the latest first: all for its organisation, for people of a firm those of their firm. */
export async function listBudgetProposals(
  { db }: App,
  actor: Actor,
  matterId: number,
): Promise<readonly BudgetProposal[]> {
  const matter = await getMatterToSee(db, actor, matterId)
  return proposalsOf(db, actor, matter)
}

/** Those of a matter that was fetched through its access.ts. */
async function proposalsOf(db: Reader, actor: Actor, matter: OfMatter): Promise<readonly BudgetProposal[]> {
  const isOwn = matter.organisationId === actor.organisationId
  const rows = await db
    .selectFrom('budget_proposals as p')
    .innerJoin('organisations as o', 'o.id', 'p.provider_id')
    .where('p.organisation_id', '=', matter.organisationId)
    .where('p.matter_id', '=', matter.id)
    .$if(!isOwn, (query) => query.where('p.provider_id', '=', actor.organisationId))
    .orderBy('p.id', 'desc')
    .select([
      'p.id',
      'p.provider_id',
      'o.name',
      'p.state',
      'p.amount',
      'p.currency',
      'p.span',
      'p.includes_tax',
    ])
    .select(['p.parts', 'p.note', 'p.proposed_by', 'p.proposed_at', 'p.answer', 'p.answered_at'])
    .execute()
  return rows.map((row) => ({
    id: row.id,
    firm: { id: row.provider_id, name: row.name },
    state: row.state as ProposalState,
    amount: row.amount,
    currency: row.currency,
    span: row.span as BudgetSpan,
    includesTax: row.includes_tax,
    parts: row.parts as unknown as readonly BudgetPart[],
    note: row.note,
    proposedBy: row.proposed_by,
    proposedAt: row.proposed_at,
    answer: row.answer,
    answeredAt: row.answered_at,
  }))
}

interface Proposing {
  readonly plan: NewPlan
  readonly note: string | null
}

/**
 * Proposes a budget for people of a law firm on the matter, in place of what the firm has proposed and nobody has
 * answered, and returns its id. Throws bad_request naming `parts[2].amount`.
 */
export function proposeBudget(
  app: App,
  actor: Actor,
  matterId: number,
  { plan, note }: Proposing,
): Promise<number> {
  return change(app, actor, async (tx, now) => {
    const matter = await getMatterFor(tx, actor, matterId, 'proposeBudget')
    const checked = checkedPlan(plan, plan.currency ?? (await currencyOf(tx, matter)))
    const all = await lockProposals(tx, matter)
    if (all.length >= mostProposals) throw conflict(`A matter has at most ${mostProposals} proposed budgets.`)
    const waiting = all.find((each) => each.firmId === actor.organisationId && each.state === 'Proposed')
    if (waiting) await end(tx, matter, { id: waiting.id, state: 'Withdrawn', actor, answer: null, now })
    const { id } = await tx
      .insertInto('budget_proposals')
      .values({
        organisation_id: matter.organisationId,
        matter_id: matter.id,
        provider_id: actor.organisationId,
        state: 'Proposed',
        amount: checked.amount,
        currency: checked.currency,
        span: checked.span,
        includes_tax: checked.includesTax,
        parts: JSON.stringify(checked.parts),
        note,
        proposed_by: actor.userId,
        proposed_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { result: id, events: [budgetProposed(matter, note)] }
  })
}

const mostProposals = 500

async function lockProposals(tx: Tx, { organisationId, id }: OfMatter) {
  const rows = await tx
    .selectFrom('budget_proposals')
    .where('organisation_id', '=', organisationId)
    .where('matter_id', '=', id)
    .select(['id', 'provider_id', 'state'])
    .forUpdate()
    .execute()
  return rows.map((row) => ({ id: row.id, firmId: row.provider_id, state: row.state }))
}

interface Ending {
  readonly id: number
  readonly state: Exclude<ProposalState, 'Proposed'>
  readonly actor: Actor
  readonly answer: string | null
  readonly now: Date
}

async function end(tx: Tx, matter: OfMatter, { id, state, actor, answer, now }: Ending): Promise<void> {
  await tx
    .updateTable('budget_proposals')
    .set({ state, answer, answered_by: actor.userId, answered_at: now })
    .where('organisation_id', '=', matter.organisationId)
    .where('id', '=', id)
    .execute()
}

export interface BudgetAnswer {
  /** Of the proposal. */
  readonly id: number
  readonly state: Exclude<ProposalState, 'Proposed'>
  /** A note; of a decline the reason, which is needed. */
  readonly answer: string | null
}

/**
 * Approves or declines a proposal for the organisation, or withdraws it for its firm. Approved, it is the next version
 * of the budget, with the proposal as its reason. Throws not_found, forbidden for the other side, and conflict when it
 * was answered already.
 */
export function answerBudgetProposal(
  app: App,
  actor: Actor,
  matterId: number,
  given: BudgetAnswer,
): Promise<void> {
  return change(app, actor, async (tx, now) => {
    const { id, state, answer } = given
    const right = state === 'Withdrawn' ? 'proposeBudget' : 'setBudget'
    const seen = await getMatterToSee(tx, actor, matterId)
    await lockProposals(tx, seen)
    const proposal = (await proposalsOf(tx, actor, seen)).find((each) => each.id === id)
    if (!proposal) throw notFound()
    const matter = await getMatterFor(tx, actor, matterId, right)
    if (proposal.state !== 'Proposed') throw conflict(`The proposal is ${proposal.state}.`)
    if (state === 'Declined' && answer === null) throw badInput('reason', 'is missing: the firm reads it.')
    await end(tx, matter, { id, state, actor, answer, now })
    const answered = budgetAnswered(matter, { state, reason: answer, proposedBy: proposal.proposedBy })
    if (state !== 'Approved') return { result: undefined, events: [answered] }
    await approve(tx, { matter, actor, now }, proposal)
    return { result: undefined, events: [answered, budgetSet(matter)] }
  })
}

interface Approving {
  readonly matter: Matter & MayChange
  readonly actor: Actor
  readonly now: Date
}

async function approve(tx: Tx, { matter, actor, now }: Approving, proposal: BudgetProposal): Promise<void> {
  const [latest] = await listBudgets(tx, matter)
  const reason = [`Proposed by ${proposal.firm.name}`, proposal.note]
    .filter((part) => part !== null)
    .join(': ')
  const version = (latest?.version ?? 0) + 1
  const { currency } = proposal
  const planRate = keptRate(proposal, latest)
  await insertBudget(tx, matter, { version, plan: proposal, planRate, currency, reason, actor, now })
}
