// The numbers of invoices that were the same before numbers were compared as they are now.
import { sql } from 'kysely'
import type { Tx } from '../../platform/postgres/database.ts'
import { uniqueNumber } from '../../platform/postgres/unique-text.ts'
import type { Invoice } from '../invoice.ts'
import { rethrowNumberTaken } from './create-invoice.ts'

/**
 * Of the invoices that had the number of this one already before such numbers counted as one, the oldest keeps it from
 * being used again. To be called when an invoice has become void or got another number; `invoice` is what it was.
 */
export async function passOnNumber(
  tx: Tx,
  { organisationId, id, number }: Pick<Invoice, 'organisationId' | 'id' | 'number'>,
): Promise<void> {
  const vendor = (row: string) => uniqueNumber(sql`coalesce(${sql.ref(`${row}.vendor_name`)}, '')`)
  // not through access.ts: a number is taken regardless of who may see its invoices
  const same = (row: string) => sql`
    select ${sql.ref(`${row}.id`)} from invoices ${sql.table(row)} join invoices this
      on this.organisation_id = ${organisationId} and this.id = ${id} and this.id <> ${sql.ref(`${row}.id`)}
      and coalesce(this.service_provider_id, 0) = coalesce(${sql.ref(`${row}.service_provider_id`)}, 0)
      and ${vendor('this')} = ${vendor(row)}
    where ${sql.ref(`${row}.organisation_id`)} = ${organisationId} and ${sql.ref(`${row}.status`)} <> 'Void'
      and ${uniqueNumber(sql.ref(`${row}.number`))} = ${uniqueNumber(sql`${number}::text`)}`
  await sql`
    update invoices set number_kept = null
    where organisation_id = ${organisationId} and number_kept = number
      and id = (${same('kept')} and kept.number_kept = kept.number order by kept.id limit 1)
      and not exists (${same('taken')} and taken.number_kept is distinct from taken.number)`
    .execute(tx)
    .catch(rethrowNumberTaken)
}
