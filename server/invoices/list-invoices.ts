// Lists of invoices, of all matters or of one, and the recipients they can be addressed to.
import { sql } from 'kysely'
import { getMatterToSee } from '../matters/access.ts'
import type { Actor } from '../platform/actor.ts'
import type { App } from '../platform/app.ts'
import { conditionOf } from '../platform/lists/filter-sql.ts'
import { type ListQuery, orderOf } from '../platform/lists/list-query.ts'
import { invoicesVisibleTo } from './access.ts'
import { type InvoiceColumn, invoiceCatalogue } from './list-columns.ts'
import { recipientsFor } from './list-recipients.ts'

/** A row of a list. Money is decimal text, days are `2026-05-06`. */
export type InvoiceRow = { readonly [Name in InvoiceColumn]?: unknown }

interface List {
  /** Only those of this matter. */
  readonly matterId?: number
  readonly query: ListQuery
  readonly columns: readonly InvoiceColumn[]
}

/** A page of the invoices the actor may see, and their exact total number; not_found for a matter they may not see. */
export async function listInvoices(
  app: App,
  actor: Actor,
  { matterId, query, columns }: List,
): Promise<{ readonly rows: readonly InvoiceRow[]; readonly total: number }> {
  const { filter, sort, skip, take } = query
  const catalogue = invoiceCatalogue(app, actor)
  let invoices = invoicesVisibleTo(app.db, actor)
  if (matterId !== undefined) {
    const matter = await getMatterToSee(app.db, actor, matterId)
    invoices = invoices.where('invoices.matter_id', '=', matter.id)
  }
  if (filter) invoices = invoices.where(conditionOf(filter, catalogue))
  const [rows, { total }] = await Promise.all([
    invoices
      .select(columns.map((name) => sql`${catalogue[name].sql}`.as(name)))
      .orderBy(orderOf(sort, catalogue, sql.ref('invoices.id')))
      .limit(take)
      .offset(skip)
      .execute(),
    invoices.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow(),
  ])
  return { rows, total }
}

export interface InvoiceRecipient {
  readonly id: number
  readonly name: string
  readonly addressLines: readonly [string | null, string | null, string | null]
  readonly taxType: 'GST' | 'TAX' | 'VAT' | null
  readonly taxNumber: string | null
  readonly contactName: string | null
  readonly contactPhone: string | null
  readonly contactEmail: string | null
}

/** The recipients to whom the actor can address invoices, by name. */
export async function listRecipients({ db }: App, actor: Actor): Promise<readonly InvoiceRecipient[]> {
  const rows = await recipientsFor(db, actor)
    .selectAll()
    .orderBy(sql`lower(name) collate "C"`)
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    addressLines: [row.address_line1, row.address_line2, row.address_line3],
    taxType: row.tax_type as InvoiceRecipient['taxType'],
    taxNumber: row.tax_number,
    contactName: row.contact_name,
    contactPhone: row.contact_phone,
    contactEmail: row.contact_email,
  }))
}
