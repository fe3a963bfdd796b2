// What the budgets of matters, their invoices, accruals and estimates come to, joined to matters for reports of many of
// them: each table is read once, and not for every matter and every figure.
import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { RecordRows } from '../../records/access.ts'
import type { Tables } from '../../platform/postgres/tables.ts'
import { netAmounts } from '../net-amounts.ts'
import { latestClosed, unbilledSince } from './figures.ts'

interface OfMatter {
  readonly matter_id: number
}

const { isApproved, isPending, ...of } = netAmounts('i')

/** The currency of what is counted of the matter of a row: that of its latest budget `b`, or of the organisation. */
const counted = (organisationId: number) =>
  sql`coalesce(b.currency, (select o.currency from organisations o where o.id = ${organisationId}))`

const latestBudgets = (organisationId: number) =>
  sql<OfMatter>`(select distinct on (matter_id) matter_id, amount, currency, includes_tax, plan_rate,
      plan_currency from matter_budgets
    where organisation_id = ${organisationId} order by matter_id, version desc)`

/** What is approved and pending of each matter. */
function spend(organisationId: number) {
  const isCounted = sql<SqlBool>`i.currency = ${counted(organisationId)}`
  const sum = (value: RawBuilder<unknown>, status: RawBuilder<unknown>) =>
    sql`sum(${value}) filter (where ${isCounted} and ${status})`
  const asBudget = (net: RawBuilder<unknown>, tax: RawBuilder<unknown>) =>
    sql`(${net} + case when b.includes_tax then ${tax} else 0 end)`
  // an expression, so that invoices are read as they are stored: following an index in the order of matters, for the
  // join, takes twice as long
  const matterId = sql`i.matter_id + 0`
  // not through access.ts: only of matters that the reader sees, or whose figures alone are shown
  return sql<OfMatter>`(select ${matterId} as matter_id,
      ${sum(asBudget(of.approved, of.approvedTax), isApproved)} as approved,
      ${sum(asBudget(of.billed, of.billedTax), isPending)} as pending, ${sum(of.approved, isApproved)} as approved_net,
      ${sum(of.billed, isPending)} as pending_net, bool_or(not (${isCounted})) as has_others
    from invoices i left join ${latestBudgets(organisationId)} b on b.matter_id = i.matter_id
    where i.organisation_id = ${organisationId} and (${isApproved} or ${isPending})
    group by ${matterId})`
}

const accrued = (organisationId: number) =>
  sql<OfMatter>`(select e.matter_id, ${unbilledSince} as accrued from accrual_entries e
    join accrual_periods p on p.organisation_id = e.organisation_id and p.month = e.month
    left join ${latestBudgets(organisationId)} b on b.matter_id = e.matter_id
    where e.organisation_id = ${organisationId} and e.month = ${latestClosed(sql`${organisationId}::bigint`)}
      and e.currency = ${counted(organisationId)} group by e.matter_id)`

/** Of the lines of the latest closed month. */
const ofMonth = (organisationId: number) =>
  sql<OfMatter>`(select l.matter_id, sum(l.amount) filter (where l.kind = 'Accrual') as accrual,
      sum(l.amount) filter (where l.kind = 'Reversal') as reversal, sum(l.amount) as movement from accrual_lines l
    left join ${latestBudgets(organisationId)} b on b.matter_id = l.matter_id
    where l.organisation_id = ${organisationId} and l.month = ${latestClosed(sql`${organisationId}::bigint`)}
      and l.currency = ${counted(organisationId)} group by l.matter_id)`

/** What law firms expect their work still to cost; of matters for which one has said it. */
const estimates = (organisationId: number) =>
  sql<OfMatter>`(select e.matter_id, sum(e.amount) as amount from (
      select distinct on (matter_id, provider_id) matter_id, currency, amount from matter_estimates
      where organisation_id = ${organisationId} order by matter_id, provider_id, version desc) e
    left join ${latestBudgets(organisationId)} b on b.matter_id = e.matter_id
    where e.currency = ${counted(organisationId)} group by e.matter_id)`

/** The matters of an organisation with these figures: one row each, and what a report does not ask for is not read. */
export const withFigures = (matters: RecordRows<Tables, 'matters'>, organisationId: number) =>
  matters
    .leftJoin(latestBudgets(organisationId).as('matter_budget'), (join) =>
      join.onRef('matter_budget.matter_id', '=', 'matters.id'),
    )
    .leftJoin(spend(organisationId).as('matter_spend'), (join) =>
      join.onRef('matter_spend.matter_id', '=', 'matters.id'),
    )
    .leftJoin(accrued(organisationId).as('matter_accrued'), (join) =>
      join.onRef('matter_accrued.matter_id', '=', 'matters.id'),
    )
    .leftJoin(ofMonth(organisationId).as('matter_month'), (join) =>
      join.onRef('matter_month.matter_id', '=', 'matters.id'),
    )
    .leftJoin(estimates(organisationId).as('matter_estimate'), (join) =>
      join.onRef('matter_estimate.matter_id', '=', 'matters.id'),
    )
