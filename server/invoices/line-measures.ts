// What lines of invoices are reported by. docs/reports.md says what each figure means.
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Measure, Reportable } from '../platform/lists/measures.ts'
import {
  amount,
  blocked,
  codeMeasures,
  invoiceDimensions,
  isApproved,
  isBilled,
  isPending,
  opening,
  openInvoiceColumns,
  rate,
  type SummedAmounts,
  where,
  withoutTax,
} from './measures.ts'
import { lineTaxAmounts } from './net-amounts.ts'

const isFee = sql<SqlBool>`(invoice_lines.kind = 'Fee')`

const status = 'Invoice/Status'

const openingLines = (on: readonly RawBuilder<SqlBool>[]): Pick<Measure, 'filter'> => {
  const { filter } = opening(on, status)
  return { filter: on.includes(isFee) ? `${filter} and Kind eq 'Fee'` : filter }
}

/** Approvals from before reviews were stored have no amounts by line. */
const leftOut = {
  when: sql<SqlBool>`(${isApproved} and invoice_lines.approved_amount is null and invoices.approved_fees <> invoices.fees)`,
  because:
    'Some invoices were approved with less before reviews were kept by line: their lines count as billed.',
}

/** What is computed over lines with these amounts. */
export function lineMeasures(amounts: SummedAmounts): Readonly<Record<string, Measure>> {
  const { net, approvedNet, tax } = amounts
  const sum = (
    title: string,
    on: readonly RawBuilder<SqlBool>[],
    value: RawBuilder<unknown>,
    more: Partial<Measure> = {},
  ) => amount(title, where(on, value), { ...blocked(on, amounts), ...openingLines(on), ...more })
  const hours = sql`invoice_lines.quantity`
  const rateOf = (title: string, fees: RawBuilder<unknown>, on: RawBuilder<SqlBool>): Measure => ({
    ...rate(title, where([isFee, on], fees), where([isFee, on], hours)),
    ...blocked([isFee, on], amounts),
    ...openingLines([isFee, on]),
  })
  return {
    count: { title: 'Number', unit: 'count', as: 'sum', of: sql`1`, isSpend: true },
    billed: sum('Billed', [isBilled], net, withoutTax),
    approved: sum('Approved', [isApproved], approvedNet, { leftOut, ...withoutTax }),
    pending: sum('Pending', [isPending], net, withoutTax),
    reduced: sum('Reduced', [isApproved], sql`${net} - ${approvedNet}`, { leftOut, ...withoutTax }),
    tax: sum('Tax billed', [isBilled], tax),
    ...codeMeasures(amounts, status),
    hours: amount('Hours', where([isBilled, isFee], hours), {
      unit: 'hours',
      ...openingLines([isBilled, isFee]),
    }),
    fees: sum('Fees billed', [isBilled, isFee], net, withoutTax),
    blendedRate: rateOf('Blended rate, billed', net, isBilled),
    approvedRate: { ...rateOf('Blended rate, approved', approvedNet, isApproved), leftOut },
  }
}

/** What lines of invoices are reported by. */
export const reportableLines: Reportable = {
  measures: lineMeasures({
    net: sql`invoice_lines.amount`,
    approvedNet: sql`coalesce(invoice_lines.approved_amount, invoice_lines.amount)`,
    tax: sql`invoice_lines.tax`,
    approvedTax: sql`coalesce(invoice_lines.approved_tax, invoice_lines.tax)`,
    ofCodes: lineTaxAmounts,
  }),
  dimensions: {
    ...invoiceDimensions,
    timekeeper: { title: 'Timekeeper', column: 'timekeeper' },
    timekeeperClass: { title: 'Seniority', column: 'timekeeperClass' },
    taskCode: { title: 'Task code', column: 'taskCode' },
    activityCode: { title: 'Activity code', column: 'activityCode' },
    taxCode: { title: 'Tax code', column: 'taxCodeId', labels: ['taxCode'] },
    expenseCode: { title: 'Expense code', column: 'expenseCode' },
    kind: { title: 'Kind of line', column: 'kind' },
    workDate: { title: 'Date of work', column: 'workDate' },
    invoiceStatus: { title: 'Status of the invoice', column: 'status' },
    reductionReason: { title: 'Reason of the reduction', column: 'reductionReason' },
  },
  currency: 'currency',
  dates: ['workDate', 'invoiceDate', 'posted', 'approvedAt', 'paidAt'],
  open: [...openInvoiceColumns, 'workDate', 'kind'],
}
