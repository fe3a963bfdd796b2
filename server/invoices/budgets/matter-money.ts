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
import { atRate, type OwnBudget } from './plan-rate.ts'
import { type BetweenRate, readRate, sameCurrency } from '../own-currency/read-rate.ts'
import { currencyDigits } from '../../platform/currencies.ts'

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
  /** What is not in these figures, as its rate is missing: by currency, without tax. */
  readonly notCounted: readonly { readonly currency: string; readonly amount: string }[]
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
  const [shift, now] = [await fiscalShift(db, matter), clock.now()]
  const [budgets, spent, accrued, all, shares] = await Promise.all([
    listBudgets(db, matter),
    listFigures(db, matter, { shift, now, byPhase: true }),
    listAccrued(db, matter, { shift, now }),
    listEstimates(db, matter),
    listShares(db, matter),
  ])
  const figures = [...spent, ...accrued]
  const counted = figures.map((each) => each.counted)
  const estimates = latestEstimates(all)
  const plan = planOf(budgets[0])
  const toCome = plan ? await estimatesIn(db, matter, { plan, estimates, now }) : []
  const periods = plan ? periodsOf(plan, counted, shift) : []
  return {
    budgets,
    spends: spendsOf(figures, shares),
    available: plan ? totalRow(plan, counted).available : null,
    periods,
    ownBudget: await getOwnBudget(db, matter, { budget: budgets[0], periods, shift, now }),
    estimates,
    forecast: plan ? forecastOf(plan, counted, toCome) : null,
    notCounted: plan ? notCountedIn(plan, counted, toCome) : [],
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

interface ToCome {
  readonly currency: string
  readonly amount: string
}

/** Estimates in the currency of the plan at the rate of today; those whose rate is missing as they are. */
async function estimatesIn(
  db: Reader,
  { organisationId }: OfMatter,
  { plan, estimates, now }: { plan: Plan; estimates: readonly Estimate[]; now: Date },
): Promise<readonly ToCome[]> {
  const digits = currencyDigits(plan.currency)
  const one = async ({ currency, amount }: Estimate): Promise<ToCome> => {
    if (currency === plan.currency) return { currency, amount }
    const rate = await readRate(db, { organisationId, now, from: currency, into: plan.currency })
    return rate
      ? { currency: plan.currency, amount: atRate([amount], { ...rate, digits }).whole }
      : { currency, amount }
  }
  return Promise.all(estimates.map(one))
}

const spentOf = (some: readonly Figures[]) =>
  some.flatMap(({ approved, pending, accrued }) => [approved, pending, accrued])

function forecastOf(
  { currency }: Plan,
  counted: readonly Figures[],
  toCome: readonly ToCome[],
): string | null {
  const isIn = (each: { readonly currency: string }) => each.currency === currency
  if (!toCome.some(isIn)) return null
  return sumOf([...spentOf(counted.filter(isIn)), ...toCome.filter(isIn).map(({ amount }) => amount)])
}

function notCountedIn(
  plan: Plan,
  counted: readonly Figures[],
  toCome: readonly ToCome[],
): MatterMoney['notCounted'] {
  const amounts = [
    ...counted.map((each) => ({ currency: each.currency, amount: sumOf(spentOf([each])) })),
    ...toCome,
  ].filter(({ currency }) => currency !== plan.currency)
  return [...Map.groupBy(amounts, ({ currency }) => currency)]
    .map(([currency, some]) => ({ currency, amount: sumOf(some.map(({ amount }) => amount)) }))
    .filter(({ amount }) => compareDecimals(amount, '0') !== 0)
}

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
  /** What amounts of the invoice come to in the currency of the plan; undefined where the rate is missing. */
  readonly rate: BetweenRate | undefined
}

interface ForInvoice {
  readonly invoiceDate: string
  readonly currency: string
  readonly now: Date
  readonly without?: number
}

/**
 * What the budget of a matter, which was fetched through its access.ts, leaves beside an invoice that is not approved,
 * which is left out of it. Undefined without a budget.
 */
export async function leftFor(
  db: Reader,
  matter: OfMatter,
  { invoiceDate, currency, now, without = 0 }: ForInvoice,
): Promise<Left | undefined> {
  const [latest] = await listBudgets(db, matter)
  const plan = planOf(latest)
  if (!plan) return undefined
  const { organisationId } = matter
  const shift = await fiscalShift(db, matter)
  const figures = await listFigures(db, matter, { shift, now, without })
  const counted = figures.map((each) => each.counted)
  const between = { organisationId, now, from: currency, into: plan.currency, invoiceDate }
  return {
    plan,
    row: rowOfYear(plan, fiscalYearOf(invoiceDate, shift), counted),
    rate: currency === plan.currency ? sameCurrency : await readRate(db, between),
  }
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
 * when its rate is missing, so that it cannot be compared. False without a budget.
 */
export async function wouldExceedBudget(
  db: Reader,
  matter: OfMatter,
  { invoice, now }: { readonly invoice: ToApprove; readonly now: Date },
): Promise<boolean> {
  const { id, currency, net, tax } = invoice
  // not through access.ts: only its day is asked, of an invoice that was fetched there
  const { invoice_date: invoiceDate } = await db
    .selectFrom('invoices')
    .where('organisation_id', '=', matter.organisationId)
    .where('id', '=', id)
    .select('invoice_date')
    .executeTakeFirstOrThrow()
  const left = await leftFor(db, matter, { invoiceDate, currency, now })
  if (!left) return false
  const { plan, row, rate } = left
  if (!rate) return true
  const more = sumOf(plan.includesTax ? [net, tax] : [net])
  const { whole } = atRate([more], { ...rate, digits: currencyDigits(plan.currency) })
  return compareDecimals(sumOf([row.approved, whole]), row.budget ?? '0') > 0
}
