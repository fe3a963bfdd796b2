// What approved credit notes take back of an invoice, kept with it: counted when one is approved, and no more when that
// one is voided.
import { sql } from 'kysely'
import { compareDecimals } from '../../platform/decimal.ts'
import { conflict } from '../../platform/errors.ts'
import type { DomainEvent } from '../../platform/events/change.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { eventsOfChange, short } from '../events.ts'
import type { Invoice } from '../invoice.ts'
import { approvedTotalOf } from '../net-amounts.ts'
import { isOpen, paidOf } from '../payments/payment.ts'
import { creditedEvent } from './credit.ts'
import { lockCredited } from './credited-invoice.ts'

/**
 * Sums the approved credit notes of the invoice that this one credits again, and returns what happened to that. One of
 * which nothing remains after a payment is paid, and open again if something does. To be called when the credit note,
 * which is locked, was approved or voided, and is written.
 */
export async function countCredit(tx: Tx, creditNote: Invoice, now: Date): Promise<readonly DomainEvent[]> {
  const { organisationId, creditsId } = creditNote
  if (creditsId === null) return []
  const before = await lockCredited(tx, { organisationId, creditsId })
  const next = settled(before, { ...before, ...(await sumsOfCredits(tx, before)) }, now)
  await tx
    .updateTable('invoices')
    .set({
      credited: next.credited,
      credited_withheld: next.creditedWithheld,
      status: next.status,
      paid_at: next.paidAt,
      paid_amount: next.paidAmount,
      version: before.version + 1,
      updated_at: now,
    })
    .where('organisation_id', '=', before.organisationId)
    .where('id', '=', before.id)
    .execute()
  const facts = { creditNote: creditNote.number, credited: `${before.currency} ${short(next.credited)}` }
  return [creditedEvent(before, facts), ...eventsOfChange(before, next)]
}

async function sumsOfCredits(
  tx: Tx,
  { organisationId, id }: Invoice,
): Promise<Pick<Invoice, 'credited' | 'creditedWithheld'>> {
  // not through access.ts: of an invoice that the caller has locked
  const { rows } = await sql<Pick<Invoice, 'credited' | 'creditedWithheld'>>`
    select coalesce(-sum(${approvedTotalOf('i')}), 0)::text as credited,
      coalesce(-sum(i.approved_withheld), 0)::text as "creditedWithheld" from invoices i
    where i.organisation_id = ${organisationId} and i.credits_id = ${id} and i.status in ('Approved', 'Paid')`.execute(
    tx,
  )
  return rows[0] ?? { credited: '0', creditedWithheld: '0' }
}

function settled(before: Invoice, counted: Invoice, now: Date): Invoice {
  const paidAmount = paidOf(before)
  if (before.status === 'Paid' && isOpen({ ...counted, paidAmount })) {
    return { ...counted, paidAmount, status: 'Approved', paidAt: null }
  }
  const isPaid = before.status === 'Approved' && compareDecimals(paidAmount, '0') !== 0 && !isOpen(counted)
  return isPaid ? { ...counted, status: 'Paid', paidAt: now } : counted
}

/** Throws conflict for an invoice that credit notes name, so that it can't be voided. */
export async function checkNotCredited(tx: Tx, { organisationId, id }: Invoice): Promise<void> {
  // not through access.ts: of an invoice that the caller has locked
  const { rows } = await sql<{ readonly number: string }>`select i.number from invoices i
    where i.organisation_id = ${organisationId} and i.credits_id = ${id}
      and i.status in ('Posted', 'InReview', 'Approved', 'Paid') order by i.id limit 3`.execute(tx)
  if (rows.length === 0) return
  const numbers = rows.map(({ number }) => number).join(', ')
  throw conflict(`This invoice is credited by ${numbers}: decline or void the credit note first.`)
}
