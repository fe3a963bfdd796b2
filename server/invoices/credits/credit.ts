// Credit notes.
//
// credit note  an invoice with a negative total, which takes back something of an earlier one
// credited     the invoice that a credit note names: of the same payer, provider, matter and currency, approved or paid
// taken back   what credit notes of an invoice come to above zero: as approved, or as billed while they wait
// left         what was approved of an invoice, with tax, and is not taken back
import type { DomainEvent } from '../../platform/events/change.ts'
import { kinds } from '../../records/kinds.ts'
import type { Invoice } from '../invoice.ts'

/** How the invoice that is credited is named. */
export type CreditReference = { readonly id: number } | { readonly number: string }

/** An invoice that a credit note names. Amounts are decimal text, with tax. */
export interface CreditedInvoice {
  readonly id: number
  readonly number: string
  readonly status: string
  readonly approved: string | null
  /** By credit notes that are posted, in review, approved or paid, but for the one in question. */
  readonly takenBack: string
}

/** A line of it, without tax. */
export interface CreditedLine {
  readonly number: number
  readonly approved: string
  readonly takenBack: string
}

/** What credit notes take back of an invoice has changed: history of its matter, for its firm as well. */
export const creditedEvent = (
  { organisationId, id, matterId, number }: Pick<Invoice, 'organisationId' | 'id' | 'matterId' | 'number'>,
  facts: Readonly<Record<string, string>>,
): DomainEvent => ({
  name: 'invoice.credited',
  organisationId,
  resource: { kind: 'invoice', id },
  subject: { kind: kinds.matter.one, id: matterId },
  facts: { invoice: number, ...facts },
})
