// Rates: what is billed against what is agreed with the firm.
import { compareDecimals, differenceOf, productOf, roundedHalfEven } from '../../../platform/decimal.ts'
import { isOneOfFees } from '../../arrangements/fee-lines.ts'
import { isWork, nameOf } from '../reading.ts'
import { type GuidelineRule, severities } from '../rule.ts'

export const rateAboveAgreed: GuidelineRule = {
  name: 'rateAboveAgreed',
  settings: {},
  severities,
  severity: 'Flag',
  reason: 'Rate',
  firmText: 'The rate is above the one that is agreed.',
  ofLine: (line, _, { invoice, context }) => {
    const agreed = context.agreedRates.get(line.number)
    if (!isWork(line) || agreed === undefined || compareDecimals(line.unitPrice, agreed) <= 0)
      return undefined
    const over = roundedHalfEven(
      productOf(line.quantity, differenceOf(line.unitPrice, agreed)),
      invoice.digits,
    )
    return {
      why: `${nameOf(line)} is billed at ${line.unitPrice}; ${agreed} is agreed.`,
      // an adjustment may have taken some of it off already
      excess: compareDecimals(over, line.amount) > 0 ? line.amount : over,
    }
  },
}

export const timekeeperNotAgreed: GuidelineRule = {
  name: 'timekeeperNotAgreed',
  settings: {},
  severities,
  severity: 'Flag',
  reason: 'Timekeeper',
  firmText: 'No rate is agreed for this timekeeper on this day.',
  ofLine: (line, _, { context }) => {
    if (!context.hasAgreedRates || !isWork(line) || line.who === null) return undefined
    if (isOneOfFees(line, context.agreedFees)) return undefined
    if (context.agreedRates.has(line.number)) return undefined
    return { why: `No rate is agreed for ${nameOf(line)} on the day of the work.`, excess: line.amount }
  },
}
