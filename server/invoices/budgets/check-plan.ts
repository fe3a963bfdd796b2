// What is wrong with a budget that somebody sets or proposes.
import { compareDecimals, isDecimal, rounded, sumOf } from '../../platform/decimal.ts'
import { badInput } from '../../platform/errors.ts'
import { currencyDigits, isCurrency } from '../../platform/currencies.ts'
import { type BudgetPart, phases, type Plan } from './budget.ts'

export const mostParts = 200
export const [firstYear, lastYear] = [1990, 2200]

/** What is to be planned; null takes the budget away. */
export type NewPlan = Omit<Plan, 'amount' | 'currency'> & {
  /** Decimal text; may be left out where parts are given, which it is the sum of. */
  readonly amount?: string | undefined
  /** ISO 4217; default: that of the budget before, or of the organisation. */
  readonly currency?: string | undefined
}

/** The plan with its amount, and with parts in their order. Throws bad_request naming `parts[2].amount`. */
export function checkedPlan(plan: NewPlan, currency: string): Plan {
  if (!isCurrency(currency)) throw badInput('currency', 'must be a currency such as GBP.')
  checkParts(plan, currency)
  const parts = plan.parts.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
  if (plan.amount !== undefined) checkAmount('amount', plan.amount, currency)
  if (parts.length === 0) {
    if (plan.amount === undefined) throw badInput('amount', 'is missing: an amount, or null for no budget.')
    return { ...plan, amount: plan.amount, currency, parts }
  }
  const sum = sumOf(parts.map(({ amount }) => amount))
  if (plan.amount !== undefined && compareDecimals(plan.amount, sum) !== 0) {
    throw badInput('amount', `must be the sum of the parts, ${sum}, or be left out.`)
  }
  return { ...plan, amount: sum, currency, parts }
}

// in the order of years and phases, what has no phase last
const keyOf = ({ phase, year }: BudgetPart) => `${year ?? ''} ${phase ?? '~'}`

function checkParts({ parts, span }: NewPlan, currency: string): void {
  if (parts.length > mostParts) throw badInput('parts', `can be ${mostParts} at most.`)
  if (span === 'Yearly' && parts.length === 0) {
    throw badInput('parts', 'is missing: a yearly budget has an amount for each fiscal year.')
  }
  const seen = new Set<string>()
  for (const [index, part] of parts.entries()) {
    const at = (property: string) => `parts[${index}].${property}`
    if (part.phase !== null && !phases.has(part.phase)) {
      throw badInput(at('phase'), `must be one of ${[...phases].join(', ')}, or null for all else.`)
    }
    if (span === 'Yearly' ? !isYear(part.year) : part.year !== null) {
      throw badInput(
        at('year'),
        `must be ${span === 'Yearly' ? 'a fiscal year such as 2026' : 'null unless the budget is yearly'}.`,
      )
    }
    checkAmount(at('amount'), part.amount, currency)
    if (seen.has(keyOf(part)))
      throw badInput(`parts[${index}]`, 'is for the same phase and year as another one.')
    seen.add(keyOf(part))
  }
}

const isYear = (year: number | null) => year !== null && year >= firstYear && year <= lastYear

/** Throws bad_request naming the path unless it is an amount of 0 or more in the currency. */
export function checkAmount(path: string, amount: string, currency: string): void {
  const digits = currencyDigits(currency)
  const fits = isDecimal(amount, 14, 4) && compareDecimals(amount, '0') >= 0
  if (!fits || compareDecimals(amount, rounded(amount, digits)) !== 0) {
    throw badInput(path, `must be 0 or more, with at most ${digits} decimal places.`)
  }
}
