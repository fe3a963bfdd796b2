// What the budgets of matters and the invoices against them add to the reports of matters. Amounts in the currency of
// the budget, or of the organisation where there is none; without tax, unless the budget is with tax.
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Catalogue } from '../../platform/lists/list-query.ts'
import type { Measure } from '../../platform/lists/measures.ts'
import { committedOf, contingentIn, isUnknownIn } from '../arrangements/fee-shares.ts'
import { amount } from '../measures.ts'

// the tables that matter-figures.ts joins
const budget = sql`matter_budget.amount`
const currency = sql`coalesce(matter_budget.currency,
  (select o.currency from organisations o where o.id = matters.organisation_id))`
const approved = sql`matter_spend.approved`
const pending = sql`matter_spend.pending`
const orNothing = (value: RawBuilder<unknown>) => sql`coalesce(${value}, 0)`
const accrued = orNothing(sql`matter_accrued.accrued`)
const estimate = sql`matter_estimate.amount`
const spent = sql`(${orNothing(approved)} + ${orNothing(pending)} + ${accrued})`

/** Without tax, also beside a budget with tax. */
const forecast = sql`(coalesce(matter_spend.approved_net, 0) + coalesce(matter_spend.pending_net, 0)
  + ${accrued} + ${estimate})`

// not through access.ts: as the invoices above
const ofMatter = sql<SqlBool>`a.organisation_id = matters.organisation_id and a.matter_id = matters.id
  and a.currency = ${currency}`

const unknownFees = {
  when: isUnknownIn(ofMatter),
  because:
    'Success fees in percent without a maximum are not in these figures: what they can come to is not known.',
}

/** SQL: whether something of the matter does not count, as its rate of exchange is missing. */
export const isMissingRate = sql<SqlBool>`(matter_spend.is_missing or matter_accrued.is_missing)`

/** The sentence that says so. */
export const notCounted =
  'Amounts whose rate of exchange is missing are not in these figures; no percentage is shown with them.'

const leftOut = { when: isMissingRate, because: notCounted }
const leftOutOfMonth = { when: sql<SqlBool>`matter_month.is_missing`, because: notCounted }
const leftOutOfForecast = {
  when: sql<SqlBool>`(${isMissingRate} or matter_estimate.is_missing)`,
  because: notCounted,
}

/** The currency that they are in, as a column. */
export const budgetCurrencyColumn = {
  budgetCurrency: { kind: 'text', nullable: false, sql: currency },
} as const satisfies Catalogue

/** The measures. */
export const budgetMeasures = {
  budget: amount('Budget', budget, { isTarget: true, tax: 'AsBudget' }),
  approved: amount('Approved', approved, { leftOut, tax: 'AsBudget' }),
  pending: amount('Pending', pending, { leftOut, tax: 'AsBudget' }),
  accrued: amount('Accrued and not billed since', accrued, { leftOut }),
  committed: amount('Committed in agreed fees', committedOf(ofMatter), { leftOut }),
  contingent: amount('Contingent success fees', contingentIn(ofMatter), { leftOut: unknownFees }),
  monthAccrual: amount('Accrued for the month', orNothing(sql`matter_month.accrual`), {
    leftOut: leftOutOfMonth,
  }),
  monthReversal: amount('Reversed from the month before', orNothing(sql`matter_month.reversal`), {
    leftOut: leftOutOfMonth,
  }),
  monthMovement: amount('Movement of accruals', orNothing(sql`matter_month.movement`), {
    leftOut: leftOutOfMonth,
    isDerived: true,
  }),
  available: amount('Available', sql`(${budget} - ${spent})`, { leftOut, isDerived: true }),
  estimate: amount('Estimate to complete', estimate, { leftOut: leftOutOfForecast }),
  forecast: amount('Forecast', forecast, { leftOut: leftOutOfForecast, isTarget: true }),
  overForecast: amount('Forecast over budget', sql`(${forecast} - ${budget})`, {
    leftOut: leftOutOfForecast,
    isDerived: true,
  }),
  usedPercent: {
    title: 'Budget used, percent',
    unit: 'percent',
    as: 'ratio',
    of: sql`(case when ${budget} is not null then 100 * ${spent} end)`,
    per: budget,
    isSpend: true,
    leftOut,
    blockedBy: sql<SqlBool>`(${budget} is not null and ${isMissingRate})`,
  },
} as const satisfies Readonly<Record<string, Measure>>
