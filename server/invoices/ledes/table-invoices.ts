// Converts the rows of LEDES1998B and LEDES98BI V2 to invoices: each row is a line, and repeats the data of its
// invoice.
import { compareDecimals } from '../../platform/decimal.ts'
import { activityCodes, expenseCodes, taskCodes, timekeeperClasses } from './codes.ts'
import { columnsOfInvoice, type LedesColumn } from './table-columns.ts'
import type { LedesInvoice, LedesLine, Problems } from './ledes.ts'
import type { LedesRow, LedesTable } from './table-rows.ts'
import { uniqueNumberOf } from '../../platform/postgres/unique-text.ts'
import {
  readCode,
  readCurrency,
  readDay,
  checkEmpty,
  readNumber,
  readOptionalDay,
  readOptionalText,
  quoted,
  readStatedAmount,
  readText,
} from './cell-values.ts'

/** The invoices of the table in the order of their first rows; adds a problem for each wrong cell. */
export function invoicesOfTable(
  { format, rows, partial }: LedesTable,
  problems: Problems,
): readonly LedesInvoice[] {
  const isInternational = format === 'LEDES98BI V2'
  const byNumber = new Map<string, LedesRow[]>()
  for (const row of rows) {
    const text = readText(row.cell('INVOICE_NUMBER'), problems, 100)
    if (text === undefined) continue
    const number = uniqueNumberOf(text)
    const own = byNumber.get(number)
    if (own) own.push(row)
    else byNumber.set(number, [row])
  }
  const withoutTotals = new Set(partial.map(uniqueNumberOf))
  return [...byNumber].flatMap(([number, own]) => {
    const invoice = invoiceOf(own, isInternational, problems)
    if (!invoice) return []
    // what its sums must be is not known before all of its rows are read
    return withoutTotals.has(number) ? { ...invoice, ...noTotals } : invoice
  })
}

const noTotals = { total: undefined, taxTotal: undefined, netTotal: undefined }

function invoiceOf(
  rows: readonly LedesRow[],
  isInternational: boolean,
  problems: Problems,
): LedesInvoice | undefined {
  const [first] = rows
  if (!first) return undefined
  const isWhole = isSameInAll(rows, first, problems)
  checkLineNumbers(rows, problems)
  const lines = rows.map((row) => lineOf(row, isInternational, problems))
  const cell = (name: LedesColumn) => first.cell(name)
  return {
    at: cell('INVOICE_NUMBER').at,
    number: { ...cell('INVOICE_NUMBER'), text: cell('INVOICE_NUMBER').text.trim() },
    clientMatterId: cell('CLIENT_MATTER_ID'),
    firmMatterId: cell('LAW_FIRM_MATTER_ID'),
    date: readDay(cell('INVOICE_DATE'), problems, 'YYYYMMDD'),
    dueDate: null,
    period: periodOf(first, problems),
    description: readOptionalText(cell('INVOICE_DESCRIPTION'), problems, 10_000),
    purchaseOrder: isInternational ? readOptionalText(cell('PO_NUMBER'), problems) : null,
    currency: isInternational ? readCurrency(cell('INVOICE_CURRENCY'), problems) : null,
    ...(isInternational ? countryOf(cell('LAW_FIRM_COUNTRY').text) : {}),
    // if the rows disagree about their invoice, its totals are not checked
    ...(isWhole ? totalsOf(first, isInternational, problems) : { total: undefined }),
    lines,
  }
}

// what is no code of two letters is not needed for anything else
function countryOf(text: string): Pick<LedesInvoice, 'firmCountry'> {
  const firmCountry = text.trim().toUpperCase()
  return /^[A-Z]{2}$/.test(firmCountry) ? { firmCountry } : {}
}

function totalsOf(row: LedesRow, isInternational: boolean, problems: Problems) {
  const total = readStatedAmount(row.cell('INVOICE_TOTAL'), problems)
  if (!isInternational) return { total }
  const taxTotal = readStatedAmount(row.cell('INVOICE_TAX_TOTAL'), problems)
  checkReportedTax(row, taxTotal?.amount, problems)
  return { total, taxTotal, netTotal: readStatedAmount(row.cell('INVOICE_NET_TOTAL'), problems) }
}

/** The taxes in the currency in which they are reported. */
function checkReportedTax(row: LedesRow, taxTotal: string | undefined, problems: Problems): void {
  const [reported, currency] = [row.cell('INVOICE_REPORTED_TAX_TOTAL'), row.cell('INVOICE_TAX_CURRENCY')]
  if (reported.text.trim() === '' && currency.text.trim() === '') return
  const amount = readNumber(reported, problems)
  const code = readCurrency(currency, problems)
  const isSame = code === row.cell('INVOICE_CURRENCY').text.trim().toUpperCase()
  if (!isSame || amount === undefined || taxTotal === undefined || compareDecimals(amount, taxTotal) === 0)
    return
  problems.add(
    reported.at,
    `INVOICE_REPORTED_TAX_TOTAL must be ${taxTotal}, as INVOICE_TAX_TOTAL is in the same currency; it is ${amount}.`,
    taxTotal,
  )
}

function periodOf(row: LedesRow, problems: Problems): LedesInvoice['period'] {
  const end = row.cell('BILLING_END_DATE')
  const [from, to] = [
    readDay(row.cell('BILLING_START_DATE'), problems, 'YYYYMMDD'),
    readDay(end, problems, 'YYYYMMDD'),
  ]
  if (from === undefined || to === undefined) return undefined
  if (from <= to) return { start: from, end: to }
  problems.add(end.at, 'BILLING_END_DATE must not be before BILLING_START_DATE.')
  return undefined
}

function isSameInAll(rows: readonly LedesRow[], first: LedesRow, problems: Problems): boolean {
  let isSame = true
  for (const row of rows.slice(1)) {
    for (const name of columnsOfInvoice) {
      const [cell, there] = [row.cell(name), first.cell(name)]
      if (cell.text.trim() === there.text.trim()) continue
      isSame = false
      problems.add(
        cell.at,
        `${name} must be the same in all rows of invoice ${first.cell('INVOICE_NUMBER').text.trim().slice(0, 100)}: it is ${quoted(cell.text.trim())} here and ${quoted(there.text.trim())} in row ${first.row}.`,
        there.text.trim(),
      )
    }
  }
  return isSame
}

function checkLineNumbers(rows: readonly LedesRow[], problems: Problems): void {
  const seen = new Set<string>()
  for (const row of rows) {
    const cell = row.cell('LINE_ITEM_NUMBER')
    const number = cell.text.trim()
    if (!/^\d{1,9}$/.test(number)) {
      problems.add(cell.at, `LINE_ITEM_NUMBER must be a whole number; it is ${quoted(number)}.`)
    } else if (seen.has(number)) {
      problems.add(cell.at, `LINE_ITEM_NUMBER ${number} occurs twice in this invoice.`)
    }
    seen.add(number)
  }
}

type LineType = 'F' | 'E' | 'IF' | 'IE'

const kinds: Readonly<Record<LineType, 'Fee' | 'Disbursement'>> = {
  F: 'Fee',
  IF: 'Fee',
  E: 'Disbursement',
  IE: 'Disbursement',
}

function typeOf(row: LedesRow, problems: Problems): LineType | undefined {
  const cell = row.cell('EXP/FEE/INV_ADJ_TYPE')
  const type = cell.text.trim().toUpperCase()
  if (Object.hasOwn(kinds, type)) return type as LineType
  problems.add(
    cell.at,
    `EXP/FEE/INV_ADJ_TYPE must be F for a fee, E for an expense, or IF or IE for an adjustment of the whole invoice; it is ${quoted(cell.text.trim())}.`,
  )
  return undefined
}

function lineOf(row: LedesRow, isInternational: boolean, problems: Problems): LedesLine {
  const cell = (name: LedesColumn) => row.cell(name)
  const type = typeOf(row, problems)
  // an adjustment of the whole invoice has no units and no rate
  const adjusts = type === 'IF' || type === 'IE'
  return {
    at: cell('LINE_ITEM_NUMBER').at,
    kind: type && kinds[type],
    date: adjusts
      ? readOptionalDay(cell('LINE_ITEM_DATE'), problems, 'YYYYMMDD')
      : readDay(cell('LINE_ITEM_DATE'), problems, 'YYYYMMDD'),
    description: readText(cell('LINE_ITEM_DESCRIPTION'), problems, 4_000),
    units: readNumber(cell('LINE_ITEM_NUMBER_OF_UNITS'), problems, {
      whole: 9,
      ...(adjusts ? { empty: '1' } : {}),
    }),
    rate: readNumber(cell('LINE_ITEM_UNIT_COST'), problems, adjusts ? { empty: '0' } : {}),
    adjustment: readNumber(cell('LINE_ITEM_ADJUSTMENT_AMOUNT'), problems, { empty: '0' }),
    total: readStatedAmount(cell('LINE_ITEM_TOTAL'), problems),
    ...taxOf(row, isInternational, problems),
    ...codesOf(row, type, problems),
    ...timekeeperOf(row, type === 'F', problems),
  }
}

function taxOf(row: LedesRow, isInternational: boolean, problems: Problems) {
  const cell = row.cell('LINE_ITEM_TAX_TOTAL')
  if (!isInternational) {
    return { taxIncluded: false, taxRate: '0', tax: { amount: '0', at: row.cell('LINE_ITEM_TOTAL').at } }
  }
  const [rateCell, typeCell] = [row.cell('LINE_ITEM_TAX_RATE'), row.cell('LINE_ITEM_TAX_TYPE')]
  const tax = readStatedAmount(cell, problems, { empty: '0' })
  let taxRate = readNumber(rateCell, problems, { empty: '0' })
  if (taxRate !== undefined && (compareDecimals(taxRate, '1') > 0 || taxRate.startsWith('-'))) {
    problems.add(
      rateCell.at,
      `LINE_ITEM_TAX_RATE must be a part of one, 0.15 for 15 percent; it is ${taxRate}.`,
    )
    taxRate = undefined
  }
  if (tax && compareDecimals(tax.amount, '0') !== 0) readText(typeCell, problems)
  return { taxIncluded: true, taxRate, tax }
}

function codesOf(row: LedesRow, type: LineType | undefined, problems: Problems) {
  const code = (name: LedesColumn, set: ReadonlySet<string>, called: string) =>
    readCode(row.cell(name), problems, { set, called })
  if (type === 'F') checkEmpty(row.cell('LINE_ITEM_EXPENSE_CODE'), problems, 'a fee')
  if (type === 'E') checkEmpty(row.cell('LINE_ITEM_ACTIVITY_CODE'), problems, 'an expense')
  return {
    taskCode: code('LINE_ITEM_TASK_CODE', taskCodes, 'a UTBMS task code such as L110'),
    activityCode:
      type === 'E'
        ? null
        : code('LINE_ITEM_ACTIVITY_CODE', activityCodes, 'a UTBMS activity code, A101 to A111'),
    expenseCode:
      type === 'F'
        ? null
        : code('LINE_ITEM_EXPENSE_CODE', expenseCodes, 'a UTBMS expense code, E101 to E124'),
  }
}

function timekeeperOf(row: LedesRow, isFee: boolean, problems: Problems) {
  const cell = (name: LedesColumn) => row.cell(name)
  const id = isFee ? readText(cell('TIMEKEEPER_ID'), problems, 100) : cell('TIMEKEEPER_ID').text.trim()
  const level = readCode(cell('TIMEKEEPER_CLASSIFICATION'), problems, {
    set: timekeeperClasses,
    called: 'a class of timekeepers such as PARTNR, ASSOC or PARALGL',
  })
  if (isFee && cell('TIMEKEEPER_CLASSIFICATION').text.trim() === '') {
    readText(cell('TIMEKEEPER_CLASSIFICATION'), problems)
  }
  return {
    timekeeperId: id || null,
    timekeeper: readOptionalText(cell('TIMEKEEPER_NAME'), problems),
    timekeeperLevel: level,
  }
}
