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
  for (const line of invoice.lines) checkLine(line, check)
  checkSums(invoice, check)
}

/** The same for large files on the main thread: `turn` is called after each line. */
export async function checkTotalsInTurns(
  invoice: LedesInvoice,
  currency: string,
  problems: Problems,
  turn: () => Promise<void> | undefined,
): Promise<void> {
  const check = checkOf(currency, problems)
  for (const line of invoice.lines) {
    checkLine(line, check)
    await turn()
  }
  checkSums(invoice, check)
}

function checkOf(currency: string, problems: Problems): Check {
  const digits = currencyDigits(currency)
  return { digits, shown: (decimal) => rounded(decimal, digits), problems }
}

function checkSums(invoice: LedesInvoice, { shown, problems }: Check): void {
  const nets = invoice.lines.map(netOf)
  const taxes = invoice.lines.map(({ tax }) => tax?.amount)
  if (!areAll(nets) || !areAll(taxes)) return
  const [net, tax] = [sumOf(nets), sumOf(taxes)]
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

function checkLine(line: LedesLine, { digits, shown, problems }: Check): void {
  const { units, rate, adjustment, total, tax, taxRate } = line
  const net = netOf(line)
  if (net === undefined || !total || !tax) return
  if (units !== undefined && rate !== undefined && adjustment !== undefined) {
    const exact = sumOf([productOf(units, rate), adjustment])
    if (!isRoundedFrom(net, exact, digits)) {
      const expected = line.taxIncluded ? sumOf([rounded(exact, digits), tax.amount]) : exact
      const plus = line.taxIncluded ? ' + tax' : ''
      problems.add(
        total.at,
        `The line total must be ${shown(expected)} (${units} x ${rate} + ${adjustment}${plus}); it is stated as ${total.amount}.`,
        shown(expected),
      )
      return
    }
  }
  if (taxRate === undefined || isRoundedFrom(tax.amount, productOf(net, taxRate), digits)) return
  problems.add(
    tax.at,
    `The tax must be ${shown(productOf(net, taxRate))} (${shown(net)} x ${taxRate}); it is stated as ${tax.amount}.`,
    shown(productOf(net, taxRate)),
  )
}

const areAll = <Value>(some: readonly (Value | undefined)[]): some is readonly Value[] =>
  some.every((each) => each !== undefined)
