// What the invoices of a matter come to, by currency, fiscal year and phase.
import { type RawBuilder, sql } from 'kysely'
import { currencyDigits } from '../../platform/currencies.ts'
import { differenceOf, sumOf } from '../../platform/decimal.ts'
import type { FiscalShift } from '../../platform/time/fiscal-calendar.ts'
import type { Reader } from '../../platform/postgres/database.ts'
import { accruedPhases, type PhaseAmount } from '../accruals/accrued-phases.ts'
import { postedByPhase, postedSince } from '../accruals/posted-since.ts'
import { netAmounts } from '../net-amounts.ts'
import { exchangeRates } from '../own-currency/exchange.ts'
import type { Figures } from './budget.ts'
import { atRate } from './plan-rate.ts'
import { phaseOfLine } from './phase-of-line.ts'

export interface OfMatter {
  readonly organisationId: number
  readonly id: number
}

interface Asked {
  readonly shift: FiscalShift
  readonly now: Date
  /** Whether by phase, which reads every line. */
  readonly byPhase?: boolean
  /** An invoice that is left out. */
  readonly without?: number
}

const { billed, approved, billedTax, approvedTax, isApproved, isPending } = netAmounts('i')

/** SQL: the fiscal year of a day, by the year in which it ends. */
export function fiscalYear(day: RawBuilder<unknown>, { days, firstMonth }: FiscalShift) {
  const moved = sql`(${day} - ${days}::int)`
  const year = sql`extract(year from ${moved})::int`
  if (days === 0 && firstMonth === 1) return year
  return sql`(${year} + (extract(month from ${moved}) >= ${firstMonth})::int)`
}

/** Figures, and the same as they count against the budget: in its currency, or in their own where a rate is missing. */
export interface CountedFigures extends Figures {
  readonly counted: Figures
}

/** SQL: the currency of the latest budget of a matter, or of the organisation: that in which its amounts count. */
const countedCurrency = ({ organisationId, id }: OfMatter) =>
  sql`coalesce((select b.currency from matter_budgets b where b.organisation_id = ${organisationId}
    and b.matter_id = ${id} order by b.version desc limit 1),
    (select o.currency from organisations o where o.id = ${organisationId}))`

/** A part of an invoice, or of many that are not converted. */
interface Row {
  readonly currency: string
  readonly year: number
  readonly phase: string | null
  readonly isApproved: boolean
  readonly net: string
  readonly tax: string
  /** Null for what is not converted. */
  readonly id: number | null
  readonly countedIn: string
  readonly rate: string
  readonly per: string
}

/**
 * The sums of the invoices of a matter that was fetched through its access.ts. The day of an invoice chooses the fiscal
 * year, the task codes of its lines the phase. What lines do not say, such as approvals from before they were reviewed
 * one by one, is without phase: the sums are those of the invoices in any case.
 */
export async function listFigures(
  db: Reader,
  matter: OfMatter,
  { shift, now, byPhase = false, without = 0 }: Asked,
): Promise<readonly CountedFigures[]> {
  const exchange = { from: sql.ref('i.currency'), into: sql.ref('b.currency') }
  const rates = exchangeRates(sql`${matter.organisationId}::bigint`, now)
  // not through access.ts: the sums are for everybody who sees the matter, whose invoices are as visible as it
  const counted = sql`select i.organisation_id, i.id, i.currency, ${fiscalYear(sql`i.invoice_date`, shift)} as year,
      b.currency as counted_in, exchange.rate, exchange.per, ${isApproved} as is_approved,
      case when ${isApproved} then ${approved} else ${billed} end as net,
      case when ${isApproved} then ${approvedTax} else ${billedTax} end as tax
    from invoices i cross join (select ${countedCurrency(matter)} as currency) b
    left join lateral ${rates.ofInvoices('i', exchange.into)} as exchange on true
    where i.organisation_id = ${matter.organisationId} and i.matter_id = ${matter.id} and i.id <> ${without}
      and (${isApproved} or ${isPending})`
  const converted = sql`case when rate * per is not null then id end`
  const { rows } = await sql<Row>`
    with counted as materialized (${counted}) ${byPhase ? byLine : sql``}
    select currency, year, phase, is_approved as "isApproved", ${converted} as id, counted_in as "countedIn", rate::text, per::text,
      sum(net)::text as net, sum(tax)::text as tax
    from ${byPhase ? sql`phased` : sql`(select *, null::text as phase from counted) whole`}
    group by currency, year, phase, is_approved, ${converted}, counted_in, rate, per
    order by currency, year, phase, is_approved, 5`.execute(db)
  return [...Map.groupBy(rows, ({ id }) => id)].flatMap(([id, some]) =>
    id === null ? some.map((row) => asCounted(row, row.currency, row)) : convertedParts(some),
  )
}

/** The parts of one invoice, which come to what the invoice does. */
function convertedParts(rows: readonly Row[]): readonly CountedFigures[] {
  const [first] = rows
  if (!first) return []
  const into = { ...first, digits: currencyDigits(first.countedIn) }
  const nets = atRate(
    rows.map(({ net }) => net),
    into,
  ).parts
  const totals = atRate(
    rows.map(({ net, tax }) => sumOf([net, tax])),
    into,
  ).parts
  return rows.map((row, index) => {
    const net = nets[index] ?? '0'
    return asCounted(row, row.countedIn, { net, tax: differenceOf(totals[index] ?? '0', net) })
  })
}

const none = { approved: '0', approvedTax: '0', pending: '0', pendingTax: '0', accrued: '0' }

function asCounted(row: Row, currency: string, counted: Pick<Row, 'net' | 'tax'>): CountedFigures {
  const of = { year: row.year, phase: row.phase, ...none }
  const sums = ({ net, tax }: Pick<Row, 'net' | 'tax'>) =>
    row.isApproved ? { approved: net, approvedTax: tax } : { pending: net, pendingTax: tax }
  return { ...of, currency: row.currency, ...sums(row), counted: { ...of, currency, ...sums(counted) } }
}

const ofInvoice = sql`c.id, c.currency, c.counted_in, c.rate, c.per, c.year, c.is_approved`

const byLine = sql`, lines as (
    select c.id, ${phaseOfLine} as phase,
      sum(case when c.is_approved then coalesce(l.approved_amount, l.amount) else l.amount end) as net,
      sum(case when c.is_approved then coalesce(l.approved_tax, l.tax) else l.tax end) as tax
    from counted c join invoice_lines l on l.organisation_id = c.organisation_id and l.invoice_id = c.id
    group by c.id, 2
  ), phased as (
    select ${ofInvoice}, l.phase, l.net, l.tax from counted c join lines l on l.id = c.id
    union all
    select ${ofInvoice}, null, c.net - coalesce(sum(l.net), 0), c.tax - coalesce(sum(l.tax), 0)
    from counted c left join lines l on l.id = c.id group by ${ofInvoice}, c.net, c.tax
    having c.net <> coalesce(sum(l.net), 0) or c.tax <> coalesce(sum(l.tax), 0)
  )`

/** SQL: what of the entries `e` of accruals was not billed since, where they are of the latest closed month. */
export const unbilledSince = sql<string>`coalesce(sum(greatest(e.basis - ${postedSince}, 0)), 0)`

/** SQL: the latest closed month of accruals of an organisation. */
export const latestClosed = (organisation: RawBuilder<unknown>) =>
  sql`(select max(c.month) from accrual_periods c where c.organisation_id = ${organisation} and c.closed_at is not null)`

interface AccruedRow extends Pick<Row, 'currency' | 'year' | 'countedIn'> {
  readonly basis: string
  readonly phases: readonly PhaseAmount[] | null
  readonly posted: string
  readonly postedByPhase: Readonly<Record<string, string>>
  /** Null where nothing is converted, or the rate is missing. */
  readonly rate: string | null
  readonly per: string | null
}

/** SQL: the last day of the month of entries `e` of accruals. */
export const lastDayOfEntry = sql`(e.month + interval '1 month' - interval '1 day')::date`

/**
 * What is accrued on a matter that was fetched through its access.ts: of the latest closed month, what was not billed
 * since, by phase where law firms have stated it so. The last day of the month chooses the fiscal year and the rate.
 */
export async function listAccrued(
  db: Reader,
  matter: OfMatter,
  { shift, now }: Pick<Asked, 'shift' | 'now'>,
): Promise<readonly CountedFigures[]> {
  const organisation = sql`${matter.organisationId}::bigint`
  const exchange = { from: sql.ref('e.currency'), into: sql.ref('b.currency') }
  const { rows } = await sql<AccruedRow>`
    select e.currency, ${fiscalYear(lastDayOfEntry, shift)} as year, coalesce(e.basis, 0)::text as basis, e.phases,
      b.currency as "countedIn", exchange.rate::text, exchange.per::text,
      ${postedSince}::text as posted, ${postedByPhase} as "postedByPhase"
    from accrual_entries e join accrual_periods p on p.organisation_id = e.organisation_id and p.month = e.month
    cross join (select ${countedCurrency(matter)} as currency) b
    left join lateral ${exchangeRates(organisation, now).onDay(lastDayOfEntry, exchange)} as exchange on true
    where e.organisation_id = ${matter.organisationId} and e.matter_id = ${matter.id}
      and e.month = ${latestClosed(organisation)}
    order by e.currency, e.provider_id`.execute(db)
  return rows.flatMap(({ rate, per, countedIn, currency, year, ...row }) => {
    const accrued = accruedPhases({ ...row, currency })
    const amounts = accrued.map(({ amount }) => amount)
    const isConverted = rate !== null && per !== null
    const counted = isConverted
      ? atRate(amounts, { rate, per, digits: currencyDigits(countedIn) }).parts
      : amounts
    return accrued.map(({ phase, amount }, index) => {
      const of = { year, phase, ...none }
      const own = { ...of, currency: isConverted ? countedIn : currency, accrued: counted[index] ?? '0' }
      return { ...of, currency, accrued: amount, counted: own }
    })
  })
}
