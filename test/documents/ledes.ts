// Files of invoices as billing programs of law firms write them.
import { columnsOf1998B, columnsOf98BI, type LedesColumn } from '../../server/invoices/ledes/table-columns.ts'

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
  INVOICE_DATE: '20260205',
  INVOICE_NUMBER: 'A-1',
  CLIENT_ID: 'ACME',
  LAW_FIRM_MATTER_ID: 'M-1',
  BILLING_START_DATE: '20260101',
  BILLING_END_DATE: '20260130',
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
  LINE_ITEM_DATE: '20260103',
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
  LINE_ITEM_DATE: '20260111',
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
  LINE_ITEM_DATE: '20260130',
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

/** Elements by their names: texts, or elements in elements; a list is as many elements of the name. */
export interface LedesElements {
  readonly [name: string]: string | LedesElements | readonly LedesElements[]
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('\r', '&#13;')

const xmlOf = (elements: LedesElements, indent: string): string =>
  Object.entries(elements)
    .flatMap(([name, value]) => [value].flat().map((each) => [name, each] as const))
    .map(([name, value]) =>
      typeof value === 'string'
        ? `${indent}<${name}>${escaped(value)}</${name}>\n`
        : `${indent}<${name}>\n${xmlOf(value, `${indent}  `)}${indent}</${name}>\n`,
    )
    .join('')

/** A file of LEDES XML 2.1 with these invoices. */
export const ledesXml = (invoices: readonly LedesElements[], root = 'ledesxmlebilling2.1'): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="http://www.ledes.org/LEDES21.xsd">\n${xmlOf(
    { firm: { lf_vendor_id: '98-7654321', client: { cl_id: 'ACME', invoice: invoices } } },
    '  ',
  )}</${root}>\n`

const xmlFee: LedesElements = {
  charge_date: '2026-01-03',
  tk_id: 'TK01',
  charge_desc: 'Review of the file',
  task_code: 'L110',
  task_activity: 'A104',
  charge_type: 'U',
  units: '0.3',
  rate: '165.00',
  base_amount: '49.50',
  item_disc_cred_amount: '-25.00',
  total_amount: '24.50',
  tax_item_fee: { tax_type: 'GST', tax_rate: '0.15', tax_amount: '3.67' },
}

const xmlExpense: LedesElements = {
  charge_date: '2026-01-11',
  charge_desc: 'Court fees',
  expense_code: 'E112',
  units: '1',
  rate: '402.00',
  total_amount: '402.00',
  tax_item_expense: { tax_type: 'GST', tax_rate: '0.15', tax_amount: '60.30' },
}

interface XmlParts {
  readonly invoice?: LedesElements
  readonly matter?: LedesElements
  readonly fee?: LedesElements
  readonly expense?: LedesElements
}

/** An invoice of 480.47: a fee, an expense, their taxes, and a discount of 10 on the whole. */
export const xmlInvoice = (parts: XmlParts = {}): LedesElements => ({
  inv_id: 'A-1',
  inv_date: '2026-02-05',
  inv_due_date: '2026-03-04',
  inv_currency: 'NZD',
  inv_start_date: '2026-01-01',
  inv_end_date: '2026-01-30',
  inv_desc: 'Professional services',
  inv_total_net_due: '480.47',
  ...parts.invoice,
  matter: {
    cl_matter_id: 'C-1',
    lf_matter_id: 'M-1',
    po_number: 'PO-4471',
    matter_total_detail_fees: '24.50',
    matter_total_detail_exp: '402.00',
    matter_tax_on_fees: '3.67',
    matter_tax_on_exp: '60.30',
    matter_net_fees: '14.50',
    matter_net_exp: '402.00',
    matter_total_due: '480.47',
    matter_disc_cred: {
      disc_cred: 'MIA',
      disc_cred_category: 'Fee',
      increase_decrease: 'Decrease',
      disc_cred_amount: '-10.00',
    },
    tk_sum: { tk_id: 'TK01', tk_lname: 'Marlowe', tk_fname: 'Priya', tk_level: 'PT', tk_rate: '165.00' },
    fee: { ...xmlFee, ...parts.fee },
    expense: { ...xmlExpense, ...parts.expense },
    ...parts.matter,
  },
})
