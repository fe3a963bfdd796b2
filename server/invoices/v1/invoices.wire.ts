// Invoices and recipients in the shapes of v1. Amounts are JSON numbers with exactly the digits that are stored.
import Type from 'typebox'
import { utcTextOrNull } from '../../http/v1/dates.wire.ts'
import type { Names } from '../../http/v1/filtering.ts'
import { nullable } from '../../http/v1/people.wire.ts'
import type { Catalogue } from '../../platform/lists/list-query.ts'
import type { InvoiceColumn } from '../list-columns.ts'
import type { InvoiceRecipient, InvoiceRow } from '../list-invoices.ts'

const text = nullable<string>('string')
const moment = nullable<string>('string', { format: 'date-time' })
const money = nullable<number>('number')
const id = nullable<number>('integer')

const shared = {
  id: Type.Integer(),
  invoiceNo: text,
  invoiceDate: moment,
  dueDate: moment,
  disbursements: money,
  fees: money,
  otherFees: money,
  fileId: id,
  status: text,
  fileName: text,
  batchId: Type.Integer(),
  thirdParty: Type.Boolean(),
  paid: nullable<boolean>('boolean'),
  paidDateUtc: moment,
  description: text,
}

export const matterInvoiceSchema = Type.Object(shared)

export const invoiceSchema = Type.Object({
  ...shared,
  paymentNote: text,
  matterId: id,
  approvedDateUtc: moment,
  purchaseOrderNo: text,
  totalTax: money,
  approvedFees: money,
  currency: text,
  postedDateUtc: moment,
  internalNotes: text,
  billingPeriodStart: moment,
  billingPeriodEnd: moment,
  serviceProviderName: text,
  serviceProviderId: text,
})

type Name = keyof typeof invoiceSchema.properties

/** v1's names and their columns. */
const columns = {
  id: 'id',
  invoiceNo: 'number',
  invoiceDate: 'invoiceDate',
  dueDate: 'dueDate',
  disbursements: 'disbursements',
  fees: 'fees',
  otherFees: 'otherFees',
  fileId: 'fileId',
  status: 'status',
  fileName: 'fileName',
  batchId: 'batchId',
  thirdParty: 'thirdParty',
  paid: 'paid',
  paidDateUtc: 'paidAt',
  paymentNote: 'paymentNote',
  description: 'description',
  matterId: 'matterId',
  approvedDateUtc: 'approvedAt',
  purchaseOrderNo: 'purchaseOrder',
  totalTax: 'totalTax',
  approvedFees: 'approvedFees',
  currency: 'currency',
  postedDateUtc: 'postedAt',
  internalNotes: 'internalNotes',
  billingPeriodStart: 'billingPeriodStart',
  billingPeriodEnd: 'billingPeriodEnd',
  serviceProviderName: 'serviceProviderName',
  serviceProviderId: 'serviceProviderId',
} as const satisfies Record<Name, InvoiceColumn>

/** The columns that v1 shows. */
export const shownColumns: readonly InvoiceColumn[] = Object.values(columns)

const byLowerCase = new Map<string, InvoiceColumn>(
  Object.entries(columns).map(([name, column]) => [name.toLowerCase(), column]),
)

/** The names that a list of invoices is filtered and sorted by: those of its rows. */
export const invoiceNames = (catalogue: Catalogue): Names => ({
  catalogue,
  find: (name) => byLowerCase.get(name.toLowerCase()),
  offered: Object.keys(columns),
})

const amounts: readonly Name[] = ['disbursements', 'fees', 'otherFees', 'totalTax', 'approvedFees']
const days: readonly Name[] = ['invoiceDate', 'dueDate', 'billingPeriodStart', 'billingPeriodEnd']

/** A row of a list; the response schema drops what a list does not show. */
export const invoiceToV1 = (row: InvoiceRow) =>
  Object.fromEntries(
    Object.entries(columns).map(([name, column]) => [name, valueOf(name as Name, row[column] ?? null)]),
  ) as Type.Static<typeof invoiceSchema>

function valueOf(name: Name, value: unknown): unknown {
  if (value instanceof Date) return utcTextOrNull(value)
  if (typeof value !== 'string') return value
  if (amounts.includes(name)) return Number(value)
  return days.includes(name) ? `${value}T00:00:00` : value
}

export const recipientSchema = Type.Object({
  id,
  name: text,
  addressLine1: text,
  addressLine2: text,
  addressLine3: text,
  taxType: nullable<string>('string', { enum: ['GST', 'TAX', 'VAT', null] }),
  taxNumber: text,
  contactName: text,
  contactPhone: text,
  contactEmail: text,
})

/** The recipient of an invoice. */
export function recipientToV1({ addressLines, ...recipient }: InvoiceRecipient) {
  const [addressLine1, addressLine2, addressLine3] = addressLines
  return { ...recipient, addressLine1, addressLine2, addressLine3 }
}
