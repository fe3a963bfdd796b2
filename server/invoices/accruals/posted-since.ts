// What law firms have posted since the cut-off of a month.
import { type RawBuilder, sql } from 'kysely'
import { phaseOfLine } from '../budgets/phase-of-line.ts'
import { netAmounts } from '../net-amounts.ts'

const { billed, isApproved, isPending } = netAmounts('i')

/** SQL: the invoices `i` that the firm of an entry `e` has posted since the cut-off of its period `p`. */
const isSince = (
  before: Date | null,
) => sql`i.organisation_id = e.organisation_id and i.matter_id = e.matter_id
    and i.service_provider_id = e.provider_id and i.currency = e.currency and (${isApproved} or ${isPending})
    and i.posted_at >= p.cut_off_at ${before === null ? sql`` : sql`and i.posted_at < ${before}`}`

// not through access.ts: sums of the invoices of a firm, for entries that were fetched with their matter
/** SQL: what was posted of an entry `e` since the cut-off of its period `p`, without tax; before a moment. */
export const postedBetween = (before: Date | null): RawBuilder<string> =>
  sql<string>`coalesce((select sum(${billed}) from invoices i where ${isSince(before)}), 0)`

/** The same until now. */
export const postedSince = postedBetween(null)

// not through access.ts: as above
/** SQL: the same by the phases of task codes, as an object; empty for an entry that was stated in all. */
export const postedByPhase = sql`(case when e.phases is null then '{}'::jsonb else
  coalesce((select jsonb_object_agg(f.phase, f.net::text) from (
      select ${phaseOfLine} as phase, sum(l.amount) as net from invoices i
      join invoice_lines l on l.organisation_id = i.organisation_id and l.invoice_id = i.id
      where ${isSince(null)} group by 1) f
    where f.phase is not null), '{}'::jsonb) end)`
