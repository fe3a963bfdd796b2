// Deciding on the appeals of a law firm: a line is restored, in part, or stays as it was decided.
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { bareObject } from '../../platform/bare-object.ts'
import { compareDecimals } from '../../platform/decimal.ts'
import { badInput, badInputs, conflict } from '../../platform/errors.ts'
import { type Reviewing, reviewing } from '../commands/review-invoice.ts'
import { currencyDigits } from '../lines.ts'
import { amountAfter, decisionProblems, type LineDecision } from '../review/line-decisions.ts'
import { storeDecisions } from '../review/stored-review.ts'
import { exchangeEvent } from './events.ts'
import {
  type AppealOutcome,
  type Exchange,
  getExchanges,
  hasOpenAppeal,
  longestText,
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

/**
 * Decides on all appeals at once; what leaves more asks again for approvals that wait. For reviewers; conflict where no
 * appeal waits. Throws bad_request naming `lines[2].approvedAmount`, and the lines that are left out.
 */
export function decideAppeals(
  app: App,
  actor: Actor,
  id: number,
  {
    decided,
    checkVersion,
  }: { readonly decided: readonly DecidedAppeal[]; readonly checkVersion: (version: number) => void },
): Promise<void> {
  return reviewing(app, actor, { id, checkVersion, appealed: true }, async (on) => {
    const { tx, invoice, now } = on
    const exchanges = await getExchanges(tx, invoice)
    const { decisions: sent } = exchanges
    if (!sent || !hasOpenAppeal(exchanges)) throw conflict('No appeal of the law firm waits for a decision.')
    checkGiven(on, sent, decided)
    await storeDecisions(tx, invoice, changesOf(on, decided), { userId: actor.userId, now })
    await storeReplies(
      tx,
      invoice,
      'Decisions',
      decided.map(({ number, outcome, note }) => ({ number, outcome, reply: note })),
    )
    await updateExchange(tx, invoice, 'Decisions', { decided_by: actor.userId, decided_at: now })
    const restored = decided.filter(({ outcome }) => outcome !== 'Stays').length
    return [exchangeEvent(invoice, 'invoiceExchange.appealsDecided', { lines: decided.length, restored })]
  })
}

function checkGiven(on: Reviewing, { lines }: Exchange, decided: readonly DecidedAppeal[]): void {
  const appealed = new Set(lines.map(({ number }) => number))
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
