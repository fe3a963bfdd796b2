// What shares of invoices are reported by. docs/reports.md says what each figure means.
import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Measure, Reportable } from '../../platform/lists/measures.ts'
import {
  amount,
  invoiceDimensions,
  isApproved,
  isBilled,
  isPending,
  opening,
  openInvoiceColumns,
  where,
  withoutTax,
} from '../measures.ts'
import { shareAmounts } from './allocated-listing.ts'

const { billedNet, billedTax, approvedNet, approvedTax } = shareAmounts
const { nonRecoverable, approvedNonRecoverable, approvedWithheld } = shareAmounts

const sum = (
  title: string,
  on: RawBuilder<SqlBool>,
  value: RawBuilder<unknown>,
  more: Partial<Measure> = {},
): Measure => amount(title, where([on], value), { ...opening([on], 'Invoice/Status'), ...more })

/** What shares are reported by. */
export const reportableShares: Reportable = {
  measures: {
    count: { title: 'Number', unit: 'count', as: 'sum', of: sql`1`, isSpend: true },
    billed: sum('Billed', isBilled, billedNet, withoutTax),
    approved: sum('Approved', isApproved, approvedNet, withoutTax),
    pending: sum('Pending', isPending, billedNet, withoutTax),
    reduced: sum('Reduced', isApproved, sql`${billedNet} - ${approvedNet}`, withoutTax),
    tax: sum('Tax billed', isBilled, billedTax),
    approvedTax: sum('Tax approved', isApproved, approvedTax),
    cost: sum('Cost billed', isBilled, sql`${billedNet} + ${nonRecoverable}`),
    approvedCost: sum('Cost approved', isApproved, sql`${approvedNet} + ${approvedNonRecoverable}`),
    withheld: sum('Withheld', isApproved, approvedWithheld),
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
