// Plain errors of an invoice, whatever the organisation that pays asks for: days that have not come, more hours than a
// day has, expenses that do not say what they are.
import { compareDecimals, sumOf } from '../platform/decimal.ts'
import type { NewInvoiceLine } from './lines.ts'

type CheckedLine = Pick<
  NewInvoiceLine,
  'kind' | 'quantity' | 'unitPrice' | 'workDate' | 'timekeeper' | 'timekeeperNumber' | 'expenseCode'
>

export interface PlainError {
  /** The number of the line; null for the invoice itself. */
  readonly line: number | null
  readonly property: 'invoiceDate' | 'workDate' | 'quantity' | 'expenseCode'
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
