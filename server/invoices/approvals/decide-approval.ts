// Deciding on the approval of an invoice, and withdrawing the request.
import { delegatesOf } from '../../identity/users/approval-delegates.ts'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { compareDecimals } from '../../platform/decimal.ts'
import { badInput, conflict, forbidden } from '../../platform/errors.ts'
import { change, type DomainEvent } from '../../platform/events/change.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { outcomeOf } from '../../records/approval-steps.ts'
import { isEscalatedTo } from '../../records/approvals/timed-step.ts'
import { permitted } from '../../records/rights/access.ts'
import { may } from '../../records/rights/involvement.ts'
import { approvedByItsPeople, getInvoiceForUpdate, lockInvoice } from '../access.ts'
import { approveWithin } from '../commands/approve-within.ts'
import type { Invoice } from '../invoice.ts'
import type { Party } from '../transitions.ts'
import { type Round, type Step, waitingStep } from './approval.ts'
import { approvalDecided, approvalEnded } from './approval-events.ts'
import { totalOf } from '../lines.ts'
import { sumsOfReview } from './ask-approval.ts'
import { requestStep } from './open-to-delegates.ts'
import { peopleAround } from './people.ts'
import { latestRound, updateRound } from './stored-rounds.ts'

interface Verdict {
  readonly decision: 'Approved' | 'Declined'
  readonly comment: string | null
  /** The approver for whom the actor decides, if not for themselves. */
  readonly insteadOf?: string | undefined
  readonly checkVersion?: (version: number) => void
  /**
   * Of an answer from a mail: throws if the address is not good any more for the round, which is locked, or if its page
   * showed something else.
   */
  readonly fromMail?: (tx: Tx, asked: AskedInMail) => Promise<void>
}

/** What is asked of somebody at the address in a mail, at the moment of the answer. */
export interface AskedInMail {
  readonly invoice: Invoice
  readonly round: Round
  /** With tax: what the review leaves. */
  readonly total: string
  readonly now: Date
}

/**
 * Records a decision: for the approvers of the step that waits, their delegates, and administrators for them; never for
 * who entered the invoice or asked. The last approval approves the invoice; one refusal ends the round. Throws
 * forbidden for people who are not asked, and conflict when nothing waits.
 */
export function decideApproval(app: App, actor: Actor, id: number, verdict: Verdict): Promise<void> {
  const { decision, comment, insteadOf = actor.userId, checkVersion, fromMail } = verdict
  if (decision === 'Declined' && comment === null)
    throw badInput('comment', 'is missing: say why, so that it can be changed.')
  return change(app, actor, async (tx, now) => {
    const { invoice, mover } = await lockInvoice(tx, actor, id)
    if (!mover.involvement.isOwn) throw forbidden('Approvals are for the organisation that pays.')
    const round = await waitingRound(tx, invoice)
    const left = totalOf(await sumsOfReview(tx, invoice))
    await fromMail?.(tx, { invoice, round, total: left, now })
    const step = stepOf(round, insteadOf)
    const as = await decidesAs(tx, mover, { invoice, round, step, insteadOf, now })
    checkVersion?.(invoice.version)
    const total = lower(round.total, left)
    const decidedBy = insteadOf === actor.userId ? null : actor.userId
    const after = decided({ ...round, total }, step, insteadOf, {
      decision,
      comment,
      decidedAt: now,
      decidedBy,
    })
    const event = approvalDecided(invoice, round, {
      step: step.name,
      decision,
      comment,
      ...(as === undefined ? {} : { insteadOf, as }),
      ...(fromMail ? { answeredFrom: 'Mail' as const } : {}),
    })
    return { result: undefined, events: [event, ...(await goOn(tx, actor, invoice, { round, after, now }))] }
  })
}

/** Takes back what is asked; what was decided so far counts no more. For those who may approve invoices. */
export function withdrawApproval(app: App, actor: Actor, id: number): Promise<void> {
  return change(app, actor, async (tx, now) => {
    const { invoice, mover } = await getInvoiceForUpdate(tx, actor, id)
    permitted(invoice, mover.involvement, 'approveInvoices')
    const round = await waitingRound(tx, invoice)
    return { result: undefined, events: await endRound(tx, invoice, round, { outcome: 'Withdrawn', now }) }
  })
}

interface End {
  readonly outcome: 'Declined' | 'Withdrawn'
  readonly reason?: string
  readonly now: Date
}

/** Ends the round without an approval. */
export async function endRound(
  tx: Tx,
  invoice: Invoice,
  round: Round,
  { outcome, reason, now }: End,
): Promise<readonly DomainEvent[]> {
  await updateRound(tx, round, { ...round, state: outcome, endedAt: now })
  return [approvalEnded(invoice, round, outcome, reason)]
}

async function waitingRound(tx: Tx, invoice: Invoice): Promise<Round> {
  const round = await latestRound(tx, invoice)
  if (round?.state !== 'Waiting') throw conflict('No approval of this invoice is asked for.')
  return round
}

function stepOf(round: Round, approverId: string): Step {
  const step = waitingStep(round)
  const isAsked = step?.approvers.some(({ userId, decision }) => userId === approverId && decision === null)
  if (!step || !isAsked) throw forbidden('This decision is not asked for now.')
  return step
}

interface Deciding {
  readonly invoice: Invoice
  readonly round: Round
  readonly step: Step
  readonly insteadOf: string
  readonly now: Date
}

/** As what the person decides, undefined for themselves. Throws forbidden for those who may not. */
async function decidesAs(
  tx: Tx,
  { userId, involvement }: Party,
  { invoice, round, step, insteadOf, now }: Deciding,
): Promise<'Delegate' | 'Administrator' | 'Escalation' | undefined> {
  const { enteredBy } = await peopleAround(tx, invoice)
  if (userId === enteredBy || userId === round.startedBy)
    throw forbidden('You entered this invoice or asked for its approval, so you cannot decide on it.')
  if (insteadOf === userId) return undefined
  const delegates = await delegatesOf(tx, invoice.organisationId, { userIds: [insteadOf], now })
  if (delegates.get(insteadOf) === userId) return 'Delegate'
  if (may(involvement, 'decideForInvoiceApprovers')) return 'Administrator'
  if (isEscalatedTo(step, userId)) return 'Escalation'
  throw forbidden(
    'Only the approver, their delegate, or an administrator for them can decide; after the deadline also the person who is asked then.',
  )
}

const lower = (one: string, other: string): string => (compareDecimals(one, other) <= 0 ? one : other)

type Decision = Pick<Step['approvers'][number], 'decision' | 'comment' | 'decidedAt' | 'decidedBy'>

const decided = (round: Round, step: Step, approverId: string, decision: Decision): Round => ({
  ...round,
  steps: round.steps.map((each) =>
    each === step
      ? {
          ...each,
          approvers: each.approvers.map((one) => (one.userId === approverId ? { ...one, ...decision } : one)),
        }
      : each,
  ),
})

interface Going {
  readonly round: Round
  /** The same with the decision. */
  readonly after: Round
  readonly now: Date
}

/** What follows from a decision: the next step is asked, or the round ends. */
async function goOn(
  tx: Tx,
  actor: Actor,
  invoice: Parameters<typeof approvedByItsPeople>[0],
  { round, after, now }: Going,
): Promise<readonly DomainEvent[]> {
  const outcome = outcomeOf(after)
  if (outcome !== 'Waiting') {
    await updateRound(tx, round, { ...after, state: outcome, endedAt: now })
    const ended = approvalEnded(invoice, round, outcome)
    if (outcome === 'Declined') return [ended]
    return [ended, ...(await approveWithin(tx, actor, approvedByItsPeople(invoice), { now }))]
  }
  const next = waitingStep(after)
  const opened = {
    ...after,
    steps: after.steps.map((step) =>
      step === next
        ? {
            ...step,
            approvers: step.approvers.map((each) =>
              each.askedAt === null ? { ...each, askedAt: now } : each,
            ),
          }
        : step,
    ),
  }
  await updateRound(tx, round, opened)
  const isNew = next?.approvers.some(({ askedAt }) => askedAt === null) ?? false
  return next && isNew ? requestStep(tx, invoice, { round: after, step: next, now }) : []
}
