// What the invoices of a matter come to, by currency, fiscal year and phase.
import { type RawBuilder, sql } from 'kysely'
import type { FiscalShift } from '../../platform/time/fiscal-calendar.ts'
import type { Reader } from '../../platform/postgres/database.ts'
import { accruedPhases, type PhaseAmount } from '../accruals/accrued-phases.ts'
import { postedByPhase, postedSince } from '../accruals/posted-since.ts'
import { netAmounts } from '../net-amounts.ts'
import type { Figures } from './budget.ts'
import { phaseOfLine } from './phase-of-line.ts'

export interface OfMatter {
  readonly organisationId: number
  readonly id: number
}

interface Asked {
  readonly shift: FiscalShift
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

/**
 * The sums of the invoices of a matter that was fetched through its access.ts. The day of an invoice chooses the fiscal
 * year, the task codes of its lines the phase. What lines do not say, such as approvals from before they were reviewed
 * one by one, is without phase: the sums are those of the invoices in any case.
 */
export async function listFigures(
  db: Reader,
  matter: OfMatter,
  { shift, byPhase = false, without = 0 }: Asked,
): Promise<readonly Figures[]> {
  // not through access.ts: the sums are for everybody who sees the matter, whose invoices are as visible as it
  const counted = sql`select i.organisation_id, i.id, i.currency, ${fiscalYear(sql`i.invoice_date`, shift)} as year,
      ${isApproved} as is_approved,
      case when ${isApproved} then ${approved} else ${billed} end as net,
      case when ${isApproved} then ${approvedTax} else ${billedTax} end as tax
    from invoices i
    where i.organisation_id = ${matter.organisationId} and i.matter_id = ${matter.id} and i.id <> ${without}
      and (${isApproved} or ${isPending})`
  const { rows } = await sql<Figures>`
    with counted as materialized (${counted}) ${byPhase ? byLine : sql``}
    select currency, year, phase,
      coalesce(sum(net) filter (where is_approved), 0)::text as approved,
      coalesce(sum(tax) filter (where is_approved), 0)::text as "approvedTax",
      coalesce(sum(net) filter (where not is_approved), 0)::text as pending,
      coalesce(sum(tax) filter (where not is_approved), 0)::text as "pendingTax", '0' as accrued
    from ${byPhase ? sql`phased` : sql`(select *, null::text as phase from counted) whole`}
    group by currency, year, phase order by currency, year, phase`.execute(db)
  return rows
}

const byLine = sql`, lines as (
    select c.id, ${phaseOfLine} as phase,
      sum(case when c.is_approved then coalesce(l.approved_amount, l.amount) else l.amount end) as net,
      sum(case when c.is_approved then coalesce(l.approved_tax, l.tax) else l.tax end) as tax
    from counted c join invoice_lines l on l.organisation_id = c.organisation_id and l.invoice_id = c.id
    group by c.id, 2
  ), phased as (
    select c.currency, c.year, l.phase, c.is_approved, l.net, l.tax from counted c join lines l on l.id = c.id
    union all
    select c.currency, c.year, null, c.is_approved, c.net - coalesce(sum(l.net), 0), c.tax - coalesce(sum(l.tax), 0)
    from counted c left join lines l on l.id = c.id group by c.id, c.currency, c.year, c.is_approved, c.net, c.tax
    having c.net <> coalesce(sum(l.net), 0) or c.tax <> coalesce(sum(l.tax), 0)
  )`

/** SQL: what of the entries `e` of accruals was not billed since, where they are of the latest closed month. */
export const unbilledSince = sql<string>`coalesce(sum(greatest(e.basis - ${postedSince}, 0)), 0)`

/** SQL: the latest closed month of accruals of an organisation. */
export const latestClosed = (organisation: RawBuilder<unknown>) =>
  sql`(select max(c.month) from accrual_periods c where c.organisation_id = ${organisation} and c.closed_at is not null)`

interface AccruedRow {
  readonly currency: string
  readonly year: number
  readonly basis: string
  readonly phases: readonly PhaseAmount[] | null
  readonly posted: string
  readonly postedByPhase: Readonly<Record<string, string>>
}

/**
 * What is accrued on a matter that was fetched through its access.ts: of the latest closed month, what was not billed
 * since, by phase where law firms have stated it so. The last day of the month chooses the fiscal year.
 */
export async function listAccrued(
  db: Reader,
  { organisationId, id }: OfMatter,
  shift: FiscalShift,
): Promise<readonly Figures[]> {
  const lastDay = sql`(e.month + interval '1 month' - interval '1 day')::date`
  const { rows } = await sql<AccruedRow>`
    select e.currency, ${fiscalYear(lastDay, shift)} as year, coalesce(e.basis, 0)::text as basis, e.phases,
      ${postedSince}::text as posted, ${postedByPhase} as "postedByPhase"
    from accrual_entries e join accrual_periods p on p.organisation_id = e.organisation_id and p.month = e.month
    where e.organisation_id = ${organisationId} and e.matter_id = ${id}
      and e.month = ${latestClosed(sql`${organisationId}::bigint`)}
    order by e.currency, e.provider_id`.execute(db)
  const nothing = { approved: '0', approvedTax: '0', pending: '0', pendingTax: '0' }
  return rows.flatMap((row) =>
    accruedPhases(row).map(({ phase, amount }) => ({
      currency: row.currency,
      year: row.year,
      phase,
      ...nothing,
      accrued: amount,
    })),
  )
}
