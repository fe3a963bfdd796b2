// Lengths of time in a text: `five (5) years`, `twelve months`, `sixty days`, `one-year`.
import { addDays, addMonths } from '../../../platform/time/local-time.ts'
import type { Span } from './fact.ts'

const durationUnits = ['days', 'weeks', 'months', 'years'] as const
type DurationUnit = (typeof durationUnits)[number]

export interface Duration {
  readonly amount: number
  readonly unit: DurationUnit
}

export interface FoundDuration extends Duration, Span {}

const small =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  )
const tens = 'zero ten twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')

const duration =
  /\b(\d{1,3}|(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|one hundred(?: and)?)(?:[ -](?:one|two|three|four|five|six|seven|eight|nine|twenty|thirty|forty|fifty|sixty|eighty))?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|an?)(?: ?[([] ?(\d{1,3}) ?[)\]])?[ -](?:(?:additional|successive|consecutive|further|full|calendar|business|working|contract|prior) ){0,2}(?:and consecutive )?(day|week|month|year)s?\b/gi
const anniversary =
  /\b(?:the )?(first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|fifteenth|twentieth|\d{1,2} ?(?:s ?t|n ?d|r ?d|t ?h))(?: ?[([] ?\d{1,2} ?(?:s ?t|n ?d|r ?d|t ?h)? ?[)\]])?(?: year)? anniversary\b/gi
const ordinals: readonly string[] =
  'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth'.split(
    ' ',
  )

/** Every length of time in the text, in order; an anniversary counts as years. */
export function durationsIn(text: string): readonly FoundDuration[] {
  const found: FoundDuration[] = []
  for (const match of text.matchAll(duration)) {
    const amount = match[2] === undefined ? numberOf(match[1] ?? '') : Number(match[2])
    const unit = durationUnits.find((each) => each.startsWith((match[3] ?? '').toLowerCase()))
    if (amount !== undefined && amount > 0 && unit)
      found.push({ amount, unit, start: match.index, end: match.index + match[0].length })
  }
  for (const match of text.matchAll(anniversary)) {
    const word = (match[1] ?? '').toLowerCase()
    const amount = word === 'twentieth' ? 20 : ordinals.indexOf(word) + 1 || Number.parseInt(word, 10)
    if (amount > 0)
      found.push({ amount, unit: 'years', start: match.index, end: match.index + match[0].length })
  }
  return found.toSorted((one, other) => one.start - other.start)
}

/** A number in digits or in words up to 199. */
function numberOf(words: string): number | undefined {
  if (/^\d{1,3}$/.test(words)) return Number(words)
  const parts = words.toLowerCase().split(/[ -]/)
  if (parts.length === 1 && /^an?$/.test(parts[0] ?? '')) return 1
  let sum = 0
  const rest = words.toLowerCase().startsWith('one hundred') ? parts.slice(2) : parts
  if (rest !== parts) sum = 100
  for (const part of rest) {
    if (part === 'and') continue
    const one = small.indexOf(part)
    const ten = tens.indexOf(part)
    if (one < 0 && ten < 0) return undefined
    sum += one >= 0 ? one : ten * 10
  }
  return sum
}

/** The day that lies so far after another one; the end of a shorter month where it has no such day. */
export const dayAfter = (day: string, { amount, unit }: Duration): string =>
  unit === 'days' || unit === 'weeks'
    ? addDays(day, amount * (unit === 'weeks' ? 7 : 1))
    : addMonths(day, amount * (unit === 'years' ? 12 : 1))

/** As months or days, to compare: a year is twelve months, a week seven days. */
export const inMonthsOrDays = ({ amount, unit }: Duration): string => {
  if (unit === 'years') return `${amount * 12} months`
  if (unit === 'weeks') return `${amount * 7} days`
  return `${amount} ${unit}`
}
