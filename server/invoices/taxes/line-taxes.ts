// What follows from the tax code of a line beside the tax that is billed. Rounded half to even, line by line, so that
// sums are exactly those of the lines.
//
// reverse charge tax   what the organisation itself owes: amount × rate; it is not paid to the law firm
// non-recoverable      the share of the tax, billed or owed, that nobody gives back; cost = amount + non-recoverable
// withheld             what is kept back of the amount when it is paid: to pay = amount + tax − withheld
import { differenceOf, productOf, roundedHalfEven, sumOf } from '../../platform/decimal.ts'

/** What applies to a line, in percent. */
export interface AppliedTax {
  readonly taxCodeId: number | null
  /** The rate of the tax that the organisation itself owes; '0' where the firm bills it. */
  readonly reverseChargeRate: string
  readonly recoverable: string
  readonly withholding: string
}

/** A line without a code. */
export const noTaxCode: AppliedTax = {
  taxCodeId: null,
  reverseChargeRate: '0',
  recoverable: '100',
  withholding: '0',
}

/** Decimal text. */
export interface LineTaxes {
  readonly reverseChargeTax: string
  readonly nonRecoverableTax: string
  readonly withheld: string
}

const names = ['reverseChargeTax', 'nonRecoverableTax', 'withheld'] as const

const percentOf = (amount: string, percent: string, digits: number) =>
  roundedHalfEven(productOf(productOf(amount, percent), '0.01'), digits)

/** What follows for an amount without tax and the tax on it. */
export function lineTaxesOf(
  { reverseChargeRate, recoverable, withholding }: Omit<AppliedTax, 'taxCodeId'>,
  { amount, tax }: { readonly amount: string; readonly tax: string },
  digits: number,
): LineTaxes {
  const reverseChargeTax = percentOf(amount, reverseChargeRate, digits)
  return {
    reverseChargeTax,
    nonRecoverableTax: percentOf(sumOf([tax, reverseChargeTax]), differenceOf('100', recoverable), digits),
    withheld: percentOf(amount, withholding, digits),
  }
}

/** The sums of lines. */
export function sumsOfTaxes(lines: readonly LineTaxes[]): LineTaxes {
  const [reverseChargeTax = '0', nonRecoverableTax = '0', withheld = '0'] = names.map((name) =>
    sumOf(lines.map((line) => line[name])),
  )
  return { reverseChargeTax, nonRecoverableTax, withheld }
}
