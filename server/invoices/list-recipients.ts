// Lists of invoice recipients.
import { sql } from 'kysely'
import type { Actor } from '../platform/actor.ts'
import type { App } from '../platform/app.ts'
import type { Reader } from '../platform/postgres/database.ts'
import { isListedFor } from '../identity/organisations/guest-sight.ts'
import { notFound } from '../platform/errors.ts'
import { type Page, type PageAsked, readPage, readRow } from '../platform/lists/list-page.ts'
import type { Catalogue, Column } from '../platform/lists/list-query.ts'
import type { ListedRow, Listing } from '../platform/lists/list-rows.ts'

const text = (column: string, nullable = true): Column => ({
  kind: 'text',
  nullable,
  sql: sql.ref(`invoice_recipients.${column}`),
})

/** The columns that can be returned, filtered by and sorted by. */
export const recipientListing = {
  catalogue: {
    id: { kind: 'integer', nullable: false, sql: sql.ref('invoice_recipients.id') },
    name: text('name', false),
    addressLine1: text('address_line1'),
    addressLine2: text('address_line2'),
    addressLine3: text('address_line3'),
    taxType: text('tax_type'),
    taxNumber: text('tax_number'),
    contactName: text('contact_name'),
    contactPhone: text('contact_phone'),
    contactEmail: text('contact_email'),
  } satisfies Catalogue,
  id: { kind: 'integer', sql: sql.ref('invoice_recipients.id') },
} as const satisfies Listing

/**
 * The recipients that the actor can use: those of their organisation and, for people of a law firm, those of the
 * customers whose matters they are on. Guests see those that their records name.
 */
export function recipientsFor(db: Reader, actor: Actor) {
  const organisations =
    actor.organisationType === 'ServiceProvider' ? actor.organisationIds : [actor.organisationId]
  return db
    .selectFrom('invoice_recipients')
    .where('invoice_recipients.organisation_id', 'in', [...organisations])
    .where('invoice_recipients.deleted_at', 'is', null)
    .where(isListedFor(actor, 'InvoiceRecipient', 'invoice_recipients.id'))
}

/** A page of them. */
export const listRecipientRows = ({ db }: App, actor: Actor, asked: PageAsked): Promise<Page> =>
  readPage(recipientsFor(db, actor), recipientListing, asked)

/** One of them; not_found for any other. */
export async function getRecipientRow(
  { db }: App,
  actor: Actor,
  id: number,
  columns: readonly string[],
): Promise<ListedRow> {
  const base = recipientsFor(db, actor).where('invoice_recipients.id', '=', id)
  const row = await readRow(base, recipientListing, columns)
  if (!row) throw notFound()
  return row
}
