// What the payer decides on single lines of an invoice, and what a line is worth after it.
import { bareObject } from '../../platform/bare-object.ts'
import {
  compareDecimals,
  isDecimal,
  productOf,
  rounded,
  roundedHalfEven,
  sumOf,
} from '../../platform/decimal.ts'
import type { StoredLine } from '../stored-lines.ts'

export const lineDecisions = ['Accepted', 'Reduced', 'Rejected'] as const

/** Why less than what was billed is approved. The firm sees the reason. */
export const reductionReasons = [
  'Rate',
  'Timekeeper',
  'Hours',
  'Vague',
  'BlockBilling',
  'Duplicate',
  'Administrative',
  'Staffing',
  'Travel',
  'Expense',
  'Scope',
  'Budget',
  'Period',
  'Tax',
  'Agreement',
  'Other',
] as const
export type ReductionReason = (typeof reductionReasons)[number]

/** The ways in which a line is reduced: exactly one is given. Decimal text. */
export interface ReducedTo {
  readonly approvedQuantity?: string
  readonly approvedUnitPrice?: string
  readonly approvedAmount?: string
  readonly reducedByPercent?: string
}

export interface LineDecision extends ReducedTo {
  readonly decision: (typeof lineDecisions)[number]
  readonly reason?: ReductionReason | null
  readonly note?: string | null
}

type BilledLine = Pick<StoredLine, 'amount' | 'quantity' | 'unitPrice' | 'adjustment' | 'tax' | 'taxRate'> &
  Partial<Pick<StoredLine, 'taxCorrection'>>

const waysToReduce = [
  'approvedQuantity',
  'approvedUnitPrice',
  'approvedAmount',
  'reducedByPercent',
] as const satisfies readonly (keyof ReducedTo)[]

/** What is wrong with a decision on this line, by property; empty if nothing is. */
export function decisionProblems(line: BilledLine, decision: LineDecision, digits: number) {
  const problems = bareObject<string>()
  const given = waysToReduce.filter((way) => decision[way] !== undefined)
  if (decision.decision === 'Accepted') {
    for (const way of given) problems[way] = 'must be absent for a line that is accepted.'
    return problems
  }
  if (!decision.reason) problems['reason'] = `is missing: one of ${reductionReasons.join(', ')}.`
  if (decision.reason === 'Other' && !decision.note) {
    problems['note'] = 'is missing: say what the reason "Other" is.'
  }
  if (compareDecimals(line.amount, '0') <= 0) {
    problems['decision'] = 'must be Accepted: this line does not charge anything.'
    return problems
  }
  if (decision.decision === 'Rejected') {
    for (const way of given) problems[way] = 'must be absent for a line that is rejected.'
    return problems
  }
  const [way, another] = given
  if (way === undefined || another !== undefined) {
    problems[another ?? 'decision'] =
      `must come with exactly one of ${waysToReduce.join(', ')} for a line that is reduced.`
    return problems
  }
  const wrong = reductionProblem(line, way, decision, digits)
  if (wrong !== undefined) problems[way] = wrong
  return problems
}

function reductionProblem(
  line: BilledLine,
  way: (typeof waysToReduce)[number],
  decision: LineDecision,
  digits: number,
): string | undefined {
  const value = decision[way] ?? ''
  const [whole, expected] =
    way === 'reducedByPercent'
      ? ([3, 'a percentage such as 15'] as const)
      : ([12, 'a number such as 1.5'] as const)
  if (!isDecimal(value, whole, 4) || value.startsWith('-')) return `must be ${expected}.`
  if (way === 'approvedAmount' && compareDecimals(value, roundedHalfEven(value, digits)) !== 0) {
    return `must have at most ${digits} decimal places, like the currency.`
  }
  const amount = amountAfter(line, decision, digits)
  if (compareDecimals(amount, '0') < 0) return 'must leave an amount of 0 or more: the line has a discount.'
  if (compareDecimals(amount, line.amount) >= 0) {
    return `must be less than what was billed: it would make ${amount}, and the line is ${rounded(line.amount, digits)}.`
  }
  return undefined
}

/** The amount of a line after the decision, without tax; rounded half to even. */
export function amountAfter(line: BilledLine, decision: LineDecision | undefined, digits: number): string {
  if (decision === undefined || decision.decision === 'Accepted') return line.amount
  if (decision.decision === 'Rejected') return roundedHalfEven('0', digits)
  const { approvedAmount, reducedByPercent, approvedQuantity, approvedUnitPrice } = decision
  if (approvedAmount !== undefined) return roundedHalfEven(approvedAmount, digits)
  if (reducedByPercent !== undefined) {
    const kept = sumOf(['100', `-${reducedByPercent}`])
    return roundedHalfEven(productOf(productOf(line.amount, kept), '0.01'), digits)
  }
  const product = productOf(approvedQuantity ?? line.quantity, approvedUnitPrice ?? line.unitPrice)
  return roundedHalfEven(sumOf([product, line.adjustment]), digits)
}

/**
 * The tax on an approved amount: as billed on a line that is approved as billed, otherwise by its rate, or by that of a
 * tax code that was corrected.
 */
export function taxAfter(line: BilledLine, amount: string, digits: number): string {
  const corrected = line.taxCorrection?.taxRate ?? null
  if (corrected === null && compareDecimals(amount, line.amount) === 0) return line.tax
  return roundedHalfEven(productOf(productOf(amount, corrected ?? line.taxRate), '0.01'), digits)
}
