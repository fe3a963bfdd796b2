// What the legal department itself costs: terms, and the rules that depend on nothing else.
//
// inside cost    what people, software or something else cost in a fiscal month, in the own currency
// outside cost   what was approved of invoices, without tax
// version        an inside cost as it was entered or imported, and each correction of it; none is ever overwritten
import { bareObject } from '../../platform/bare-object.ts'
import { compareDecimals, isDecimal } from '../../platform/decimal.ts'
import { type FiscalShift, periodAround, periodFrom } from '../../platform/time/fiscal-calendar.ts'
import { addDays } from '../../platform/time/local-time.ts'
import { isOptionalDay } from '../lines.ts'
import { currencyDigits } from '../../platform/currencies.ts'

/** What the money is for. */
export const insideCostKinds = ['People', 'Software', 'Other'] as const
export type InsideCostKind = (typeof insideCostKinds)[number]

export const insideCostSources = ['Entered', 'Imported'] as const
export type InsideCostSource = (typeof insideCostSources)[number]

/** The most costs of one file. */
export const mostImported = 5_000
export const longestNote = 1_000

/** What can be corrected of an inside cost. */
export interface InsideCostValues {
  /** Decimal text, in the own currency. */
  readonly amount: string
  /** Decimal text: the hours that were worked for it; null where nobody counts them. */
  readonly hours: string | null
  readonly note: string | null
}

/** An inside cost to be kept. */
export interface NewInsideCost extends InsideCostValues {
  /** A month, `2026-05`, or a day in it. */
  readonly month: string
  readonly kind: string
  readonly costCentreId: number | null
  readonly departmentId: number | null
}

/**
 * The first day of a fiscal month: of the one that a day is in, or of the one that begins in a month such as 2026-05.
 * Undefined for anything else.
 */
export function monthFrom(text: string, shift: FiscalShift): string | undefined {
  if (/^\d{4}-\d\d$/.test(text)) {
    const first = `${text}-01`
    return isDay(first) ? periodFrom(addDays(first, shift.days), 'Month', shift).from : undefined
  }
  return isDay(text) ? periodAround(text, 'Month', shift).from : undefined
}

// years in which somebody keeps such costs: also keeps days from leaving the calendar
const isDay = (text: string) => /^(199|20\d|21\d)/.test(text) && isOptionalDay(text) && text !== ''

/** What is wrong with the values, in this currency, by property; empty if nothing is. */
export function valueProblems(
  { amount, hours, note }: InsideCostValues,
  currency: string,
): Record<string, string> {
  const problems = bareObject<string>()
  const digits = currencyDigits(currency)
  if (!isDecimal(amount, 12, digits) || compareDecimals(amount, '0') < 0) {
    const places = digits === 0 ? 'no decimal places' : `at most ${digits} decimal places`
    problems['amount'] = `must be an amount in ${currency}, 0 or more, with ${places}.`
  }
  if (hours !== null && (!isDecimal(hours, 8, 2) || compareDecimals(hours, '0') <= 0)) {
    problems['hours'] = 'must be more than 0, with at most 2 decimal places, or empty.'
  }
  if (note !== null && Array.from(note).length > longestNote) {
    problems['note'] = `must have at most ${longestNote} characters.`
  }
  return problems
}

/** Whether a correction changes nothing. */
export function areSame(before: InsideCostValues, after: InsideCostValues): boolean {
  const equal = (a: string | null, b: string | null) =>
    a === null || b === null ? a === b : compareDecimals(a, b) === 0
  return equal(before.amount, after.amount) && equal(before.hours, after.hours) && before.note === after.note
}
