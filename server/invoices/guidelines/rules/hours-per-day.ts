// The hours that one timekeeper bills for a day, on all invoices and matters of the organisation together.
import { excessOfHours, hoursOf, hoursText, isWork, nameOf, numberIn } from '../reading.ts'
import type { Finding, GuidedLine, GuidelineRule } from '../rule.ts'
import { severities } from '../rule.ts'

export const hoursPerDay: GuidelineRule = {
  name: 'hoursPerDay',
  settings: { hours: { kind: 'number', least: 0.25, most: 24, default: 10 } },
  severities,
  severity: 'Flag',
  reason: 'Hours',
  // the hours can be on matters that somebody of the firm does not see
  firmText: 'The hours of this timekeeper on this day are more than is allowed.',
  ofInvoice: (settings, { invoice, context }) => {
    const allowed = hoursOf(numberIn(settings, 'hours'))
    return [...daysOf(invoice.lines).values()].flatMap((lines) => {
      const [first] = lines
      if (!first || first.who === null || first.workDate === null) return []
      const elsewhere = context.hoursElsewhere(first.who, first.workDate)
      const here = lines.reduce((sum, { hours }) => sum + hours, 0)
      const why =
        `${nameOf(first)} has ${hoursText(here + elsewhere)} hours on ${first.workDate}` +
        `${elsewhere > 0 ? `, ${hoursText(elsewhere)} of them on other invoices` : ''}; ${hoursText(allowed)} are allowed.`
      return linesBeyond(lines, here + elsewhere - allowed).map(
        ({ line, over }): Finding => ({
          line: line.number,
          why,
          excess: excessOfHours(line, over, invoice.digits),
        }),
      )
    })
  },
}

function daysOf(lines: readonly GuidedLine[]): ReadonlyMap<string, readonly GuidedLine[]> {
  const days = new Map<string, GuidedLine[]>()
  for (const line of lines) {
    if (!isWork(line) || line.who === null || line.workDate === null || line.hours <= 0) continue
    const key = `${line.workDate} ${line.who}`
    const day = days.get(key)
    if (day) day.push(line)
    else days.set(key, [line])
  }
  return days
}

/** What is over is taken from the last lines first. */
function linesBeyond(lines: readonly GuidedLine[], over: number) {
  const beyond: { readonly line: GuidedLine; readonly over: number }[] = []
  let left = over
  for (const line of lines.toReversed()) {
    if (left <= 0) break
    beyond.push({ line, over: Math.min(left, line.hours) })
    left -= line.hours
  }
  return beyond.toReversed()
}
