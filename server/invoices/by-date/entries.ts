// Money by date: every amount that was approved, is pending, is accrued, is planned or is expected, with the day that
// it is of, so that one list answers what a quarter has cost and was planned to cost. docs/money.md says which day that
// is.
import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Tables } from '../../platform/postgres/tables.ts'
import type { RecordRows } from '../../records/access.ts'
import { postedBetween } from '../accruals/posted-since.ts'
import { netAmounts } from '../net-amounts.ts'
import { budgetMonths, expectedMonths, latestBudgets, type Reading } from './planned-months.ts'

/** What an amount is. */
export const moneyKinds = ['Actual', 'Pending', 'Accrued', 'Budget', 'Expected'] as const
export type MoneyKind = (typeof moneyKinds)[number]

interface OfMatter {
  readonly matter_id: number
}

const { billed, approved, billedTax, approvedTax, ...was } = netAmounts('i')

/** Whether an invoice was approved, and whether it waited for approval, on the day. */
function statusOn({ isPast, now }: Reading): Readonly<Record<'done' | 'open', RawBuilder<SqlBool>>> {
  if (!isPast) return { done: was.isApproved, open: was.isPending }
  const approvedAt = sql`coalesce(i.approved_at, i.posted_at, i.created_at)`
  return {
    done: sql`(${was.isApproved} and ${approvedAt} < ${now})`,
    open: sql`((${was.isPending} or (${was.isApproved} and ${approvedAt} >= ${now}))
      and coalesce(i.posted_at, i.created_at) < ${now})`,
  }
}

/** Approved and pending invoices, by their dates; with tax where the budget of the matter is with tax. */
function ofInvoices(reading: Reading): RawBuilder<unknown> {
  const { done, open } = statusOn(reading)
  const isTaxed = sql`coalesce(b.includes_tax and b.currency = i.currency, false)`
  // not through access.ts: only of matters that the reader sees, or whose figures alone are shown
  return sql`select 'i' || i.id as key, i.matter_id, case when ${done} then 'Actual' else 'Pending' end as kind,
      i.invoice_date as day, i.service_provider_id as provider_id, i.currency,
      case when ${done} then ${approved} + case when ${isTaxed} then ${approvedTax} else 0 end
        else ${billed} + case when ${isTaxed} then ${billedTax} else 0 end end as amount,
      case when ${done} then ${approved} else ${billed} end as forecast, i.id as invoice_id
    from invoices i left join ${latestBudgets(reading)} b on b.matter_id = i.matter_id
    where i.organisation_id = ${reading.organisationId} and (${done} or ${open})`
}

/** Closed months by the days of the ledger, and what was billed of the latest since. */
function ofAccruals(reading: Reading): RawBuilder<unknown> {
  const { organisationId, isPast, now } = reading
  const isClosed = isPast ? sql`p.closed_at < ${now}` : sql`p.closed_at is not null`
  const next = sql`(e.month + interval '1 month')::date`
  const left = sql`greatest(e.basis - ${postedBetween(isPast ? now : null)}, 0)`
  const latest = sql`(select max(p.month) from accrual_periods p where p.organisation_id = ${organisationId}
    and ${isClosed})`
  return sql`select concat_ws('-', lower(left(l.kind, 1)) || to_char(l.month, 'YYYYMM'), l.matter_id, l.provider_id),
      l.matter_id, 'Accrued', case when l.kind = 'Accrual' then (l.month + interval '1 month' - interval '1 day')::date
        else l.month end, l.provider_id, l.currency, l.amount, l.amount, null
    from accrual_lines l join accrual_periods p on p.organisation_id = l.organisation_id and p.month = l.month
    where l.organisation_id = ${organisationId} and ${isClosed}
    union all
    select concat_ws('-', 's' || to_char(e.month, 'YYYYMM'), e.matter_id, e.provider_id), e.matter_id, 'Accrued', ${next},
      e.provider_id, e.currency, c.since, c.since, null
    from accrual_entries e join accrual_periods p on p.organisation_id = e.organisation_id and p.month = e.month
    left join accrual_lines l on l.organisation_id = e.organisation_id and l.month = e.month and l.kind = 'Accrual'
      and l.matter_id = e.matter_id and l.provider_id = e.provider_id
    cross join lateral (select ${left} - coalesce(l.amount, 0) as since) c
    where e.organisation_id = ${organisationId} and e.month = ${latest} and c.since <> 0`
}

const ofPlans = (reading: Reading): RawBuilder<unknown> =>
  sql`select concat_ws('-', 'b' || to_char(b.day, 'YYYYMMDD'), b.matter_id), b.matter_id, 'Budget', b.day, null, b.currency,
      b.share, null, null from ${budgetMonths(reading)} b
    union all
    select concat_ws('-', 'x' || to_char(x.day, 'YYYYMMDD'), x.matter_id, x.provider_id), x.matter_id, 'Expected', x.day,
      x.provider_id, x.currency, x.share, x.share, null from ${expectedMonths(reading)} x`

/** Matters of the reader's organisation with their money: a row for each amount. */
export const withMoney = (matters: RecordRows<Tables, 'matters'>, reading: Reading) =>
  matters
    .where('matters.organisation_id', '=', reading.organisationId)
    .innerJoin(
      sql<OfMatter>`(${ofInvoices(reading)} union all ${ofAccruals(reading)} union all ${ofPlans(reading)})`.as(
        'money',
      ),
      (join) => join.onRef('money.matter_id', '=', 'matters.id'),
    )
