// Fixed fees: hours for work that one covers, and more than was agreed.
import { compareDecimals, differenceOf, rounded, sumOf } from '../../../platform/decimal.ts'
import { isFeeLine, isInScope } from '../../arrangements/fixed-fees.ts'
import { isWork } from '../reading.ts'
import { type Finding, type GuidelineRule, severities } from '../rule.ts'

export const hourlyInFixedFee: GuidelineRule = {
  name: 'hourlyInFixedFee',
  settings: {},
  severities,
  severity: 'Flag',
  reason: 'Agreement',
  firmText: 'A fixed fee is agreed for this work.',
  ofLine: (line, _, { invoice, context: { fixedFees } }) => {
    if (!isWork(line)) return undefined
    const fee = fixedFees.find((each) => isInScope(line, each, invoice.invoiceDate))
    if (fee === undefined || isFeeLine(line, fee)) return undefined
    return { why: `The work is covered by the fixed fee "${fee.title}".`, excess: line.amount }
  },
}

export const overFixedFee: GuidelineRule = {
  name: 'overFixedFee',
  settings: {},
  severities,
  severity: 'Flag',
  reason: 'Agreement',
  firmText: 'This is more than the fixed fee that is agreed.',
  ofInvoice: function* (_, { invoice, context: { fixedFees } }): Iterable<Finding | undefined> {
    const { lines, digits, currency, invoiceDate } = invoice
    for (const fee of fixedFees) {
      // what credits of the invoice take back can be billed
      const own = lines.filter((line) => isFeeLine(line, fee) && isInScope(line, fee, invoiceDate))
      let over = differenceOf(sumOf([fee.billed, ...own.map(({ amount }) => amount)]), fee.amount)
      yield undefined
      for (const line of own.toReversed()) {
        if (compareDecimals(over, '0') <= 0) break
        if (!isWork(line)) continue
        const excess = compareDecimals(over, line.amount) > 0 ? line.amount : over
        over = differenceOf(over, excess)
        const beyond = `${rounded(excess, digits)} ${currency} of this line are beyond it`
        yield {
          line: line.number,
          why: `The fixed fee "${fee.title}" is ${rounded(fee.amount, digits)} ${currency}: ${beyond}.`,
          excess,
        }
      }
    }
  },
}
