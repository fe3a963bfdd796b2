// Rates of exchange: terms, and the rules that depend on nothing else.
//
// own currency   the currency of the organisation that pays, as in its financial settings
// rate           what one unit of another currency is in the own currency, from a day on; kept by the organisation
// applies        the rate for a day is the newest on or before it, unless it is older than the settings allow
// version        a rate as it was entered or imported, and each correction of it; none is ever overwritten
// frozen         an approved invoice keeps the rate that applied, and what it came to
import { bareObject } from '../../platform/bare-object.ts'
import { compareDecimals, isDecimal } from '../../platform/decimal.ts'
import { isOptionalDay } from '../lines.ts'
import { isCurrency } from '../../platform/currencies.ts'

export const rateSources = ['Entered', 'Imported'] as const
export type RateSource = (typeof rateSources)[number]

/** The most rates of one file. */
export const mostImported = 10_000

/** A rate to be kept. */
export interface NewExchangeRate {
  readonly currency: string
  /** A day, `2026-05-06`. */
  readonly from: string
  /** Decimal text: what one unit of the currency is in the own currency. */
  readonly rate: string
}

/** Whether it can be what one unit of a currency is in another. */
export const isRate = (rate: string): boolean => isDecimal(rate, 10, 10) && compareDecimals(rate, '0') > 0

/** What is wrong with a rate into this currency, by property; empty if nothing is. */
export function exchangeRateProblems(
  { currency, from, rate }: NewExchangeRate,
  ownCurrency: string,
): Record<string, string> {
  const problems = bareObject<string>()
  if (!isCurrency(currency)) problems['currency'] = 'must be a currency such as EUR (ISO 4217).'
  else if (currency === ownCurrency) {
    problems['currency'] = `must be another currency: ${ownCurrency} is your own.`
  }
  if (from === '' || !isOptionalDay(from)) problems['from'] = 'must be a day such as 2026-05-06.'
  if (!isRate(rate)) {
    problems['rate'] = 'must be more than 0, with at most 10 decimal places, such as 1.0842.'
  }
  return problems
}
