// An invoice as its payer has reviewed it: each line with what would be approved of it, and the sums of that.
import { type InvoiceSums, sumsOf } from '../lines.ts'
import { currencyDigits } from '../../platform/currencies.ts'
import type { StoredLine } from '../stored-lines.ts'
import { type LineTaxes, lineTaxesOf, sumsOfTaxes } from '../taxes/line-taxes.ts'
import { amountAfter, type LineDecision, taxAfter } from './line-decisions.ts'
import { amountsAfterReduction, type Reduction } from './reduction.ts'

/** The decisions on the lines by the lines' numbers, and the reduction of the whole. */
export interface Review {
  readonly decisions: ReadonlyMap<number, LineDecision>
  readonly reduction: Reduction | undefined
}

export interface ReviewedLine extends LineTaxes {
  readonly number: number
  /** What would be approved of the line, without tax, and the tax on that. Decimal text. */
  readonly amount: string
  readonly tax: string
}

export interface ReviewedInvoice {
  readonly lines: readonly ReviewedLine[]
  readonly sums: InvoiceSums
  readonly taxes: LineTaxes
}

/** Amounts are rounded half to even line by line, so that the sums are exactly those of the lines. */
export function reviewedInvoice(
  lines: readonly StoredLine[],
  { decisions, reduction }: Review,
  currency: string,
): ReviewedInvoice {
  const digits = currencyDigits(currency)
  const remaining = remainingOf(lines, decisions, currency)
  const amounts = amountsAfterReduction(reduction, remaining, digits)
  const reviewed = lines.map((line, index) => {
    const amount = amounts[index] ?? line.amount
    const tax = taxAfter(line, amount, digits)
    return { number: line.number, amount, tax, ...lineTaxesOf(line, { amount, tax }, digits) }
  })
  return {
    lines: reviewed,
    sums: sumsOf(lines.map(({ kind }, index) => ({ kind, amount: '0', tax: '0', ...reviewed[index] }))),
    taxes: sumsOfTaxes(reviewed),
  }
}

/** The lines with the amounts that the decisions on them leave, before the reduction of the whole. */
export const remainingOf = (lines: readonly StoredLine[], decisions: Review['decisions'], currency: string) =>
  lines.map((line) => ({
    kind: line.kind,
    amount: amountAfter(line, decisions.get(line.number), currencyDigits(currency)),
  }))
