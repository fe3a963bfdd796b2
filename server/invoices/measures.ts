// What invoices are reported by. docs/reports.md says what each figure means.
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Dimension, Measure, Reportable } from '../platform/lists/measures.ts'
import { netAmounts } from './net-amounts.ts'

const { billed: net, approved: approvedNet, approvedTax, isApproved, isPending } = netAmounts()

/** SQL over invoices: billed, and not taken back. */
export const isBilled = sql<SqlBool>`(invoices.status not in ('Draft', 'Void'))`
const isDeclined = sql<SqlBool>`(invoices.status = 'Declined')`

/** SQL: the value where all of this is true, null otherwise. */
export const where = (conditions: readonly RawBuilder<SqlBool>[], value: RawBuilder<unknown>) =>
  sql`(case when ${sql.join(conditions, sql` and `)} then ${value} end)`

/** A sum of money, which those who see all spend get of all. */
export const amount = (title: string, of: RawBuilder<unknown>, more: Partial<Measure> = {}): Measure => ({
  title,
  unit: 'amount',
  as: 'sum',
  of,
  isSpend: true,
  ...more,
})

const days = (title: string, as: Measure['as'], until: 'approved_at' | 'paid_at'): Measure => ({
  title,
  unit: 'days',
  as,
  of: sql`(extract(epoch from ${sql.ref(`invoices.${until}`)} - invoices.posted_at) / 86400)`,
})

const value = (title: string, column: string, labels?: readonly string[]): Dimension => ({
  title,
  column,
  ...(labels ? { labels } : {}),
})

/** What invoices, and lines of them, can be put together by. */
export const invoiceDimensions = {
  firm: value('Firm', 'serviceProviderName'),
  matter: value('Matter', 'matterId', ['matterName']),
  matterType: value('Matter type', 'matterTypeId', ['matterTypeName']),
  team: value('Team', 'matterTeamId', ['matterTeamName']),
  department: value('Department', 'matterDepartmentId', ['matterDepartmentName']),
  owner: value('Matter owner', 'matterOwnerId', ['matterOwnerName']),
  manager: value('Matter manager', 'matterManagerId', ['matterManagerName']),
  currency: value('Currency', 'currency'),
  invoiceDate: value('Invoice date', 'invoiceDate'),
  posted: value('Posted', 'postedAt'),
  approvedAt: value('Approved', 'approvedAt'),
  paidAt: value('Paid', 'paidAt'),
} as const satisfies Readonly<Record<string, Dimension>>

/** What says nothing of what an invoice is about. */
export const openInvoiceColumns = [
  'status',
  'currency',
  'invoiceDate',
  'postedAt',
  'approvedAt',
  'paidAt',
  'createdAt',
]

/** What invoices are reported by. */
export const reportableInvoices: Reportable = {
  measures: {
    count: { title: 'Number', unit: 'count', as: 'sum', of: sql`1`, isSpend: true },
    billed: amount('Billed', where([isBilled], net)),
    approved: amount('Approved', where([isApproved], approvedNet)),
    pending: amount('Pending', where([isPending], net)),
    reduced: amount('Reduced', where([isApproved], sql`${net} - ${approvedNet}`)),
    declined: amount('Declined', where([isDeclined], net)),
    tax: amount('Tax billed', where([isBilled], sql`invoices.total_tax`)),
    approvedTax: amount('Tax approved', where([isApproved], approvedTax)),
    reducedPercent: {
      title: 'Reduced, percent',
      unit: 'percent',
      as: 'ratio',
      of: where([isApproved], sql`100 * (${net} - ${approvedNet})`),
      per: where([isApproved], net),
      isSpend: true,
    },
    meanDaysToApprove: days('Days to approval, mean', 'mean', 'approved_at'),
    medianDaysToApprove: days('Days to approval, median', 'median', 'approved_at'),
    p90DaysToApprove: days('Days to approval, 90th percentile', 'p90', 'approved_at'),
    medianDaysToPay: days('Days to payment, median', 'median', 'paid_at'),
    p90DaysToPay: days('Days to payment, 90th percentile', 'p90', 'paid_at'),
  },
  dimensions: {
    ...invoiceDimensions,
    status: value('Status', 'status'),
    purchaseOrder: value('Purchase order', 'purchaseOrder'),
  },
  currency: 'currency',
  dates: ['invoiceDate', 'posted', 'approvedAt', 'paidAt'],
  open: openInvoiceColumns,
}
