// Plain errors of an invoice, whatever the organisation that pays asks for: days that have not come, more hours than a
// day has, expenses that do not say what they are, a negative total that is tied to nothing.
import { compareDecimals, differenceOf, productOf, rounded, sumOf } from '../platform/decimal.ts'
import type { CreditedInvoice, CreditedLine } from './credits/credit.ts'
import { type InvoiceLine, type NewInvoiceLine } from './lines.ts'
import { currencyDigits } from '../platform/currencies.ts'

type CheckedLine = Pick<
  NewInvoiceLine,
  'kind' | 'quantity' | 'unitPrice' | 'workDate' | 'timekeeper' | 'timekeeperNumber' | 'expenseCode'
>

export interface PlainError {
  /** The number of the line; null for the invoice itself. */
  readonly line: number | null
  readonly property: 'invoiceDate' | 'workDate' | 'quantity' | 'expenseCode' | 'credits' | 'creditsLine'
  /** Says what would be right. */
  readonly message: string
}

const hoursOfDay = '24'
// the day begins first in the zone that is 14 hours ahead
const aheadMs = 14 * 3_600_000

/** The latest day that it can be anywhere at that moment. */
export const latestDayAt = (now: Date): string =>
  new Date(now.getTime() + aheadMs).toISOString().slice(0, 'yyyy-mm-dd'.length)

/** What is wrong, in the order of the lines. */
export function plainErrorsOf(
  { invoiceDate, lines }: { readonly invoiceDate: string; readonly lines: readonly CheckedLine[] },
  now: Date,
): readonly PlainError[] {
  const latest = latestDayAt(now)
  const errors: PlainError[] = []
  if (invoiceDate > latest) {
    const message = `The date of the invoice, ${invoiceDate}, is in the future.`
    errors.push({ line: null, property: 'invoiceDate', message })
  }
  const hours = new Map<string, string>()
  for (const [index, each] of lines.entries()) {
    const note = (property: PlainError['property'], message: string) =>
      errors.push({ line: index + 1, property, message })
    if (each.workDate && each.workDate > latest) {
      note('workDate', `${each.workDate} is in the future: work is billed after it is done.`)
    }
    const beyond = hoursBeyondDay(each, hours)
    if (beyond !== undefined) note('quantity', beyond)
    if (isExpense(each) && !each.expenseCode) {
      note('expenseCode', 'An expense needs a UTBMS expense code, E101 to E124; E124 is for any other.')
    }
  }
  return errors
}

// without a price it adjusts the invoice as a whole
const isExpense = ({ kind, unitPrice }: CheckedLine) =>
  kind === 'Disbursement' && compareDecimals(unitPrice, '0') !== 0

/** Adds the hours of a fee to those of its timekeeper's day, and says if these are more than a day has. */
function hoursBeyondDay(line: CheckedLine, hours: Map<string, string>): string | undefined {
  const { kind, quantity = '1', workDate, timekeeper, timekeeperNumber } = line
  const who = timekeeperNumber ?? timekeeper
  if (kind !== 'Fee' || !workDate || !who) return undefined
  const key = `${workDate} ${who.toLowerCase()}`
  const sum = sumOf([hours.get(key) ?? '0', quantity])
  hours.set(key, sum)
  if (compareDecimals(sum, hoursOfDay) <= 0) return undefined
  return `${timekeeper ?? who} has ${Number(sum)} hours on ${workDate} with this line; a day has ${hoursOfDay}.`
}

/** An invoice with what it credits. */
export interface CreditCheck {
  readonly currency: string
  readonly lines: readonly Pick<InvoiceLine, 'amount' | 'tax' | 'creditsLine'>[]
  readonly credited: CreditedInvoice | undefined
  /** By their numbers. */
  readonly creditedLines: ReadonlyMap<number, CreditedLine>
}

const above = (amount: string, limit: string) => compareDecimals(amount, limit) > 0
const negative = (amount: string) => productOf(amount, '-1')

/** What is wrong with what an invoice credits: a negative total takes back a part of an approved invoice, no more. */
export function creditErrorsOf(check: CreditCheck): readonly PlainError[] {
  const { currency, lines, credited, creditedLines } = check
  const money = (amount: string) => `${currency} ${rounded(amount, currencyDigits(currency))}`
  const total = sumOf(lines.flatMap(({ amount, tax }) => [amount, tax]))
  const whole = wholeError(total, credited, money)
  const errors: PlainError[] =
    whole === undefined ? [] : [{ line: null, property: 'credits', message: whole }]
  if (whole !== undefined && credited) return errors
  const earlier = new Map<number, string>()
  for (const [index, { amount, creditsLine }] of lines.entries()) {
    if (creditsLine === null) continue
    const taken = sumOf([earlier.get(creditsLine) ?? '0', negative(amount)])
    earlier.set(creditsLine, taken)
    const message =
      credited && lineError(taken, creditedLines.get(creditsLine), { credited, creditsLine, money })
    if (message !== undefined) errors.push({ line: index + 1, property: 'creditsLine', message })
  }
  return errors
}

type Money = (amount: string) => string

function wholeError(total: string, credited: CreditedInvoice | undefined, money: Money): string | undefined {
  const isNegative = compareDecimals(total, '0') < 0
  if (!credited) {
    return isNegative
      ? `The total is negative, ${money(total)}, and tied to nothing: name the approved invoice that it credits.`
      : undefined
  }
  const { number, status, approved, takenBack } = credited
  if (!isNegative) {
    return `Only a negative total credits an invoice; this one is ${money(total)}. Leave out invoice ${number}.`
  }
  if (approved === null || (status !== 'Approved' && status !== 'Paid')) {
    return `Invoice ${number} is ${status}: only an invoice that is Approved or Paid is credited.`
  }
  if (!above(approved, '0'))
    return `Invoice ${number} is a credit note itself, or nothing of it was approved.`
  const left = differenceOf(approved, takenBack)
  if (!above(negative(total), left)) return undefined
  return `${money(negative(total))} is more than what is left to credit of invoice ${number}: ${money(left)}, as ${money(approved)} was approved and ${money(takenBack)} is credited.`
}

interface OfLine {
  readonly credited: CreditedInvoice
  readonly creditsLine: number
  readonly money: Money
}

function lineError(taken: string, line: CreditedLine | undefined, { credited, creditsLine, money }: OfLine) {
  if (!line) return `Invoice ${credited.number} has no line ${creditsLine}.`
  if (!above(taken, '0')) return 'A line that takes back another one has a negative amount.'
  const left = differenceOf(line.approved, line.takenBack)
  if (!above(taken, left)) return undefined
  return `${money(taken)} is more than what is left to credit of line ${creditsLine} of invoice ${credited.number}: ${money(left)}.`
}
