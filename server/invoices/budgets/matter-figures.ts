// What the budgets of matters, their invoices, accruals and estimates come to, joined to matters for reports of many of
// them: each table is read once, and not for every matter and every figure.
import { type RawBuilder, sql } from 'kysely'
import type { RecordRows } from '../../records/access.ts'
import type { Tables } from '../../platform/postgres/tables.ts'
import { netAmounts } from '../net-amounts.ts'
import type { Actor } from '../../platform/actor.ts'
import type { ReadOn } from '../../platform/lists/report-list.ts'
import { postedSince } from '../accruals/posted-since.ts'
import { exchanged, exchangeRates, isNotExchanged } from '../own-currency/exchange.ts'
import { lastDayOfEntry, latestClosed } from './figures.ts'

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
function spend(organisationId: number, now: Date) {
  const exchange = { from: sql.ref('i.currency'), into: counted(organisationId) }
  const rates = exchangeRates(sql`${organisationId}::bigint`, now).ofInvoices('i', exchange.into)
  const sum = (value: RawBuilder<unknown>, status: RawBuilder<unknown>) =>
    sql`sum(${exchanged(value, exchange)}) filter (where ${status})`
  const asBudget = (net: RawBuilder<unknown>, tax: RawBuilder<unknown>) =>
    sql`(${net} + case when b.includes_tax then ${tax} else 0 end)`
  // an expression, so that invoices are read as they are stored: following an index in the order of matters, for the
  // join, takes twice as long
  const matterId = sql`i.matter_id + 0`
  // not through access.ts: only of matters that the reader sees, or whose figures alone are shown
  return sql<OfMatter>`(select ${matterId} as matter_id,
      ${sum(asBudget(of.approved, of.approvedTax), isApproved)} as approved,
      ${sum(asBudget(of.billed, of.billedTax), isPending)} as pending, ${sum(of.approved, isApproved)} as approved_net,
      ${sum(of.billed, isPending)} as pending_net, bool_or(${isNotExchanged(exchange)}) as is_missing
    from invoices i left join ${latestBudgets(organisationId)} b on b.matter_id = i.matter_id
    left join lateral ${rates} as exchange on true
    where i.organisation_id = ${organisationId} and (${isApproved} or ${isPending})
    group by ${matterId})`
}

/** Amounts `x` of matters, by the day that chooses their rate, as they count against the budgets of these. */
function countedAmounts(organisationId: number, now: Date, day?: RawBuilder<unknown>) {
  const exchange = { from: sql.ref('x.currency'), into: counted(organisationId) }
  const rates = exchangeRates(sql`${organisationId}::bigint`, now)
  return {
    amount: (value: RawBuilder<unknown>) => exchanged(value, exchange),
    isMissing: sql`coalesce(bool_or(${isNotExchanged(exchange)} and x.amount <> 0), false) as is_missing`,
    joins: sql`left join ${latestBudgets(organisationId)} b on b.matter_id = x.matter_id
      left join lateral ${rates.onDay(day ?? rates.today, exchange)} as exchange on true`,
  }
}

function accrued(organisationId: number, now: Date) {
  const { amount, isMissing, joins } = countedAmounts(organisationId, now, sql`x.day`)
  return sql<OfMatter>`(select x.matter_id, coalesce(sum(${amount(sql`x.amount`)}), 0) as accrued, ${isMissing} from (
      select e.matter_id, e.currency, ${lastDayOfEntry} as day, greatest(e.basis - ${postedSince}, 0) as amount
      from accrual_entries e
      join accrual_periods p on p.organisation_id = e.organisation_id and p.month = e.month
      where e.organisation_id = ${organisationId} and e.month = ${latestClosed(sql`${organisationId}::bigint`)}) x
    ${joins} group by x.matter_id)`
}

/** Of the lines of the latest closed month; what is reversed has the rate of the month in which it was accrued. */
function ofMonth(organisationId: number, now: Date) {
  const day = sql`(case when x.kind = 'Accrual' then x.month + interval '1 month' else x.month end - interval '1 day')::date`
  const { amount, isMissing, joins } = countedAmounts(organisationId, now, day)
  const own = amount(sql`x.amount`)
  return sql<OfMatter>`(select x.matter_id, sum(${own}) filter (where x.kind = 'Accrual') as accrual,
      sum(${own}) filter (where x.kind = 'Reversal') as reversal, sum(${own}) as movement, ${isMissing}
    from accrual_lines x ${joins}
    where x.organisation_id = ${organisationId} and x.month = ${latestClosed(sql`${organisationId}::bigint`)}
    group by x.matter_id)`
}

/** What law firms expect their work still to cost, at the rate of today; of matters for which one has said it. */
function estimates(organisationId: number, now: Date) {
  const { amount, isMissing, joins } = countedAmounts(organisationId, now)
  return sql<OfMatter>`(select x.matter_id, sum(${amount(sql`x.amount`)}) as amount, ${isMissing} from (
      select distinct on (matter_id, provider_id) matter_id, currency, amount from matter_estimates
      where organisation_id = ${organisationId} order by matter_id, provider_id, version desc) x
    ${joins} group by x.matter_id)`
}

/** The matters of an organisation with these figures: one row each, and what a report does not ask for is not read. */
export const withFigures = (
  matters: RecordRows<Tables, 'matters'>,
  { organisationId }: Pick<Actor, 'organisationId'>,
  { now }: Pick<ReadOn, 'now'>,
) =>
  matters
    .leftJoin(latestBudgets(organisationId).as('matter_budget'), (join) =>
      join.onRef('matter_budget.matter_id', '=', 'matters.id'),
    )
    .leftJoin(spend(organisationId, now).as('matter_spend'), (join) =>
      join.onRef('matter_spend.matter_id', '=', 'matters.id'),
    )
    .leftJoin(accrued(organisationId, now).as('matter_accrued'), (join) =>
      join.onRef('matter_accrued.matter_id', '=', 'matters.id'),
    )
    .leftJoin(ofMonth(organisationId, now).as('matter_month'), (join) =>
      join.onRef('matter_month.matter_id', '=', 'matters.id'),
    )
    .leftJoin(estimates(organisationId, now).as('matter_estimate'), (join) =>
      join.onRef('matter_estimate.matter_id', '=', 'matters.id'),
    )
