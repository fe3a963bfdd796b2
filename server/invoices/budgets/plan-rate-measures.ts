// Matters with a budget that is planned at a rate, in the currency of their organisation. docs/reports.md says what
// each figure means.
import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { mattersHiddenFrom, mattersVisibleTo } from '../../matters/access.ts'
import { matterDimensions } from '../../matters/measures.ts'
import { figureBase } from '../../platform/lists/figure-rows.ts'
import type { Catalogue } from '../../platform/lists/list-query.ts'
import type { Measure, Reportable } from '../../platform/lists/measures.ts'
import type { ReadOn, ReportList } from '../../platform/lists/report-list.ts'
import type { Tables } from '../../platform/postgres/tables.ts'
import type { Actor } from '../../platform/actor.ts'
import type { RecordRows } from '../../records/access.ts'
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
  const actual = sql`matter_real.used`
  const leftOut = {
    when: isMissingRate,
    because: notCounted,
  }
  const used = { blockedBy: sql<SqlBool>`matter_real.is_unknown`, leftOut }
  return {
    count: { title: 'Number', unit: 'count', as: 'sum', of: sql`1` },
    budget: amount('Budget at the plan rate', budget),
    usedAtPlan: amount('Used at the plan rate', planned, { leftOut }),
    used: amount('Used at the rates of invoices', actual, used),
    rateDifference: amount('Difference of rates', sql`(${planned} - ${actual})`, used),
    available: amount('Available', sql`(${budget} - ${actual})`, used),
  }
}

/** What is used of a matter at the rates of its invoices and accruals, and whether one of these is missing. */
function realFigures(now: Date) {
  // not through access.ts: only of matters that the reader sees, or whose figures alone are shown
  const counting = countingIn({ organisation, currency: sql`matter_budget.currency`, now })
  // `offset 0`: each amount is worked out once
  const invoices = sql`(select coalesce(sum(x.amount), 0) as used, bool_or(x.amount is null) as is_unknown
    from (select ${realAmount({ organisation, includesTax, now })} as amount from ${counting.invoices}
      and invoices.matter_id = matters.id offset 0) x)`
  const accruals = sql`(select case when not bool_or(x.amount is null) then sum(x.amount) end as used
    from (select ${realAccrued({ organisation, now })} as amount from ${counting.accruals} and e.matter_id = matters.id
      group by e.organisation_id, e.currency, e.month offset 0) x)`
  return sql<{
    readonly used: string
    readonly is_unknown: boolean
  }>`(select i.used + coalesce(a.used, 0) as used,
    (i.is_unknown is true or (a.used is null and matter_accrued.accrued > 0)) as is_unknown
    from ${invoices} i, ${accruals} a)`.as('matter_real')
}

const plannedMatters = (matters: RecordRows<Tables, 'matters'>, actor: Actor, on: ReadOn) =>
  figureBase(
    withFigures(matters, actor, on)
      .where(isPlanned)
      .leftJoinLateral(realFigures(on.now), (join) => join.onTrue()),
  )

const reportableAt = (now: Date): Reportable => ({
  measures: measuresAt(now),
  dimensions: matterDimensions,
  currency: 'planCurrency',
  dates: ['created', 'closed'],
  open: ['state', 'createdAt', 'planCurrency'],
})

/** By everything that matters are reported by; each group opens the list of matters. */
export const planRateReportList: ReportList = {
  name: 'plannedBudgets',
  of: kinds.matter.many,
  rows: null,
  title: 'Budgets at a plan rate',
  reportable: reportableAt,
  columns,
  organisation: sql<number>`matters.organisation_id`,
  seen: (db, actor, on) => plannedMatters(mattersVisibleTo(db, actor), actor, on),
  hidden: (db, actor, on) => plannedMatters(mattersHiddenFrom(db, actor), actor, on),
  ownMeasures: ['count', 'budget', 'usedAtPlan', 'used', 'rateDifference', 'available'],
}
