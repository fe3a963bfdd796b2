// Budgets and estimates by fiscal month, as SQL: what is planned for a year or for the life of a matter is divided
// evenly over its months. docs/money.md has an example.
import { type RawBuilder, sql } from 'kysely'
import type { ReadOn } from '../../platform/lists/report-list.ts'
import { byDigits } from '../currency-digits.ts'

/** Over how many months a budget for the whole life of a matter is divided at least, while the matter is open. */
const leastMonths = 12

/** What rows are read for. */
export interface Reading extends Pick<ReadOn, 'now' | 'today' | 'timeZone' | 'shift' | 'isPast'> {
  readonly organisationId: number
  /** Whether amounts are read in the own currency as well. */
  readonly isOwn?: true
}

/** SQL: the first day of the fiscal month that a day is in. */
export const monthOfDay = (day: RawBuilder<unknown>, reading: Reading) =>
  dayOf(monthOf(day, reading), sql.lit(0), reading)

/** SQL: the first of the calendar month that stands for the fiscal month of a day. */
const monthOf = (day: RawBuilder<unknown>, { shift }: Reading) =>
  sql`date_trunc('month', (${day})::date - ${sql.lit(shift.days)})::date`

/** SQL: the first day of the fiscal month so many after one. */
const dayOf = (month: RawBuilder<unknown>, later: RawBuilder<unknown>, { shift }: Reading) =>
  sql`((${month} + make_interval(months => ${later}))::date + ${sql.lit(shift.days)})`

/** SQL: the month with which the fiscal year begins that ends in a year. */
function firstOf(year: RawBuilder<unknown>, { shift: { days, firstMonth } }: Reading) {
  const begins = days === 0 && firstMonth === 1 ? year : sql`(${year} - 1)`
  return sql`make_date((${begins})::integer, ${sql.lit(firstMonth)}, 1)`
}

/** SQL: the last month of the fiscal year that a month is in. */
function lastOfYear(month: RawBuilder<unknown>, { shift: { firstMonth } }: Reading) {
  const into = sql`((extract(month from ${month})::integer - ${sql.lit(firstMonth)} + 12) % 12)`
  return sql`(${month} + make_interval(months => 11 - ${into}))::date`
}

/** SQL: the month that is under way. */
const thisMonth = (reading: Reading) => monthOf(sql`${reading.today}::date`, reading)

/** SQL: the smallest amount in a currency. */
const unitOf = (currency: RawBuilder<unknown>) =>
  byDigits(currency, (digits) => sql`${sql.lit(`1e-${digits}`)}::numeric`)

/** SQL: the versions of a table that counted on the day. */
const since = (column: RawBuilder<unknown>, { isPast, now }: Reading) =>
  isPast ? sql`${column} < ${now}` : sql`true`

/** SQL: the latest budget of each matter, also one that was taken away. */
export const latestBudgets = (reading: Reading) =>
  sql`(select distinct on (b.matter_id) b.* from matter_budgets b
    where b.organisation_id = ${reading.organisationId} and ${since(sql`b.set_at`, reading)}
    order by b.matter_id, b.version desc)`

/** SQL: how many months there are from one to another, both included. */
const monthsFrom = (first: RawBuilder<unknown>, last: RawBuilder<unknown>) =>
  sql`(extract(year from age(${last}, ${first})) * 12 + extract(month from age(${last}, ${first})) + 1)::integer`

/**
 * SQL: the first and the last month of a matter `m`: from its opening to its closing, or while it is open to the end of
 * the fiscal year that is under way, a year at least.
 */
function lifeOf(reading: Reading): RawBuilder<unknown> {
  const month = (moment: RawBuilder<unknown>) =>
    monthOf(sql`${moment} at time zone ${reading.timeZone}`, reading)
  const first = month(sql`m.created_at`)
  const open = sql`greatest((${first} + make_interval(months => ${sql.lit(leastMonths - 1)}))::date,
    ${lastOfYear(thisMonth(reading), reading)})`
  const isOver = sql`(m.closed_at is not null and ${since(sql`m.closed_at`, reading)})`
  return sql`(select ${first} as first,
    case when ${isOver} then greatest(${first}, ${month(sql`m.closed_at`)}) else ${open} end as last)`
}

// not through access.ts: only of matters that the reader sees, or whose figures alone are shown
/** SQL: amounts with the months that each is for: the first, and how many. */
const plans = (reading: Reading) => sql`(
  select b.matter_id, b.currency, life.first, ${monthsFrom(sql`life.first`, sql`life.last`)} as months, b.amount
  from ${latestBudgets(reading)} b join matters m on m.organisation_id = b.organisation_id and m.id = b.matter_id
  cross join lateral ${lifeOf(reading)} life
  where b.span = 'Lifetime' and b.amount is not null
  union all
  select b.matter_id, b.currency, ${firstOf(sql`part.year`, reading)}, 12, sum(part.amount)
  from ${latestBudgets(reading)} b, jsonb_to_recordset(b.parts) as part(year integer, amount numeric)
  where b.span = 'Yearly' and b.amount is not null group by b.matter_id, b.currency, part.year)`

/** SQL: rows with an amount, a first month and a number of months, as one row for each month. */
const divided = (rows: RawBuilder<unknown>, reading: Reading) => sql`(
  select d.*, k.later, ${dayOf(sql`d.first`, sql`k.later`, reading)} as day,
    (div(d.amount / d.unit, d.months) + (k.later < mod(d.amount / d.unit, d.months))::integer) * d.unit as share
  from (select r.*, ${unitOf(sql`r.currency`)} as unit from ${rows} r) d
  cross join lateral generate_series(0, d.months - 1) as k(later))`

/** SQL: budgets, by matter, currency and month: `matter_id`, `currency`, `day`, `share`. */
export const budgetMonths = (reading: Reading): RawBuilder<unknown> => sql`(
  select b.matter_id, b.currency, b.day, sum(b.share) as share from ${divided(plans(reading), reading)} b
  where b.share <> 0 group by b.matter_id, b.currency, b.day)`

/** SQL: the estimates to complete of law firms that count. */
const latestEstimates = (reading: Reading) =>
  sql`(select distinct on (e.matter_id, e.provider_id) e.* from matter_estimates e
    where e.organisation_id = ${reading.organisationId} and ${since(sql`e.set_at`, reading)}
    order by e.matter_id, e.provider_id, e.version desc)`

/**
 * SQL: what work is still expected to cost, by matter, law firm and month. An estimate is for the months from this one
 * to the last that is planned for, or else to the end of the fiscal year; without one it is the budget of the months
 * after this one, unless the matter is over.
 */
export function expectedMonths(reading: Reading): RawBuilder<unknown> {
  const now = thisMonth(reading)
  const until = sql`(case when p.last > ${now} then p.last else ${lastOfYear(now, reading)} end)`
  const months = monthsFrom(now, sql`u.until`)
  const estimates = sql`(select e.matter_id, e.provider_id, e.currency, e.amount, ${now} as first, ${months} as months
    from ${latestEstimates(reading)} e
    left join (select l.matter_id, max((l.first + make_interval(months => l.months - 1))::date) as last
      from ${plans(reading)} l group by l.matter_id) p on p.matter_id = e.matter_id
    cross join lateral (select ${until} as until) u)`
  // not through access.ts: as above
  return sql`(
    select x.matter_id, x.provider_id, x.currency, x.day, x.share from ${divided(estimates, reading)} x
    where x.share <> 0
    union all
    select b.matter_id, null, b.currency, b.day, b.share from ${budgetMonths(reading)} b
    join matters m on m.organisation_id = ${reading.organisationId} and m.id = b.matter_id
      and m.status not in ('Complete', 'Archived')
    where b.day > ${dayOf(now, sql.lit(0), reading)}
      and not exists (select from ${latestEstimates(reading)} e where e.matter_id = b.matter_id))`
}
