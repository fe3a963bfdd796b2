// What is done with a proposal of rates: the organisation approves, counters or declines it, the firm accepts a counter
// or withdraws. One step at a time: of two at once, the second finds what the first has made of it.
import { checkRoom } from '../../identity/organisations/limits/check-room.ts'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { bareObject } from '../../platform/bare-object.ts'
import { badInput, badInputs, conflict, forbidden, InputError } from '../../platform/errors.ts'
import { change, type DomainEvent } from '../../platform/events/change.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { VersionChecked } from '../../platform/version-checked.ts'
import { getProposalForUpdate } from './access.ts'
import { proposalMoved } from './events.ts'
import {
  listProposedRates,
  movesOf,
  type ProposalMove,
  proposalRules,
  type ProposalStatus,
  type ProposedRate,
} from './proposal.ts'
import { mailOfProposal } from './proposal-mails.ts'
import { insertStep } from './propose-rates.ts'
import { rateProblems } from './rate.ts'
import { checkMatters } from './set-rates.ts'
import { addRates } from './write-rates.ts'

/** Another rate for one of the proposal, by its number. */
export interface CounterRate {
  readonly number: number
  readonly rate: string
}

export interface Answer extends VersionChecked {
  readonly move: ProposalMove
  /** A note; of a decline the reason, which is needed. */
  readonly note: string | null
  /** For a counter. */
  readonly rates?: readonly CounterRate[]
}

/**
 * Takes the step. Approved or accepted, its rates are agreed, and earlier ones for the same work end the day before.
 * Throws not_found; forbidden for a step of the other side; conflict, saying what it is, when its status does not allow
 * the step or a rate is in the way; bad_request naming `rates[0].rate`.
 */
export function answerProposal(app: App, actor: Actor, id: number, answer: Answer): Promise<void> {
  return change(app, actor, async (tx, now) => {
    const row = await getProposalForUpdate(tx, actor, id)
    const status = row.status as ProposalStatus
    const { side, from, to } = proposalRules[answer.move]
    const own = actor.organisationId === row.organisation_id ? 'customer' : 'firm'
    if (own !== side) {
      throw forbidden(`Only the ${side === 'firm' ? 'law firm' : 'organisation that pays'} may do this.`)
    }
    answer.checkVersion?.(row.version)
    if (!from.includes(status)) throw conflict(notNow(status, movesOf(status, own)))
    const of = { organisationId: row.organisation_id, id }
    const rates = await listProposedRates(tx, of)
    const matters = rates.map(({ matterId }) => matterId)
    if (own === 'customer') await checkMatters(tx, actor, matters)
    if (answer.move === 'counter') await storeCounter(tx, of, { rates, counter: answer.rates ?? [] })
    const agreed =
      to === 'Approved' ? await agree(tx, { ...of, firmId: row.provider_id, actor, now }, rates) : []
    await tx
      .updateTable('rate_proposals')
      .set({ status: to, version: row.version + 1, updated_at: now })
      .where('organisation_id', '=', of.organisationId)
      .where('id', '=', id)
      .execute()
    const { note } = answer
    const step = { number: row.version + 1, status: to, note, userId: actor.userId, now }
    await insertStep(tx, of, step)
    const about = { organisationId: of.organisationId, firmId: row.provider_id, proposalId: id }
    await mailOfProposal(app, tx, { ...about, status: to, note, by: actor })
    const facts = {
      firmId: row.provider_id,
      rates: rates.length,
      changes: { status: { from: status, to } },
      note,
    }
    return { result: undefined, events: [proposalMoved(of, 'rateProposal.answered', facts), ...agreed] }
  })
}

function notNow(status: ProposalStatus, moves: readonly ProposalMove[]): string {
  const possible =
    moves.length === 0 ? 'Nothing more can be done with it.' : `You can ${moves.join(' or ')} it.`
  return `The proposal is ${status}. ${possible}`
}

interface Agreeing {
  readonly organisationId: number
  readonly id: number
  readonly firmId: number
  readonly actor: Actor
  readonly now: Date
}

async function agree(
  tx: Tx,
  { organisationId, id, firmId, actor, now }: Agreeing,
  rates: readonly ProposedRate[],
): Promise<readonly DomainEvent[]> {
  await checkRoom(tx, 'agreedRates', { organisationId }, rates.length)
  const writing = {
    tx,
    organisationId,
    firmId,
    userId: actor.userId,
    now,
    endEarlier: true,
    reason: null,
    proposalId: id,
  }
  try {
    const chosen = rates.map((rate) => ({ ...rate, rate: rate.counterRate ?? rate.rate }))
    return (await addRates(writing, chosen)).events
  } catch (error) {
    // the body of this call names no rates
    throw error instanceof InputError ? conflict(error.message) : error
  }
}

interface Countered {
  readonly rates: readonly ProposedRate[]
  readonly counter: readonly CounterRate[]
}

async function storeCounter(
  tx: Tx,
  { organisationId, id }: { readonly organisationId: number; readonly id: number },
  { rates, counter }: Countered,
): Promise<void> {
  const errors = bareObject<string[]>()
  const byNumber = new Map(rates.map((rate) => [rate.number, rate]))
  const seen = new Set<number>()
  for (const [index, { number, rate }] of counter.entries()) {
    const proposed = byNumber.get(number)
    const problem = proposed && rateProblems({ ...proposed, rate })['rate']
    if (!proposed) errors[`rates[${index}].number`] = ['must be the number of a rate of the proposal.']
    else if (problem !== undefined) errors[`rates[${index}].rate`] = [problem]
    if (seen.has(number)) errors[`rates[${index}].number`] = ['is given twice.']
    seen.add(number)
  }
  if (Object.keys(errors).length > 0) throw badInputs(errors)
  if (counter.length === 0) throw badInput('rates', 'must have one other rate at least.')
  await tx
    .updateTable('rate_proposal_lines')
    .set({ counter_rate: null })
    .where('organisation_id', '=', organisationId)
    .where('proposal_id', '=', id)
    .execute()
  for (const { number, rate } of counter) {
    await tx
      .updateTable('rate_proposal_lines')
      .set({ counter_rate: rate })
      .where('organisation_id', '=', organisationId)
      .where('proposal_id', '=', id)
      .where('number', '=', number)
      .execute()
  }
}
