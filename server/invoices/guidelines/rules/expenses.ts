// Expenses: the most that is paid for an expense code, and from what amount a receipt is needed.
import { compareDecimals, decimalText, rounded } from '../../../platform/decimal.ts'
import { beyond, charges, limitsIn, numberIn } from '../reading.ts'
import { type GuidelineRule, severities } from '../rule.ts'

export const expenseCap: GuidelineRule = {
  name: 'expenseCap',
  settings: { limits: { kind: 'limits', default: [] } },
  severities,
  severity: 'Flag',
  reason: 'Expense',
  firmText: 'The expense is more than is paid for this kind of expense.',
  ofLine: (line, settings, { invoice: { digits, currency } }) => {
    const { kind, expenseCode, amount } = line
    if (kind !== 'Disbursement' || expenseCode === null || !charges(line)) return undefined
    const limit = limitsIn(settings, 'limits').find(({ code }) => code === expenseCode)
    if (limit === undefined) return undefined
    const most = rounded(decimalText(limit.most) ?? '0', digits)
    if (compareDecimals(amount, most) <= 0) return undefined
    const why = `${expenseCode} is billed with ${rounded(amount, digits)} ${currency}; ${most} is allowed.`
    return { why, excess: beyond(amount, most) }
  },
}

export const receipt: GuidelineRule = {
  name: 'receipt',
  settings: { over: { kind: 'number', least: 0, most: 1_000_000, default: 75 } },
  severities,
  severity: 'Flag',
  reason: 'Expense',
  firmText: 'A receipt is needed for this expense: attach a file with it to the invoice.',
  ofLine: (line, settings, { invoice: { digits, currency, hasFile } }) => {
    if (line.kind !== 'Disbursement' || hasFile) return undefined
    const over = rounded(decimalText(numberIn(settings, 'over')) ?? '0', digits)
    if (compareDecimals(line.amount, over) <= 0) return undefined
    const why = `${rounded(line.amount, digits)} ${currency} without a receipt; one is needed over ${over}.`
    return { why, excess: line.amount }
  },
}
