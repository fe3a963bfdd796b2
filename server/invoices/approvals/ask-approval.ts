// Asking for the approval of an invoice.
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { conflict } from '../../platform/errors.ts'
import { change, type DomainEvent } from '../../platform/events/change.ts'
import type { Reader, Tx } from '../../platform/postgres/database.ts'
import { notTimed } from '../../records/approvals/timed-step.ts'
import { permitted } from '../../records/rights/access.ts'
import { getInvoiceForUpdate } from '../access.ts'
import { wouldExceedBudget } from '../budgets/matter-money.ts'
import { writeInvoice } from '../commands/write-invoice.ts'
import { checkNotWaiting } from '../exchange/waiting.ts'
import { type Invoice, isReviewable } from '../invoice.ts'
import { type InvoiceSums, netOf, totalOf } from '../lines.ts'
import { reviewedInvoice } from '../review/reviewed-invoice.ts'
import { getStoredReview } from '../review/stored-review.ts'
import { listStoredLines } from '../stored-lines.ts'
import type { Round, Step } from './approval.ts'
import { join } from './join-matter.ts'
import { requestStep } from './open-to-delegates.ts'
import { activeAmong, peopleAround } from './people.ts'
import { costCentresFor } from './cost-centres-of-invoice.ts'
import { type ApprovalRule, getApprovalSettings, rulesFor } from './rules.ts'
import { insertRound, latestRound } from './stored-rounds.ts'

interface Asking {
  readonly comment: string | null
  readonly checkVersion: (version: number) => void
}

/**
 * Asks the people of the rules that apply, step by step; an invoice that was Posted is InReview then. For those who may
 * approve invoices. Throws conflict when no rule applies, when approval is asked for already, and when a step has
 * nobody who can decide.
 */
export function askApproval(
  app: App,
  actor: Actor,
  id: number,
  { comment, checkVersion }: Asking,
): Promise<void> {
  return change(app, actor, async (tx, now) => {
    const { invoice, mover } = await getInvoiceForUpdate(tx, actor, id)
    const changing = permitted(invoice, mover.involvement, 'approveInvoices')
    if (!isReviewable(invoice.status))
      throw conflict(
        `Approval is asked for after an invoice is posted, until it is approved or declined; this one is ${invoice.status}.`,
      )
    checkVersion(invoice.version)
    await checkNotWaiting(tx, invoice, now)
    const before = await latestRound(tx, invoice)
    if (before?.state === 'Waiting') throw conflict('Approval is asked for already.')
    const applying = await rulesOf(tx, invoice, now)
    if (!applying)
      throw conflict('No rule asks for the approval of other people: approve the invoice itself.')
    const asked = await startRound(tx, actor, invoice, {
      ...applying,
      comment,
      startedBy: actor.userId,
      number: (before?.round ?? 0) + 1,
      now,
    })
    const next = { ...invoice, status: 'InReview' } as const
    const moved = await writeInvoice(tx, actor, changing, { next, now, reviewed: true })
    return { result: undefined, events: [...moved, ...asked] }
  })
}

/** What the review of an invoice leaves. */
export async function sumsOfReview(db: Reader, invoice: Invoice): Promise<InvoiceSums> {
  const [lines, review] = await Promise.all([listStoredLines(db, invoice), getStoredReview(db, invoice)])
  return reviewedInvoice(lines, review, invoice.currency).sums
}

/** The rules that apply to an invoice as it is reviewed, with its total; undefined when none does. */
export async function rulesOf(
  db: Reader,
  invoice: Invoice,
  now: Date,
): Promise<{ readonly rules: readonly ApprovalRule[]; readonly total: string } | undefined> {
  const { rules } = await getApprovalSettings(db, invoice.organisationId)
  // most organisations have none, and an invoice can have thousands of lines
  if (rules.length === 0) return undefined
  const sums = await sumsOfReview(db, invoice)
  const applying = await rulesThatApply(db, invoice, { rules, sums, now })
  return applying.length === 0 ? undefined : { rules: applying, total: totalOf(sums) }
}

interface Applying {
  readonly rules: readonly ApprovalRule[]
  readonly sums: InvoiceSums
  readonly now: Date
}

/** Those of the rules that apply to an invoice with these sums. */
export async function rulesThatApply(
  db: Reader,
  invoice: Pick<Invoice, 'organisationId' | 'id' | 'matterId' | 'currency'>,
  { rules, sums, now }: Applying,
): Promise<readonly ApprovalRule[]> {
  const { organisationId, id, matterId, currency } = invoice
  const toApprove = { id, currency, net: netOf(sums), tax: sums.totalTax }
  const exceedsBudget =
    rules.some(({ overBudget }) => overBudget) &&
    (await wouldExceedBudget(db, { organisationId, id: matterId }, { invoice: toApprove, now }))
  const costCentreIds = await costCentresFor(db, invoice, rules)
  return rulesFor(rules, { total: totalOf(sums), currency, exceedsBudget, costCentreIds })
}

interface Starting {
  readonly rules: readonly ApprovalRule[]
  readonly total: string
  readonly comment: string | null
  readonly startedBy: string
  readonly number: number
  readonly now: Date
}

/** Stores a round and asks the people of its first step, who become members of the matter. */
export async function startRound(
  tx: Tx,
  actor: Pick<Actor, 'userId'>,
  invoice: Invoice,
  { rules, total, comment, startedBy, number, now }: Starting,
): Promise<readonly DomainEvent[]> {
  const round: Round = {
    organisationId: invoice.organisationId,
    invoiceId: invoice.id,
    round: number,
    state: 'Waiting',
    comment,
    total,
    startedBy,
    startedAt: now,
    endedAt: null,
    steps: await stepsOf(tx, invoice, { rules, startedBy, now }),
  }
  await insertRound(tx, round)
  const userIds = round.steps.flatMap(({ approvers }) => approvers.map(({ userId }) => userId))
  const joined = await join(tx, invoice, { userIds, addedBy: actor.userId, now })
  const [first] = round.steps
  return [...joined, ...(first ? await requestStep(tx, invoice, { round, step: first, now }) : [])]
}

async function stepsOf(
  tx: Tx,
  invoice: Invoice,
  { rules, startedBy, now }: Pick<Starting, 'rules' | 'startedBy' | 'now'>,
): Promise<readonly Step[]> {
  const { enteredBy, managerId } = await peopleAround(tx, invoice)
  const steps: Step[] = []
  for (const [index, { name, need, deadline, approverIds, matterManager }] of rules.entries()) {
    const named = [...approverIds, ...(matterManager && managerId !== null ? [managerId] : [])]
    const active = await activeAmong(tx, invoice.organisationId, named)
    const asked = active.filter((userId) => userId !== enteredBy && userId !== startedBy)
    if (asked.length === 0) throw conflict(nobodyIn(name, active.length > 0))
    const approvers = asked.map((userId) => ({ ...undecided(userId), askedAt: index === 0 ? now : null }))
    steps.push({ position: index + 1, name, need, deadline, ...notTimed, approvers })
  }
  return steps
}

const nobodyIn = (name: string, isTheirs: boolean): string =>
  isTheirs
    ? `Nobody can decide the step "${name}": who entered an invoice or asks for its approval cannot approve it. Let somebody else ask, or let an administrator add an approver to the rule.`
    : `Nobody can decide the step "${name}": its people are disabled, or the matter has no manager. An administrator can change the rule.`

const undecided = (userId: string) => ({
  userId,
  askedAt: null,
  decision: null,
  comment: null,
  decidedAt: null,
  decidedBy: null,
})
