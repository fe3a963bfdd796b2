// When work was done and billed: before the matter was opened or after it was closed, long ago, or in an invoice that
// comes late.
import { charges, dayAfter, daysBetween, numberIn } from '../reading.ts'
import { type GuidelineRule, ofWholeInvoice, severities } from '../rule.ts'

const days = (most: number, usual: number) => ({ kind: 'number', least: 0, most, default: usual }) as const

export const workOutsideMatter: GuidelineRule = {
  name: 'workOutsideMatter',
  settings: { daysBefore: days(3650, 0), daysAfter: days(3650, 0) },
  severities,
  severity: 'Flag',
  reason: 'Period',
  firmText: 'The work was done before the matter was opened or after it was closed.',
  ofLine: (line, settings, { context: { matter } }) => {
    const { workDate, amount } = line
    if (workDate === null || !charges(line)) return undefined
    const first = dayAfter(matter.openedOn, -numberIn(settings, 'daysBefore'))
    if (workDate < first) {
      return {
        why: `The work is of ${workDate}; the matter was opened on ${matter.openedOn}.`,
        excess: amount,
      }
    }
    if (matter.closedOn === null) return undefined
    const last = dayAfter(matter.closedOn, numberIn(settings, 'daysAfter'))
    return workDate > last
      ? { why: `The work is of ${workDate}; the matter was closed on ${matter.closedOn}.`, excess: amount }
      : undefined
  },
}

export const oldWork: GuidelineRule = {
  name: 'oldWork',
  settings: { days: days(3650, 90) },
  severities,
  severity: 'Flag',
  reason: 'Period',
  firmText: 'The work was billed too long after it was done.',
  ofLine: (line, settings, { context: { today } }) => {
    if (line.workDate === null || !charges(line)) return undefined
    const age = daysBetween(line.workDate, today)
    const most = numberIn(settings, 'days')
    return age > most
      ? { why: `The work was ${age} days old when it was billed; ${most} are allowed.`, excess: line.amount }
      : undefined
  },
}

export const lateInvoice: GuidelineRule = {
  name: 'lateInvoice',
  settings: { days: days(3650, 45) },
  severities: ofWholeInvoice,
  severity: 'Flag',
  reason: 'Period',
  firmText: 'The invoice came too long after the end of its billing period.',
  ofInvoice: (settings, { invoice, context: { today } }) => {
    const end = invoice.periodEnd ?? lastDayOf(invoice.lines.map(({ workDate }) => workDate))
    if (end === undefined) return []
    const late = daysBetween(end, today)
    const most = numberIn(settings, 'days')
    if (late <= most) return []
    const why = `The invoice came ${late} days after ${end}, the end of its period; ${most} are allowed.`
    return [{ line: null, why, excess: null }]
  },
}

const lastDayOf = (all: readonly (string | null)[]) =>
  all
    .flatMap((day) => day ?? [])
    .toSorted()
    .at(-1)
