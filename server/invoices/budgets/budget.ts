// Budgets of matters: terms, and what one leaves. docs/money.md has the formulas.
//
// span      what an amount is for: the whole life of the matter, or one fiscal year
// part      what of the budget is for a phase, a fiscal year or both
// phase     the first digit of task codes: L310 to L390 are of the phase L300
// approved  what was approved, paid or not
// pending   what is posted or in review, as it was billed
// accrued   what is accrued for the latest closed month and was not billed since
import { compareDecimals, differenceOf, sumOf } from '../../platform/decimal.ts'
import { addDays } from '../../platform/time/local-time.ts'
import { type FiscalShift, periodAround } from '../../platform/time/fiscal-calendar.ts'
import { taskCodes } from '../ledes/codes.ts'
import type { ShownPerson } from '../../identity/users/people-on-records.ts'

export const budgetSpans = ['Lifetime', 'Yearly'] as const
export type BudgetSpan = (typeof budgetSpans)[number]

export interface BudgetPart {
  /** Null for all else: work of other phases or without a task code, expenses. */
  readonly phase: string | null
  /** A fiscal year, by the year in which it ends; null in a budget for the whole life of the matter. */
  readonly year: number | null
  /** Decimal text. */
  readonly amount: string
}

/** What is planned, in one currency. */
export interface Plan {
  /** The sum of the parts, where there are any. Decimal text. */
  readonly amount: string
  readonly currency: string
  readonly span: BudgetSpan
  /** Whether amounts are with tax. */
  readonly includesTax: boolean
  readonly parts: readonly BudgetPart[]
}

/** At what rate a budget in another currency is planned. */
export interface PlanRate {
  /** Decimal text: what one unit of the currency of the budget is in the own currency. */
  readonly rate: string
  /** The own currency of the time when it was set. */
  readonly into: string
}

/** A version of a budget. */
export interface Budget extends Omit<Plan, 'amount'> {
  /** Counts the changes from 1. */
  readonly version: number
  /** Null where the budget was taken away. */
  readonly amount: string | null
  /** Null without one. */
  readonly planRate: PlanRate | null
  readonly reason: string | null
  readonly by: ShownPerson
  readonly at: Date
}

/** The plan of the latest version; undefined without a budget. */
export function planOf(latest: Budget | undefined): Plan | undefined {
  return latest === undefined || latest.amount === null ? undefined : { ...latest, amount: latest.amount }
}

/** The phases that task codes are of. */
export const phases: ReadonlySet<string> = new Set(
  [...taskCodes].map((code) => `${code.slice(0, 2)}00`).toSorted(),
)

/** What invoices come to, of one currency, fiscal year and phase. Decimal texts. */
export interface Figures {
  readonly currency: string
  readonly year: number
  /** Null for what has no phase, and where phases are not asked for. */
  readonly phase: string | null
  readonly approved: string
  readonly approvedTax: string
  readonly pending: string
  readonly pendingTax: string
  /** Always without tax: the tax of what is not billed is not known. */
  readonly accrued: string
}

/** What is planned, used and left. Decimal texts. */
export interface BudgetRow {
  /** Null where nothing is planned for it alone. */
  readonly budget: string | null
  readonly approved: string
  readonly pending: string
  readonly accrued: string
  readonly available: string | null
}

export interface PhaseRow extends BudgetRow {
  readonly phase: string | null
}

/** A budget for the whole life of a matter has one period, a yearly one a period for each fiscal year. */
export interface BudgetPeriod extends BudgetRow {
  /** Null for the whole life. */
  readonly year: number | null
  /** Of the fiscal year. */
  readonly from: string | null
  readonly to: string | null
  /** In the order of their codes; last what has no phase. */
  readonly phases: readonly PhaseRow[]
}

const isSame = (a: string | null, b: string | null) => a === b

function rowOf({ includesTax }: Plan, budget: string | null, figures: readonly Figures[]): BudgetRow {
  const sum = (net: 'approved' | 'pending') =>
    sumOf(figures.flatMap((each) => (includesTax ? [each[net], each[`${net}Tax`]] : [each[net]])))
  const [approved, pending] = [sum('approved'), sum('pending')]
  const accrued = sumOf(figures.map((each) => each.accrued))
  const available = budget === null ? null : differenceOf(budget, sumOf([approved, pending, accrued]))
  return { budget, approved, pending, accrued, available }
}

/** The plan beside what invoices in its currency come to. */
export const totalRow = (plan: Plan, figures: readonly Figures[]): BudgetRow =>
  rowOf(plan, plan.amount, inCurrency(plan, figures))

const inCurrency = ({ currency }: Plan, figures: readonly Figures[]) =>
  figures.filter((each) => each.currency === currency)

const amountOf = (parts: readonly BudgetPart[]): string => sumOf(parts.map(({ amount }) => amount))

/** What a yearly plan is for a year, nothing if the year is not in it; of any other plan the whole. */
const plannedIn = ({ span, amount, parts }: Plan, year: number): string =>
  span === 'Lifetime' ? amount : amountOf(parts.filter((part) => part.year === year))

/** The figures that count against the same amount as those of a year. */
const countedWith = (plan: Plan, year: number, figures: readonly Figures[]): readonly Figures[] =>
  inCurrency(plan, figures).filter((each) => plan.span === 'Lifetime' || each.year === year)

/** What the amount that an invoice of this fiscal year counts against is, and what is used of it. */
export const rowOfYear = (plan: Plan, year: number, figures: readonly Figures[]): BudgetRow =>
  rowOf(plan, plannedIn(plan, year), countedWith(plan, year, figures))

/** The periods of a plan with their phases, from the first year to the last. */
export function periodsOf(
  plan: Plan,
  figures: readonly Figures[],
  shift: FiscalShift,
): readonly BudgetPeriod[] {
  const years =
    plan.span === 'Lifetime'
      ? [null]
      : [...plan.parts, ...inCurrency(plan, figures)]
          .flatMap(({ year }) => year ?? [])
          .filter((year, index, all) => all.indexOf(year) === index)
          .toSorted((a, b) => a - b)
  return years.map((year) => {
    const counted = year === null ? inCurrency(plan, figures) : countedWith(plan, year, figures)
    const parts = plan.parts.filter((part) => part.year === year)
    return {
      year,
      ...daysOf(year, shift),
      ...rowOf(plan, year === null ? plan.amount : plannedIn(plan, year), counted),
      phases: phasesOf(plan, parts, counted),
    }
  })
}

function phasesOf(
  plan: Plan,
  parts: readonly BudgetPart[],
  figures: readonly Figures[],
): readonly PhaseRow[] {
  const names = [...new Set([...parts, ...figures].map(({ phase }) => phase))]
  return names
    .toSorted((a, b) => (a === null ? 1 : b === null ? -1 : a < b ? -1 : 1))
    .map((phase) => {
      const ofPhase = parts.filter((part) => isSame(part.phase, phase))
      const budget = ofPhase.length === 0 ? null : amountOf(ofPhase)
      const used = figures.filter((each) => isSame(each.phase, phase))
      return { phase, ...rowOf(plan, budget, used) }
    })
}

/** The fiscal year that a day is in, by the year in which it ends. */
export const fiscalYearOf = (day: string, shift: FiscalShift): number =>
  Number(addDays(periodAround(day, 'Year', shift).to, -1).slice(0, 4))

/** The first and the last day of a fiscal year. */
function daysOf(year: number | null, shift: FiscalShift): Pick<BudgetPeriod, 'from' | 'to'> {
  if (year === null) return { from: null, to: null }
  // some day of a year that ends then or in the next one
  const around = periodAround(`${year}-01-01`, 'Year', shift)
  const last = addDays(around.to, -1)
  const { from, to } = last.startsWith(String(year))
    ? around
    : periodAround(addDays(around.from, -1), 'Year', shift)
  return { from, to: addDays(to, -1) }
}

/** Whether two plans are the same, however their amounts are written. */
export const isSamePlan = (a: Plan, b: Plan): boolean =>
  a.currency === b.currency &&
  a.span === b.span &&
  a.includesTax === b.includesTax &&
  compareDecimals(a.amount, b.amount) === 0 &&
  a.parts.length === b.parts.length &&
  a.parts.every(({ phase, year, amount }, index) => {
    const other = b.parts[index]
    return (
      other !== undefined &&
      phase === other.phase &&
      year === other.year &&
      compareDecimals(amount, other.amount) === 0
    )
  })
