// What each share of an invoice comes to. The parts of a sum are exactly the sum.
import { compareDecimals, differenceOf, shareOut } from '../../platform/decimal.ts'
import { short } from '../events.ts'
import { currencyDigits } from '../../platform/currencies.ts'

/** The sums of an invoice, decimal text; null until it is approved. */
export interface AllocatedSums {
  readonly billedNet: string
  readonly billedTax: string
  readonly approvedNet: string | null
  readonly approvedTax: string | null
  /** The share of the tax that is a cost. */
  readonly billedNonRecoverable: string
  readonly approvedNonRecoverable: string | null
  readonly approvedWithheld: string | null
}

/**
 * The parts of an amount, one for each percentage: rounded towards 0 to the currency, and what that leaves goes to the
 * largest fractions, one smallest unit each. An amount of more digits than its currency has keeps them.
 */
export function partsOfAmount(
  amount: string,
  percents: readonly string[],
  currency: string,
): readonly string[] {
  const isNegative = compareDecimals(amount, '0') < 0
  const size = isNegative ? differenceOf('0', amount) : amount
  const behind = short(size).split('.')[1]?.length ?? 0
  const parts = shareOut(size, percents, Math.max(currencyDigits(currency), behind))
  return isNegative ? parts.map((part) => differenceOf('0', part)) : parts
}

/** The parts of all sums, one for each percentage. */
export function partsOfSums(
  sums: AllocatedSums,
  percents: readonly string[],
  currency: string,
): readonly AllocatedSums[] {
  const parts = (amount: string) => partsOfAmount(amount, percents, currency)
  const approved = (amount: string | null) => (amount === null ? undefined : parts(amount))
  const [net, tax] = [parts(sums.billedNet), parts(sums.billedTax)]
  const [approvedNet, approvedTax] = [approved(sums.approvedNet), approved(sums.approvedTax)]
  const lost = parts(sums.billedNonRecoverable)
  const [approvedLost, withheld] = [approved(sums.approvedNonRecoverable), approved(sums.approvedWithheld)]
  return percents.map((_, index) => ({
    billedNet: net[index] ?? '0',
    billedTax: tax[index] ?? '0',
    approvedNet: approvedNet?.[index] ?? null,
    approvedTax: approvedTax?.[index] ?? null,
    billedNonRecoverable: lost[index] ?? '0',
    approvedNonRecoverable: approvedLost?.[index] ?? null,
    approvedWithheld: withheld?.[index] ?? null,
  }))
}
