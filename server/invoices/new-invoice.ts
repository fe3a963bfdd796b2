// The input of a new invoice, before it is recorded.
import type { CreditReference } from './credits/credit.ts'
import type { NewInvoiceLine } from './lines.ts'

/** The content of a new invoice. Days are `2026-05-06`, money is decimal text. */
export interface NewInvoice {
  readonly number: string
  readonly invoiceDate: string
  readonly dueDate?: string | null
  readonly billingPeriod?: { readonly start: string; readonly end: string } | null
  readonly description?: string | null
  /** The law firm; for people of a law firm always their own. */
  readonly serviceProviderId?: number
  /** Instead of a law firm: any other payee. */
  readonly vendorName?: string
  readonly thirdParty?: boolean
  readonly recipientId?: number | null
  readonly purchaseOrder?: string | null
  /** Of a credit note: the invoice that it credits. */
  readonly credits?: CreditReference | null
  /** Default: the currency of the organisation that pays. */
  readonly currency?: string
  /** A file of the matter. */
  readonly fileId?: number | null
  /** The batch that it arrived in; default: a new one. */
  readonly batchId?: number
  readonly lines: readonly NewInvoiceLine[]
  /** Of a file: lines have the tax code that their rate says, of this country if it is known. */
  readonly derivedTaxCodes?: { readonly country: string | null }
  /** The sum of all lines with their taxes, to be checked if given. */
  readonly total?: string
}
