// The file that an invoice was imported from, as it was sent.
import type { Actor } from '../platform/actor.ts'
import type { App } from '../platform/app.ts'
import { sql } from 'kysely'
import { forbidden, notFound } from '../platform/errors.ts'
import type { RecordedContent } from '../platform/storage/storage.ts'
import { invoicesVisibleTo } from './access.ts'

export interface InvoiceOriginal extends RecordedContent {
  readonly name: string
}

/**
 * The file. Throws not_found if the caller may not see the invoice or it was not imported, and forbidden if the file
 * contains invoices that they may not see.
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
  // not through access.ts: the total number, to compare with the number that the caller may see
  const all = await db
    .selectFrom('invoices')
    .where('organisation_id', '=', invoice.organisation_id)
    .where('batch_id', '=', invoice.batch_id)
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirstOrThrow()
  if (seen.count === all.count) return { organisationId: invoice.organisation_id, ...original }
  throw forbidden(
    'The file contains invoices of other matters too; only those who may see all of them may download it.',
  )
}
