// What the work may cost and consist of: the budget of the matter, and the tasks and activities that were agreed.
import { compareDecimals, differenceOf, rounded, sumOf } from '../../../platform/decimal.ts'
import { isAmong, isWork, textsIn } from '../reading.ts'
import { type GuidelineRule, severities } from '../rule.ts'

export const overBudget: GuidelineRule = {
  name: 'overBudget',
  settings: {},
  // anything else would show the firm that there is a budget, and what is left of it
  severities: ['Flag'],
  severity: 'Flag',
  reason: 'Budget',
  firmText: '',
  isHidden: true,
  ofInvoice: (_, { invoice, context: { available } }) => {
    if (available === undefined) return []
    const total = sumOf(invoice.lines.map(({ amount }) => amount))
    if (compareDecimals(total, available) <= 0) return []
    const { digits, currency } = invoice
    const over = rounded(differenceOf(total, available), digits)
    const why =
      `The invoice is ${rounded(total, digits)} ${currency} without tax; the budget of the matter leaves ` +
      `${rounded(available, digits)}: ${over} over.`
    return [{ line: null, why, excess: over }]
  },
}

export const scope: GuidelineRule = {
  name: 'scope',
  settings: {
    tasks: { kind: 'codes', default: [] },
    activities: { kind: 'codes', default: [] },
  },
  severities,
  severity: 'Flag',
  reason: 'Scope',
  firmText: 'The task or activity is outside the scope that was agreed.',
  ofLine: (line, settings) => {
    if (!isWork(line)) return undefined
    const outside = [
      [line.taskCode, textsIn(settings, 'tasks'), 'task'] as const,
      [line.activityCode, textsIn(settings, 'activities'), 'activity'] as const,
    ].find(([code, codes]) => codes.length > 0 && (code === null || !isAmong(code, codes)))
    if (outside === undefined) return undefined
    const [code, codes, what] = outside
    const said = code === null ? `No ${what} code` : `The ${what} ${code} is outside the scope`
    return { why: `${said}; agreed are ${codes.join(', ')}.`, excess: line.amount }
  },
}
