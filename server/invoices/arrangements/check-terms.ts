// What is wrong with a fee arrangement that somebody sets.
import { compareDecimals, isDecimal, rounded, sumOf } from '../../platform/decimal.ts'
import { badInput } from '../../platform/errors.ts'
import { phases } from '../budgets/budget.ts'
import { currencyDigits, isCurrency, isOptionalDay } from '../lines.ts'
import type { ArrangementKind, FeePart, Terms } from './arrangement.ts'

export const mostParts = 100
export const longestTitle = 200
export const longestReason = 2_000
export const longestNumber = 100

/** Terms as they are sent. The amount may be left out where parts are given, which it is the sum of. */
export type NewTerms = Omit<Terms, 'amount'> & { readonly amount?: string | undefined }

/** The terms with their amount. Throws bad_request naming `parts[2].amount`. */
export function checkedTerms(terms: NewTerms, kind: ArrangementKind, currency: string): Terms {
  if (!isCurrency(currency)) throw badInput('currency', 'must be a currency such as GBP.')
  checkPlain(terms)
  if (kind === 'Retainer') checkPlainRetainer(terms)
  if (kind === 'Capped') checkCap(terms)
  checkParts(terms.parts, currency)
  if (terms.amount !== undefined) checkAmount('amount', terms.amount, currency)
  if (terms.parts.length === 0) {
    if (terms.amount === undefined) throw badInput('amount', 'is missing.')
    return { ...terms, amount: terms.amount }
  }
  const sum = sumOf(terms.parts.map(({ amount }) => amount))
  if (terms.amount !== undefined && compareDecimals(terms.amount, sum) !== 0) {
    throw badInput('amount', `must be the sum of the parts, ${sum}, or be left out.`)
  }
  return { ...terms, amount: sum }
}

function checkPlain({ title, billedAs, from, to }: NewTerms): void {
  if (title.trim() === '') throw badInput('title', `must be a text of 1 to ${longestTitle} characters.`)
  if (billedAs?.trim() === '') throw badInput('billedAs', 'must be the number of a timekeeper, or null.')
  checkDay('from', from)
  checkDay('to', to)
  if (from !== null && to !== null && to < from) throw badInput('to', 'must not be before the first day.')
}

/** A retainer is one amount; it is told apart neither by days nor by lines. */
function checkPlainRetainer({ parts, billedAs, from, to }: NewTerms): void {
  if (parts.length > 0) throw badInput('parts', 'must be absent: a retainer is one amount.')
  for (const [name, value] of Object.entries({ billedAs, from, to }))
    if (value !== null) throw badInput(name, 'must be absent: a retainer has none.')
}

/** A cap is on hours, which are of phases and not of milestones. */
function checkCap({ parts, billedAs }: NewTerms): void {
  if (billedAs !== null) throw badInput('billedAs', 'must be absent: it is for fixed fees.')
  const index = parts.findIndex(({ phase }) => phase === null)
  if (index >= 0) throw badInput(`parts[${index}].phase`, 'is missing: a cap has no milestones.')
}

function checkDay(path: string, day: string | null): void {
  if (day === '' || !isOptionalDay(day)) throw badInput(path, 'must be a day such as 2026-05-06.')
}

function checkParts(parts: readonly FeePart[], currency: string): void {
  if (parts.length > mostParts) throw badInput('parts', `can be ${mostParts} at most.`)
  const seen = new Set<string>()
  for (const [index, { phase, name, amount, dueOn }] of parts.entries()) {
    const at = (property: string) => `parts[${index}].${property}`
    if ((phase === null) !== (parts[0]?.phase === null)) {
      throw badInput(at('phase'), 'must be given in all parts, or in none: then they are milestones.')
    }
    if (phase === null && name === null) throw badInput(at('name'), 'is missing: what the milestone is.')
    if (phase !== null) {
      if (!phases.has(phase)) throw badInput(at('phase'), `must be one of ${[...phases].join(', ')}.`)
      if (seen.has(phase)) throw badInput(at('phase'), 'is the same as that of another part.')
      seen.add(phase)
    }
    checkAmount(at('amount'), amount, currency)
    checkDay(at('dueOn'), dueOn)
  }
}

/** Throws bad_request naming the path unless it is an amount of more than 0 in the currency. */
function checkAmount(path: string, amount: string, currency: string): void {
  const digits = currencyDigits(currency)
  const fits = isDecimal(amount, 14, 4) && compareDecimals(amount, '0') > 0
  if (!fits || compareDecimals(amount, rounded(amount, digits)) !== 0) {
    throw badInput(path, `must be more than 0, with at most ${digits} decimal places.`)
  }
}
