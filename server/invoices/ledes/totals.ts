// Whether the amounts of an invoice are consistent. A half of the smallest unit may be rounded either way, because
// billing software does; any other difference is a mistake.
import {
  compareDecimals,
  differenceOf,
  isRoundedFrom,
  productOf,
  rounded,
  sumOf,
} from '../../platform/decimal.ts'
import { currencyDigits } from '../../platform/currencies.ts'
import type { LedesInvoice, LedesLine, Problems, Stated } from './ledes.ts'

/** The net amount of a line; undefined if part of it could not be read. */
export function netOf({ total, tax, taxIncluded }: LedesLine): string | undefined {
  if (!total || !tax) return undefined
  return taxIncluded ? differenceOf(total.amount, tax.amount) : total.amount
}

/** Adds a problem for every amount that does not match the others. What could not be read is skipped. */
export function checkTotals(invoice: LedesInvoice, currency: string, problems: Problems): void {
  const check = checkOf(currency, problems)
  const lines = invoice.lines.map((line) => checkLine(line, check))
  checkSums(invoice, lines, check)
}

/** The same for large files on the main thread: `turn` is called after each line. */
export async function checkTotalsInTurns(
  invoice: LedesInvoice,
  currency: string,
  problems: Problems,
  turn: () => Promise<void> | undefined,
): Promise<void> {
  const check = checkOf(currency, problems)
  const lines: (RightLine | undefined)[] = []
  for (const line of invoice.lines) {
    lines.push(checkLine(line, check))
    await turn()
  }
  checkSums(invoice, lines, check)
}

function checkOf(currency: string, problems: Problems): Check {
  const digits = currencyDigits(currency)
  return { digits, shown: (decimal) => rounded(decimal, digits), problems }
}

/** Sums are those of lines that are right, so that correcting a line does not make a corrected sum wrong again. */
function checkSums(
  invoice: LedesInvoice,
  lines: readonly (RightLine | undefined)[],
  { shown, problems }: Check,
): void {
  if (!areAll(lines)) return
  const [net, tax] = [sumOf(lines.map((line) => line.net)), sumOf(lines.map((line) => line.tax))]
  const expect = (stated: Stated | undefined, amount: string, what: string) => {
    if (!stated || compareDecimals(stated.amount, amount) === 0) return
    problems.add(
      stated.at,
      `The ${what} must be ${shown(amount)}; it is stated as ${stated.amount}, a difference of ${shown(differenceOf(stated.amount, amount))}.`,
      shown(amount),
    )
  }
  expect(invoice.netTotal, net, 'total without tax, the sum of the lines,')
  expect(invoice.taxTotal, tax, "total of taxes, the sum of the lines' taxes,")
  expect(invoice.total, sumOf([net, tax]), 'invoice total, the sum of the lines with their taxes,')
}

interface Check {
  readonly digits: number
  readonly shown: (decimal: string) => string
  readonly problems: Problems
}

/** What a line comes to once it is corrected as proposed. */
interface RightLine {
  readonly net: string
  readonly tax: string
}

/** Undefined if part of it could not be read. */
function checkLine(line: LedesLine, { digits, shown, problems }: Check): RightLine | undefined {
  const { units, rate, adjustment, total, tax, taxRate } = line
  const net = netOf(line)
  if (net === undefined || !total || !tax) return undefined
  const isTaxOf = (amount: string) =>
    taxRate === undefined || isRoundedFrom(tax.amount, productOf(amount, taxRate), digits)
  if (units !== undefined && rate !== undefined && adjustment !== undefined) {
    const exact = sumOf([productOf(units, rate), adjustment])
    if (!isRoundedFrom(net, exact, digits)) {
      const right = rounded(exact, digits)
      const expected = line.taxIncluded ? sumOf([right, tax.amount]) : exact
      const plus = line.taxIncluded ? ' + tax' : ''
      problems.add(
        total.at,
        `The line total must be ${shown(expected)} (${units} x ${rate} + ${adjustment}${plus}); it is stated as ${total.amount}.`,
        shown(expected),
      )
      return isTaxOf(right) ? { net: right, tax: tax.amount } : undefined
    }
  }
  if (taxRate === undefined || isTaxOf(net)) return { net, tax: tax.amount }
  const right = shown(productOf(net, taxRate))
  problems.add(
    tax.at,
    `The tax must be ${right} (${shown(net)} x ${taxRate}); it is stated as ${tax.amount}.`,
    right,
  )
  if (line.taxIncluded) {
    const expected = sumOf([net, right])
    problems.add(
      total.at,
      `The line total must be ${shown(expected)} with this tax; it is stated as ${total.amount}.`,
      shown(expected),
    )
  }
  return { net, tax: right }
}

const areAll = <Value>(some: readonly (Value | undefined)[]): some is readonly Value[] =>
  some.every((each) => each !== undefined)
