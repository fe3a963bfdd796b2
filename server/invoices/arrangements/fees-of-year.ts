// SQL: the fees of a law firm in a fiscal year, which discounts by volume are counted by.
import { type RawBuilder, sql } from 'kysely'
import { defaultYearEnd } from '../../identity/organisations/financial-settings.ts'
import type { Reader, Tx } from '../../platform/postgres/database.ts'
import { type Period, periodAround, shiftOf } from '../../platform/time/fiscal-calendar.ts'
import { fiscalShift } from '../budgets/matter-money.ts'
import { netAmounts } from '../net-amounts.ts'
import type { Arrangement } from './arrangement.ts'
import type { Tier, Volume } from './volume.ts'

/** Whether it waits for approval or has it. */
const isCounted = (table: string) => {
  const own = netAmounts(table)
  return sql`(${own.isApproved} or ${own.isPending})`
}

const { isApproved } = netAmounts('i')
const fees = sql<string>`coalesce(sum(case when ${isApproved} then coalesce(i.approved_fees, i.fees) else i.fees end)
  filter (where ${isCounted('i')}), 0)`

interface OfFirm {
  readonly organisationId: number
  readonly firmId: number
  readonly currency: string
}

/** A discount that is agreed with a firm, and the fees before an invoice in the fiscal year of its day. */
export interface VolumeBefore {
  readonly id: number
  readonly title: string
  readonly tiers: readonly Tier[]
  readonly year: Period
  /** Decimal text without tax. */
  readonly before: string
}

/**
 * Lets invoices of a firm that are posted at once see each other's fees, one after the other; and outcomes of success
 * fees that are recorded.
 */
export async function lockFees(
  tx: Tx,
  { organisationId, firmId, currency }: OfFirm,
  kind: 'Volume' | 'Success',
): Promise<void> {
  await sql`select 1 from fee_arrangements where organisation_id = ${organisationId} and provider_id = ${firmId}
    and currency = ${currency} and kind = ${kind} order by id for update`.execute(tx)
}

/**
 * The discount by volume that is agreed with a firm in a currency, and not taken away. For an invoice that was posted,
 * `id`, it is as it was agreed then.
 */
export async function standingVolume(
  db: Reader,
  { organisationId, firmId, currency }: OfFirm,
  id: number | null = null,
): Promise<Pick<VolumeBefore, 'id' | 'title' | 'tiers'> | undefined> {
  // not through access.ts: a moment of an invoice that was fetched there
  const { rows } = await sql<Pick<VolumeBefore, 'id' | 'title' | 'tiers'>>`
    select a.id, v.title, v.tiers from fee_arrangements a
    cross join lateral (select title, tiers, amount from fee_arrangement_versions v
      where v.organisation_id = a.organisation_id and v.arrangement_id = a.id
        and v.set_at <= coalesce((select own.posted_at from invoices own
          where own.organisation_id = a.organisation_id and own.id = ${id ?? 0} and ${isCounted('own')}), 'infinity')
      order by v.version desc limit 1) v
    where v.amount is not null and a.organisation_id = ${organisationId} and a.provider_id = ${firmId} and a.currency = ${currency}
      and a.kind = 'Volume'`.execute(db)
  return rows[0]
}

/**
 * The discount of an invoice of this day, if one is agreed. Before an invoice that is posted counts what was posted
 * earlier, before another one all; `id` names one that is stored.
 */
export async function volumeBefore(
  db: Reader,
  firm: OfFirm,
  { id, invoiceDate }: { readonly id: number | null; readonly invoiceDate: string },
): Promise<VolumeBefore | undefined> {
  const { organisationId, firmId, currency } = firm
  const agreed = await standingVolume(db, firm, id)
  if (!agreed) return undefined
  const year = periodAround(invoiceDate, 'Year', await fiscalShift(db, firm))
  // not through access.ts: a sum, of matters that the reader may not see as well
  const { rows: sums } = await sql<{ before: string }>`
    select ${fees}::text as before from invoices i
    left join invoices own on own.organisation_id = i.organisation_id and own.id = ${id ?? 0}
      and ${isCounted('own')}
    where i.organisation_id = ${organisationId} and i.service_provider_id = ${firmId} and i.currency = ${currency}
      and ${isInYear(sql`${year.from}::date`, sql`${year.to}::date`)} and i.id <> ${id ?? 0}
      and (own.posted_at is null or (i.posted_at, i.id) < (own.posted_at, own.id))`.execute(db)
  return { ...agreed, year, before: sums[0]?.before ?? '0' }
}

const isInYear = (from: RawBuilder<unknown>, to: RawBuilder<unknown>) =>
  sql`i.invoice_date >= ${from} and i.invoice_date < ${to}`

interface Calendar {
  readonly id: number
  readonly today: string
  readonly day: number | null
  readonly month: number | null
}

/** The same arrangements; discounts by volume with the fees of the current fiscal year. */
export async function withVolumes(
  db: Reader,
  arrangements: readonly Arrangement[],
  now: Date,
): Promise<readonly Arrangement[]> {
  const volumes = arrangements.filter(({ kind }) => kind === 'Volume')
  if (volumes.length === 0) return arrangements
  const { rows: calendars } = await sql<Calendar>`
    select o.id, to_char(${now}::timestamptz at time zone o.time_zone, 'YYYY-MM-DD') as today,
      s.year_end_day as day, s.year_end_month as month
    from organisations o left join financial_settings s on s.organisation_id = o.id
    where o.id = any (${volumes.map(({ customer }) => customer.id)}::bigint[])`.execute(db)
  const years = new Map(calendars.map((each) => [each.id, currentYear(each)]))
  const yearOf = ({ customer }: Arrangement): Period => {
    const year = years.get(customer.id)
    if (!year) throw new Error('The organisation of an arrangement is missing')
    return year
  }
  // not through access.ts: sums, of matters that the reader may not see as well
  const { rows } = await sql<{ id: number; fees: string }>`
    select a.id, ${fees}::text as fees
    from unnest(${volumes.map(({ customer }) => customer.id)}::bigint[], ${volumes.map(({ id }) => id)}::bigint[],
      ${volumes.map((each) => yearOf(each).from)}::date[], ${volumes.map((each) => yearOf(each).to)}::date[])
      as k (organisation_id, id, year_from, year_to)
    join fee_arrangements a on a.organisation_id = k.organisation_id and a.id = k.id
    left join invoices i on i.organisation_id = a.organisation_id and i.service_provider_id = a.provider_id
      and i.currency = a.currency and ${isInYear(sql`k.year_from`, sql`k.year_to`)}
    group by a.id`.execute(db)
  const sums = new Map(rows.map((each) => [each.id, each.fees]))
  return arrangements.map((each) => {
    if (each.kind !== 'Volume') return each
    const volume: Volume = { year: yearOf(each), fees: sums.get(each.id) ?? '0' }
    return { ...each, volume }
  })
}

function currentYear({ today, day, month }: Calendar): Period {
  const { yearEndDay, yearEndMonth } = defaultYearEnd
  const shift = shiftOf({ yearEndDay: day ?? yearEndDay, yearEndMonth: month ?? yearEndMonth })
  return periodAround(today, 'Year', shift)
}
