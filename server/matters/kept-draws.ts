// What was paid from retainers for invoices that are destroyed: it stays, as movements of the retainers.
import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Tx } from '../platform/postgres/database.ts'

interface Destroyed {
  readonly organisationId: number
  /** SQL: which of the invoices `i`. */
  readonly invoices: RawBuilder<SqlBool>
}

/**
 * Before invoices are destroyed: what was paid of them from retainers is kept as movements, so that nothing comes back
 * to the retainers. Nothing of that names the invoices.
 */
export async function keepDrawsOf(tx: Tx, { organisationId, invoices }: Destroyed): Promise<void> {
  // not through access.ts: the caller destroys the invoices
  const draws = sql`select p.retainer_id, p.paid_at, p.amount, p.created_by, p.created_at, o.time_zone
    from invoice_payments p join invoices i on i.organisation_id = p.organisation_id and i.id = p.invoice_id
    join organisations o on o.id = p.organisation_id
    where p.organisation_id = ${organisationId} and p.retainer_id is not null and p.withdrawn_at is null and ${invoices}`
  // one after the other with what else is done with the balance
  const { rows } = await sql`select 1 from fee_arrangements a where a.organisation_id = ${organisationId}
    and a.id in (select d.retainer_id from (${draws}) d) order by a.id for update`.execute(tx)
  if (rows.length === 0) return
  await sql`insert into retainer_movements (organisation_id, arrangement_id, moved_on, amount, is_draw,
      created_by, created_at)
    select ${organisationId}, d.retainer_id, (d.paid_at at time zone d.time_zone)::date, -d.amount, true,
      d.created_by, d.created_at from (${draws}) d`.execute(tx)
}
