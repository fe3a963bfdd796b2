// What shares of invoices are reported by. docs/reports.md says what each figure means.
import { sql } from 'kysely'
import type { Reportable } from '../../platform/lists/measures.ts'
import { amount, invoiceDimensions, isBilled, openInvoiceColumns, where, withoutTax } from '../measures.ts'
import { netAmounts } from '../net-amounts.ts'
import { shareAmounts } from './allocated-listing.ts'

const { isApproved, isPending } = netAmounts()
const { billedNet, billedTax, approvedNet, approvedTax } = shareAmounts
const { nonRecoverable, approvedNonRecoverable, approvedWithheld } = shareAmounts

/** What shares are reported by. */
export const reportableShares: Reportable = {
  measures: {
    count: { title: 'Number', unit: 'count', as: 'sum', of: sql`1`, isSpend: true },
    billed: amount('Billed', where([isBilled], billedNet), withoutTax),
    approved: amount('Approved', where([isApproved], approvedNet), withoutTax),
    pending: amount('Pending', where([isPending], billedNet), withoutTax),
    reduced: amount('Reduced', where([isApproved], sql`${billedNet} - ${approvedNet}`), withoutTax),
    tax: amount('Tax billed', where([isBilled], billedTax)),
    approvedTax: amount('Tax approved', where([isApproved], approvedTax)),
    cost: amount('Cost billed', where([isBilled], sql`${billedNet} + ${nonRecoverable}`)),
    approvedCost: amount(
      'Cost approved',
      where([isApproved], sql`${approvedNet} + ${approvedNonRecoverable}`),
    ),
    withheld: amount('Withheld', where([isApproved], approvedWithheld)),
  },
  dimensions: {
    costCentre: {
      title: 'Cost centre',
      column: 'costCentreId',
      labels: ['costCentreCode', 'costCentreName'],
    },
    legalEntity: {
      title: 'Legal entity',
      column: 'legalEntityId',
      labels: ['legalEntityCode', 'legalEntityName'],
    },
    ...invoiceDimensions,
    status: { title: 'Status', column: 'status' },
  },
  currency: 'currency',
  dates: ['invoiceDate', 'posted', 'approvedAt', 'paidAt'],
  open: openInvoiceColumns,
}
