// Money by date: every amount that was approved, is pending, is accrued, is planned or is expected, with the day that
// it is of, so that one list answers what a quarter has cost and was planned to cost. docs/money.md says which day that
// is.
import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Tables } from '../../platform/postgres/tables.ts'
import type { RecordRows } from '../../records/access.ts'
import { postedBetween } from '../accruals/posted-since.ts'
import { netAmounts } from '../net-amounts.ts'
import { lastDayOfEntry } from '../budgets/figures.ts'
import { exchanged, exchangeRates, isNotExchanged } from '../own-currency/exchange.ts'
import { budgetMonths, expectedMonths, latestBudgets, monthOfDay, type Reading } from './planned-months.ts'

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
  const isTaxed = reading.isOwn
    ? sql`coalesce(b.includes_tax, false)`
    : sql`coalesce(b.includes_tax and b.currency = i.currency, false)`
  // not through access.ts: only of matters that the reader sees, or whose figures alone are shown
  return sql`select 'i' || i.id as key, i.matter_id, case when ${done} then 'Actual' else 'Pending' end as kind,
      i.invoice_date as day, i.service_provider_id as provider_id, i.currency,
      case when ${done} then ${approved} + case when ${isTaxed} then ${approvedTax} else 0 end
        else ${billed} + case when ${isTaxed} then ${billedTax} else 0 end end as amount,
      case when ${done} then ${approved} else ${billed} end as forecast, i.id as invoice_id,
      exchange.rate, exchange.per
    from invoices i left join ${latestBudgets(reading)} b on b.matter_id = i.matter_id
    ${joined(reading, ({ ofInvoices, own }) => ofInvoices('i', own))}
    where i.organisation_id = ${reading.organisationId} and (${done} or ${open})`
}

/** Closed months by the days of the ledger, and what was billed of the latest since. */
function ofAccruals(reading: Reading): RawBuilder<unknown> {
  const { organisationId, isPast, now } = reading
  const isClosed = isPast ? sql`p.closed_at < ${now}` : sql`p.closed_at is not null`
  // what is reversed has the rate at which it was accrued
  const accruedOn = sql`((case when l.kind = 'Accrual' then l.month + interval '1 month' else l.month end)
    - interval '1 day')::date`
  const next = sql`(e.month + interval '1 month')::date`
  const left = sql`greatest(e.basis - ${postedBetween(isPast ? now : null)}, 0)`
  const latest = sql`(select max(p.month) from accrual_periods p where p.organisation_id = ${organisationId}
    and ${isClosed})`
  return sql`select concat_ws('-', lower(left(l.kind, 1)) || to_char(l.month, 'YYYYMM'), l.matter_id, l.provider_id),
      l.matter_id, 'Accrued', case when l.kind = 'Accrual' then (l.month + interval '1 month' - interval '1 day')::date
        else l.month end, l.provider_id, l.currency, l.amount, l.amount, null, exchange.rate, exchange.per
    from accrual_lines l join accrual_periods p on p.organisation_id = l.organisation_id and p.month = l.month
    ${joined(reading, ({ onDay, own }) => onDay(accruedOn, { from: sql`l.currency`, into: own }))}
    where l.organisation_id = ${organisationId} and ${isClosed}
    union all
    select concat_ws('-', 's' || to_char(e.month, 'YYYYMM'), e.matter_id, e.provider_id), e.matter_id, 'Accrued', ${next},
      e.provider_id, e.currency, c.since, c.since, null, exchange.rate, exchange.per
    from accrual_entries e join accrual_periods p on p.organisation_id = e.organisation_id and p.month = e.month
    left join accrual_lines l on l.organisation_id = e.organisation_id and l.month = e.month and l.kind = 'Accrual'
      and l.matter_id = e.matter_id and l.provider_id = e.provider_id
    cross join lateral (select ${left} - coalesce(l.amount, 0) as since) c
    ${joined(reading, ({ onDay, own }) => onDay(lastDayOfEntry, { from: sql`e.currency`, into: own }))}
    where e.organisation_id = ${organisationId} and e.month = ${latest} and c.since <> 0`
}

/** What is planned, at the rate of its budget, or of the day on which it is read. */
function ofPlans(reading: Reading): RawBuilder<unknown> {
  const rates = joined(reading, ({ onDay, today, own }) => {
    const exchange = { from: sql`m.currency`, into: own }
    const plan = sql`(select b.plan_rate as rate, 1::numeric as per from ${latestBudgets(reading)} b
      where b.matter_id = m.matter_id and b.currency = m.currency and b.plan_currency = ${own})`
    return sql`(select coalesce(plan.rate, r.rate) as rate, coalesce(plan.per, r.per) as per
      from ${onDay(today, exchange)} r left join ${plan} plan on true)`
  })
  return sql`select m.key, m.matter_id, m.kind, m.day, m.provider_id, m.currency, m.share,
      case when m.kind = 'Expected' then m.share end, null, exchange.rate, exchange.per from (
      select concat_ws('-', 'b' || to_char(b.day, 'YYYYMMDD'), b.matter_id) as key, b.matter_id, 'Budget' as kind, b.day,
        null as provider_id, b.currency, b.share from ${budgetMonths(reading)} b
      union all
      select concat_ws('-', 'x' || to_char(x.day, 'YYYYMMDD'), x.matter_id, x.provider_id), x.matter_id, 'Expected', x.day,
        x.provider_id, x.currency, x.share from ${expectedMonths(reading)} x) m ${rates}`
}

type Rates = ReturnType<typeof exchangeRates>

/** SQL: the rates of rows, where they are read in the own currency. */
const joined = (reading: Reading, ratesOf: (rates: Rates) => RawBuilder<unknown>) =>
  reading.isOwn
    ? sql`left join lateral ${ratesOf(ratesFor(reading))} as exchange on true`
    : sql`cross join (select null::numeric as rate, null::numeric as per) as exchange`

const ratesFor = ({ organisationId, now }: Reading) => exchangeRates(sql`${organisationId}::bigint`, now)

/**
 * SQL: what each amount comes to in the own currency, and what of it counts against a budget: what is of a month for
 * which its matter has one.
 */
function counted(reading: Reading): RawBuilder<unknown> {
  const rows = sql`(${ofInvoices(reading)} union all ${ofAccruals(reading)} union all ${ofPlans(reading)})`
  const exchange = { from: sql`exchange.currency`, into: ratesFor(reading).own }
  const own = sql`${exchanged(sql`exchange.amount`, exchange)} as own_amount,
    ${exchanged(sql`exchange.forecast`, exchange)} as own_forecast, ${isNotExchanged(exchange)} as is_missing`
  return sql`(select exchange.*, plan.matter_id is not null as is_planned ${reading.isOwn ? sql`, ${own}` : sql``}
    from ${rows} as exchange left join ${budgetMonths(reading)} plan on plan.matter_id = exchange.matter_id
      and plan.day = ${monthOfDay(sql`exchange.day`, reading)}
      ${reading.isOwn ? sql`` : sql`and plan.currency = exchange.currency`})`
}

/** Matters of the reader's organisation with their money: a row for each amount. */
export const withMoney = (matters: RecordRows<Tables, 'matters'>, reading: Reading) =>
  matters
    .where('matters.organisation_id', '=', reading.organisationId)
    .innerJoin(sql<OfMatter>`${counted(reading)}`.as('money'), (join) =>
      join.onRef('money.matter_id', '=', 'matters.id'),
    )
