// What lines of invoices are reported by. docs/reports.md says what each figure means.
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Measure, Reportable } from '../platform/lists/measures.ts'
import { amount, invoiceDimensions, isBilled, openInvoiceColumns, where } from './measures.ts'
import { netAmounts } from './net-amounts.ts'

const { isApproved, isPending } = netAmounts()

const isFee = sql<SqlBool>`(invoice_lines.kind = 'Fee')`
const approved = sql`coalesce(invoice_lines.approved_amount, invoice_lines.amount)`

/** Approvals from before reviews were stored have no amounts by line. */
const leftOut = {
  when: sql<SqlBool>`(${isApproved} and invoice_lines.approved_amount is null and invoices.approved_fees <> invoices.fees)`,
  because:
    'Some invoices were approved with less before reviews were kept by line: their lines count as billed.',
}

const rate = (title: string, price: RawBuilder<unknown>, on: readonly RawBuilder<SqlBool>[]): Measure => ({
  title,
  unit: 'rate',
  as: 'ratio',
  of: where([isFee, ...on], price),
  per: where([isFee, ...on], sql`invoice_lines.quantity`),
  isSpend: true,
})

/** What lines of invoices are reported by. */
export const reportableLines: Reportable = {
  measures: {
    count: { title: 'Number', unit: 'count', as: 'sum', of: sql`1`, isSpend: true },
    billed: amount('Billed', where([isBilled], sql`invoice_lines.amount`)),
    approved: amount('Approved', where([isApproved], approved), { leftOut }),
    pending: amount('Pending', where([isPending], sql`invoice_lines.amount`)),
    reduced: amount('Reduced', where([isApproved], sql`invoice_lines.amount - ${approved}`), { leftOut }),
    tax: amount('Tax billed', where([isBilled], sql`invoice_lines.tax`)),
    hours: amount('Hours', where([isBilled, isFee], sql`invoice_lines.quantity`), { unit: 'hours' }),
    fees: amount('Fees billed', where([isBilled, isFee], sql`invoice_lines.amount`)),
    blendedRate: rate('Blended rate, billed', sql`invoice_lines.amount`, [isBilled]),
    approvedRate: { ...rate('Blended rate, approved', approved, [isApproved]), leftOut },
  },
  dimensions: {
    ...invoiceDimensions,
    timekeeper: { title: 'Timekeeper', column: 'timekeeper' },
    timekeeperClass: { title: 'Seniority', column: 'timekeeperClass' },
    taskCode: { title: 'Task code', column: 'taskCode' },
    activityCode: { title: 'Activity code', column: 'activityCode' },
    expenseCode: { title: 'Expense code', column: 'expenseCode' },
    kind: { title: 'Kind of line', column: 'kind' },
    workDate: { title: 'Date of work', column: 'workDate' },
    invoiceStatus: { title: 'Status of the invoice', column: 'status' },
  },
  currency: 'currency',
  dates: ['workDate', 'invoiceDate', 'posted', 'approvedAt', 'paidAt'],
  open: [...openInvoiceColumns, 'workDate', 'kind'],
}
