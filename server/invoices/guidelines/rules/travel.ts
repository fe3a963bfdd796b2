// Travelling time: how many hours are paid for, and at how much of the usual rate.
import { compareDecimals, differenceOf, productOf, rounded } from '../../../platform/decimal.ts'
import { isOneOfFees } from '../../arrangements/fee-lines.ts'
import {
  excessOfHours,
  hoursOf,
  hoursText,
  isWork,
  numberIn,
  percentOf,
  phraseIn,
  textsIn,
} from '../reading.ts'
import { type GuidedLine, type GuidelineRule, type OnInvoice, severities } from '../rule.ts'

export const travel: GuidelineRule = {
  name: 'travel',
  settings: {
    hours: { kind: 'number', least: 0, most: 24, default: 4 },
    percent: { kind: 'number', least: 0, most: 100, default: 50 },
    phrases: {
      kind: 'phrases',
      default: [
        'travel',
        'travelling',
        'traveling',
        'travelled',
        'traveled',
        'journey',
        'flight',
        'drive to',
        'train to',
      ],
    },
  },
  severities,
  severity: 'Flag',
  reason: 'Travel',
  firmText: 'Travelling time is paid up to a limit and at a part of the rate.',
  ofLine: (line, settings, on) => {
    const { digits } = on.invoice
    if (!isWork(line) || phraseIn(line.words, textsIn(settings, 'phrases')) === undefined) return undefined
    // a fee that is agreed as a whole has neither hours nor a rate
    if (isOneOfFees(line, on.context.agreedFees)) return undefined
    const most = hoursOf(numberIn(settings, 'hours'))
    const over = Math.max(0, line.hours - most)
    const overText = `${hoursText(line.hours)} hours of travel; ${hoursText(most)} are paid for`
    const usual = usualRateOf(line, settings, on)
    if (usual === undefined) {
      if (over === 0) return undefined
      return { why: `${overText}.`, excess: excessOfHours(line, over, digits) }
    }
    const percent = numberIn(settings, 'percent')
    const rate = percentOf(usual, percent, 4)
    const paid = rounded(productOf(hoursText(line.hours - over), rate), digits)
    if (compareDecimals(line.amount, paid) <= 0) return undefined
    const rateText = `at ${percent} % of ${rounded(usual, digits)}`
    return { why: `${overText}, ${rateText}.`, excess: differenceOf(line.amount, paid) }
  },
}

/** The rate agreed for the line, or the highest at which the timekeeper bills work on the invoice that is no travel. */
function usualRateOf(
  line: GuidedLine,
  settings: Parameters<typeof numberIn>[0],
  on: OnInvoice,
): string | undefined {
  const agreed = on.context.agreedRates.get(line.number)
  if (agreed !== undefined || line.who === null) return agreed
  return ratesOf(on, textsIn(settings, 'phrases')).get(line.who)
}

const known = new WeakMap<OnInvoice, ReadonlyMap<string, string>>()

function ratesOf(on: OnInvoice, phrases: readonly string[]): ReadonlyMap<string, string> {
  const before = known.get(on)
  if (before) return before
  const rates = new Map<string, string>()
  for (const line of on.invoice.lines) {
    if (!isWork(line) || line.who === null || phraseIn(line.words, phrases) !== undefined) continue
    const rate = rates.get(line.who)
    if (rate === undefined || compareDecimals(line.unitPrice, rate) > 0) rates.set(line.who, line.unitPrice)
  }
  known.set(on, rates)
  return rates
}
