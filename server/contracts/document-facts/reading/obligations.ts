// What somebody has to do by a day, once or after the end of every period: deliver, report, pay.
import type { ContractText, Sentence } from './contract-text.ts'
import { datesIn, type DayOrder, ordinals } from './dates.ts'
import { type Duration, durationsIn } from './durations.ts'
import type { FactOf } from './fact.ts'

const most = 20
const longestName = 140
const longestSubject = 40

const duty =
  /\b(?:shall|must|will|agrees? to|undertakes? to|(?:is|are) required to)(?: (?:also|promptly|then|in writing|annually|quarterly|monthly|each \w{1,10},?)){0,2} (?=(?:deliver|provide|submit|furnish|send|supply|report|file|pay|remit|prepare|complete|certify|give|issue|reconcile|return)\b)/gi
const otherMatter = /\b(?:renew|terminat|option|elect|insur|tax return)/i

interface Due {
  readonly date: string | null
  readonly duration: Duration | null
  readonly days: number | null
  /** Where the deadline begins. */
  readonly at: number
}

/** The obligations with a day, or a day of every period, that can be worked out from the text alone. */
export function readObligations(
  { sentences }: Pick<ContractText, 'sentences'>,
  order: DayOrder,
): readonly FactOf<'obligation'>[] {
  const found: FactOf<'obligation'>[] = []
  for (const sentence of sentences) {
    const fact = obligationIn(sentence, order)
    if (fact && !found.some(({ name }) => name === fact.name)) found.push(fact)
    if (found.length >= most) break
  }
  return found
}

function obligationIn({ text, start, end }: Sentence, order: DayOrder): FactOf<'obligation'> | undefined {
  for (const { index, 0: words } of text.matchAll(duty)) {
    const act = index + words.length
    const clause = text.slice(act, act + 400).split(';')[0] ?? ''
    if (otherMatter.test(text.slice(Math.max(0, index - 120), act + 200))) continue
    const due = dueIn(clause, order) ?? dueBefore(text, index)
    if (!due) continue
    const { date, duration, days, at } = due
    const name = nameOf(text.slice(Math.max(0, index - 80), index), at > 3 ? clause.slice(0, at) : clause)
    return { kind: 'obligation', name, date, duration, days, certainty: 'likely', start, end }
  }
  return undefined
}

const untilDay = /\b(?:by|on or before|no later than|not later than|prior to|before)(?: the)? $/i
// of each Contract Year: nobody knows from the text when that ends
const afterEnd =
  /\bwithin [\w() -]{1,40}?days (?:after|of|following|from) (?:the )?(?:end|close|last day) of (?:each|every) (?:calendar |full )?(month|quarter|half[- ]year|year)\b/i
const onDay =
  /\b(?:by|on or before|no later than|not later than) the (\w{4,14}|\d{1,2} ?(?:st|nd|rd|th)) (?:\(\d{1,2} ?(?:st|nd|rd|th)?\) )?(?:calendar )?day (?:of (?:each|every) (?:calendar )?(month)\b|(?:of the month )?(?:after|following) (?:the end of )?(?:each|every) (?:calendar )?(month|quarter|year)\b)/i

function dueIn(clause: string, order: DayOrder): Due | undefined {
  const day = datesIn(clause, order).find(({ start }) =>
    untilDay.test(clause.slice(Math.max(0, start - 24), start)),
  )
  if (day) {
    const at = clause.slice(0, day.start).search(untilDay)
    return { date: day.date, duration: null, days: null, at: Math.max(0, at) }
  }
  return recurring(clause)
}

/** The deadline may stand before the duty: "Within ten days after the end of each month, Supplier shall report". */
function dueBefore(text: string, index: number): Due | undefined {
  const before = text.slice(Math.max(0, index - 200), index)
  const due = recurring(before)
  return due && { ...due, at: 0 }
}

function recurring(words: string): Due | undefined {
  const end = afterEnd.exec(words)
  // another deadline comes first
  if (end && !/\b(?:within|by the)\b/i.test(words.slice(0, end.index))) {
    const days = durationsIn(end[0]).find(({ unit }) => unit === 'days')?.amount
    return days === undefined ? undefined : { date: null, duration: periodOf(end[1]), days, at: end.index }
  }
  const on = onDay.exec(words)
  const days = on ? dayNumber(on[1] ?? '') : 0
  return on && days > 0 && days <= 28
    ? { date: null, duration: periodOf(on[2] ?? on[3]), days, at: on.index }
    : undefined
}

function periodOf(word = ''): Duration {
  const months = { month: 1, quarter: 3, year: 12 }[word.toLowerCase()] ?? 6
  return months === 12 ? { amount: 1, unit: 'years' } : { amount: months, unit: 'months' }
}

const dayNumber = (words: string) =>
  /^\d/.test(words) ? Number.parseInt(words, 10) : ordinals.indexOf(words.toLowerCase()) + 1

/** "Supplier: deliver the report to Customer" */
function nameOf(before: string, act: string): string {
  const subject = /(?:^|[,.;:)] |\b(?:and|that|then) )(?:the )?([A-Z][\w&.' -]{0,60}) $/
    .exec(before)?.[1]
    ?.trim()
  const does = act.replace(/[ ,(]{1,4}$/, '').replace(/ {2,}/g, ' ')
  const cut = does.length <= longestName ? does : `${does.slice(0, does.lastIndexOf(' ', longestName))}…`
  return subject === undefined || subject.length > longestSubject
    ? `${cut.slice(0, 1).toUpperCase()}${cut.slice(1)}`
    : `${subject}: ${cut}`
}
