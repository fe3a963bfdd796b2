// What a matter may cost and has cost: its budget, and the sums of its invoices.
import { shownPersonColumns, shownPersonIn } from '../../identity/users/people-on-records.ts'
import { shiftOf } from '../../platform/time/fiscal-calendar.ts'
import { readFinancialSettings } from '../../identity/organisations/read-organisations.ts'
import { getMatterToSee } from '../../matters/access.ts'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { compareDecimals, sumOf } from '../../platform/decimal.ts'
import { forbidden } from '../../platform/errors.ts'
import type { Reader } from '../../platform/postgres/database.ts'
import { committingKinds, contingentOf, figuresOf } from '../arrangements/arrangement.ts'
import { listShares, type StoredShare } from '../arrangements/fee-shares.ts'
import {
  type Budget,
  type BudgetPart,
  type BudgetPeriod,
  type BudgetRow,
  type BudgetSpan,
  type Figures,
  fiscalYearOf,
  type Plan,
  periodsOf,
  planOf,
  rowOfYear,
  totalRow,
} from './budget.ts'
import { type Estimate, latestEstimates, listEstimates } from './estimates.ts'
import { listAccrued, listFigures, type OfMatter } from './figures.ts'
import { getOwnBudget } from './own-budget.ts'
import type { OwnBudget } from './plan-rate.ts'

/** The sums of invoices in one currency, without tax. Decimal text. */
export interface Spend {
  readonly currency: string
  readonly approved: string
  readonly pending: string
  /** Accrued for the latest closed month and not billed since. */
  readonly accrued: string
  /** Of fixed fees and success fees that are due, what is not billed. */
  readonly committed: string
  /** What may still become due of success fees; null where it is not known of one of them. */
  readonly contingent: string | null
}

export interface MatterMoney {
  /** All versions, the latest first. */
  readonly budgets: readonly Budget[]
  readonly spends: readonly Spend[]
  /** Of the whole budget, after all that is used; negative when it is exceeded. Null without one. */
  readonly available: string | null
  /** Empty without a budget. */
  readonly periods: readonly BudgetPeriod[]
  /** The budget in the own currency; null without a rate at which it is planned. */
  readonly ownBudget: OwnBudget | null
  /** The latest of each law firm. */
  readonly estimates: readonly Estimate[]
  /**
   * What is approved, pending, accrued and still to come in the currency of the budget, without tax; null without a
   * budget, or without an estimate in its currency.
   */
  readonly forecast: string | null
  /** False when invoices or estimates in other currencies than the budget's are not in these figures. */
  readonly complete: boolean
}

/**
 * The money of a matter, the same for everybody of its organisation who sees it. Throws not_found for those who do not,
 * and forbidden for people of law firms, who see their own invoices only.
 */
export async function getMatterMoney(
  { db, clock }: App,
  actor: Actor,
  matterId: number,
): Promise<MatterMoney> {
  const matter = await getMatterToSee(db, actor, matterId)
  if (matter.organisationId !== actor.organisationId) {
    throw forbidden('Budgets are for the organisation that owns the matter.')
  }
  const shift = await fiscalShift(db, matter)
  const [budgets, spent, accrued, all, shares] = await Promise.all([
    listBudgets(db, matter),
    listFigures(db, matter, { shift, byPhase: true }),
    listAccrued(db, matter, shift),
    listEstimates(db, matter),
    listShares(db, matter),
  ])
  const figures = [...spent, ...accrued]
  const estimates = latestEstimates(all)
  const plan = planOf(budgets[0])
  const spends = spendsOf(figures, shares)
  const periods = plan ? periodsOf(plan, figures, shift) : []
  return {
    budgets,
    spends,
    available: plan ? totalRow(plan, figures).available : null,
    periods,
    ownBudget: await getOwnBudget(db, matter, { budget: budgets[0], periods, shift, now: clock.now() }),
    estimates,
    forecast: plan ? forecastOf(plan, spends, estimates) : null,
    complete: plan === undefined || isComplete(plan, spends, estimates),
  }
}

/** The fiscal calendar of an organisation. */
export const fiscalShift = async (db: Reader, { organisationId }: Pick<OfMatter, 'organisationId'>) =>
  shiftOf(await readFinancialSettings(db, organisationId))

function spendsOf(figures: readonly Figures[], shares: readonly StoredShare[]): readonly Spend[] {
  const currencies = [...new Set([...figures, ...shares].map(({ currency }) => currency))]
  return currencies.map((currency) => {
    const own = figures.filter((each) => each.currency === currency)
    const sum = (name: 'approved' | 'pending' | 'accrued') => sumOf(own.map((each) => each[name]))
    const agreed = shares.filter((each) => each.currency === currency)
    const { committed } = figuresOf(agreed.filter(({ kind }) => committingKinds.includes(kind)))
    return {
      currency,
      approved: sum('approved'),
      pending: sum('pending'),
      accrued: sum('accrued'),
      committed,
      contingent: contingentOf(agreed),
    }
  })
}

function forecastOf(
  { currency }: Plan,
  spends: readonly Spend[],
  estimates: readonly Estimate[],
): string | null {
  const toCome = estimates.filter((each) => each.currency === currency)
  if (toCome.length === 0) return null
  const own = spends.filter((each) => each.currency === currency)
  const spent = own.flatMap(({ approved, pending, accrued }) => [approved, pending, accrued])
  return sumOf([...spent, ...toCome.map(({ amount }) => amount)])
}

const isComplete = (plan: Plan, spends: readonly Spend[], estimates: readonly Estimate[]): boolean =>
  !spends.some((spend) => isLeftOut(plan, spend)) &&
  estimates.every(({ amount, currency }) => currency === plan.currency || compareDecimals(amount, '0') === 0)

const isLeftOut = (plan: Plan, { currency, approved, pending, accrued }: Spend) =>
  currency !== plan.currency && compareDecimals(sumOf([approved, pending, accrued]), '0') !== 0

/** The versions of the budget of a matter that was fetched through its access.ts, the latest first. */
export async function listBudgets(db: Reader, { organisationId, id }: OfMatter): Promise<readonly Budget[]> {
  const rows = await db
    .selectFrom('matter_budgets as b')
    .innerJoin('users', 'users.id', 'b.set_by')
    .where('b.organisation_id', '=', organisationId)
    .where('b.matter_id', '=', id)
    .orderBy('b.version', 'desc')
    .select(['b.version', 'b.amount', 'b.currency', 'b.reason', 'b.set_at'])
    .select(['b.span', 'b.includes_tax', 'b.parts', 'b.plan_rate', 'b.plan_currency'])
    .select([...shownPersonColumns])
    .execute()
  return rows.map((row) => ({
    version: row.version,
    amount: row.amount,
    currency: row.currency,
    span: row.span as BudgetSpan,
    includesTax: row.includes_tax,
    parts: (row.parts ?? []) as unknown as readonly BudgetPart[],
    planRate:
      row.plan_rate === null || row.plan_currency === null
        ? null
        : { rate: row.plan_rate, into: row.plan_currency },
    reason: row.reason,
    by: shownPersonIn(row),
    at: row.set_at,
  }))
}

/** A plan, and what it leaves for an invoice. */
export interface Left {
  readonly plan: Plan
  readonly row: BudgetRow
}

/**
 * What the budget of a matter, which was fetched through its access.ts, leaves beside an invoice, which is left out of
 * it. Undefined without a budget.
 */
export async function leftFor(
  db: Reader,
  matter: OfMatter,
  { invoiceDate, without = 0 }: { readonly invoiceDate: string; readonly without?: number },
): Promise<Left | undefined> {
  const [latest] = await listBudgets(db, matter)
  const plan = planOf(latest)
  if (!plan) return undefined
  const shift = await fiscalShift(db, matter)
  const figures = await listFigures(db, matter, { shift, without })
  return { plan, row: rowOfYear(plan, fiscalYearOf(invoiceDate, shift), figures) }
}

/** An invoice with what is to be approved of it. */
export interface ToApprove {
  readonly id: number
  readonly currency: string
  readonly net: string
  readonly tax: string
}

/**
 * Whether approving this much more would exceed the budget of the matter, which was fetched through its access.ts; also
 * when the budget is in another currency, so that it cannot be compared. False without a budget.
 */
export async function wouldExceedBudget(db: Reader, matter: OfMatter, invoice: ToApprove): Promise<boolean> {
  // not through access.ts: only its day is asked, of an invoice that was fetched there
  const { invoice_date: invoiceDate } = await db
    .selectFrom('invoices')
    .where('organisation_id', '=', matter.organisationId)
    .where('id', '=', invoice.id)
    .select('invoice_date')
    .executeTakeFirstOrThrow()
  const left = await leftFor(db, matter, { invoiceDate })
  if (!left) return false
  const { plan, row } = left
  if (plan.currency !== invoice.currency) return true
  const more = plan.includesTax ? [invoice.net, invoice.tax] : [invoice.net]
  return compareDecimals(sumOf([row.approved, ...more]), row.budget ?? '0') > 0
}
