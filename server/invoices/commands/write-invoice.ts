// Writing the next state of an invoice, with its events. Shared by transitions and updates.
import type { Actor } from '../../platform/actor.ts'
import type { DomainEvent } from '../../platform/events/change.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { MayChange } from '../../platform/granted.ts'
import { getMatterToContribute, noteMatterActivity } from '../../matters/access.ts'
import { eventsOfChange } from '../events.ts'
import type { Invoice } from '../invoice.ts'
import { followPayments, type SaidOfPayment } from '../payments/stored-payments.ts'
import { passOnNumber } from './pass-on-number.ts'

interface Writing {
  readonly next: Invoice
  readonly now: Date
  /** Whether lines were reviewed, which are stored elsewhere. */
  readonly reviewed?: boolean
  /** What finance says of the payment of what remains. */
  readonly payment?: SaidOfPayment
  /** Whether something else of it was changed, which has events of its own: its version counts. */
  readonly touched?: boolean
}

/** Writes the differences and returns their events; writes nothing if there are none. */
export async function writeInvoice(
  tx: Tx,
  actor: Actor,
  invoice: Invoice & MayChange,
  { next: asked, now, reviewed = false, touched = false, payment }: Writing,
): Promise<readonly DomainEvent[]> {
  const by = { userId: actor.userId, now, payment }
  const { next, events: paid } = await followPayments(tx, invoice, asked, by)
  const events = [...eventsOfChange(invoice, next, reviewed), ...paid]
  if (events.length === 0 && !touched) return events
  await tx
    .updateTable('invoices')
    .set({
      status: next.status,
      approved_fees: next.approvedFees,
      approved_disbursements: next.approvedDisbursements,
      approved_other_fees: next.approvedOtherFees,
      approved_tax: next.approvedTax,
      approved_by: next.approvedBy,
      approved_at: next.approvedAt,
      declined_because: next.declinedBecause,
      posted_at: next.postedAt,
      paid_at: next.paidAt,
      payment_note: next.paymentNote,
      paid_amount: next.paidAmount,
      internal_notes: next.internalNotes,
      purchase_order: next.purchaseOrder,
      version: invoice.version + 1,
      updated_at: now,
    })
    .where('organisation_id', '=', invoice.organisationId)
    .where('id', '=', invoice.id)
    .execute()
  if (next.status === 'Void') await passOnNumber(tx, invoice)
  await noteMatterActivity(tx, await getMatterToContribute(tx, actor, invoice.matterId), now)
  return events
}
