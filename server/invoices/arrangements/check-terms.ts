// What is wrong with a fee arrangement that somebody sets.
import { compareDecimals, isDecimal, rounded, sumOf } from '../../platform/decimal.ts'
import { badInput } from '../../platform/errors.ts'
import { phases } from '../budgets/budget.ts'
import { isOptionalDay } from '../lines.ts'
import { currencyDigits, isCurrency } from '../../platform/currencies.ts'
import type { ArrangementKind, FeePart, Terms } from './arrangement.ts'

export const mostParts = 100
export const mostTiers = 20
export const longestTitle = 200
export const longestReason = 2_000
export const longestNumber = 100

/** Terms as they are sent. The amount may be left out where parts are given, which it is the sum of. */
export type NewTerms = Omit<Terms, 'amount'> & { readonly amount?: string | undefined }

/** The terms with their amount. Throws bad_request naming `parts[2].amount`. */
export function checkedTerms(terms: NewTerms, kind: ArrangementKind, currency: string): Terms {
  if (!isCurrency(currency)) throw badInput('currency', 'must be a currency such as GBP.')
  checkPlain(terms)
  if (kind !== 'Volume' && terms.tiers.length > 0)
    throw badInput('tiers', 'must be absent: they are for discounts by volume.')
  if (kind !== 'Success' && terms.success !== null)
    throw badInput('success', 'must be absent: it is for success fees.')
  if (kind === 'Volume') return volumeTerms(terms, currency)
  if (kind === 'Success') return successTerms(terms, currency)
  if (kind === 'Retainer') checkUndivided(terms, 'a retainer is one amount.')
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

/** What is told apart neither by days nor by lines. */
function checkUndivided({ parts, billedAs, from, to }: NewTerms, why: string): void {
  if (parts.length > 0) throw badInput('parts', `must be absent: ${why}`)
  for (const [name, value] of Object.entries({ billedAs, from, to }))
    if (value !== null) throw badInput(name, `must be absent: ${why}`)
}

/** The terms of a discount by volume, whose amount is that of the highest tier. */
function volumeTerms(terms: NewTerms, currency: string): Terms {
  checkUndivided(terms, 'a discount by volume is for the fees of all matters in a fiscal year.')
  if (terms.amount !== undefined) throw badInput('amount', 'must be absent: a discount by volume has tiers.')
  const { tiers } = terms
  if (tiers.length === 0) throw badInput('tiers', 'are missing.')
  if (tiers.length > mostTiers) throw badInput('tiers', `can be ${mostTiers} at most.`)
  for (const [index, { from, percent }] of tiers.entries()) {
    const at = (property: string) => `tiers[${index}].${property}`
    if (!isAmount(from, currency)) {
      throw badInput(
        at('from'),
        `must be 0 or more, with at most ${currencyDigits(currency)} decimal places.`,
      )
    }
    const before = tiers[index - 1]
    if (before && compareDecimals(from, before.from) <= 0)
      throw badInput(at('from'), 'must be more than that of the tier before.')
    const fits = isDecimal(percent, 3, 2) && compareDecimals(percent, '0') > 0
    if (!fits || compareDecimals(percent, '100') > 0)
      throw badInput(at('percent'), 'must be more than 0 and at most 100, with at most 2 decimal places.')
  }
  return { ...terms, amount: tiers.at(-1)?.from ?? '0' }
}

/** The terms of a success fee, whose amount is its maximum where it is in percent. */
function successTerms(terms: NewTerms, currency: string): Terms {
  const { success, billedAs } = terms
  checkUndivided(
    { ...terms, billedAs: null },
    'a success fee is due as a whole, once its success is recorded.',
  )
  if (billedAs === null)
    throw badInput('billedAs', 'is missing: the number of a timekeeper that tells its lines from other fees.')
  if (success === null) throw badInput('success', 'is missing: when the fee is due.')
  const { condition, percent, minimum, maximum, latestOn } = success
  if (condition.trim() === '')
    throw badInput('success.condition', `must be a text of 1 to ${longestReason} characters.`)
  checkDay('success.latest', latestOn)
  if (percent === null) {
    for (const [name, limit] of Object.entries({ minimum, maximum }))
      if (limit !== null) throw badInput(`success.${name}`, 'must be absent: it is for a fee in percent.')
    if (terms.amount === undefined) throw badInput('amount', 'is missing: an amount, or success.percent.')
    checkAmount('amount', terms.amount, currency)
    return { ...terms, amount: terms.amount }
  }
  if (terms.amount !== undefined) throw badInput('amount', 'must be absent beside success.percent.')
  const fits = isDecimal(percent, 3, 4) && compareDecimals(percent, '0') > 0
  if (!fits || compareDecimals(percent, '100') > 0)
    throw badInput('success.percent', 'must be more than 0 and at most 100, with at most 4 decimal places.')
  if (minimum !== null) checkAmount('success.minimum', minimum, currency)
  if (maximum !== null) checkAmount('success.maximum', maximum, currency)
  if (minimum !== null && maximum !== null && compareDecimals(maximum, minimum) < 0)
    throw badInput('success.maximum', 'must not be less than the minimum.')
  return { ...terms, amount: maximum ?? '0' }
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
  if (isAmount(amount, currency) && compareDecimals(amount, '0') > 0) return
  throw badInput(path, `must be more than 0, with at most ${currencyDigits(currency)} decimal places.`)
}

/** Whether it is 0 or more, and in the currency. */
export const isAmount = (amount: string, currency: string): boolean =>
  isDecimal(amount, 14, 4) &&
  compareDecimals(amount, '0') >= 0 &&
  compareDecimals(amount, rounded(amount, currencyDigits(currency))) === 0
