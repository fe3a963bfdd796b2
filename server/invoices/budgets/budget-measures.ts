// What the budgets of matters and the invoices against them add to the reports of matters. Amounts in the currency of
// the budget, or of the organisation where there is none; without tax, unless the budget is with tax.
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Catalogue } from '../../platform/lists/list-query.ts'
import type { Measure } from '../../platform/lists/measures.ts'
import { committedOf } from '../arrangements/fee-shares.ts'
import { amount } from '../measures.ts'
import { netAmounts } from '../net-amounts.ts'
import { latestClosed, unbilledSince } from './figures.ts'

/** The latest version of the budget. */
const latest = (
  column: 'amount' | 'currency' | 'includes_tax',
) => sql`(select ${sql.ref(`b.${column}`)} from matter_budgets b
  where b.organisation_id = matters.organisation_id and b.matter_id = matters.id order by b.version desc limit 1)`

const budget = latest('amount')
const currency = sql`coalesce(${latest('currency')},
  (select o.currency from organisations o where o.id = matters.organisation_id))`

// not through access.ts: only of matters that the reader sees, or whose figures alone are shown
const ofInvoices = (sum: RawBuilder<unknown>, where: RawBuilder<SqlBool>) =>
  sql`(select ${sum} from invoices i where i.organisation_id = matters.organisation_id and i.matter_id = matters.id
    and ${where})`

const isOfCurrency = sql<SqlBool>`i.currency = ${currency}`
const { isApproved, isPending, ...of } = netAmounts('i')
/** As the budget is, with or without tax. */
const counted = (net: RawBuilder<unknown>, tax: RawBuilder<unknown>) =>
  sql`sum(${net} + case when ${latest('includes_tax')} then ${tax} else 0 end)`
const approved = ofInvoices(counted(of.approved, of.approvedTax), sql`${isOfCurrency} and ${isApproved}`)
const pending = ofInvoices(counted(of.billed, of.billedTax), sql`${isOfCurrency} and ${isPending}`)
// not through access.ts: as the invoices above
const accrued = sql`(select ${unbilledSince} from accrual_entries e
  join accrual_periods p on p.organisation_id = e.organisation_id and p.month = e.month
  where e.organisation_id = matters.organisation_id and e.matter_id = matters.id and e.currency = ${currency}
    and e.month = ${latestClosed(sql`matters.organisation_id`)})`
/** What law firms expect their work still to cost; null where none has said. */
const estimate = sql`(select sum(e.amount) from matter_estimates e where e.organisation_id = matters.organisation_id
  and e.matter_id = matters.id and e.currency = ${currency} and not exists (select from matter_estimates later
    where later.organisation_id = e.organisation_id and later.matter_id = e.matter_id
      and later.provider_id = e.provider_id and later.version > e.version))`
const spent = sql`(coalesce(${approved}, 0) + coalesce(${pending}, 0) + ${accrued})`

/** Without tax, also beside a budget with tax. */
const forecast = sql`(coalesce(${ofInvoices(sql`sum(${of.approved})`, sql`${isOfCurrency} and ${isApproved}`)}, 0)
  + coalesce(${ofInvoices(sql`sum(${of.billed})`, sql`${isOfCurrency} and ${isPending}`)}, 0) + ${accrued} + ${estimate})`

/** Of the lines of the latest closed month. */
const ofMonth = (where: RawBuilder<SqlBool>) => sql`(select coalesce(sum(l.amount), 0) from accrual_lines l
  where l.organisation_id = matters.organisation_id and l.matter_id = matters.id and l.currency = ${currency}
    and l.month = ${latestClosed(sql`matters.organisation_id`)} and ${where})`

// not through access.ts: as the invoices above
const committed =
  committedOf(sql<SqlBool>`a.organisation_id = matters.organisation_id and a.matter_id = matters.id
  and a.currency = ${currency}`)

const leftOut = {
  when: ofInvoices(
    sql`count(*) > 0`,
    sql`not (${isOfCurrency}) and (${isApproved} or ${isPending})`,
  ) as RawBuilder<SqlBool>,
  because:
    'Invoices in other currencies than the budget of their matter are not in these figures: they are not converted.',
}

/** The currency that they are in, as a column. */
export const budgetCurrencyColumn = {
  budgetCurrency: { kind: 'text', nullable: false, sql: currency },
} as const satisfies Catalogue

/** The measures. */
export const budgetMeasures = {
  budget: amount('Budget', budget),
  approved: amount('Approved', approved, { leftOut }),
  pending: amount('Pending', pending, { leftOut }),
  accrued: amount('Accrued and not billed since', accrued, { leftOut }),
  committed: amount('Committed in fixed fees', committed, { leftOut }),
  monthAccrual: amount('Accrued for the month', ofMonth(sql`l.kind = 'Accrual'`), { leftOut }),
  monthReversal: amount('Reversed from the month before', ofMonth(sql`l.kind = 'Reversal'`), { leftOut }),
  monthMovement: amount('Movement of accruals', ofMonth(sql`true`), { leftOut }),
  available: amount('Available', sql`(${budget} - ${spent})`, { leftOut }),
  estimate: amount('Estimate to complete', estimate, { leftOut }),
  forecast: amount('Forecast', forecast, { leftOut }),
  overForecast: amount('Forecast over budget', sql`(${forecast} - ${budget})`, { leftOut }),
  usedPercent: {
    title: 'Budget used, percent',
    unit: 'percent',
    as: 'ratio',
    of: sql`(case when ${budget} is not null then 100 * ${spent} end)`,
    per: budget,
    isSpend: true,
    leftOut,
  },
} as const satisfies Readonly<Record<string, Measure>>
