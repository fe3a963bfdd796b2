// What an invoice shows of credit: the invoice that it credits, or the credit notes that take something back of it.
import { sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { Column } from '../../platform/lists/list-query.ts'
import type { Reader } from '../../platform/postgres/database.ts'
import { invoicesVisibleTo } from '../access.ts'
import { approvedTotalOf, billedTotalOf } from '../net-amounts.ts'

// not through access.ts: of the same payer, provider and matter as the credit note that the reader sees
const creditedNumber = sql<string | null>`(select c.number from invoices c
  where c.organisation_id = invoices.organisation_id and c.id = invoices.credits_id)`

/** Columns of lists of invoices. */
export const creditColumns = {
  creditsId: { kind: 'integer', nullable: true, sql: sql.ref('invoices.credits_id') },
  creditsNumber: { kind: 'text', nullable: true, sql: creditedNumber },
  credited: { kind: 'number', nullable: false, sql: sql.ref('invoices.credited') },
} as const satisfies Readonly<Record<string, Column>>

/** A credit note of an invoice. Amounts are decimal text, with tax, below zero. */
export interface CreditNote {
  readonly id: number
  readonly number: string
  readonly status: string
  readonly total: string
  readonly approvedTotal: string | null
}

/** Whether a credit note keeps its invoice from being voided. */
export const isStanding = ({ status }: CreditNote): boolean =>
  ['Posted', 'InReview', 'Approved', 'Paid'].includes(status)

/** The credit notes of an invoice that the actor sees, void ones left aside, in the order in which they were made. */
export async function listCreditNotes(
  db: Reader,
  actor: Actor,
  { organisationId, id }: { readonly organisationId: number; readonly id: number },
): Promise<readonly CreditNote[]> {
  return invoicesVisibleTo(db, actor)
    .where('invoices.organisation_id', '=', organisationId)
    .where('invoices.credits_id', '=', id)
    .where('invoices.status', '<>', 'Void')
    .orderBy('invoices.id')
    .select(['invoices.id', 'invoices.number', 'invoices.status'])
    .select([billedTotalOf().as('total'), approvedTotalOf().as('approvedTotal')])
    .execute()
}
