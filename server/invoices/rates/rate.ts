// Rates that are agreed with law firms: terms, and the rules that depend on nothing else.
//
// rate       the price of an hour's work from a day, until a last day or open; in one currency
// named      what a rate names: a matter, a timekeeper, a class; it applies to lines of which all of that is true
// key        what a rate names and its currency: on one day there is one rate for a key
// version    a rate as it was set, ended, corrected or withdrawn; none is ever removed
import { bareObject } from '../../platform/bare-object.ts'
import { compareDecimals, isDecimal } from '../../platform/decimal.ts'
import { uniqueTextOf } from '../../platform/postgres/unique-text.ts'
import { isOptionalDay } from '../lines.ts'
import { isCurrency } from '../../platform/currencies.ts'

/** What a rate names; null for what it does not narrow. */
export interface Named {
  readonly matterId: number | null
  /** The timekeeper's number at the firm, as in LEDES. */
  readonly timekeeperNumber: string | null
  /** Their name, for people to read. */
  readonly timekeeper: string | null
  /** As in LEDES: PARTNR, ASSOC. */
  readonly timekeeperClass: string | null
}

/** A rate that is agreed or proposed. Days such as `2026-05-06`. */
export interface NewRate extends Named {
  /** ISO 4217. */
  readonly currency: string
  /** Decimal text, without tax. */
  readonly rate: string
  readonly from: string
  /** The last day; null while it is open. */
  readonly to: string | null
}

export interface AgreedRate extends NewRate {
  readonly id: number
}

/** How much of a law firm's time is agreed at most in one call. */
export const mostRates = 5_000

/** What is compared of what a rate or a line names. Empty for what is absent. */
export interface Keys {
  readonly number: string
  readonly name: string
  readonly class: string
}

const keyOf = (text: string | null) => (text === null ? '' : uniqueTextOf(text))

/** What is compared of a rate or a line. */
export const keysOf = ({ timekeeperNumber, timekeeper, timekeeperClass }: Omit<Named, 'matterId'>): Keys => ({
  number: keyOf(timekeeperNumber),
  name: keyOf(timekeeper),
  class: keyOf(timekeeperClass),
})

/** One text for rates that must not overlap. */
export function identityOf(rate: NewRate): string {
  const { number, class: its } = keysOf(rate)
  return JSON.stringify([rate.matterId, number, its, rate.currency])
}

/** Whether two rates have a day in common. */
export const overlaps = (a: Pick<NewRate, 'from' | 'to'>, b: Pick<NewRate, 'from' | 'to'>): boolean =>
  (a.to === null || b.from <= a.to) && (b.to === null || a.from <= b.to)

/** What is wrong with a rate, by property; empty if nothing is. */
export function rateProblems(rate: NewRate): Record<string, string> {
  const problems = bareObject<string>()
  const { timekeeperNumber, timekeeper, timekeeperClass, currency, from, to } = rate
  if (!isDecimal(rate.rate, 9, 4) || compareDecimals(rate.rate, '0') <= 0) {
    problems['rate'] = 'must be more than 0, with at most 4 decimal places, such as 412.50.'
  }
  if (!isCurrency(currency)) problems['currency'] = 'must be a currency such as GBP.'
  if (timekeeper !== null && timekeeperNumber === null) {
    problems['timekeeper.number'] = 'is missing: a timekeeper is known by the number in the firm’s invoices.'
  }
  for (const [name, text] of Object.entries({
    'timekeeper.number': timekeeperNumber,
    'timekeeper.name': timekeeper,
    timekeeperClass,
  })) {
    if (text !== null && (keyOf(text) === '' || text.length > 100)) {
      problems[name] = 'must be a text of 1 to 100 characters.'
    }
  }
  if (from === '' || !isOptionalDay(from)) problems['from'] = 'must be a day such as 2026-05-06.'
  else if (!isOptionalDay(to)) problems['to'] = 'must be a day such as 2026-05-06.'
  else if (to !== null && to < from) problems['to'] = 'must not be before the first day.'
  return problems
}
