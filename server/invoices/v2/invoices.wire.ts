// Invoices in the shapes of v2. Amounts are JSON numbers with exactly the digits that are stored; days are
// `2026-05-06`.
import Type from 'typebox'
import { filtered, type Properties, sorted, thing } from '../../http/v2/odata-properties.ts'
import {
  auditedByUser,
  auditedToV2,
  namedProperties,
  namedReference,
  namedToV2,
  nullable,
  nullableChoice,
  nullableObject,
  textOf,
  userColumns,
  userProperties,
} from '../../http/v2/references.wire.ts'
import type { ListedRow } from '../../platform/lists/list-rows.ts'
import { invoiceStatuses } from '../invoice.ts'
import type { InvoiceDetails } from '../invoice-details.ts'
import { lineSchema, lineToV2 } from './invoice-line.wire.ts'
import { invoiceReviewSchema, reviewToV2 } from './reviews.wire.ts'
import {
  exportOfInvoiceProperties,
  exportOfInvoiceSchema,
  exportOfInvoiceToV2,
} from './exports/of-invoice.wire.ts'
import { flagColumnNames, flagProperties, flagSchemas, flagsExample, flagsOfRow } from './flagged.wire.ts'
import { settlementProperties, settlementSchemas, settlementToV2 } from './payments/payments.wire.ts'
import { taxColumnNames, taxesToV2, taxProperties, taxSchemas } from './taxes/invoice-taxes.wire.ts'
import {
  ownCurrencyExample,
  ownCurrencyOfListColumns,
  ownCurrencyOfListSchema,
  ownCurrencyOfRow,
  ownCurrencyProperties,
  ownCurrencySchema,
  ownCurrencyToV2,
} from './own-currency/own-amounts.wire.ts'
import {
  creditNotesSchema,
  creditNoteToV2,
  creditProperties,
  creditsSchema,
  creditToV2,
} from './credits/credits.wire.ts'
import { invoiceDetailsExample, invoiceExample } from './invoice-examples.wire.ts'

const readOnly = { readOnly: true }
const day = { format: 'date' }
const moment = { format: 'date-time', ...readOnly }
const text = (description: string, more: object = {}) => nullable<string>('string', { description, ...more })
const amount = (description: string) => Type.Number({ description, ...readOnly })

const ability = Type.Boolean()

const shown = {
  id: Type.Integer(readOnly),
  number: Type.String({ minLength: 1, maxLength: 100 }),
  status: nullableChoice(invoiceStatuses),
  matter: nullableObject(namedReference),
  serviceProvider: nullableObject(namedReference),
  providerName: Type.String({ description: 'The law firm, or another payee.', ...readOnly }),
  description: text('What the invoice is for.'),
  invoiceDate: Type.String(day),
  dueDate: text('When payment is due.', day),
  billingPeriod: nullableObject({ start: Type.String(day), end: Type.String(day) }),
  currency: Type.String({ description: 'ISO 4217.' }),
  fees: amount('Without tax, like the next two.'),
  disbursements: amount('Expenses.'),
  otherFees: amount('Other fees.'),
  totalTax: amount('The tax on all lines.'),
  total: amount('The total with tax.'),
  hours: Type.Number({ description: 'The hours of its fee lines.', ...readOnly }),
  approvedFees: nullable<number>('number', readOnly),
  approvedTotal: nullable<number>('number', {
    description: 'What was approved for payment, with tax.',
    ...readOnly,
  }),
  approved: nullableObject(auditedByUser, readOnly),
  postedDateUtc: nullable<string>('string', moment),
  declinedBecause: text('Why it was declined.', readOnly),
  paid: Type.Boolean(readOnly),
  paidDateUtc: nullable<string>('string', moment),
  paymentNote: text('Note of the organisation that pays.'),
  internalNotes: text('Internal notes of the organisation that pays: null for everybody else.'),
  purchaseOrder: text('The purchase order.'),
  credits: creditsSchema,
  credited: amount('What approved credit notes take back of it, with tax.'),
  ...taxSchemas,
  ...settlementSchemas,
  thirdParty: Type.Boolean(),
  batchId: Type.Integer({ description: 'Invoices that arrived together.', ...readOnly }),
  recipient: nullableObject(namedReference),
  financeExport: exportOfInvoiceSchema,
  file: nullableObject(namedReference, {
    description: 'A file of the matter with the original invoice document.',
  }),
  original: nullableObject(
    { name: Type.String(), format: Type.String(), size: Type.Integer() },
    { description: 'The file it was imported from.', ...readOnly },
  ),
  created: nullableObject(auditedByUser, readOnly),
  modified: Type.Object({ dateUtc: Type.String({ format: 'date-time' }) }, readOnly),
} as const

const ownOfListExample = { ...ownCurrencyExample, missingRate: false }
const listedInvoiceExample = { ...invoiceExample, ...flagsExample, ownCurrency: ownOfListExample }

/** An invoice of a list. */
export const invoiceSchema = Type.Object(
  { ...shown, ...flagSchemas, ownCurrency: ownCurrencyOfListSchema },
  { examples: [listedInvoiceExample] },
)

export const invoiceDetailsSchema = Type.Object(
  {
    ...shown,
    ownCurrency: ownCurrencySchema,
    creditNotes: creditNotesSchema,
    lines: Type.Array(lineSchema),
    review: invoiceReviewSchema,
    can: Type.Object(
      {
        change: ability,
        note: ability,
        post: ability,
        review: ability,
        reviewLines: ability,
        approve: ability,
        decline: ability,
        pay: ability,
        unpay: ability,
        void: ability,
      },
      { description: 'What you may currently do with it.', ...readOnly },
    ),
  },
  { examples: [invoiceDetailsExample] },
)

export const invoiceColumns = [
  'id number status matterId matterName providerId serviceProviderName description invoiceDate dueDate',
  'billingPeriodStart billingPeriodEnd currency fees hours disbursements otherFees totalTax total approvedFees approvedTotal',
  'approvedAt postedAt declinedBecause paid paidAt paymentNote internalNotes purchaseOrder thirdParty batchId',
  'creditsId creditsNumber credited paidAmount remaining ageing',
  'exportId exportNumber exportStatus exportReference recipientId recipientName fileId fileName originalName originalFormat originalSize createdAt updatedAt version',
]
  .flatMap((names) => names.split(' '))
  .concat(taxColumnNames, userColumns('createdBy'), userColumns('approvedBy'))

/** With what lists show beside. */
export const listedInvoiceColumns = [...invoiceColumns, ...flagColumnNames, ...ownCurrencyOfListColumns]

/** What invoices, and lines of them, can be filtered by of their matters. */
export const matterOfInvoiceProperties: Properties = {
  'Matter/Id': filtered('matterId'),
  'Matter/Name': sorted('matterName'),
  'Matter/Type/Id': filtered('matterTypeId'),
  'Matter/Type/Name': filtered('matterTypeName'),
  'Matter/TeamAssigned/Id': filtered('matterTeamId'),
  'Matter/TeamAssigned/Name': filtered('matterTeamName'),
  'Matter/Owner/Id': { ...filtered('matterOwnerId'), labels: ['matterOwnerName'] },
  'Matter/Owner/Department/Id': filtered('matterDepartmentId'),
  'Matter/Owner/Department/Name': filtered('matterDepartmentName'),
  'Matter/Manager/Id': { ...filtered('matterManagerId'), labels: ['matterManagerName'] },
}

/** The properties that lists of invoices can be filtered and sorted by. */
export const invoiceProperties: Properties = {
  Id: sorted('id'),
  Number: sorted('number'),
  Status: sorted('status'),
  ...matterOfInvoiceProperties,
  ServiceProvider: thing('providerId'),
  'ServiceProvider/Id': { ...filtered('providerId'), labels: ['serviceProviderName'] },
  ProviderName: sorted('serviceProviderName'),
  Description: filtered('description'),
  InvoiceDate: sorted('invoiceDate'),
  DueDate: sorted('dueDate'),
  'BillingPeriod/Start': sorted('billingPeriodStart'),
  'BillingPeriod/End': sorted('billingPeriodEnd'),
  Currency: sorted('currency'),
  Fees: sorted('fees'),
  Hours: sorted('hours'),
  Disbursements: sorted('disbursements'),
  OtherFees: sorted('otherFees'),
  TotalTax: sorted('totalTax'),
  Total: sorted('total'),
  ApprovedFees: sorted('approvedFees'),
  ApprovedTotal: sorted('approvedTotal'),
  'Approved/DateUtc': sorted('approvedAt'),
  ...userProperties('Approved/User', 'approvedBy'),
  DeclinedBecause: filtered('declinedBecause'),
  'Original/Name': filtered('originalName'),
  'Original/Format': filtered('originalFormat'),
  'Original/Size': filtered('originalSize'),
  PostedDateUtc: sorted('postedAt'),
  Paid: sorted('paid'),
  PaidDateUtc: sorted('paidAt'),
  PaymentNote: filtered('paymentNote'),
  InternalNotes: filtered('internalNotes'),
  PurchaseOrder: sorted('purchaseOrder'),
  ...flagProperties,
  ...creditProperties,
  ...taxProperties,
  ...settlementProperties,
  ThirdParty: filtered('thirdParty'),
  BatchId: filtered('batchId'),
  ...namedProperties('Recipient', 'recipient'),
  ...exportOfInvoiceProperties,
  ...ownCurrencyProperties,
  ...namedProperties('File', 'file'),
  'Created/DateUtc': sorted('createdAt'),
  ...userProperties('Created/User', 'createdBy'),
  'Modified/DateUtc': sorted('updatedAt'),
}

const orNull = (row: ListedRow, name: string) => (row[name] ?? null) as string | null
const numberOf = (row: ListedRow, name: string) => Number(row[name])
const utcOf = (row: ListedRow, name: string) => {
  const at = row[name]
  return at instanceof Date ? at.toISOString() : null
}

/** An invoice of a list in the shape of v2. */
export const listedInvoiceToV2 = (row: ListedRow) => ({
  ...invoiceToV2(row),
  ...flagsOfRow(row),
  ownCurrency: ownCurrencyOfRow(row),
})

function invoiceToV2(row: ListedRow) {
  const [start, end] = [orNull(row, 'billingPeriodStart'), orNull(row, 'billingPeriodEnd')]
  const providerName = textOf(row, 'serviceProviderName')
  return {
    id: numberOf(row, 'id'),
    number: textOf(row, 'number'),
    status: row['status'] as (typeof invoiceStatuses)[number],
    matter: namedToV2(row, 'matter'),
    serviceProvider:
      row['providerId'] === null ? null : { id: numberOf(row, 'providerId'), name: providerName },
    providerName,
    description: orNull(row, 'description'),
    invoiceDate: textOf(row, 'invoiceDate'),
    dueDate: orNull(row, 'dueDate'),
    billingPeriod: start !== null && end !== null ? { start, end } : null,
    currency: textOf(row, 'currency'),
    ...amountsOf(row),
    approved: row['approvedAt'] === null ? null : auditedToV2(row, 'approved'),
    postedDateUtc: utcOf(row, 'postedAt'),
    declinedBecause: orNull(row, 'declinedBecause'),
    paid: row['paid'] === true,
    paidDateUtc: utcOf(row, 'paidAt'),
    paymentNote: orNull(row, 'paymentNote'),
    internalNotes: orNull(row, 'internalNotes'),
    purchaseOrder: orNull(row, 'purchaseOrder'),
    ...creditToV2(row),
    ...taxesToV2(row),
    ...settlementToV2(row),
    thirdParty: row['thirdParty'] === true,
    batchId: numberOf(row, 'batchId'),
    recipient: namedToV2(row, 'recipient'),
    financeExport: exportOfInvoiceToV2(row),
    file: namedToV2(row, 'file'),
    original: originalOf(row),
    created: auditedToV2(row, 'created'),
    modified: { dateUtc: utcOf(row, 'updatedAt') ?? '' },
  }
}

const amountsOf = (row: ListedRow) => ({
  fees: numberOf(row, 'fees'),
  disbursements: numberOf(row, 'disbursements'),
  otherFees: numberOf(row, 'otherFees'),
  totalTax: numberOf(row, 'totalTax'),
  total: numberOf(row, 'total'),
  hours: numberOf(row, 'hours'),
  approvedFees: row['approvedFees'] === null ? null : numberOf(row, 'approvedFees'),
  approvedTotal: row['approvedTotal'] === null ? null : numberOf(row, 'approvedTotal'),
})

function originalOf(row: ListedRow) {
  const name = orNull(row, 'originalName')
  if (name === null) return null
  return { name, format: textOf(row, 'originalFormat'), size: numberOf(row, 'originalSize') }
}

/** One invoice with everything about it. */
export const invoiceDetailsToV2 = ({ row, lines, can, ...of }: InvoiceDetails) => ({
  ...invoiceToV2(row),
  ownCurrency: ownCurrencyToV2(of.ownAmounts, textOf(row, 'currency')),
  creditNotes: of.creditNotes.map(creditNoteToV2),
  lines: lines.map((line) => lineToV2(line, of)),
  review: of.review && reviewToV2(of.review, of.isOwn),
  can,
})
