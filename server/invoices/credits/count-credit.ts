// What approved credit notes take back of an invoice, kept with it: counted when one is approved, and no more when that
// one is voided.
import { sql } from 'kysely'
import { conflict } from '../../platform/errors.ts'
import type { DomainEvent } from '../../platform/events/change.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { short } from '../events.ts'
import type { Invoice } from '../invoice.ts'
import { approvedTotalOf } from '../net-amounts.ts'
import { creditedEvent } from './credit.ts'
import { lockCredited } from './credited-invoice.ts'

interface Counted {
  readonly matter_id: number
  readonly number: string
  readonly credited: string
}

/**
 * Sums the approved credit notes of the invoice that this one credits again, and returns what happened to that. To be
 * called when the credit note, which is locked, was approved or voided, and is written.
 */
export async function countCredit(tx: Tx, creditNote: Invoice, now: Date): Promise<readonly DomainEvent[]> {
  const { organisationId, creditsId } = creditNote
  if (creditsId === null) return []
  await lockCredited(tx, { organisationId, creditsId })
  // not through access.ts: of a credit note that the caller has locked
  const { rows } = await sql<Counted>`update invoices c set version = c.version + 1, updated_at = ${now},
      credited = (select coalesce(-sum(${approvedTotalOf('i')}), 0) from invoices i
        where i.organisation_id = c.organisation_id and i.credits_id = c.id and i.status in ('Approved', 'Paid'))
    where c.organisation_id = ${organisationId} and c.id = ${creditsId}
    returning c.matter_id, c.number, c.credited`.execute(tx)
  return rows.map(({ matter_id, number, credited }) =>
    creditedEvent(
      { organisationId, id: creditsId, matterId: matter_id, number },
      { creditNote: creditNote.number, credited: `${creditNote.currency} ${short(credited)}` },
    ),
  )
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
