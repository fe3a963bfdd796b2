// Payments as they are stored, and those that follow from an invoice being marked as paid or unpaid.
import { compareDecimals, differenceOf, sumOf } from '../../platform/decimal.ts'
import type { DomainEvent } from '../../platform/events/change.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { Invoice } from '../invoice.ts'
import { isOpen, paidOf, paymentEvent, remainingOf } from './payment.ts'

interface By {
  readonly userId: string
  readonly now: Date
}

interface Row {
  readonly paidAt: Date
  readonly amount: string
  readonly reference: string | null
  readonly note: string | null
  readonly externalId: string | null
  /** That it is drawn from, with its title. */
  readonly retainerId?: number | null
  readonly retainer?: string | null
}

/** Stores a payment of an invoice that is locked; returns its id and what happened. */
export async function insertPayment(
  tx: Tx,
  invoice: Invoice,
  { paidAt, amount, reference, note, externalId, retainerId = null, retainer = null }: Row,
  { userId, now }: By,
): Promise<{ readonly id: number; readonly event: DomainEvent }> {
  const { id } = await tx
    .insertInto('invoice_payments')
    .values({
      organisation_id: invoice.organisationId,
      invoice_id: invoice.id,
      paid_at: paidAt,
      amount,
      reference,
      note,
      external_id: externalId,
      retainer_id: retainerId,
      created_by: userId,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const facts = { amount, paid: paidAt.toISOString(), reference, note, retainer }
  return { id, event: paymentEvent(invoice, 'matter.invoice.payment.recorded', facts) }
}

/** A payment that counts. */
export interface StandingPayment {
  readonly id: number
  readonly amount: string
  readonly paidAt: Date
  readonly reference: string | null
}

/** The payments of an invoice that were not taken back, the newest first. */
export async function standingPayments(
  tx: Tx,
  { organisationId, id }: Pick<Invoice, 'organisationId' | 'id'>,
): Promise<readonly StandingPayment[]> {
  const rows = await tx
    .selectFrom('invoice_payments')
    .where('organisation_id', '=', organisationId)
    .where('invoice_id', '=', id)
    .where('withdrawn_at', 'is', null)
    .orderBy('id', 'desc')
    .select(['id', 'amount', 'paid_at', 'reference'])
    .execute()
  return rows.map(({ id: payment, amount, paid_at: paidAt, reference }) => ({
    id: payment,
    amount,
    paidAt,
    reference,
  }))
}

/** The payment of an invoice with an id of the finance system, one that was taken back as well. */
export async function findByExternalId(
  tx: Tx,
  { organisationId, id }: Pick<Invoice, 'organisationId' | 'id'>,
  externalId: string,
) {
  return tx
    .selectFrom('invoice_payments')
    .where('organisation_id', '=', organisationId)
    .where('invoice_id', '=', id)
    .where('external_id', '=', externalId)
    .select(['amount', 'paid_at', 'reference', 'withdrawn_at'])
    .executeTakeFirst()
}

/** Takes a payment back; returns what happened. */
export async function withdrawStored(
  tx: Tx,
  invoice: Invoice,
  { id, amount }: StandingPayment,
  { reason, userId, now }: By & { readonly reason: string },
): Promise<DomainEvent> {
  await tx
    .updateTable('invoice_payments')
    .set({ withdrawn_because: reason, withdrawn_by: userId, withdrawn_at: now })
    .where('organisation_id', '=', invoice.organisationId)
    .where('id', '=', id)
    .execute()
  return paymentEvent(invoice, 'matter.invoice.payment.withdrawn', { amount, reason })
}

/** What finance says of a payment that pays the rest. */
export interface SaidOfPayment {
  readonly reference: string | null
  readonly externalId: string | null
}

interface Following extends By {
  readonly payment?: SaidOfPayment | undefined
}

interface Followed {
  /** With what is paid then. */
  readonly next: Invoice
  readonly events: readonly DomainEvent[]
}

/**
 * The payments that follow where an invoice is marked as paid, which pays all that remains, or as unpaid, which takes
 * the newest payments back until something remains. Nothing where the caller has changed what is paid.
 */
export async function followPayments(
  tx: Tx,
  before: Invoice,
  next: Invoice,
  by: Following,
): Promise<Followed> {
  if (next.paidAmount !== before.paidAmount) return { next, events: [] }
  const [wasPaid, isPaid] = [before.status === 'Paid', next.status === 'Paid']
  if (!wasPaid && isPaid) return payRest(tx, before, next, by)
  if (wasPaid && !isPaid) return takeBack(tx, before, next, by)
  if (wasPaid && next.paidAt !== null && next.paidAt.getTime() !== before.paidAt?.getTime()) {
    await moveNewest(tx, next, next.paidAt)
  }
  return { next, events: [] }
}

async function payRest(tx: Tx, before: Invoice, next: Invoice, by: Following): Promise<Followed> {
  const amount = remainingOf(before)
  const paid = { ...next, paidAmount: sumOf([paidOf(before), amount]) }
  if (compareDecimals(amount, '0') === 0) return { next: paid, events: [] }
  const note = next.paymentNote === before.paymentNote ? null : next.paymentNote
  const { reference = null, externalId = null } = by.payment ?? {}
  const row = { paidAt: next.paidAt ?? by.now, amount, reference, note, externalId }
  const { event } = await insertPayment(tx, next, row, by)
  return { next: paid, events: [event] }
}

async function takeBack(tx: Tx, before: Invoice, next: Invoice, by: By): Promise<Followed> {
  const events: DomainEvent[] = []
  let left = before.paidAmount ?? '0'
  for (const payment of before.paidAmount === null ? [] : await standingPayments(tx, before)) {
    if (isOpen({ ...next, paidAmount: left })) break
    left = differenceOf(left, payment.amount)
    events.push(
      await withdrawStored(tx, next, payment, { ...by, reason: 'The invoice was marked as unpaid.' }),
    )
  }
  return { next: { ...next, paidAmount: left }, events }
}

async function moveNewest(tx: Tx, invoice: Invoice, paidAt: Date): Promise<void> {
  const [newest] = await standingPayments(tx, invoice)
  if (!newest) return
  await tx
    .updateTable('invoice_payments')
    .set({ paid_at: paidAt })
    .where('organisation_id', '=', invoice.organisationId)
    .where('id', '=', newest.id)
    .execute()
}
