// The invoice to create of an invoice in a file.
import { compareDecimals, productOf } from '../../platform/decimal.ts'
import type { LedesInvoice, LedesLine, Place } from '../ledes/ledes.ts'
import { netOf } from '../ledes/totals.ts'
import type { NewInvoiceLine } from '../lines.ts'
import type { NewInvoice } from '../new-invoice.ts'

interface OfFile {
  readonly invoice: LedesInvoice
  readonly currency: string | null
}

/** Whether everything that an invoice needs could be read. */
export const isReadable = ({ date, lines }: LedesInvoice): boolean =>
  date !== undefined &&
  lines.every((line) =>
    [
      line.tax,
      line.kind,
      line.description,
      line.units,
      line.rate,
      line.adjustment,
      line.taxRate,
      line.date,
      netOf(line),
    ].every((value) => value !== undefined),
  )

/** The invoice to create. Everything it needs could be read. */
export function newInvoiceOf({ invoice, currency }: OfFile): NewInvoice {
  const { date, dueDate, period, description, purchaseOrder } = invoice
  return {
    number: invoice.number.text,
    invoiceDate: read(date),
    dueDate,
    ...(period ? { billingPeriod: period } : {}),
    description,
    purchaseOrder,
    ...(currency === null ? {} : { currency }),
    lines: invoice.lines.map(newLineOf),
    derivedTaxCodes: { country: invoice.firmCountry ?? null },
  }
}

function newLineOf(line: LedesLine): NewInvoiceLine {
  const tax = read(line.tax).amount
  return {
    kind: read(line.kind),
    description: read(line.description),
    quantity: read(line.units),
    unitPrice: read(line.rate),
    adjustment: read(line.adjustment),
    amount: read(netOf(line)),
    // a fraction in the file, a percentage here
    taxRate: productOf(read(line.taxRate), '100'),
    ...(compareDecimals(tax, '0') === 0 ? {} : { tax }),
    workDate: read(line.date),
    timekeeper: line.timekeeper,
    timekeeperNumber: line.timekeeperId,
    timekeeperClass: line.timekeeperLevel,
    taskCode: line.taskCode,
    activityCode: line.activityCode,
    expenseCode: line.expenseCode,
  }
}

function read<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('What could not be read is a problem of its file')
  return value
}

/** Where a line of an invoice is in the file, or the invoice itself. */
export const placeOf = (invoice: LedesInvoice, line: number | null): Place =>
  (line === null ? undefined : invoice.lines[line - 1]?.at) ?? invoice.at
