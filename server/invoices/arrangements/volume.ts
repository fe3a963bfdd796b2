// Discounts by volume: percents that grow with the fees of a law firm in a fiscal year. docs/money.md has examples.
//
// tier     from which amount of fees how many percent are taken off; each is for the fees of its own range
// volume   the fees of the firm on all matters in a fiscal year and one currency, as approved, or before as billed
import { compareDecimals, differenceOf, productOf, roundedHalfEven, sumOf } from '../../platform/decimal.ts'
import type { Period } from '../../platform/time/fiscal-calendar.ts'

/** Decimal texts; the amount is without tax. */
export interface Tier {
  readonly from: string
  readonly percent: string
}

/** The fees of a fiscal year so far. */
export interface Volume {
  readonly year: Period
  /** Decimal text without tax. */
  readonly fees: string
}

/** What the tiers, the lowest first, take off fees from the beginning of a year. Exact. */
function discountOn(tiers: readonly Tier[], fees: string): string {
  return sumOf(
    tiers.map(({ from, percent }, index) => {
      const next = tiers[index + 1]
      const to = next && compareDecimals(next.from, fees) < 0 ? next.from : fees
      if (compareDecimals(to, from) <= 0) return '0'
      return productOf(productOf(differenceOf(to, from), percent), '0.01')
    }),
  )
}

export interface Billing {
  /** The fees of the year before the invoice, and its own. Decimal texts. */
  readonly before: string
  readonly own: string
  /** Of the currency. */
  readonly digits: number
}

/** What is to be taken off an invoice, half even to the digits; 0 for one that takes fees back. */
export function discountOfInvoice(tiers: readonly Tier[], { before, own, digits }: Billing): string {
  const discount = differenceOf(discountOn(tiers, sumOf([before, own])), discountOn(tiers, before))
  return compareDecimals(discount, '0') <= 0 ? '0' : roundedHalfEven(discount, digits)
}
