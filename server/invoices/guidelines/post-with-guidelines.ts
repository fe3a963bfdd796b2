// What the guidelines do when an invoice is posted: they refuse it, flag it, and propose reductions of lines.
import { bareObject } from '../../platform/bare-object.ts'
import { compareDecimals, differenceOf, roundedHalfEven } from '../../platform/decimal.ts'
import { AppError } from '../../platform/errors.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { Invoice } from '../invoice.ts'
import { lockFees } from '../arrangements/fees-of-year.ts'
import { currencyDigits } from '../../platform/currencies.ts'
import type { LineDecision } from '../review/line-decisions.ts'
import { storeProposals } from '../review/stored-review.ts'
import { checkAgainstGuidelines, type InvoiceToCheck, storedInvoiceToCheck } from './check-invoice.ts'
import type { FoundFlag } from './find-flags.ts'
import { type FirmFlag, firmViewOf } from './firm-view.ts'
import { rulesInForce } from './guideline.ts'
import { findRule } from './registry.ts'
import type { GuidelineRule } from './rule.ts'
import { earlySuccessFee, volumeDiscount } from './rules/agreed-fees.ts'
import { type StoredFlag, storeFlags, takesMore } from './stored-flags.ts'
import { guidelinesFor } from './stored-guidelines.ts'

/**
 * Checks an invoice that is being posted, as it was before; stores its flags, and returns what refuses it: the caller
 * must not commit then.
 */
export async function flagPosted(tx: Tx, posted: Invoice, now: Date): Promise<readonly FirmFlag[]> {
  const { organisationId, matterId, serviceProviderId: firmId } = posted
  const rules = rulesInForce(await guidelinesFor(tx, { organisationId, matterId, firmId }))
  // one that was declined can have flags of the time before
  if (rules.length === 0 && posted.status !== 'Declined') return []
  if (firmId !== null) {
    const firm = { organisationId, firmId, currency: posted.currency }
    const isOn = ({ name }: GuidelineRule) => rules.some(({ rule }) => rule === name)
    if (isOn(volumeDiscount)) await lockFees(tx, firm, 'Volume')
    if (isOn(earlySuccessFee)) await lockFees(tx, firm, 'Success')
  }
  const invoice = await storedInvoiceToCheck(tx, posted)
  const flags = await checkAgainstGuidelines(tx, invoice, { now, rules })
  const refused = firmViewOf(flags).filter((flag) => flag.refused)
  if (refused.length > 0) return refused
  await storeFlags(tx, posted, flags, { now })
  await storeProposals(tx, posted, proposalsOf(invoice, flags.map(flatten)), { now })
  return []
}

/** The error for an invoice that the guidelines refuse, by its lines. */
export function refusedByGuidelines(refused: readonly FirmFlag[]): AppError {
  const errors = bareObject<string[]>()
  for (const { line, text } of refused) {
    const name = line === null ? 'invoice' : `lines[${line - 1}]`
    errors[name] = [...(errors[name] ?? []), text]
  }
  return new AppError('bad_request', 'The invoice does not keep to the billing guidelines.', { errors })
}

/** A decision on a line that a rule proposes. */
export interface Proposal {
  readonly rule: string
  readonly decision: LineDecision
}

type Reducing = Pick<StoredFlag, 'line' | 'rule' | 'severity' | 'firmText' | 'excess'>

const flatten = ({ applied: { rule, severity, firmText }, line, excess }: FoundFlag): Reducing => ({
  rule,
  severity,
  firmText,
  line,
  excess,
})

/** For each line the reduction that takes most: several would take the same twice. */
export function proposalsOf(
  { lines, currency }: Pick<InvoiceToCheck, 'lines' | 'currency'>,
  flags: readonly Reducing[],
): ReadonlyMap<number, Proposal> {
  const most = new Map<number, Reducing>()
  for (const flag of flags) {
    if (flag.line === null || flag.severity !== 'Reduce' || flag.excess === null) continue
    const before = most.get(flag.line)
    if (before === undefined || takesMore(flag, before)) most.set(flag.line, flag)
  }
  const proposals = new Map<number, Proposal>()
  for (const { number, amount } of lines) {
    const flag = most.get(number)
    const decision = flag && reducedBy(amount, flag, flag, currencyDigits(currency))
    if (decision) proposals.set(number, { rule: flag.rule, decision })
  }
  return proposals
}

interface OfRule {
  readonly rule: string
  readonly firmText: string
}

/** The decision that takes the excess of a flag off the amount of its line; undefined if there is nothing to take. */
export function reducedBy(
  amount: string,
  { excess }: { readonly excess: string | null },
  { rule, firmText }: OfRule,
  digits: number,
): LineDecision | undefined {
  if (excess === null || compareDecimals(excess, '0') <= 0 || compareDecimals(amount, '0') <= 0)
    return undefined
  const reason = findRule(rule)?.reason ?? 'Other'
  const note = firmText === '' ? null : firmText
  const left = roundedHalfEven(differenceOf(amount, excess), digits)
  if (compareDecimals(left, amount) >= 0) return undefined
  return compareDecimals(left, '0') <= 0
    ? { decision: 'Rejected', reason, note }
    : { decision: 'Reduced', approvedAmount: left, reason, note }
}
