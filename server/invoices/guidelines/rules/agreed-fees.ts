// Fixed and success fees, caps and discounts by volume: hours for work that a fee covers, and more than was agreed.
import { compareDecimals, differenceOf, rounded, sumOf } from '../../../platform/decimal.ts'
import { isInScope, linesOf } from '../../arrangements/agreed-fees.ts'
import { isAgreedFee, isOneOfFees } from '../../arrangements/fee-lines.ts'
import { discountOfInvoice } from '../../arrangements/volume.ts'
import { isWork } from '../reading.ts'
import { type Finding, type GuidedLine, type GuidelineRule, type OnInvoice, severities } from '../rule.ts'

export const hourlyInFixedFee: GuidelineRule = {
  name: 'hourlyInFixedFee',
  settings: {},
  severities,
  severity: 'Flag',
  reason: 'Agreement',
  firmText: 'A fixed fee is agreed for this work.',
  ofLine: (line, _, { invoice, context: { agreedFees } }) => {
    if (!isWork(line)) return undefined
    const fee = agreedFees.find((each) => each.kind === 'Fixed' && isInScope(line, each, invoice.invoiceDate))
    if (fee === undefined || isOneOfFees(line, agreedFees)) return undefined
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
  ofInvoice: (_, on) => beyond('Fixed', on),
}

export const overCap: GuidelineRule = {
  name: 'overCap',
  settings: {},
  severities,
  severity: 'Reduce',
  reason: 'Agreement',
  firmText: 'This is more than the cap that is agreed.',
  ofInvoice: (_, on) => beyond('Capped', on),
}

export const earlySuccessFee: GuidelineRule = {
  name: 'earlySuccessFee',
  settings: {},
  severities,
  severity: 'Flag',
  reason: 'Agreement',
  firmText: 'The success that this fee depends on is not recorded.',
  ofLine: (line, _, { context: { agreedFees } }) => {
    const fee = agreedFees.find((each) => each.kind === 'Success' && isAgreedFee(line, each))
    if (fee === undefined || fee.state === 'Succeeded' || !isWork(line)) return undefined
    const why = fee.state === 'Failed' ? 'Its success did not come.' : 'Its success is not recorded.'
    return { why: `The line bills the success fee "${fee.title}". ${why}`, excess: line.amount }
  },
}

export const overSuccessFee: GuidelineRule = {
  name: 'overSuccessFee',
  settings: {},
  severities,
  severity: 'Flag',
  reason: 'Agreement',
  firmText: 'This is more than the success fee that is due.',
  ofInvoice: (_, on) => beyond('Success', on),
}

const called = { Fixed: 'The fixed fee', Capped: 'The cap', Success: 'The success fee' } as const

/** What an invoice bills beyond what is agreed, with what other invoices bill, taken from its last lines first. */
function* beyond(kind: keyof typeof called, { invoice, context }: OnInvoice): Iterable<Finding | undefined> {
  const { lines, digits, currency, invoiceDate } = invoice
  const { agreedFees } = context
  for (const fee of agreedFees.filter((each) => each.kind === kind)) {
    // before its success another rule finds all of it
    if (fee.kind === 'Success' && fee.state !== 'Succeeded') continue
    // what credits of the invoice take back can be billed
    const own = linesOf(lines, fee, { all: agreedFees, invoiceDate })
    const over = differenceOf(sumOf([fee.billed, ...own.map(({ amount }) => amount)]), fee.amount)
    yield undefined
    yield* takenFrom(own, over, (excess) => {
      const more = `${rounded(excess, digits)} ${currency} of this line are beyond it`
      return `${called[kind]} "${fee.title}" is ${rounded(fee.amount, digits)} ${currency}: ${more}.`
    })
  }
}

/** An amount spread over lines, from the last ones first. */
function* takenFrom(
  lines: readonly GuidedLine[],
  amount: string,
  why: (excess: string) => string,
): Iterable<Finding> {
  let left = amount
  for (const line of lines.toReversed()) {
    if (compareDecimals(left, '0') <= 0) return
    if (!isWork(line)) continue
    const excess = compareDecimals(left, line.amount) > 0 ? line.amount : left
    left = differenceOf(left, excess)
    yield { line: line.number, why: why(excess), excess }
  }
}

export const volumeDiscount: GuidelineRule = {
  name: 'volumeDiscount',
  settings: {},
  severities,
  severity: 'Reduce',
  reason: 'Agreement',
  firmText: 'A discount by volume is agreed on the fees of the year.',
  ofInvoice: function* (_, { invoice: { lines, digits, currency }, context: { volume } }) {
    if (!volume) return
    const { title, tiers, before } = volume
    const fees = lines.filter(({ kind }) => kind === 'Fee')
    const own = sumOf(fees.map(({ amount }) => amount))
    const discount = discountOfInvoice(tiers, { before, own, digits })
    yield* takenFrom(fees, discount, (excess) => {
      const whole = `${rounded(discount, digits)} ${currency} after ${rounded(before, digits)} ${currency} of the year`
      return `The discount "${title}" on this invoice is ${whole}: ${rounded(excess, digits)} ${currency} of this line.`
    })
  },
}
