// Who may see and work on invoices: an invoice is as visible as its matter to the people of the customer, and of the other
// organisations on the matter to those of its provider only. A draft is seen by the organisation that writes it.
import { type SqlBool, sql } from 'kysely'
import type { Actor } from '../platform/actor.ts'
import type { Reader, Tx } from '../platform/postgres/database.ts'
import { forbidden, notFound } from '../platform/errors.ts'
import type { MayChange } from '../platform/granted.ts'
import { mattersVisibleTo } from '../matters/access.ts'
import { type Invoice, invoiceColumns, invoiceOf } from './invoice.ts'
import type { Mover } from './moves.ts'

/** Invoices the actor may see, each with its matter, to be narrowed and selected from. Every list and every look-up starts here. */
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

/** In SQL, whether the actor is of the organisation that pays: only its people are shown what it notes for itself. */
export const paidByOwn = (actor: Actor) => sql<SqlBool>`invoices.organisation_id = ${actor.organisationId}`

/** Those who run matters for a law firm bill for it without further permission, because it is part of the work. */
const billsForFirm = (actor: Actor) =>
  actor.organisationType === 'ServiceProvider' && actor.role === 'MatterManager'

/** Whether the actor may write and move invoices of matters that they are on and the organisation pays for. */
export const bills = (actor: Actor, { organisationId }: { readonly organisationId: number }): boolean =>
  actor.permissions.has('ManageInvoices') || (actor.organisationId !== organisationId && billsForFirm(actor))

/** Throws forbidden for whoever may not work on invoices of the organisation; of any, when none is given. */
export function checkBills(actor: Actor, paying?: { readonly organisationId: number }): void {
  if (paying ? bills(actor, paying) : actor.permissions.has('ManageInvoices') || billsForFirm(actor)) return
  throw forbidden('You need the permission to manage invoices; an administrator can give it to you.')
}

/**
 * The invoice, when the actor may work on it, and on whose side they do; held until the transaction ends. not_found when they
 * do not see it, forbidden when they may not bill. What each side may do is up to the rules of the moves.
 */
export async function getInvoiceToWorkOn(
  tx: Tx,
  actor: Actor,
  id: number,
): Promise<{ readonly invoice: Invoice & MayChange; readonly mover: Mover }> {
  const row = await invoicesVisibleTo(tx, actor)
    .where('invoices.id', '=', id)
    .select([...invoiceColumns])
    .forUpdate('invoices')
    .executeTakeFirst()
  if (!row) throw notFound()
  const invoice = invoiceOf(row) as Invoice & MayChange
  checkBills(actor, invoice)
  const side = invoice.organisationId === actor.organisationId ? 'customer' : 'provider'
  return { invoice, mover: { userId: actor.userId, side } }
}
