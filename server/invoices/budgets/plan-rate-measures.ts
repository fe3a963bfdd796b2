// Matters with a budget that is planned at a rate, in the currency of their organisation. docs/reports.md says what
// each figure means.
import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { mattersHiddenFrom, mattersVisibleTo } from '../../matters/access.ts'
import { matterDimensions } from '../../matters/measures.ts'
import { figureBase } from '../../platform/lists/figure-rows.ts'
import type { Catalogue } from '../../platform/lists/list-query.ts'
import type { Measure, Reportable } from '../../platform/lists/measures.ts'
import type { ReportList } from '../../platform/lists/report-list.ts'
import { kinds } from '../../records/kinds.ts'
import { amount } from '../measures.ts'
import { conversionOf } from '../own-currency/own-columns.ts'
import { isMissingRate, notCounted } from './budget-measures.ts'
import { withFigures } from './matter-figures.ts'
import { countingIn, realAccrued, realAmount } from './real-spend.ts'

// the tables that matter-figures.ts joins
const organisation = sql`matters.organisation_id`
const planCurrency = sql`matter_budget.plan_currency`
const rate = sql`matter_budget.plan_rate`
const includesTax = sql`matter_budget.includes_tax`

/** Of budgets whose plan rate is into the currency that the organisation has now. */
const isPlanned = sql<SqlBool>`(matter_budget.plan_currency
  = (select o.currency from organisations o where o.id = matters.organisation_id))`

const columns = {
  planCurrency: { kind: 'text', nullable: true, sql: planCurrency },
} as const satisfies Catalogue

function measuresAt(now: Date): Readonly<Record<string, Measure>> {
  const { at } = conversionOf(organisation, now)
  const atPlan = (value: RawBuilder<unknown>) => at(sql`coalesce(${value}, 0)`, rate)
  const budget = atPlan(sql`matter_budget.amount`)
  // each is rounded alone, as on the matter
  const planned = sql`(${atPlan(sql`matter_spend.approved`)} + ${atPlan(sql`matter_spend.pending`)}
    + ${atPlan(sql`matter_accrued.accrued`)})`
  // not through access.ts: only of matters that the reader sees, or whose figures alone are shown
  const counting = countingIn({ organisation, currency: sql`matter_budget.currency`, now })
  const invoices = sql`from ${counting.invoices} and invoices.matter_id = matters.id`
  const real = realAmount({ organisation, includesTax, now })
  const accrued = sql`(select case when not bool_or(a.amount is null) then sum(a.amount) end
    from (select ${realAccrued({ organisation, now })} as amount from ${counting.accruals} and e.matter_id = matters.id
      group by e.organisation_id, e.currency, e.month) a)`
  const actual = sql`((select coalesce(sum(${real}), 0) ${invoices}) + coalesce(${accrued}, 0))`
  const blockedBy = sql<SqlBool>`((select bool_or(${real} is null) ${invoices}) is true
    or (${accrued} is null and matter_accrued.accrued > 0))`
  const leftOut = {
    when: isMissingRate,
    because: notCounted,
  }
  const used = { blockedBy, leftOut }
  return {
    count: { title: 'Number', unit: 'count', as: 'sum', of: sql`1` },
    budget: amount('Budget at the plan rate', budget),
    usedAtPlan: amount('Used at the plan rate', planned, { leftOut }),
    used: amount('Used at the rates of invoices', actual, used),
    rateDifference: amount('Difference of rates', sql`(${planned} - ${actual})`, used),
    available: amount('Available', sql`(${budget} - ${actual})`, used),
  }
}

const reportableAt = (now: Date): Reportable => ({
  measures: measuresAt(now),
  dimensions: matterDimensions,
  currency: 'planCurrency',
  dates: ['created', 'closed'],
  open: ['createdAt', 'planCurrency'],
})

/** By everything that matters are reported by; each group opens the list of matters. */
export const planRateReportList: ReportList = {
  name: 'plannedBudgets',
  of: kinds.matter.many,
  title: 'Budgets at a plan rate',
  reportable: reportableAt,
  columns,
  organisation: sql<number>`matters.organisation_id`,
  seen: (db, actor, on) => figureBase(withFigures(mattersVisibleTo(db, actor), actor, on).where(isPlanned)),
  hidden: (db, actor, on) =>
    figureBase(withFigures(mattersHiddenFrom(db, actor), actor, on).where(isPlanned)),
  ownMeasures: ['count', 'budget', 'usedAtPlan', 'used', 'rateDifference', 'available'],
}
