// Proposing rates to an organisation: for people of a law firm who bill.
import { checkRoom } from '../../identity/organisations/limits/check-room.ts'
import { getMatterFor } from '../../matters/access.ts'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { bareObject } from '../../platform/bare-object.ts'
import { badInput, badInputs, forbidden } from '../../platform/errors.ts'
import { change } from '../../platform/events/change.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { checkMayBill } from '../access.ts'
import { proposalMoved } from './events.ts'
import { mostProposed } from './proposal.ts'
import { mailOfProposal } from './proposal-mails.ts'
import { identityOf, type NewRate, rateProblems } from './rate.ts'

/** What a firm proposes to an organisation that it works for. */
export interface NewProposal {
  readonly customerId: number
  readonly rates: readonly NewRate[]
  readonly note: string | null
}

/** Proposes the rates and returns the proposal's id. Throws bad_request naming `rates[2].from`. */
export function proposeRates(app: App, actor: Actor, proposal: NewProposal): Promise<number> {
  checkMayBill(actor)
  if (actor.organisationType === 'Customer') {
    throw forbidden('Rates are proposed by law firms. Agree them directly.')
  }
  checkProposed(proposal.rates)
  const { customerId, note } = proposal
  return change(app, actor, async (tx, now) => {
    await checkCustomer(tx, actor, proposal)
    await checkRoom(tx, 'rateProposals', { organisationId: customerId })
    const { id } = await tx
      .insertInto('rate_proposals')
      .values({
        organisation_id: customerId,
        provider_id: actor.organisationId,
        status: 'Proposed',
        created_at: now,
        updated_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const of = { organisationId: customerId, id }
    await insertProposed(tx, of, proposal.rates)
    await insertStep(tx, of, { number: 1, status: 'Proposed', note, userId: actor.userId, now })
    const about = { organisationId: customerId, firmId: actor.organisationId, proposalId: id }
    await mailOfProposal(app, tx, { ...about, status: 'Proposed', note, by: actor })
    const facts = { firmId: actor.organisationId, rates: proposal.rates.length, note }
    return { result: id, events: [proposalMoved(of, 'rateProposal.created', facts)] }
  })
}

function checkProposed(rates: readonly NewRate[]): void {
  if (rates.length === 0 || rates.length > mostProposed) {
    throw badInput('rates', `must be a list of 1 to ${mostProposed} rates.`)
  }
  const errors = bareObject<string[]>()
  const seen = new Set<string>()
  for (const [index, rate] of rates.entries()) {
    for (const [name, reason] of Object.entries(rateProblems(rate))) {
      errors[`rates[${index}].${name}`] = [reason]
    }
    const identity = identityOf(rate)
    if (seen.has(identity))
      errors[`rates[${index}]`] = ['is for the same work as another one of the proposal.']
    seen.add(identity)
  }
  if (Object.keys(errors).length > 0) throw badInputs(errors)
}

async function checkCustomer(tx: Tx, actor: Actor, { customerId, rates }: NewProposal): Promise<void> {
  const link = await tx
    .selectFrom('organisation_links')
    .where('customer_id', '=', customerId)
    .where('provider_id', '=', actor.organisationId)
    .select('customer_id')
    .executeTakeFirst()
  if (!link) throw badInput('customerId', 'must be the id of an organisation that your firm works for.')
  for (const [index, { matterId }] of rates.entries()) {
    if (matterId === null) continue
    const matter = await getMatterFor(tx, actor, matterId, 'createInvoices')
    if (matter.organisationId !== customerId) {
      throw badInput(`rates[${index}].matter`, 'must be a matter of that organisation.')
    }
  }
}

interface Of {
  readonly organisationId: number
  readonly id: number
}

async function insertProposed(tx: Tx, { organisationId, id }: Of, rates: readonly NewRate[]): Promise<void> {
  await tx
    .insertInto('rate_proposal_lines')
    .values(
      rates.map((rate, index) => ({
        organisation_id: organisationId,
        proposal_id: id,
        number: index + 1,
        matter_id: rate.matterId,
        timekeeper_number: rate.timekeeperNumber,
        timekeeper: rate.timekeeper,
        timekeeper_class: rate.timekeeperClass,
        currency: rate.currency,
        proposed_rate: rate.rate,
        starts_on: rate.from,
        ends_on: rate.to,
      })),
    )
    .execute()
}

interface NewStep {
  readonly number: number
  readonly status: string
  readonly note: string | null
  readonly userId: string
  readonly now: Date
}

/** Writes a step of a proposal that is locked or new. */
export async function insertStep(
  tx: Tx,
  { organisationId, id }: Of,
  { number, status, note, userId, now }: NewStep,
): Promise<void> {
  await tx
    .insertInto('rate_proposal_steps')
    .values({
      organisation_id: organisationId,
      proposal_id: id,
      number,
      status,
      note,
      made_by: userId,
      made_at: now,
    })
    .execute()
}
