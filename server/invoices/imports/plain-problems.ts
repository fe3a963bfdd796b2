// The plain errors of an invoice in a file, each at the cell that is wrong.
import { columnsOf1998B } from '../ledes/table-columns.ts'
import { isXml, type LedesFormat, type LedesInvoice, type Place, type Problems } from '../ledes/ledes.ts'
import { type PlainError, plainErrorsOf } from '../plain-errors.ts'
import { isReadable, newInvoiceOf, placeOf } from './invoice-of-file.ts'

type Property = PlainError['property']

const columns = {
  invoiceDate: 'INVOICE_DATE',
  workDate: 'LINE_ITEM_DATE',
  quantity: 'LINE_ITEM_NUMBER_OF_UNITS',
  expenseCode: 'LINE_ITEM_EXPENSE_CODE',
  credits: 'INVOICE_DESCRIPTION',
  creditsLine: 'LINE_ITEM_DESCRIPTION',
} as const satisfies Record<Property, (typeof columnsOf1998B)[number]>

const elements = {
  invoiceDate: 'inv_date',
  workDate: 'charge_date',
  quantity: 'units',
  expenseCode: 'expense_code',
  credits: 'inv_desc',
  creditsLine: 'charge_desc',
} as const satisfies Record<Property, string>

interface Reading {
  readonly format: LedesFormat | null
  readonly now: Date
  readonly problems: Problems
}

/** Adds a problem for each; of an invoice that could not be read whole, nothing is said. */
export function addPlainErrors(invoice: LedesInvoice, { format, now, problems }: Reading): void {
  if (!isReadable(invoice)) return
  for (const { line, property, message } of plainErrorsOf(newInvoiceOf({ invoice, currency: null }), now)) {
    problems.add(cellOf(placeOf(invoice, line), property, format), message)
  }
}

/** The cell of a property, in the row of its line or invoice. */
export function cellOf(at: Place, property: Property, format: LedesFormat | null): Place {
  if (isXml(format)) return { ...at, field: `${at.field}/${elements[property]}` }
  const field = columns[property]
  // the columns that both table formats begin with are in the order of the standard, which the reader has checked
  return { row: at.row, column: columnsOf1998B.indexOf(field) + 1, field }
}
