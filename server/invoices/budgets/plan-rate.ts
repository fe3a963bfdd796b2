// Budgets in another currency than the own one, at the rate at which they are planned. docs/money.md has the formulas.
//
// plan rate   what one unit of the currency of the budget is planned to be in the own currency
// at plan     an amount in the currency of the budget at the plan rate
// at rates    what the same invoices and accruals come to in the own currency, at the rates that they have there
// difference  at plan − at rates: what comes from the rates alone, and not from what was spent
import {
  compareDecimals,
  differenceOf,
  productOf,
  quotientOf,
  roundedHalfEven,
  sumOf,
} from '../../platform/decimal.ts'
import type { BudgetPeriod, BudgetRow } from './budget.ts'

const kinds = ['approved', 'pending', 'accrued'] as const
type Kind = (typeof kinds)[number]

/** What is used of a budget. Decimal texts in the own currency. */
export type Used = Readonly<Record<Kind, string>>

/** What is used in a fiscal year at the rates that it has there; null where one is missing. */
export interface UsedAtRates {
  /** Null for the whole life of the matter. */
  readonly year: number | null
  readonly used: Used | null
}

export interface OwnRow {
  readonly budget: string
  readonly atPlan: Used & { readonly available: string }
  /** Null where a rate is missing. */
  readonly atRates: (Used & { readonly available: string }) | null
  readonly difference: (Used & { readonly inAll: string }) | null
}

export interface OwnBudget extends OwnRow {
  readonly currency: string
  readonly planRate: string
  /** Of a yearly budget, its fiscal years; they come to the whole. */
  readonly years: readonly (OwnRow & { readonly year: number })[]
}

interface Planned {
  readonly currency: string
  readonly planRate: string
  readonly digits: number
}

/** The budget in the own currency: its periods, and what is used of each at the rates that it has there. */
export function ownBudgetOf(
  { currency, planRate, digits }: Planned,
  periods: readonly BudgetPeriod[],
  atRates: readonly UsedAtRates[],
): OwnBudget {
  const spread = (of: (row: BudgetRow) => string) =>
    atRate(
      periods.map((each) => of(each)),
      { rate: planRate, digits },
    )
  const budgets = spread(({ budget }) => budget ?? '0')
  const plans = kinds.map((kind) => [kind, spread((row) => row[kind])] as const)
  const rows = periods.map(({ year }, index) => {
    const atPlan = usedOf((kind) => plans.find(([name]) => name === kind)?.[1].parts[index] ?? '0')
    return rowOf(budgets.parts[index] ?? '0', atPlan, usedAt(atRates, year))
  })
  const whole = usedOf((kind) => plans.find(([name]) => name === kind)?.[1].whole ?? '0')
  const used = periods.map(({ year }) => usedAt(atRates, year))
  const known = used.flatMap((each) => (each === null ? [] : [each]))
  const real = known.length < used.length ? null : usedOf((kind) => sumOf(known.map((each) => each[kind])))
  return {
    currency,
    planRate,
    ...rowOf(budgets.whole, whole, real),
    years: rows.flatMap((row, index) => {
      const year = periods[index]?.year ?? null
      return year === null ? [] : [{ year, ...row }]
    }),
  }
}

const usedOf = (of: (kind: Kind) => string): Used => ({
  approved: of('approved'),
  pending: of('pending'),
  accrued: of('accrued'),
})

const nothing = usedOf(() => '0')

const usedAt = (atRates: readonly UsedAtRates[], year: number | null): Used | null => {
  const found = atRates.find((each) => each.year === year)
  return found ? found.used : nothing
}

function rowOf(budget: string, atPlan: Used, atRates: Used | null): OwnRow {
  const inAll = (used: Used) => sumOf(kinds.map((kind) => used[kind]))
  const left = (used: Used) => ({ ...used, available: differenceOf(budget, inAll(used)) })
  return {
    budget,
    atPlan: left(atPlan),
    atRates: atRates && left(atRates),
    difference: atRates && {
      ...usedOf((kind) => differenceOf(atPlan[kind], atRates[kind])),
      inAll: differenceOf(inAll(atPlan), inAll(atRates)),
    },
  }
}

// rates have ten digits after the point at most, and amounts four
const exactDigits = 24

interface AtRate {
  readonly rate: string
  /** What it is divided by, for amounts that come to a third currency. */
  readonly per?: string
  readonly digits: number
}

/**
 * The sum of amounts at a rate, half even, and each of them half even: what these differ from the whole is one smallest
 * unit each for those whose rounding took most, or gave most if it is too much.
 */
export function atRate(
  amounts: readonly string[],
  { rate, per = '1', digits }: AtRate,
): { readonly whole: string; readonly parts: readonly string[] } {
  const whole = quotientOf(productOf(sumOf(amounts), rate), per, digits)
  const exact = amounts.map((amount) => quotientOf(productOf(amount, rate), per, exactDigits))
  const parts = exact.map((amount) => roundedHalfEven(amount, digits))
  const left = differenceOf(whole, sumOf(parts))
  const sign = compareDecimals(left, '0')
  const unit = digits === 0 ? '1' : `0.${'0'.repeat(digits - 1)}1`
  const taken = exact.map((amount, index) => differenceOf(amount, parts[index] ?? '0'))
  const order = [...parts.keys()].toSorted(
    (a, b) => sign * compareDecimals(taken[b] ?? '0', taken[a] ?? '0') || a - b,
  )
  const moved = new Set(order.slice(0, Math.abs(Number(quotientOf(left, unit, 0)))))
  const step = sign < 0 ? differenceOf('0', unit) : unit
  return { whole, parts: parts.map((part, index) => (moved.has(index) ? sumOf([part, step]) : part)) }
}
