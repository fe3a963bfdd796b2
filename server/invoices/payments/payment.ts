// Payments of invoices, and what these leave to be paid.
//
// due        approved, with tax, less what is withheld of it
// payable    what is to be paid of an approved invoice: due − what approved credit notes are due
// paid       what its payments come to that were not taken back
// remaining  payable − paid; below zero the provider owes it, as a credit note came after the payment
// settled    nothing remains: only then the invoice is Paid
//
// A credit note is settled with the invoice that it credits, so that nothing is to be paid of it.
import { compareDecimals, differenceOf, sumOf } from '../../platform/decimal.ts'
import type { DomainEvent } from '../../platform/events/change.ts'
import type { Topic } from '../../platform/events/topics.ts'
import { kinds } from '../../records/kinds.ts'
import { short } from '../events.ts'
import type { Invoice } from '../invoice.ts'
import { netOf } from '../lines.ts'

/** A payment that is recorded. Decimal text, with tax; below zero what the provider paid back. */
export interface NewPayment {
  readonly paidAt: Date
  /** Default: all that remains. */
  readonly amount?: string | undefined
  readonly reference: string | null
  readonly note: string | null
  /** Of the finance system: a payment of the invoice is recorded once under it. */
  readonly externalId?: string | null
  /** That it is drawn from. */
  readonly retainerId?: number | undefined
}

export const longestReference = 100
/** Of an invoice, those that were taken back among them. */
export const mostPayments = 500
export const longestNote = 4_000

/** What was approved, with tax; '0' before. Approvals from before reviews accept all but the fees as billed. */
function approvedTotalOf(invoice: Invoice): string {
  const { approvedFees, approvedDisbursements, approvedOtherFees, approvedTax } = invoice
  if (approvedFees === null) return '0'
  const sums = {
    fees: approvedFees,
    disbursements: approvedDisbursements ?? invoice.disbursements,
    otherFees: approvedOtherFees ?? invoice.otherFees,
    totalTax: approvedTax ?? invoice.totalTax,
  }
  return sumOf([netOf(sums), sums.totalTax])
}

const dueOf = (invoice: Invoice): string =>
  differenceOf(approvedTotalOf(invoice), invoice.approvedWithheld ?? '0')

/** What is to be paid of it in all. */
const payableOf = (invoice: Invoice): string =>
  invoice.creditsId === null
    ? differenceOf(dueOf(invoice), differenceOf(invoice.credited, invoice.creditedWithheld))
    : '0'

/** What is paid. One that was marked as paid before payments were kept is paid as it was approved. */
export const paidOf = (invoice: Invoice): string =>
  invoice.paidAmount ?? (invoice.status === 'Paid' && invoice.creditsId === null ? dueOf(invoice) : '0')

/** What is left to be paid; below zero what the provider owes. */
export const remainingOf = (invoice: Invoice): string => differenceOf(payableOf(invoice), paidOf(invoice))

/** Whether something is left to be paid, in the direction of what is payable. */
export function isOpen(invoice: Invoice): boolean {
  const remaining = compareDecimals(remainingOf(invoice), '0')
  return compareDecimals(payableOf(invoice), '0') < 0 ? remaining < 0 : remaining > 0
}

type Paid = Pick<Invoice, 'organisationId' | 'id' | 'matterId' | 'number' | 'currency'>

/** What happened to a payment: history for both sides, and a topic for the organisation that pays. */
export const paymentEvent = (
  { organisationId, id, matterId, number, currency }: Paid,
  name: Extract<Topic, `matter.invoice.payment.${string}`>,
  { amount, ...facts }: Readonly<Record<string, string | null>> & { readonly amount: string },
): DomainEvent => ({
  name,
  organisationId,
  resource: { kind: 'invoice', id },
  subject: { kind: kinds.matter.one, id: matterId },
  facts: { invoice: number, amount: `${currency} ${short(amount)}`, ...facts },
})
