// Exports to finance: terms, and what is stored.
//
// export       approved invoices that are handed over together, under a number
// open         the finance system has not taken it yet; it can be withdrawn, and its invoices exported again
// acknowledge  the finance system has taken it, under a reference of its own, and under one for each invoice
// content      an invoice as it was handed over: what is changed later does not change it
import type { Reader } from '../../platform/postgres/database.ts'

export const exportStatuses = ['Open', 'Acknowledged', 'Withdrawn'] as const
export type ExportStatus = (typeof exportStatuses)[number]

/** The most invoices of one export. */
export const mostExported = 500

export const longestReference = 100

/** Amounts are decimal text, days `2026-05-06`. */
export interface ExportedContent {
  readonly number: string
  readonly invoiceDate: string
  readonly dueDate: string | null
  readonly billingPeriodStart: string | null
  readonly billingPeriodEnd: string | null
  readonly providerId: number | null
  readonly providerName: string
  readonly recipientName: string | null
  readonly recipientTaxNumber: string | null
  readonly matterId: number
  readonly matterNumber: string
  readonly matterName: string
  readonly matterType: string
  readonly matterReference: string | null
  readonly matterExternalId: string | null
  readonly team: string | null
  readonly department: string | null
  readonly purchaseOrder: string | null
  readonly currency: string
  readonly billedNet: string
  readonly billedTax: string
  readonly billedTotal: string
  readonly approvedFees: string
  readonly approvedDisbursements: string
  readonly approvedOtherFees: string
  readonly approvedNet: string
  readonly approvedTax: string
  readonly approvedTotal: string
  /** Approved less billed, without tax: below 0 where the review reduced it. */
  readonly adjustment: string
  readonly approvedAt: string
  /** The invoice that a credit note credits; absent in exports from before credit notes named one. */
  readonly credits?: { readonly id: number; readonly number: string } | null
  /** What follows from tax codes; absent in exports from before lines named them. */
  readonly reverseChargeTax?: string
  readonly nonRecoverableTax?: string
  /** Without tax, with what of the tax is not recoverable. */
  readonly cost?: string
  readonly withheld?: string
  /** Approved with tax, less what is withheld. */
  readonly toPay?: string
  /** Absent in exports from before invoices were allocated. */
  readonly allocation?: readonly ExportedShare[]
}

/** A share of an invoice, with the codes of the finance system. Amounts are decimal text. */
export interface ExportedShare {
  readonly costCentre: string | null
  readonly costCentreName: string | null
  readonly entity: string | null
  readonly entityName: string | null
  readonly percent: string
  readonly approvedNet: string
  readonly approvedTax: string
  readonly approvedTotal: string
  /** As of the invoice. */
  readonly cost?: string
  readonly withheld?: string
  readonly toPay?: string
}

/** What follows from tax codes for an exported invoice; of one from before there were any, nothing. */
export const exportedTaxes = (content: ExportedContent) => ({
  reverseChargeTax: content.reverseChargeTax ?? '0',
  nonRecoverableTax: content.nonRecoverableTax ?? '0',
  ...exportedCost(content),
})

type Shared = Pick<ExportedShare, 'approvedNet' | 'approvedTotal' | 'cost' | 'withheld' | 'toPay'>

/** The same of an invoice or a share: what it costs, what is withheld and what is to be paid. */
export const exportedCost = ({ approvedNet, approvedTotal, cost, withheld, toPay }: Shared) => ({
  cost: cost ?? approvedNet,
  withheld: withheld ?? '0',
  toPay: toPay ?? approvedTotal,
})

export interface ExportedInvoice {
  readonly invoiceId: number
  readonly content: ExportedContent
  readonly reference: string | null
  readonly paymentReference: string | null
}

interface Of {
  readonly organisationId: number
  readonly id: number
}

/** The invoices of an export that was fetched through access.ts, in the order of their ids. */
export async function listExported(
  db: Reader,
  { organisationId, id }: Of,
): Promise<readonly ExportedInvoice[]> {
  const rows = await db
    .selectFrom('finance_export_invoices')
    .where('organisation_id', '=', organisationId)
    .where('export_id', '=', id)
    .orderBy('invoice_id')
    .select(['invoice_id', 'content', 'reference', 'payment_reference'])
    .execute()
  return rows.map((row) => ({
    invoiceId: row.invoice_id,
    content: row.content as unknown as ExportedContent,
    reference: row.reference,
    paymentReference: row.payment_reference,
  }))
}
