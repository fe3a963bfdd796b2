// The file that an invoice came in, as it was sent.
import type { Actor } from '../platform/actor.ts'
import type { App } from '../platform/app.ts'
import { sql } from 'kysely'
import { forbidden, notFound } from '../platform/errors.ts'
import type { RecordedContent } from '../platform/storage/recorded-content.ts'
import { invoicesVisibleTo } from './access.ts'

export interface InvoiceOriginal extends RecordedContent {
  readonly name: string
}

/**
 * The file; not_found when the caller does not see the invoice or it was written by hand, forbidden when the file holds invoices
 * that they do not see.
 */
export async function getInvoiceOriginal({ db }: App, actor: Actor, id: number): Promise<InvoiceOriginal> {
  const invoice = await invoicesVisibleTo(db, actor)
    .where('invoices.id', '=', id)
    .select(['invoices.organisation_id', 'invoices.batch_id'])
    .executeTakeFirst()
  if (!invoice) throw notFound()
  const original = await db
    .selectFrom('invoice_originals')
    .where('organisation_id', '=', invoice.organisation_id)
    .where('batch_id', '=', invoice.batch_id)
    .select(['name', 'storage_key as key', 'size', 'sha256'])
    .executeTakeFirst()
  if (!original) throw notFound()
  const seen = await invoicesVisibleTo(db, actor)
    .where('invoices.organisation_id', '=', invoice.organisation_id)
    .where('invoices.batch_id', '=', invoice.batch_id)
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirstOrThrow()
  // not through access.ts: how many there are in all, to compare with those that are seen
  const all = await db
    .selectFrom('invoices')
    .where('organisation_id', '=', invoice.organisation_id)
    .where('batch_id', '=', invoice.batch_id)
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirstOrThrow()
  if (seen.count === all.count) return { organisationId: invoice.organisation_id, ...original }
  throw forbidden('The file holds invoices of other matters too; it is for those who see all of them.')
}
