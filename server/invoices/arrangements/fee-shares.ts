// SQL: the shares of fixed fees, caps and success fees, each with what is billed of it.
import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Reader } from '../../platform/postgres/database.ts'
import { phaseOfLine } from '../budgets/phase-of-line.ts'
import { netAmounts } from '../net-amounts.ts'
import type { ArrangementKind, Share } from './arrangement.ts'
import { isFeeNumber } from './fee-lines.ts'

const { isApproved, isPending } = netAmounts('i')

/** Whether the line `l` is billed as a fixed fee: it names nobody, or the number that `v` says. */
const isFeeLine = sql<SqlBool>`(l.kind = 'Fee' and (lower(btrim(l.timekeeper_number)) = lower(btrim(v.billed_as))
  or coalesce(nullif(btrim(l.timekeeper_number), ''), nullif(btrim(l.timekeeper), ''),
    nullif(btrim(l.timekeeper_class), '')) is null))`

/** Whether the line `l` is billed under the number that `v` says, as success fees are. */
const isBilledAs = sql<SqlBool>`(l.kind = 'Fee' and lower(btrim(l.timekeeper_number)) = lower(btrim(v.billed_as)))`

/** Whether the line `l` is an hourly fee: it names somebody, and no number under which another fee is billed. */
const isHourly = sql<SqlBool>`(l.kind = 'Fee' and coalesce(nullif(btrim(l.timekeeper_number), ''),
    nullif(btrim(l.timekeeper), ''), nullif(btrim(l.timekeeper_class), '')) is not null
  and not ${isFeeNumber(sql.ref('l.timekeeper_number'), 'a')})`

/** Whether the line is of the arrangement `a`; of it counts what is approved of a cap, and what is billed of a fee. */
const isOfKind = sql<SqlBool>`(case a.kind when 'Fixed' then ${isFeeLine}
  when 'Success' then ${isBilledAs} else ${isHourly} end)`
const counted = sql`(case when a.kind = 'Capped' and ${isApproved} then coalesce(l.approved_amount, l.amount)
  else l.amount end)`

/** Whether the work of the line `l` of the invoice `i` is of the days and the phase of `v` and `p`. */
const isInShare = sql<SqlBool>`(coalesce(l.work_date, i.invoice_date) >= coalesce(v.starts_on, '-infinity')
  and coalesce(l.work_date, i.invoice_date) <= coalesce(v.ends_on, 'infinity')
  and (p.phase is null or ${phaseOfLine} = p.phase))`

// what is due of a success fee: nothing before its success
const whole = sql`(case when a.kind = 'Success' then coalesce(o.fee, 0) else v.amount end)`

// what may still become due of a success fee; not known where it is in percent without a maximum
const most = sql`(case when v.percent is null then v.amount else v.maximum end)`
const contingent = sql`(case when a.kind <> 'Success' or o.state <> 'Open' then 0
  when ${most} is not null then greatest(least(${most} - coalesce(b.billed, 0), ${most}), 0) end)`

// by phase where the parts name phases; milestones, and a fee without parts, are one share
const sharesOfVersion = sql`(
    select s.phase, s.amount from jsonb_to_recordset(v.parts) as s (phase text, amount numeric)
    where s.phase is not null
    union all
    select null, ${whole} where not exists (select from jsonb_to_recordset(v.parts) as s (phase text) where s.phase is not null)
  )`

/** Whether the invoice `i` counts. */
const counts = sql<SqlBool>`(${isApproved} or ${isPending})`

/**
 * SQL: the shares of the fixed fees, caps and success fees `a` that the condition chooses, with the columns `id`,
 * `kind`, `currency`, `phase`, `amount`, `contingent` and `billed`: what the invoices `i` that are counted come to.
 */
// not through access.ts: sums for everybody who sees the matter, whose invoices are as visible as it
const feeShares = (where: RawBuilder<SqlBool>, ofInvoices: RawBuilder<SqlBool> = counts) => sql`
  select a.id, a.kind, a.currency, p.phase, p.amount, coalesce(b.billed, 0) as billed,
    ${contingent} as contingent
  from fee_arrangements a
  join fee_arrangement_versions v on v.organisation_id = a.organisation_id and v.arrangement_id = a.id
    and v.version = a.version and v.amount is not null
  left join lateral (select so.state, so.fee from success_outcomes so where a.kind = 'Success'
    and so.organisation_id = a.organisation_id and so.arrangement_id = a.id order by so.version desc limit 1) o on true
  cross join lateral ${sharesOfVersion} p
  left join lateral (select sum(${counted}) as billed from invoices i
    join invoice_lines l on l.organisation_id = i.organisation_id and l.invoice_id = i.id
    where i.organisation_id = a.organisation_id and i.matter_id = a.matter_id and i.service_provider_id = a.provider_id
      and i.currency = a.currency and ${ofInvoices} and ${isOfKind} and ${isInShare}) b on true
  where a.kind in ('Fixed', 'Capped', 'Success') and ${where}`

/** SQL: what of the fixed and success fees among them is not billed, in the currency. */
export const committedOf = (where: RawBuilder<SqlBool>): RawBuilder<string> => sql<string>`(
  select coalesce(sum(greatest(least(s.amount - s.billed, s.amount), 0)), 0) from (${feeShares(where)}) s where s.kind in ('Fixed', 'Success'))`

/** SQL: what may still become due of the success fees among them, without those of which it is not known. */
export const contingentIn = (where: RawBuilder<SqlBool>): RawBuilder<string> => sql<string>`(
  select coalesce(sum(s.contingent), 0) from (${feeShares(where)}) s)`

/** SQL: whether what may still become due is not known of one of them. */
export const isUnknownIn = (where: RawBuilder<SqlBool>): RawBuilder<SqlBool> => sql<SqlBool>`exists (
  select from (${feeShares(where)}) s where s.contingent is null)`

interface OfMatter {
  readonly organisationId: number
  readonly id: number
}

export interface StoredShare extends Share {
  /** Of the arrangement. */
  readonly id: number
  readonly kind: ArrangementKind
  readonly currency: string
}

interface Asked {
  readonly firmId?: number | undefined
  /** An invoice that is left out. */
  readonly without?: number | undefined
  /** An invoice that alone is counted, whatever its status. */
  readonly only?: number | undefined
}

/** Shares of a matter that was fetched through its access.ts; of one firm, if that is asked. */
export async function listShares(
  db: Reader,
  { organisationId, id }: OfMatter,
  { firmId, without = 0, only }: Asked = {},
): Promise<readonly StoredShare[]> {
  const ofFirm = firmId === undefined ? sql`` : sql`and a.provider_id = ${firmId}`
  const where = sql<SqlBool>`a.organisation_id = ${organisationId} and a.matter_id = ${id} ${ofFirm}`
  const ofInvoices =
    only === undefined ? sql<SqlBool>`(${counts} and i.id <> ${without})` : sql<SqlBool>`i.id = ${only}`
  const { rows } = await sql<StoredShare>`
    select s.id, s.kind, s.currency, s.phase, s.amount::text as amount, s.billed::text as billed,
      s.contingent::text as contingent
    from (${feeShares(where, ofInvoices)}) s order by s.id, s.phase`.execute(db)
  return rows
}
