// The cost centres of an invoice, as far as rules of approval ask for them.
import type { Reader } from '../../platform/postgres/database.ts'
import type { Invoice } from '../invoice.ts'
import type { ApprovalRule } from './rules.ts'

/** One for each share, null where it names none; empty where no rule asks, or the invoice is not allocated. */
export async function costCentresFor(
  db: Reader,
  { organisationId, id }: Pick<Invoice, 'organisationId' | 'id'>,
  rules: readonly ApprovalRule[],
): Promise<readonly (number | null)[]> {
  if (!rules.some(({ costCentreIds }) => costCentreIds.length > 0)) return []
  // not through access.ts: of an invoice that the caller fetched
  const rows = await db
    .selectFrom('invoice_allocations')
    .where('organisation_id', '=', organisationId)
    .where('invoice_id', '=', id)
    .select('cost_centre_id')
    .execute()
  return rows.map(({ cost_centre_id }) => cost_centre_id)
}
