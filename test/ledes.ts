// Files of invoices as billing programs of law firms write them.
import { columnsOf1998B, columnsOf98BI, type LedesColumn } from '../server/invoices/ledes/columns.ts'

/** The cells of one row by their columns; what is absent is empty. */
export type LedesCells = Partial<Readonly<Record<LedesColumn, string>>>

const table = (format: string, columns: readonly LedesColumn[], rows: readonly LedesCells[], end: string) =>
  [format, columns.join('|'), ...rows.map((row) => columns.map((name) => row[name] ?? '').join('|'))]
    .map((row) => `${row}[]${end}`)
    .join('')

/** A file of LEDES1998B with these rows. */
export const ledes1998B = (rows: readonly LedesCells[], end = '\r\n'): string =>
  table('LEDES1998B', columnsOf1998B, rows, end)

/** A file of LEDES98BI V2 with these rows. */
export const ledes98BI = (rows: readonly LedesCells[], end = '\r\n'): string =>
  table('LEDES98BI V2', columnsOf98BI, rows, end)

const invoice: LedesCells = {
  INVOICE_DATE: '20261005',
  INVOICE_NUMBER: 'A-1',
  CLIENT_ID: 'ACME',
  LAW_FIRM_MATTER_ID: 'M-1',
  BILLING_START_DATE: '20260901',
  BILLING_END_DATE: '20260930',
  INVOICE_DESCRIPTION: 'Professional services',
  LAW_FIRM_ID: '98-7654321',
  CLIENT_MATTER_ID: 'C-1',
}

const fee: LedesCells = {
  ...invoice,
  LINE_ITEM_NUMBER: '1',
  'EXP/FEE/INV_ADJ_TYPE': 'F',
  LINE_ITEM_NUMBER_OF_UNITS: '0.3',
  LINE_ITEM_UNIT_COST: '165.00',
  LINE_ITEM_ADJUSTMENT_AMOUNT: '-25.00',
  LINE_ITEM_TOTAL: '24.50',
  LINE_ITEM_DATE: '20260903',
  LINE_ITEM_TASK_CODE: 'L110',
  LINE_ITEM_ACTIVITY_CODE: 'A104',
  TIMEKEEPER_ID: 'TK01',
  TIMEKEEPER_NAME: 'Marlowe, Priya',
  TIMEKEEPER_CLASSIFICATION: 'PARTNR',
  LINE_ITEM_DESCRIPTION: 'Review of the file',
}

const expense: LedesCells = {
  ...invoice,
  LINE_ITEM_NUMBER: '2',
  'EXP/FEE/INV_ADJ_TYPE': 'E',
  LINE_ITEM_NUMBER_OF_UNITS: '1',
  LINE_ITEM_UNIT_COST: '402',
  LINE_ITEM_TOTAL: '402.00',
  LINE_ITEM_DATE: '20260911',
  LINE_ITEM_EXPENSE_CODE: 'E112',
  LINE_ITEM_DESCRIPTION: 'Court fees',
}

const discount: LedesCells = {
  ...invoice,
  LINE_ITEM_NUMBER: '3',
  'EXP/FEE/INV_ADJ_TYPE': 'IF',
  LINE_ITEM_NUMBER_OF_UNITS: '1',
  LINE_ITEM_ADJUSTMENT_AMOUNT: '-10.00',
  LINE_ITEM_TOTAL: '-10.00',
  LINE_ITEM_DATE: '20260930',
  LINE_ITEM_DESCRIPTION: 'Discount on fees',
}

/** An invoice of 416.50: a fee with a discount, an expense, and a discount of the whole. */
export const rows1998B = (cells: LedesCells = {}): readonly LedesCells[] =>
  [fee, expense, discount].map((row) => ({ ...row, INVOICE_TOTAL: '416.50', ...cells }))

/** An invoice of 490.47 with 15 percent of tax: 3.67 and 60.30, of which the first is a half rounded down. */
export const rows98BI = (cells: LedesCells = {}): readonly LedesCells[] =>
  [
    { ...fee, LINE_ITEM_TOTAL: '28.17', LINE_ITEM_TAX_TOTAL: '3.67' },
    { ...expense, LINE_ITEM_TOTAL: '462.30', LINE_ITEM_TAX_TOTAL: '60.30' },
  ].map((row) => ({
    ...row,
    INVOICE_TOTAL: '490.47',
    INVOICE_NET_TOTAL: '426.50',
    INVOICE_TAX_TOTAL: '63.97',
    INVOICE_CURRENCY: 'NZD',
    INVOICE_REPORTED_TAX_TOTAL: '63.97',
    INVOICE_TAX_CURRENCY: 'NZD',
    LINE_ITEM_TAX_RATE: '0.15',
    LINE_ITEM_TAX_TYPE: 'GST',
    PO_NUMBER: 'PO-4471',
    ...cells,
  }))
