// Invoices: terms, and the rules that depend on nothing else.
//
// invoice    a provider's request to be paid for work on a matter; the customer whose matter it is pays it
// provider   a law firm of the installation, or a vendor that is known by name only
// draft      not posted yet: visible only to the organisation that writes it
// line       one fee, disbursement or other fee; the invoice's sums are the sums of its lines
// fees       the sum of the fee lines; disbursements and other fees are summed separately, all without tax
// review     what the payer decides on lines, and a reduction of the whole; the provider sees it when it is finished
// approved   accepted for payment, with the amounts that the review leaves
// credit     a credit note takes back a part of an earlier invoice: credits/credit.ts
// payment    a part of what is to be paid, or all of it: payments/payment.ts
// recipient  the addressee of the invoice, with address and tax number
// batch      invoices that arrived together
import type { Selectable } from 'kysely'
import type { InvoicesTable } from '../platform/postgres/tables.ts'

export const invoiceStatuses = [
  'Draft',
  'Posted',
  'InReview',
  'Approved',
  'Declined',
  'Paid',
  'Void',
] as const
export type InvoiceStatus = (typeof invoiceStatuses)[number]

/** Whether the organisation that pays can decide on the lines. */
export const isReviewable = (status: InvoiceStatus): boolean => status === 'Posted' || status === 'InReview'

/** Whether a review is finished, so that the provider sees it. */
export const isDecided = (status: InvoiceStatus): boolean =>
  status === 'Approved' || status === 'Paid' || status === 'Declined'

/** The part of an invoice that can change after it was created. */
export interface Invoice {
  readonly organisationId: number
  readonly id: number
  readonly matterId: number
  readonly number: string
  readonly status: InvoiceStatus
  readonly authorOrganisationId: number
  readonly serviceProviderId: number | null
  /** Decimal text. */
  readonly fees: string
  readonly disbursements: string
  readonly otherFees: string
  readonly totalTax: string
  readonly currency: string
  readonly approvedFees: string | null
  readonly approvedDisbursements: string | null
  readonly approvedOtherFees: string | null
  readonly approvedTax: string | null
  readonly approvedBy: string | null
  readonly approvedAt: Date | null
  readonly declinedBecause: string | null
  readonly postedAt: Date | null
  readonly paidAt: Date | null
  readonly paymentNote: string | null
  readonly internalNotes: string | null
  readonly purchaseOrder: string | null
  /** Of a credit note: the invoice that it credits. */
  readonly creditsId: number | null
  /** What approved credit notes take back of it, with tax. */
  readonly credited: string
  /** What is kept back of it when it is paid, and of its approved credit notes; null before the approval. */
  readonly approvedWithheld: string | null
  readonly creditedWithheld: string
  /** What its payments come to; null before the first one, and of those marked as paid before payments were kept. */
  readonly paidAmount: string | null
  /** Counts the updates. */
  readonly version: number
}

export const invoiceColumns = [
  'invoices.organisation_id',
  'invoices.id',
  'invoices.matter_id',
  'invoices.number',
  'invoices.status',
  'invoices.author_organisation_id',
  'invoices.service_provider_id',
  'invoices.fees',
  'invoices.disbursements',
  'invoices.other_fees',
  'invoices.total_tax',
  'invoices.currency',
  'invoices.approved_fees',
  'invoices.approved_disbursements',
  'invoices.approved_other_fees',
  'invoices.approved_tax',
  'invoices.approved_by',
  'invoices.approved_at',
  'invoices.declined_because',
  'invoices.posted_at',
  'invoices.paid_at',
  'invoices.payment_note',
  'invoices.internal_notes',
  'invoices.purchase_order',
  'invoices.credits_id',
  'invoices.credited',
  'invoices.approved_withheld',
  'invoices.credited_withheld',
  'invoices.paid_amount',
  'invoices.version',
] as const

type InvoiceRecord<Name> = Name extends `invoices.${infer Column}` ? Column : never

/** Converts a row of `invoices`. */
export function invoiceOf(
  row: Pick<Selectable<InvoicesTable>, InvoiceRecord<(typeof invoiceColumns)[number]>>,
): Invoice {
  return {
    organisationId: row.organisation_id,
    id: row.id,
    matterId: row.matter_id,
    number: row.number,
    status: row.status as InvoiceStatus,
    authorOrganisationId: row.author_organisation_id,
    serviceProviderId: row.service_provider_id,
    fees: row.fees,
    disbursements: row.disbursements,
    otherFees: row.other_fees,
    totalTax: row.total_tax,
    currency: row.currency,
    approvedFees: row.approved_fees,
    approvedDisbursements: row.approved_disbursements,
    approvedOtherFees: row.approved_other_fees,
    approvedTax: row.approved_tax,
    approvedBy: row.approved_by,
    approvedAt: row.approved_at,
    declinedBecause: row.declined_because,
    postedAt: row.posted_at,
    paidAt: row.paid_at,
    paymentNote: row.payment_note,
    internalNotes: row.internal_notes,
    purchaseOrder: row.purchase_order,
    creditsId: row.credits_id,
    credited: row.credited,
    approvedWithheld: row.approved_withheld,
    creditedWithheld: row.credited_withheld,
    paidAmount: row.paid_amount,
    version: row.version,
  }
}
