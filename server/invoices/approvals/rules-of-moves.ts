// What rules of approval mean for the other moves of an invoice: approving it without those who are to be asked,
// declining it while they are asked, and a review that leaves more than they have seen.
import type { Actor } from '../../platform/actor.ts'
import { compareDecimals } from '../../platform/decimal.ts'
import { conflict, forbidden } from '../../platform/errors.ts'
import type { DomainEvent } from '../../platform/events/change.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { Invoice } from '../invoice.ts'
import { totalOf } from '../lines.ts'
import type { Round } from './approval.ts'
import { rulesThatApply, startRound, sumsOfReview } from './ask-approval.ts'
import { endRound } from './decide-approval.ts'
import { peopleAround } from './people.ts'
import { type ApprovalRule, getApprovalSettings } from './rules.ts'
import { latestRound } from './stored-rounds.ts'

/**
 * Throws conflict when rules ask for the approval of others, and forbidden when the organisation refuses that people
 * approve what they entered.
 */
export async function checkMayApproveAlone(tx: Tx, actor: Actor, invoice: Invoice, now: Date): Promise<void> {
  const { rules, ownEntriesRefused } = await getApprovalSettings(tx, invoice.organisationId)
  if (ownEntriesRefused && (await peopleAround(tx, invoice)).enteredBy === actor.userId)
    throw forbidden('You entered this invoice, so somebody else has to approve it.')
  if (rules.length === 0) return
  if ((await latestRound(tx, invoice))?.state === 'Waiting')
    throw conflict(
      'Approval is asked for: the invoice is approved when everybody who is asked has approved it.',
    )
  const applying = await rulesThatApply(tx, invoice, { rules, sums: await sumsOfReview(tx, invoice), now })
  if (applying.length === 0) return
  const names = applying.map(({ name }) => `"${name}"`).join(', ')
  throw conflict(
    `This invoice needs the approval of other people (${names}): ask for it with POST /v2/invoices/${invoice.id}/approval.`,
  )
}

/** Ends a round that waits, because the invoice is declined or voided. */
export async function withdrawWaiting(tx: Tx, invoice: Invoice, now: Date): Promise<readonly DomainEvent[]> {
  const round = await latestRound(tx, invoice)
  return round?.state === 'Waiting' ? endRound(tx, invoice, round, { outcome: 'Withdrawn', now }) : []
}

/** After a change of the review: asks again if it leaves more than what the round is good for. */
export async function askAgainIfRaised(
  tx: Tx,
  actor: Pick<Actor, 'userId'> | 'who asked',
  invoice: Invoice,
  now: Date,
): Promise<readonly DomainEvent[]> {
  const round = await latestRound(tx, invoice)
  if (round?.state !== 'Waiting') return []
  const sums = await sumsOfReview(tx, invoice)
  const total = totalOf(sums)
  if (compareDecimals(total, round.total) <= 0) return []
  const settings = await getApprovalSettings(tx, invoice.organisationId)
  const rules = await rulesThatApply(tx, invoice, { rules: settings.rules, sums, now })
  const reason = 'The review leaves more than before.'
  const by = actor === 'who asked' ? { userId: round.startedBy } : actor
  return restartRound(tx, by, invoice, { round, rules, total, reason, now })
}

interface Restarting {
  readonly round: Round
  /** Those that apply now; none ends the round. */
  readonly rules: readonly ApprovalRule[]
  readonly total: string
  readonly reason: string
  readonly now: Date
}

/** Ends a round that waits, and asks the people of these rules in its place. */
export async function restartRound(
  tx: Tx,
  actor: Pick<Actor, 'userId'>,
  invoice: Invoice,
  { round, rules, total, reason, now }: Restarting,
): Promise<readonly DomainEvent[]> {
  const ended = await endRound(tx, invoice, round, { outcome: 'Withdrawn', reason, now })
  if (rules.length === 0) return ended
  const { comment, startedBy, round: number } = round
  const started = await startRound(tx, actor, invoice, {
    rules,
    total,
    comment,
    startedBy,
    number: number + 1,
    now,
  })
  return [...ended, ...started]
}
