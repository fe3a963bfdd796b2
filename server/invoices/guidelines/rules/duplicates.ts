// Work that is billed twice: the same timekeeper, day and hours with a similar text, in this invoice or before.
import { hoursText, isWork, nameOf, numberIn, similarity } from '../reading.ts'
import { type EarlierLine, type GuidedLine, type GuidelineRule, severities } from '../rule.ts'

// as many texts of the same timekeeper, day and hours are compared with each other
const MOST_COMPARED = 20

export const duplicates: GuidelineRule = {
  name: 'duplicates',
  settings: { similarity: { kind: 'number', least: 50, most: 100, default: 85 } },
  severities,
  severity: 'Flag',
  reason: 'Duplicate',
  firmText: 'The same work seems to have been billed before.',
  *ofInvoice(settings, { invoice, context }) {
    const least = numberIn(settings, 'similarity')
    const seen = new Map<string, GuidedLine[]>()
    for (const line of invoice.lines) {
      yield undefined
      const { who, workDate, hours } = line
      if (!isWork(line) || who === null || workDate === null) continue
      const key = `${workDate} ${hours} ${who}`
      const same = seen.get(key) ?? []
      seen.set(key, same)
      const before =
        same.find((each) => similarity(each.words, line.words) >= least) ??
        context
          .linesElsewhere(who, workDate, hours)
          .find((each) => similarity(each.words, line.words) >= least)
      if (before === undefined) {
        if (same.length < MOST_COMPARED) same.push(line)
        continue
      }
      const why = `${nameOf(line)}, ${hoursText(hours)} hours on ${workDate} with a similar text: also ${placeOf(before)}.`
      yield { line: line.number, why, excess: line.amount }
    }
  },
}

const placeOf = (before: GuidedLine | EarlierLine) => {
  if ('number' in before) return `line ${before.number}`
  return before.invoiceNumber === null ? 'on another matter' : `invoice ${before.invoiceNumber}`
}
