// Days in a text, as contracts write them. A date with a blank in it is none.
import type { Span } from './fact.ts'

export interface FoundDate extends Span {
  /** `2026-03-01` */
  readonly date: string
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** The days of a month in words, from the first. */
export const ordinals =
  'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth twenty-first twenty-second twenty-third twenty-fourth twenty-fifth twenty-sixth twenty-seventh twenty-eighth twenty-ninth thirtieth thirty-first'.split(
    ' ',
  )

// a letter of an ordinal may stand apart where it was set higher: 27t h
const monthFirst =
  /(?<![a-z\d])(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\.? ?(\d{1,2}) ?(?:s ?t|n ?d|r ?d|t ?h)? ?,? ?((?:19|20)\d\d)\b/gi
const dayFirst =
  /\b(\d{1,2}) ?(?:s ?t|n ?d|r ?d|t ?h)?,?(?: day)?,?(?: of)?(?: (?:mon|tues|wednes|thurs|fri|satur|sun)day,?)?[ -]?(?:the month of )?(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\.? ?[,-]? ?(?:in the year |of the year )?((?:19|20)\d\d)\b/gi
const wordFirst =
  /\b((?:twenty-|thirty-)?(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth)|(?:tenth|eleventh|twelfth|(?:thir|four|fif|six|seven|eigh|nine)teenth|twentieth|thirtieth)) day of (jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?) ?,? ?((?:19|20)\d\d)\b/gi
const byDigits = /\b(\d{4})-(\d{2})-(\d{2})\b/g
const withStrokes = /\b(\d{1,2})([/.-])(\d{1,2})\2(\d{4}|\d{2})\b/g

/** Every full date of the text, in order. Of `3/4/2020` the month comes first where the text says so elsewhere. */
export function datesIn(text: string, order: DayOrder = 'unknown'): readonly FoundDate[] {
  const found: FoundDate[] = []
  const add = (match: RegExpMatchArray, [year, month, day]: readonly [number, number, number]) => {
    const date = dayOf(year, month, day)
    const start = match.index ?? 0
    if (date !== undefined) found.push({ date, start, end: start + match[0].length })
  }
  for (const match of text.matchAll(monthFirst))
    add(match, [Number(match[3]), monthOf(match[1]), Number(match[2])])
  for (const match of text.matchAll(dayFirst))
    add(match, [Number(match[3]), monthOf(match[2]), Number(match[1])])
  for (const match of text.matchAll(wordFirst))
    add(match, [Number(match[3]), monthOf(match[2]), ordinals.indexOf((match[1] ?? '').toLowerCase()) + 1])
  for (const match of text.matchAll(byDigits))
    add(match, [Number(match[1]), Number(match[2]), Number(match[3])])
  for (const match of text.matchAll(withStrokes)) {
    // 5-10-15 may be anything
    if (match[2] === '-' && match[4]?.length !== 4) continue
    const [first, second, year] = [Number(match[1]), Number(match[3]), fullYear(match[4] ?? '')]
    if (first > 12 || (order === 'day first' && second <= 12)) add(match, [year, second, first])
    else if (second > 12 || order === 'month first') add(match, [year, first, second])
  }
  return found.toSorted((one, other) => one.start - other.start)
}

/** Whether `3/4/2020` is a day in March or in April. */
export type DayOrder = 'day first' | 'month first' | 'unknown'

/** The order that dates with strokes have in the text, where one of them can be read one way only. */
export function dayOrderIn(text: string): DayOrder {
  let dayFirst = 0
  let monthFirst = 0
  for (const match of text.matchAll(withStrokes)) {
    if (Number(match[1]) > 12 && Number(match[3]) <= 12) dayFirst++
    if (Number(match[3]) > 12 && Number(match[1]) <= 12) monthFirst++
  }
  if (dayFirst > 0 && monthFirst > 0) return 'unknown'
  if (dayFirst > 0) return 'day first'
  return monthFirst > 0 ? 'month first' : 'unknown'
}

const monthOf = (name: string | undefined) => months.indexOf((name ?? '').slice(0, 3).toLowerCase()) + 1

const fullYear = (digits: string): number =>
  digits.length === 4 ? Number(digits) : Number(digits) + (Number(digits) > 69 ? 1900 : 2000)

/** The day as text, or undefined for one that no calendar has. */
function dayOf(year: number, month: number, day: number): string | undefined {
  const at = new Date(Date.UTC(year, month - 1, day))
  const real = at.getUTCFullYear() === year && at.getUTCMonth() === month - 1 && at.getUTCDate() === day
  return real && year >= 1900 && year <= 2199 ? at.toISOString().slice(0, 10) : undefined
}
