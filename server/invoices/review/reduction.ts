// A reduction of a whole invoice, spread over its lines in proportion to their amounts.
import { bareObject } from '../../platform/bare-object.ts'
import {
  compareDecimals,
  differenceOf,
  isDecimal,
  productOf,
  roundedHalfEven,
  shareOut,
  sumOf,
} from '../../platform/decimal.ts'
import type { StoredLine } from '../stored-lines.ts'
import type { ReductionReason } from './line-decisions.ts'

export const reducedParts = ['Fees', 'All'] as const

/** Decimal text; exactly one of amount and percent is given. */
export interface Reduction {
  readonly appliesTo: (typeof reducedParts)[number]
  readonly amount?: string
  readonly percent?: string
  readonly reason: ReductionReason
  readonly note?: string | null
}

/** A line with the amount that its own decision leaves. */
export interface Remaining {
  readonly kind: StoredLine['kind']
  readonly amount: string
}

/** What is wrong with the reduction of lines that charge this much, by property; empty if nothing is. */
export function reductionProblems(reduction: Reduction, lines: readonly Remaining[], digits: number) {
  const problems = bareObject<string>()
  const { amount, percent } = reduction
  if ((amount === undefined) === (percent === undefined)) {
    problems[amount === undefined ? 'amount' : 'percent'] =
      'must be given by exactly one of amount and percent.'
    return problems
  }
  if (percent !== undefined) {
    const fits = isDecimal(percent, 3, 4) && compareDecimals(percent, '0') > 0
    if (!fits || compareDecimals(percent, '100') > 0)
      problems['percent'] = 'must be more than 0 and at most 100.'
  }
  if (amount !== undefined) {
    const most = roundedHalfEven(baseOf(reduction, lines), digits)
    const fits = isDecimal(amount, 16, 4) && compareDecimals(amount, roundedHalfEven(amount, digits)) === 0
    if (!fits || compareDecimals(amount, '0') <= 0 || compareDecimals(amount, most) > 0) {
      problems['amount'] =
        `must be more than 0 and at most ${most}, which is what these lines charge after review.`
    }
  }
  if (reduction.reason === 'Other' && !reduction.note) {
    problems['note'] = 'is missing: say what the reason "Other" is.'
  }
  return problems
}

const isReduced = ({ appliesTo }: Reduction, { kind, amount }: Remaining) =>
  (appliesTo === 'All' || kind === 'Fee') && compareDecimals(amount, '0') > 0

const baseOf = (reduction: Reduction, lines: readonly Remaining[]) =>
  sumOf(lines.filter((line) => isReduced(reduction, line)).map(({ amount }) => amount))

/** What the reduction takes from each line; the shares are exactly the whole, and no line goes below 0. */
function reductionShares(
  reduction: Reduction,
  lines: readonly Remaining[],
  digits: number,
): readonly string[] {
  const base = baseOf(reduction, lines)
  const whole =
    reduction.amount ?? roundedHalfEven(productOf(productOf(base, reduction.percent ?? '0'), '0.01'), digits)
  // decisions made later can leave less than the reduction
  const taken = compareDecimals(whole, base) > 0 ? base : whole
  return shareOut(
    taken,
    lines.map((line) => (isReduced(reduction, line) ? line.amount : '0')),
    digits,
  )
}

/** What the reduction takes off lines that charge this much, in all. */
export const takenBy = (reduction: Reduction, lines: readonly Remaining[], digits: number): string =>
  roundedHalfEven(sumOf(reductionShares(reduction, lines, digits)), digits)

/** The amounts of the lines after the reduction. */
export function amountsAfterReduction(
  reduction: Reduction | undefined,
  lines: readonly Remaining[],
  digits: number,
): readonly string[] {
  if (reduction === undefined) return lines.map(({ amount }) => amount)
  const shares = reductionShares(reduction, lines, digits)
  return lines.map(({ amount }, index) => differenceOf(amount, shares[index] ?? '0'))
}
