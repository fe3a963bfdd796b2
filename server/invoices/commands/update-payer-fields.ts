// Updating what the customer records on an invoice: whether and when it was paid, notes, and the purchase order.
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { change, type DomainEvent } from '../../platform/events/change.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { differencesOf } from '../../platform/events/differences.ts'
import { badInput, conflict, forbidden } from '../../platform/errors.ts'
import type { MayChange } from '../../platform/granted.ts'
import { permitted } from '../../records/rights/access.ts'
import { may } from '../../records/rights/involvement.ts'
import { getInvoiceForUpdate, type HeldInvoice } from '../access.ts'
import type { Invoice } from '../invoice.ts'
import { exceededByApproval } from '../orders/order-of-invoice.ts'
import { applyTransition, type Party } from '../transitions.ts'
import { writeInvoice } from './write-invoice.ts'

/** What to update: an absent property is kept, null clears it. */
export interface PayerChanges {
  readonly paid?: boolean
  readonly paidAt?: Date | null
  readonly paymentNote?: string | null
  readonly internalNotes?: string | null
  readonly purchaseOrder?: string | null
}

/**
 * Applies the changes that `decide` derives from the current invoice, all or none, and returns its new version. Only
 * the organisation that pays may do this; only an approved invoice can be paid, and a void one cannot be changed.
 */
export function updatePayerFields(
  app: App,
  actor: Actor,
  id: number,
  decide: (invoice: Invoice) => PayerChanges,
): Promise<number> {
  return change(app, actor, async (tx, now) => {
    const { invoice, mover } = await getInvoiceForUpdate(tx, actor, id)
    // before the patch is evaluated: whether a test holds would reveal the customer's internal notes
    checkIsPayer(invoice, mover)
    const events = await writePayerChanges(tx, actor, { invoice, mover }, { changes: decide(invoice), now })
    return { result: invoice.version + Math.min(events.length, 1), events }
  })
}

/** Writes the changes of the organisation that pays, in the caller's change; returns their events. */
export async function writePayerChanges(
  tx: Tx,
  actor: Actor,
  { invoice, mover }: HeldInvoice,
  { changes, now }: { readonly changes: PayerChanges; readonly now: Date },
): Promise<readonly DomainEvent[]> {
  const changing = checkIsPayer(invoice, mover)
  const next = applyChanges(invoice, changes, mover, now)
  const events = await writeInvoice(tx, actor, changing, { next, now })
  const isApproved = next.status === 'Approved' || next.status === 'Paid'
  // an approval says it by itself
  const isNamed = isApproved && next.purchaseOrder !== invoice.purchaseOrder
  return isNamed ? [...events, ...(await exceededByApproval(tx, next))] : events
}

function checkIsPayer(invoice: HeldInvoice['invoice'], { involvement }: Party): Invoice & MayChange {
  if (!involvement.isOwn && !may(involvement, 'noteInvoices'))
    throw forbidden('Only the organisation that pays an invoice may change it.')
  return permitted(invoice, involvement, 'noteInvoices')
}

const noted = ['paymentNote', 'internalNotes', 'purchaseOrder'] as const

function applyChanges(invoice: Invoice, changes: PayerChanges, mover: Party, now: Date): Invoice {
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
  mover: Party,
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
    return applyTransition(invoice, { kind: 'pay', ...(paidAt ? { paidAt } : {}) }, mover, now)
  if (!willBePaid && isPaid) return applyTransition(invoice, { kind: 'unpay' }, mover, now)
  return paidAt ? { ...invoice, paidAt } : invoice
}
