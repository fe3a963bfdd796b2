// What lists of invoices and of their lines can be filtered by, in words.
import { invoiceStates } from '../../lib/states.ts'
import { kinds } from '../../lib/kinds.ts'
import type { FilterProperty } from '../../list/filters/property.ts'
import { choicesOf, createdProperties } from '../../list/filters/shared-properties.ts'
import { invoiceListTexts as texts } from './invoice-list-texts.ts'

/** What an invoice has of its matter. */
export const ofMatterProperties: readonly FilterProperty[] = [
  {
    path: 'Matter/Type/Id',
    label: texts.matterType,
    kind: 'reference',
    picker: `${kinds.matter.one}Types`,
    numeric: true,
    nothing: 'Matter/Type/Id',
  },
  {
    path: 'Matter/TeamAssigned/Id',
    label: texts.matterTeam,
    kind: 'reference',
    picker: 'teams',
    numeric: true,
    nothing: 'Matter/TeamAssigned/Id',
  },
  { path: 'Matter/Owner/Id', label: texts.matterOwner, kind: 'person', nothing: 'Matter/Owner/Id' },
  { path: 'Matter/Manager/Id', label: texts.matterManager, kind: 'person', nothing: 'Matter/Manager/Id' },
]

/** What the list of invoices can be filtered by: also all that reports put invoices together by. */
export const invoiceFilterProperties: readonly FilterProperty[] = [
  { path: 'Status', label: texts.state, kind: 'choice', choices: choicesOf(invoiceStates) },
  {
    path: 'ServiceProvider/Id',
    label: texts.firm,
    kind: 'reference',
    picker: 'firms',
    numeric: true,
    nothing: 'ServiceProvider',
  },
  { path: 'Matter/Id', label: texts.matter, kind: 'reference', picker: kinds.matter.many, numeric: true },
  ...ofMatterProperties,
  { path: 'ProviderName', label: texts.firmName, kind: 'text' },
  { path: 'InvoiceDate', label: texts.date, kind: 'day' },
  { path: 'DueDate', label: texts.due, kind: 'day', nothing: 'DueDate' },
  { path: 'Total', label: texts.total, kind: 'number' },
  { path: 'Fees', label: texts.fees, kind: 'number' },
  { path: 'Remaining', label: texts.remaining, kind: 'number', nothing: 'Remaining' },
  { path: 'Currency', label: texts.currency, kind: 'text' },
  { path: 'Paid', label: texts.paid, kind: 'flag' },
  { path: 'OpenFlags', label: texts.openFlags, kind: 'number', nothing: 'OpenFlags' },
  { path: 'FlaggedBy', label: texts.flaggedBy, kind: 'text', nothing: 'FlaggedBy' },
  { path: 'Number', label: texts.number, kind: 'text' },
  { path: 'Description', label: texts.description, kind: 'text', nothing: 'Description' },
  { path: 'PurchaseOrder', label: texts.purchaseOrder, kind: 'text', nothing: 'PurchaseOrder' },
  { path: 'Credits/Number', label: texts.credits, kind: 'text', nothing: 'Credits' },
  { path: 'PostedDateUtc', label: texts.posted, kind: 'moment', nothing: 'PostedDateUtc' },
  { path: 'Approved/DateUtc', label: texts.approvedAt, kind: 'moment', nothing: 'Approved/DateUtc' },
  { path: 'PaidDateUtc', label: texts.paidAt, kind: 'moment', nothing: 'PaidDateUtc' },
  {
    path: 'Ageing',
    label: texts.ageing,
    kind: 'choice',
    nothing: 'Ageing',
    choices: Object.entries(texts.ages).map(([value, label]) => ({ value, label })),
  },
  ...createdProperties,
  { path: 'Modified/DateUtc', label: texts.modified, kind: 'moment' },
]
