// The lines of an invoice and their sums, exact to the smallest unit of the currency.
import { type Reason, sentence } from '../platform/errors.ts'
import { isDecimal, isRoundedFrom, productOf, rounded, sumOf } from '../platform/decimal.ts'
import { readLocalTime } from '../platform/time/local-time.ts'
import { activityCodes, expenseCodes, taskCodes } from './ledes/codes.ts'
import { bareObject } from '../platform/bare-object.ts'
import type { TaxCodeReference } from './taxes/apply-codes.ts'
import { type AppliedTax, type LineTaxes, lineTaxesOf, noTaxCode } from './taxes/line-taxes.ts'

/** In one turn of the loop, and in one statement. */
export const linesPerTurn = 500

export const lineKinds = ['Fee', 'Disbursement', 'OtherFee'] as const

/** A line as it is sent. Numbers are decimal text, such as `187.50`. */
export interface NewInvoiceLine {
  readonly kind: (typeof lineKinds)[number]
  readonly description: string
  /** Hours or pieces; default 1. */
  readonly quantity?: string
  readonly unitPrice: string
  /** Added to quantity x unit price: negative for a discount. */
  readonly adjustment?: string
  /** As a percentage. */
  readonly taxRate?: string
  /** A day, `2026-05-06`. */
  readonly workDate?: string | null
  readonly timekeeper?: string | null
  /** The timekeeper's number at the firm, and the class, such as PARTNR. */
  readonly timekeeperNumber?: string | null
  readonly timekeeperClass?: string | null
  /** UTBMS codes. */
  readonly taskCode?: string | null
  readonly activityCode?: string | null
  readonly expenseCode?: string | null
  /** Of a credit note: the number of the line that it takes back, of the invoice that it credits. */
  readonly creditsLine?: number | null
  /** The tax code of the organisation that pays; it says the rate. */
  readonly taxCode?: TaxCodeReference | null
  /** What follows from it, once it is found. */
  readonly appliedTax?: AppliedTax
  /** The amounts as charged, if stated: they must match the computed ones, with a half rounded either way. */
  readonly amount?: string
  readonly tax?: string
}

/** A line with its computed amounts. */
export type InvoiceLine = Required<Omit<NewInvoiceLine, 'taxCode' | 'appliedTax'>> & AppliedTax & LineTaxes

export interface InvoiceSums {
  readonly fees: string
  readonly disbursements: string
  readonly otherFees: string
  readonly totalTax: string
}

export const mostLines = 5_000

/** What is wrong with the lines, each named `lines[2].unitPrice`; empty if nothing is. */
export function lineProblems(lines: readonly NewInvoiceLine[]): Record<string, Reason[]> {
  if (lines.length === 0 || lines.length > mostLines) {
    return { lines: [sentence(`An invoice has 1 to ${mostLines} lines.`)] }
  }
  const errors = bareObject<Reason[]>()
  for (const [index, line] of lines.entries()) {
    const note = (name: string, wrong: boolean, expected: string) => {
      if (wrong) errors[`lines[${index}].${name}`] = [`must be ${expected}.`]
    }
    const { description, quantity = '1', adjustment = '0', taxRate = '0', workDate } = line
    note(
      'description',
      description.trim() === '' || description.length > 4_000,
      'a text of 1 to 4000 characters',
    )
    note('quantity', !isDecimal(quantity, 9, 4), 'a number such as 1.25')
    note('unitPrice', !isDecimal(line.unitPrice, 12, 4), 'an amount such as 187.50')
    note('adjustment', !isDecimal(adjustment, 12, 4), 'an amount such as -20.00')
    note('taxRate', !isDecimal(taxRate, 3, 4) || taxRate.startsWith('-'), 'a percentage such as 15')
    note('amount', line.amount !== undefined && !isDecimal(line.amount, 16, 4), 'an amount such as 187.50')
    note('tax', line.tax !== undefined && !isDecimal(line.tax, 16, 4), 'an amount such as 28.13')
    note('taskCode', !isCodeOf(taskCodes, line.taskCode), 'a UTBMS task code such as L110')
    note('activityCode', !isCodeOf(activityCodes, line.activityCode), 'a UTBMS activity code, A101 to A111')
    note('expenseCode', !isCodeOf(expenseCodes, line.expenseCode), 'a UTBMS expense code, E101 to E124')
    note('workDate', !isOptionalDay(workDate), 'a day such as 2026-05-06')
    note('creditsLine', !isLineNumber(line.creditsLine ?? 1), 'the number of a line of the credited invoice')
  }
  return errors
}

const isLineNumber = (number: number) => Number.isInteger(number) && number >= 1 && number <= mostLines

const isCodeOf = (set: ReadonlySet<string>, code: string | null | undefined) => !code || set.has(code)

/** Whether it is a day such as `2026-05-06`, or empty. */
export const isOptionalDay = (value: string | null | undefined): boolean =>
  value === null || value === undefined || (value.length === 10 && readLocalTime(value) !== undefined)

/** A line with its amount and its tax, rounded to the digits of the currency. */
export function lineOf(line: NewInvoiceLine, digits: number): InvoiceLine {
  const { quantity = '1', adjustment = '0', taxRate = '0' } = line
  const amount = rounded(line.amount ?? exactAmountOf(line), digits)
  const tax = rounded(line.tax ?? exactTaxOf(amount, taxRate), digits)
  const applied = line.appliedTax ?? noTaxCode
  return {
    kind: line.kind,
    description: line.description.trim(),
    quantity,
    unitPrice: line.unitPrice,
    adjustment,
    taxRate,
    workDate: line.workDate ?? null,
    timekeeper: line.timekeeper ?? null,
    timekeeperNumber: line.timekeeperNumber ?? null,
    timekeeperClass: line.timekeeperClass ?? null,
    taskCode: line.taskCode ?? null,
    activityCode: line.activityCode ?? null,
    expenseCode: line.expenseCode ?? null,
    creditsLine: line.creditsLine ?? null,
    amount,
    tax,
    ...applied,
    ...lineTaxesOf(applied, { amount, tax }, digits),
  }
}

const exactAmountOf = ({ quantity = '1', unitPrice, adjustment = '0' }: NewInvoiceLine) =>
  sumOf([productOf(quantity, unitPrice), adjustment])
const exactTaxOf = (amount: string, rate: string) => productOf(productOf(amount, rate), '0.01')

/** What is wrong with the amounts that a line states: they must match the rest of the line. */
export function statedProblems(
  line: NewInvoiceLine,
  index: number,
  digits: number,
): Record<string, string[]> {
  const errors = bareObject<string[]>()
  const note = (name: string, expected: string) => {
    errors[name] = [`must be ${rounded(expected, digits)}, which follows from the rest of the line.`]
  }
  const exact = exactAmountOf(line)
  const { amount = rounded(exact, digits), taxRate = '0' } = line
  if (!isRoundedFrom(amount, exact, digits)) note(`lines[${index}].amount`, exact)
  const tax = exactTaxOf(amount, taxRate)
  if (line.tax !== undefined && !isRoundedFrom(line.tax, tax, digits)) note(`lines[${index}].tax`, tax)
  return errors
}

/** The sums of the lines; the tax is the sum of the lines' rounded taxes, as printed. */
export function sumsOf(lines: readonly Pick<InvoiceLine, 'kind' | 'amount' | 'tax'>[]): InvoiceSums {
  const sum = (kind: InvoiceLine['kind']) =>
    sumOf(lines.filter((line) => line.kind === kind).map(({ amount }) => amount))
  return {
    fees: sum('Fee'),
    disbursements: sum('Disbursement'),
    otherFees: sum('OtherFee'),
    totalTax: sumOf(lines.map(({ tax }) => tax)),
  }
}

/** The hours of the fee lines. */
export const feeHoursOf = (lines: readonly Pick<InvoiceLine, 'kind' | 'quantity'>[]): string =>
  sumOf(lines.filter(({ kind }) => kind === 'Fee').map(({ quantity }) => quantity))

/** The sum without taxes. */
export const netOf = ({ fees, disbursements, otherFees }: InvoiceSums): string =>
  sumOf([fees, disbursements, otherFees])

/** The total, with taxes. */
export const totalOf = (sums: InvoiceSums): string => sumOf([netOf(sums), sums.totalTax])
