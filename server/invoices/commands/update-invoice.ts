// Changing what the customer notes on an invoice: whether and when it is paid, notes, the purchase order.
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { change, type DomainEvent } from '../../platform/change.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { differencesOf } from '../../platform/differences.ts'
import { badInput, conflict, forbidden } from '../../platform/errors.ts'
import type { MayChange } from '../../platform/granted.ts'
import { getInvoiceToWorkOn } from '../access.ts'
import type { Invoice } from '../invoice.ts'
import { applyMove, type Mover } from '../moves.ts'
import { writeInvoice } from './write-invoice.ts'

/** What is to change: an absent property stays as it is, null clears. */
export interface InvoiceChanges {
  readonly paid?: boolean
  readonly paidAt?: Date | null
  readonly paymentNote?: string | null
  readonly internalNotes?: string | null
  readonly purchaseOrder?: string | null
}

/**
 * Applies the changes that `decide` draws from the invoice as it stands, all or none, and answers its version then. Only the
 * organisation that pays may; only an approved invoice can be paid, and a void one stays as it is.
 */
export function updateInvoice(
  app: App,
  actor: Actor,
  id: number,
  decide: (invoice: Invoice) => InvoiceChanges,
): Promise<number> {
  return change(app, actor, async (tx, now) => {
    const { invoice, mover } = await getInvoiceToWorkOn(tx, actor, id)
    // before the patch is looked at: a test that holds or not would say what the customer noted for itself
    checkPays(mover)
    const events = await writeChanges(tx, actor, { invoice, mover }, { changes: decide(invoice), now })
    return { result: invoice.version + Math.min(events.length, 1), events }
  })
}

/** Writes the changes of the organisation that pays, in a change of the caller's; answers their events. */
export async function writeChanges(
  tx: Tx,
  actor: Actor,
  { invoice, mover }: { readonly invoice: Invoice & MayChange; readonly mover: Mover },
  { changes, now }: { readonly changes: InvoiceChanges; readonly now: Date },
): Promise<readonly DomainEvent[]> {
  checkPays(mover)
  const next = applyChanges(invoice, changes, mover, now)
  return writeInvoice(tx, actor, invoice, { next, now })
}

function checkPays({ side }: Mover): void {
  if (side !== 'customer') throw forbidden('Only the organisation that pays an invoice may change it.')
}

const noted = ['paymentNote', 'internalNotes', 'purchaseOrder'] as const

function applyChanges(invoice: Invoice, changes: InvoiceChanges, mover: Mover, now: Date): Invoice {
  const { paid, paidAt, ...notes } = changes
  const next = { ...payment(invoice, { paid, paidAt }, mover, now), ...notes }
  const changed = Object.keys(differencesOf(invoice, next, noted)).length > 0
  if (changed && invoice.status === 'Void') {
    throw conflict('An invoice that is Void cannot be changed any more.')
  }
  return next
}

function payment(
  invoice: Invoice,
  { paid, paidAt }: { readonly paid: boolean | undefined; readonly paidAt: Date | null | undefined },
  mover: Mover,
  now: Date,
): Invoice {
  const isPaid = invoice.status === 'Paid'
  const willBePaid = paid ?? isPaid
  if (willBePaid && paidAt === null) {
    throw badInput('PaidDateUtc', 'must be a date while the invoice is paid; set Paid to false to undo it.')
  }
  if (!willBePaid && paidAt) {
    throw conflict('Only a paid invoice has a PaidDateUtc: set Paid to true together with it.')
  }
  if (willBePaid && !isPaid)
    return applyMove(invoice, { kind: 'pay', ...(paidAt ? { paidAt } : {}) }, mover, now)
  if (!willBePaid && isPaid) return applyMove(invoice, { kind: 'unpay' }, mover, now)
  return paidAt ? { ...invoice, paidAt } : invoice
}
