// Accruals: terms and formulas. docs/money.md has an example of each.
//
// period     a month of an organisation, with a window in which law firms state what is unbilled
// cut-off    the last day of the month
// entry      what a firm is asked for on a matter, and what it states
// basis      what is stated, or estimated in its place
// accrual    the basis less what was posted since the cut-off, never below zero
// line       an accrual or its reversal in the next period, for the ledger
import { compareDecimals, differenceOf, quotientOf, sumOf } from '../../platform/decimal.ts'
import { currencyDigits } from '../../platform/currencies.ts'

export const unansweredWays = ['Mean', 'Zero'] as const
/** What counts for an entry that was not answered: the mean of the three months before, or nothing. */
export type Unanswered = (typeof unansweredWays)[number]

export const basisSources = ['Stated', 'Estimated', 'Zero'] as const
export type BasisSource = (typeof basisSources)[number]

/** What of the basis was not posted since the cut-off. Decimal texts. */
export function accrualOf(basis: string, posted: string): string {
  const left = differenceOf(basis, posted)
  return compareDecimals(left, '0') < 0 ? '0' : left
}

const monthsOfMean = 3

/** The mean of what was accrued in the three months before; a month without an accrual counts as nothing. */
const meanOf = (accrued: readonly string[], currency: string): string =>
  quotientOf(sumOf(accrued), String(monthsOfMean), currencyDigits(currency))

/** An entry that is to be closed. */
export interface ToClose {
  readonly currency: string
  readonly stated: string | null
  /** What was accrued in the three months before, in the same currency. */
  readonly accruedBefore: readonly string[]
}

/** The basis of an entry, and where it is from. */
export function basisOf(
  { currency, stated, accruedBefore }: ToClose,
  unanswered: Unanswered,
): { readonly basis: string; readonly source: BasisSource } {
  if (stated !== null) return { basis: stated, source: 'Stated' }
  if (unanswered === 'Zero') return { basis: '0', source: 'Zero' }
  return { basis: meanOf(accruedBefore, currency), source: 'Estimated' }
}

/** A month such as 2026-03 as the day on which it begins; undefined for anything else. */
export const monthFrom = (text: string): string | undefined =>
  /^20\d\d-(0[1-9]|1[0-2])$/.test(text) ? `${text}-01` : undefined

/** A month as addresses write it. */
export const monthText = (month: string): string => month.slice(0, 7)
