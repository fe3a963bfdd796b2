// Deciding on the appeals of a law firm: a line, or what was taken off the whole invoice, is restored, in part, or
// stays as it was decided.
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { bareObject } from '../../platform/bare-object.ts'
import { compareDecimals } from '../../platform/decimal.ts'
import { badInput, badInputs, conflict } from '../../platform/errors.ts'
import { type Reviewing, reviewing } from '../commands/review-invoice.ts'
import { currencyDigits } from '../../platform/currencies.ts'
import { amountAfter, decisionProblems, type LineDecision } from '../review/line-decisions.ts'
import { type Reduction, reductionProblems, takenBy } from '../review/reduction.ts'
import { remainingOf } from '../review/reviewed-invoice.ts'
import { storeDecisions, storeReduction } from '../review/stored-review.ts'
import { exchangeEvent } from './events.ts'
import {
  type AppealOutcome,
  appealsIn,
  type Exchange,
  getExchanges,
  hasOpenAppeal,
  longestText,
  replyOnWhole,
  storeReplies,
  updateExchange,
} from './exchange.ts'

/** What is decided on the appeal against a line. */
export interface DecidedAppeal {
  readonly number: number
  readonly outcome: AppealOutcome
  /** Of a line that is restored in part: what is approved now, without tax. Decimal text. */
  readonly approvedAmount: string | null
  /** Why; the firm sees it. */
  readonly note: string | null
}

/** What is decided on the appeal against the reduction of the whole invoice. */
export interface DecidedWhole {
  readonly outcome: AppealOutcome
  /** Of one that is restored in part: what is taken off the invoice now, without tax. Decimal text. */
  readonly amount: string | null
  /** Why; the firm sees it. */
  readonly note: string | null
}

interface Decided {
  readonly decided: readonly DecidedAppeal[]
  /** Null where the firm did not appeal against the reduction of the whole invoice. */
  readonly whole: DecidedWhole | null
  readonly checkVersion: (version: number) => void
}

/**
 * Decides on all appeals at once; what leaves more asks again for approvals that wait. For reviewers; conflict where no
 * appeal waits. Throws bad_request naming `lines[2].approvedAmount` or `reduction.amount`, and what is left out.
 */
export function decideAppeals(
  app: App,
  actor: Actor,
  id: number,
  { decided, whole, checkVersion }: Decided,
): Promise<void> {
  return reviewing(app, actor, { id, checkVersion, appealed: true }, async (on) => {
    const { tx, invoice, now } = on
    const exchanges = await getExchanges(tx, invoice)
    const { decisions: sent } = exchanges
    if (!sent || !hasOpenAppeal(exchanges)) throw conflict('No appeal of the law firm waits for a decision.')
    checkGiven(on, sent, decided)
    const reduction = reductionAfter(on, sent, whole)
    const by = { userId: actor.userId, now }
    await storeDecisions(tx, invoice, changesOf(on, decided), by)
    if (whole && whole.outcome !== 'Stays') await storeReduction(tx, invoice, reduction, by)
    await storeReplies(tx, invoice, 'Decisions', [
      ...decided.map(({ number, outcome, note }) => ({ number, outcome, reply: note })),
      ...(whole ? [replyOnWhole({ outcome: whole.outcome, reply: whole.note })] : []),
    ])
    await updateExchange(tx, invoice, 'Decisions', { decided_by: actor.userId, decided_at: now })
    const restored = decided.filter(({ outcome }) => outcome !== 'Stays').length
    const facts = {
      ...(decided.length > 0 ? { lines: decided.length, restored } : {}),
      ...(whole ? { whole: whole.outcome } : {}),
    }
    return [exchangeEvent(invoice, 'invoiceExchange.appealsDecided', facts)]
  })
}

/**
 * What is left of the reduction of the whole invoice: all of it, less, or nothing. Throws bad_request for a decision
 * that is missing, is not asked for, or does not leave less than was taken off before.
 */
function reductionAfter(
  { review, lines, invoice }: Reviewing,
  sent: Exchange,
  whole: DecidedWhole | null,
): Reduction | undefined {
  const { reduction, decisions } = review
  const isAppealed = appealsIn(sent).onWhole !== undefined
  if (!isAppealed && whole)
    throw badInput('reduction', 'must be left out: the law firm does not appeal against it.')
  if (isAppealed && !whole)
    throw badInput(
      'reduction',
      'is missing: decide on the appeal against the reduction of the whole invoice.',
    )
  if (!whole || !reduction) return reduction
  const { outcome, amount, note } = whole
  if (outcome !== 'Restored' && (note === null || note.length > longestText))
    throw badInput(
      'reduction.note',
      `is missing: say why, in ${longestText} characters at most. The law firm sees it.`,
    )
  if (outcome !== 'PartlyRestored') {
    if (amount !== null)
      throw badInput('reduction.amount', 'is for a reduction that is restored in part only.')
    return outcome === 'Restored' ? undefined : reduction
  }
  const digits = currencyDigits(invoice.currency)
  const remaining = remainingOf(lines, decisions, invoice.currency)
  const taken = takenBy(reduction, remaining, digits)
  const { appliesTo, reason } = reduction
  const less = { appliesTo, reason, amount: amount ?? '', note: note ?? reduction.note ?? null }
  const fits = amount !== null && Object.keys(reductionProblems(less, remaining, digits)).length === 0
  if (!fits || compareDecimals(amount, taken) >= 0)
    throw badInput(
      'reduction.amount',
      `must be what is taken off the invoice now, without tax: more than 0 and less than the ${taken} of before.`,
    )
  return less
}

function checkGiven(on: Reviewing, sent: Exchange, decided: readonly DecidedAppeal[]): void {
  const appealed = new Set(appealsIn(sent).onLines.map(({ number }) => number))
  const errors = bareObject<string[]>()
  const seen = new Set<number>()
  for (const [index, each] of decided.entries()) {
    if (!appealed.has(each.number)) {
      errors[`lines[${index}].number`] = ['must be the number of a line that the law firm appeals for.']
      continue
    }
    if (seen.has(each.number)) errors[`lines[${index}].number`] = ['is given twice.']
    seen.add(each.number)
    const [name, problem] = problemOf(on, each) ?? []
    if (name !== undefined && problem !== undefined) errors[`lines[${index}].${name}`] = [problem]
  }
  if (Object.keys(errors).length > 0) throw badInputs(errors)
  const missing = [...appealed].filter((number) => !seen.has(number))
  if (missing.length > 0) {
    throw badInput('lines', `must decide on every appeal: those for line ${missing.join(', ')} are missing.`)
  }
}

function problemOf(on: Reviewing, decided: DecidedAppeal): readonly [string, string] | undefined {
  const { outcome, approvedAmount, note } = decided
  if (outcome !== 'Restored' && (note === null || note.length > longestText)) {
    return ['note', `is missing: say why, in ${longestText} characters at most. The law firm sees it.`]
  }
  if (outcome !== 'PartlyRestored') {
    return approvedAmount === null
      ? undefined
      : ['approvedAmount', 'is for a line that is restored in part only.']
  }
  const line = on.lines.find(({ number }) => number === decided.number)
  const decision = partOf(on, decided)
  if (!line || approvedAmount === null || !decision) {
    return ['approvedAmount', 'is missing: what is approved of the line now, without tax.']
  }
  const digits = currencyDigits(on.invoice.currency)
  const [[name, text] = []] = Object.entries(decisionProblems(line, decision, digits))
  if (name !== undefined && text !== undefined) return [name, text]
  const before = amountAfter(line, on.review.decisions.get(line.number), digits)
  return compareDecimals(approvedAmount, before) > 0
    ? undefined
    : ['approvedAmount', `must be more than the ${before} that the decision leaves.`]
}

function partOf(on: Reviewing, { number, approvedAmount, note }: DecidedAppeal): LineDecision | undefined {
  const before = on.review.decisions.get(number)
  if (approvedAmount === null || !before) return undefined
  return {
    decision: 'Reduced',
    approvedAmount,
    reason: before.reason ?? 'Other',
    note: note ?? before.note ?? null,
  }
}

function changesOf(
  on: Reviewing,
  decided: readonly DecidedAppeal[],
): ReadonlyMap<number, LineDecision | null> {
  const changes = new Map<number, LineDecision | null>()
  for (const each of decided) {
    if (each.outcome === 'Restored') changes.set(each.number, { decision: 'Accepted' })
    const part = each.outcome === 'PartlyRestored' ? partOf(on, each) : undefined
    if (part) changes.set(each.number, part)
  }
  return changes
}
