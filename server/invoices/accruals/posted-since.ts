// What law firms have posted since the cut-off of a month.
import { type RawBuilder, sql } from 'kysely'
import { netAmounts } from '../net-amounts.ts'

const { billed, isApproved, isPending } = netAmounts('i')

// not through access.ts: sums of the invoices of a firm, for entries that were fetched with their matter
/** SQL: what the firm of an entry `e` has posted since the cut-off of its period `p`, without tax; before a moment. */
export const postedBetween = (
  before: Date | null,
): RawBuilder<string> => sql<string>`coalesce((select sum(${billed}) from invoices i
  where i.organisation_id = e.organisation_id and i.matter_id = e.matter_id and i.service_provider_id = e.provider_id
    and i.currency = e.currency and (${isApproved} or ${isPending}) and i.posted_at >= p.cut_off_at
    ${before === null ? sql`` : sql`and i.posted_at < ${before}`}), 0)`

/** The same until now. */
export const postedSince = postedBetween(null)
