// Writes an invoice as LEDES1998B or LEDES98BI V2, so that the reader of this folder reads the same invoice from it.
import {
  compareDecimals,
  differenceOf,
  isDecimal,
  productOf,
  rounded,
  sumOf,
} from '../../platform/decimal.ts'
import { short } from '../events.ts'
import { currencyDigits } from '../../platform/currencies.ts'
import { activityCodes, expenseCodes, taskCodes, timekeeperClasses } from './codes.ts'
import type { LedesTable } from './table-rows.ts'
import { columnsOf1998B, columnsOf98BI, type LedesColumn } from './table-columns.ts'

/** A line as it is written. Numbers are decimal text. */
export interface WrittenLine {
  readonly number: number
  readonly kind: 'Fee' | 'Disbursement' | 'OtherFee'
  readonly workDate: string | null
  readonly description: string
  readonly quantity: string
  readonly unitPrice: string
  readonly adjustment: string
  /** What it was billed with, and what it is written with; without tax. */
  readonly billed: string
  readonly amount: string
  /** A percentage. */
  readonly taxRate: string
  readonly tax: string
  readonly timekeeper: string | null
  readonly timekeeperNumber: string | null
  readonly timekeeperClass: string | null
  readonly taskCode: string | null
  readonly activityCode: string | null
  readonly expenseCode: string | null
}

export interface WrittenInvoice {
  readonly number: string
  readonly date: string
  readonly period: { readonly start: string; readonly end: string } | null
  readonly description: string | null
  readonly purchaseOrder: string | null
  readonly currency: string
  readonly clientId: string
  readonly clientName: string
  readonly clientMatterId: string
  readonly matterName: string
  readonly firmId: string
  readonly firmName: string
  readonly firmMatterId: string
  readonly lines: readonly WrittenLine[]
}

/** Why a line cannot be written: its number, and what is wrong with it. */
export interface Unwritable {
  readonly number: number
  readonly reason: string
}

/** The lines that the format has no exact words for. */
export function unwritableLines(
  { lines }: WrittenInvoice,
  format: LedesTable['format'],
): readonly Unwritable[] {
  const taxed = lines.filter(({ tax, taxRate }) =>
    format === 'LEDES1998B' ? compareDecimals(tax, '0') !== 0 : !isDecimal(fractionOf(taxRate), 1, 4),
  )
  return taxed.map(({ number, taxRate }) => ({
    number,
    reason:
      format === 'LEDES1998B'
        ? 'has a tax, which LEDES1998B has no column for'
        : `has a tax rate of ${taxRate} %, which has more decimal places than LEDES98BI allows`,
  }))
}

/** The file. Its lines must be writable. */
export function writeLedes(invoice: WrittenInvoice, format: LedesTable['format']): string {
  const columns = format === 'LEDES1998B' ? columnsOf1998B : columnsOf98BI
  const shared = cellsOfInvoice(invoice, format)
  const rows = invoice.lines.map((line): Cells => ({ ...shared, ...cellsOfLine(line, invoice, format) }))
  return [format, columns.join('|'), ...rows.map((row) => columns.map((name) => row[name] ?? '').join('|'))]
    .map((row) => `${row}[]\r\n`)
    .join('')
}

type Cells = Partial<Readonly<Record<LedesColumn, string>>>

function cellsOfInvoice(invoice: WrittenInvoice, format: LedesTable['format']): Cells {
  const { lines, currency } = invoice
  const shown = (decimal: string) => rounded(decimal, currencyDigits(currency))
  const net = sumOf(lines.map(({ amount }) => amount))
  const tax = sumOf(lines.map((line) => line.tax))
  const { start, end } = invoice.period ?? periodOf(invoice)
  return {
    INVOICE_DATE: dayOf(invoice.date),
    INVOICE_NUMBER: textOf(invoice.number),
    CLIENT_ID: textOf(invoice.clientId),
    LAW_FIRM_MATTER_ID: textOf(invoice.firmMatterId),
    INVOICE_TOTAL: shown(sumOf([net, tax])),
    BILLING_START_DATE: dayOf(start),
    BILLING_END_DATE: dayOf(end),
    INVOICE_DESCRIPTION: textOf(invoice.description ?? ''),
    LAW_FIRM_ID: textOf(invoice.firmId),
    CLIENT_MATTER_ID: textOf(invoice.clientMatterId),
    ...(format === 'LEDES1998B'
      ? {}
      : {
          PO_NUMBER: textOf(invoice.purchaseOrder ?? ''),
          MATTER_NAME: textOf(invoice.matterName),
          INVOICE_TAX_TOTAL: shown(tax),
          INVOICE_NET_TOTAL: shown(net),
          INVOICE_CURRENCY: currency,
          LAW_FIRM_NAME: textOf(invoice.firmName),
          CLIENT_NAME: textOf(invoice.clientName),
          INVOICE_REPORTED_TAX_TOTAL: shown(tax),
          INVOICE_TAX_CURRENCY: currency,
        }),
  }
}

/** The days of the work, where no period was billed. */
export function periodOf({ lines, date }: WrittenInvoice): { readonly start: string; readonly end: string } {
  const days = lines.flatMap(({ workDate }) => workDate ?? []).toSorted()
  return { start: days[0] ?? date, end: days.at(-1) ?? date }
}

function cellsOfLine(line: WrittenLine, { currency }: WrittenInvoice, format: LedesTable['format']): Cells {
  const shown = (decimal: string) => rounded(decimal, currencyDigits(currency))
  const type = typeOf(line)
  const isInternational = format !== 'LEDES1998B'
  return {
    LINE_ITEM_NUMBER: String(line.number),
    'EXP/FEE/INV_ADJ_TYPE': type,
    LINE_ITEM_NUMBER_OF_UNITS: line.quantity,
    LINE_ITEM_UNIT_COST: line.unitPrice,
    LINE_ITEM_ADJUSTMENT_AMOUNT: adjustmentOf(line),
    LINE_ITEM_TOTAL: shown(isInternational ? sumOf([line.amount, line.tax]) : line.amount),
    LINE_ITEM_DATE: line.workDate === null ? '' : dayOf(line.workDate),
    LINE_ITEM_TASK_CODE: codeOf(line.taskCode, taskCodes),
    LINE_ITEM_EXPENSE_CODE: type === 'F' ? '' : codeOf(line.expenseCode, expenseCodes),
    LINE_ITEM_ACTIVITY_CODE: type === 'E' ? '' : codeOf(line.activityCode, activityCodes),
    TIMEKEEPER_ID: textOf(line.timekeeperNumber ?? ''),
    LINE_ITEM_DESCRIPTION: textOf(line.description),
    TIMEKEEPER_NAME: textOf(line.timekeeper ?? ''),
    TIMEKEEPER_CLASSIFICATION: codeOf(line.timekeeperClass, timekeeperClasses),
    ...(isInternational
      ? {
          LINE_ITEM_TAX_RATE: fractionOf(line.taxRate),
          LINE_ITEM_TAX_TOTAL: shown(line.tax),
          LINE_ITEM_TAX_TYPE: compareDecimals(line.tax, '0') === 0 ? '' : 'TAX',
        }
      : {}),
  }
}

/**
 * A fee that the format cannot name as one, because it has no timekeeper or day, is an adjustment of the fees of the
 * whole invoice; an expense without a day one of the expenses.
 */
function typeOf({ kind, workDate, timekeeperNumber, timekeeperClass }: WrittenLine): 'F' | 'E' | 'IF' | 'IE' {
  if (kind === 'Disbursement') return workDate === null ? 'IE' : 'E'
  const isNamed = (timekeeperNumber ?? '') !== '' && codeOf(timekeeperClass, timekeeperClasses) !== ''
  return kind === 'Fee' && workDate !== null && isNamed ? 'F' : 'IF'
}

/** As it was billed, or else what brings units × rate to the amount. */
export const adjustmentOf = ({ quantity, unitPrice, adjustment, billed, amount }: WrittenLine): string =>
  compareDecimals(billed, amount) === 0
    ? adjustment
    : short(rounded(differenceOf(amount, productOf(quantity, unitPrice)), 4))

const dayOf = (day: string) => day.replaceAll('-', '')

/** On one line, without the characters that separate cells and end rows. */
const textOf = (text: string) =>
  text
    .replaceAll(/\s+/g, ' ')
    .replaceAll('|', '/')
    .replaceAll(/\[\](?= *$)/g, '[ ]')
    .trim()

/** The code if the formats know it; nothing otherwise. */
export const codeOf = (code: string | null, set: ReadonlySet<string>) => {
  const known = (code ?? '').trim().toUpperCase()
  return set.has(known) ? known : ''
}

/** A percentage as a part of one. */
export const fractionOf = (percent: string) => short(productOf(percent, '0.01'))
