// Who may see and work on invoices. People of the customer see an invoice if they see its matter. Of the other
// organisations on the matter, only those of the invoice's provider do. A draft is only visible to the organisation
// that writes it.
import { type SqlBool, sql } from 'kysely'
import type { Actor } from '../platform/actor.ts'
import type { Reader, Tx } from '../platform/postgres/database.ts'
import { forbidden, notFound } from '../platform/errors.ts'
import type { MayChange } from '../platform/granted.ts'
import { mattersVisibleTo } from '../matters/access.ts'
import { type Invoice, invoiceColumns, invoiceOf } from './invoice.ts'
import type { Party } from './transitions.ts'

/** Invoices the actor may see, each joined with its matter. Every list and every look-up starts here. */
export function invoicesVisibleTo(db: Reader, actor: Actor) {
  return mattersVisibleTo(db, actor)
    .innerJoin('invoices', (join) =>
      join
        .onRef('invoices.organisation_id', '=', 'matters.organisation_id')
        .onRef('invoices.matter_id', '=', 'matters.id'),
    )
    .where((eb) =>
      eb.and([
        eb.or([
          eb('invoices.organisation_id', '=', actor.organisationId),
          eb('invoices.service_provider_id', '=', actor.organisationId),
        ]),
        eb.or([
          eb('invoices.status', '<>', 'Draft'),
          eb('invoices.author_organisation_id', '=', actor.organisationId),
        ]),
      ]),
    )
}

/** In SQL, whether the actor belongs to the organisation that pays: only its people see its internal notes. */
export const isPaidByOwnOrganisation = (actor: Actor) =>
  sql<SqlBool>`invoices.organisation_id = ${actor.organisationId}`

/** People who run matters for a law firm bill for it without a separate permission, because it is part of the work. */
const mayBillForOwnFirm = (actor: Actor) =>
  actor.organisationType === 'ServiceProvider' && actor.role === 'MatterManager'

/** Whether the actor may write and transition invoices of matters they are on that the organisation pays for. */
export const mayBillFor = (actor: Actor, { organisationId }: { readonly organisationId: number }): boolean =>
  actor.permissions.has('ManageInvoices') ||
  (actor.organisationId !== organisationId && mayBillForOwnFirm(actor))

/**
 * Throws forbidden if the actor may not work on invoices of the organisation; without an organisation, if they may not
 * work on any.
 */
export function checkMayBill(actor: Actor, paying?: { readonly organisationId: number }): void {
  if (
    paying ? mayBillFor(actor, paying) : actor.permissions.has('ManageInvoices') || mayBillForOwnFirm(actor)
  )
    return
  throw forbidden('You need the permission to manage invoices; an administrator can grant it.')
}

/**
 * The invoice, locked until the transaction ends, and the side that the actor acts for. Throws not_found if they may
 * not see it, and forbidden if they may not bill. What each side may do is decided by the rules of transitions.ts.
 */
export async function getInvoiceForUpdate(
  tx: Tx,
  actor: Actor,
  id: number,
): Promise<{ readonly invoice: Invoice & MayChange; readonly mover: Party }> {
  const row = await invoicesVisibleTo(tx, actor)
    .where('invoices.id', '=', id)
    .select([...invoiceColumns])
    .forUpdate('invoices')
    .executeTakeFirst()
  if (!row) throw notFound()
  const invoice = invoiceOf(row) as Invoice & MayChange
  checkMayBill(actor, invoice)
  const side = invoice.organisationId === actor.organisationId ? 'customer' : 'provider'
  return { invoice, mover: { userId: actor.userId, side } }
}
