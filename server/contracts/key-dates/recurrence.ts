// How key dates recur: the rules of RFC 5545 for days, read strictly, and the days that they make.
import { badInput } from '../../platform/errors.ts'
import { readLocalTime } from '../../platform/time/local-time.ts'
import { occurrencesOf } from './occurrences.ts'

const mostSteps = 5_000

const weekday = '(?:MO|TU|WE|TH|FR|SA|SU)'
const upTo: Readonly<Record<number, string>> = {
  12: '(?:[1-9]|1[0-2])',
  31: '(?:[1-9]|[12]\\d|3[01])',
  53: '(?:[1-9]|[1-4]\\d|5[0-3])',
  366: '(?:[1-9]\\d?|[12]\\d\\d|3[0-5]\\d|36[0-6])',
}
const list = (one: string) => new RegExp(`^${one}(?:,${one})*$`)
const signed = (most: number) => list(`[+-]?${upTo[most]}`)

interface Part {
  readonly form: RegExp
  readonly says: string
}

const parts: ReadonlyMap<string, Part> = new Map([
  ['FREQ', { form: /^(?:DAILY|WEEKLY|MONTHLY|YEARLY)$/, says: 'one of DAILY, WEEKLY, MONTHLY, YEARLY' }],
  ['INTERVAL', { form: /^[1-9]\d{0,2}$/, says: 'a number from 1 to 999' }],
  ['COUNT', { form: /^[1-9]\d{0,2}$/, says: 'a number from 1 to 999' }],
  ['UNTIL', { form: /^\d{8}$/, says: 'a day such as 20301231' }],
  ['BYDAY', { form: list(`(?:[+-]?${upTo[53]})?${weekday}`), says: 'days such as MO or -1FR' }],
  ['BYMONTHDAY', { form: signed(31), says: 'days of a month such as 15 or -1' }],
  ['BYMONTH', { form: list(upTo[12] ?? ''), says: 'months from 1 to 12' }],
  ['BYSETPOS', { form: signed(366), says: 'positions such as 1 or -1' }],
  ['WKST', { form: new RegExp(`^${weekday}$`), says: 'a day such as MO' }],
])

const refuse = (reason: string) => badInput('recurrence', reason)

/**
 * The rule as it is stored: `FREQ=YEARLY;INTERVAL=2`. Throws bad_request for what is no rule of RFC 5545 for days.
 * COUNT is how many occurrences are left, with the date itself.
 */
export function readRecurrence(text: string): string {
  const rule = text
    .trim()
    .toUpperCase()
    .replace(/^RRULE:/, '')
  if (rule.length > 255) throw refuse('must have at most 255 characters.')
  const given = new Map<string, string>()
  for (const part of rule.split(';')) {
    const [name = '', value = '', ...more] = part.split('=')
    const known = parts.get(name)
    if (!known || more.length > 0) {
      throw refuse(
        `must be a rule of RFC 5545 such as FREQ=YEARLY;INTERVAL=2, made of ${[...parts.keys()].join(', ')}.`,
      )
    }
    if (given.has(name)) throw refuse(`must have ${name} once.`)
    if (!known.form.test(value)) throw refuse(`must have as ${name} ${known.says}.`)
    given.set(name, value)
  }
  checkTogether(given)
  return [...given].map(([name, value]) => `${name}=${value}`).join(';')
}

function checkTogether(given: ReadonlyMap<string, string>): void {
  const frequency = given.get('FREQ')
  if (frequency === undefined) throw refuse('must have FREQ: DAILY, WEEKLY, MONTHLY or YEARLY.')
  if (given.has('COUNT') && given.has('UNTIL')) throw refuse('must have COUNT or UNTIL, not both.')
  const until = given.get('UNTIL')
  if (until !== undefined && readLocalTime(dayOf(until)) === undefined) {
    throw refuse('must have as UNTIL a day of the calendar such as 20301231.')
  }
  if (given.has('BYMONTHDAY') && frequency === 'WEEKLY') {
    throw refuse('must not have BYMONTHDAY with FREQ=WEEKLY.')
  }
  const countsDays = /\d/.test(given.get('BYDAY') ?? '')
  if (countsDays && (frequency === 'DAILY' || frequency === 'WEEKLY')) {
    throw refuse('may have numbers in BYDAY with FREQ=MONTHLY or YEARLY only.')
  }
  const others = [...given.keys()].filter((name) => name.startsWith('BY') && name !== 'BYSETPOS')
  if (given.has('BYSETPOS') && others.length === 0) {
    throw refuse('must not have BYSETPOS without another part beginning with BY.')
  }
}

/** `20301231` as `2030-12-31`. */
const dayOf = (basic: string) => `${basic.slice(0, 4)}-${basic.slice(4, 6)}-${basic.slice(6)}`

interface Recurring {
  readonly date: string
  readonly recurrence: string
}

/** The occurrences from the date on, the date itself being one, until `isEnough` or for thirty years. */
export function visitOccurrences(recurring: Recurring, isEnough: (day: string) => boolean): void {
  let steps = 0
  for (const day of occurrencesOf(recurring)) {
    if (isEnough(day) || ++steps >= mostSteps) return
  }
}

/** Throws bad_request when the date is no day of the rule, naming the next one that is. */
export function checkStart(recurring: Recurring): void {
  if (recurring.date < '1900-01-01') throw badInput('date', 'must not be before 1900 when it recurs.')
  const { date } = recurring
  const [next] = occurrencesOf({ date, recurrence: withoutCount(recurring.recurrence) })
  if (next === date) return
  if (next === undefined) throw refuse('must have days from the date on.')
  throw badInput('date', `must be a day of the recurrence, such as ${next}.`)
}

const withoutCount = (recurrence: string) => recurrence.replace(/(?:^|;)COUNT=\d+/, '').replace(/^;/, '')

function firstAfter(recurring: Recurring): string | undefined {
  let found: string | undefined
  visitOccurrences(recurring, (day) => {
    if (day > recurring.date) found = day
    return found !== undefined
  })
  return found
}

/** The key date after the one that was done; undefined when it was the last. */
export function nextOccurrence({ date, recurrence }: Recurring): Recurring | undefined {
  const left = /(?:^|;)COUNT=(\d+)/.exec(recurrence)?.[1]
  if (left === '1') return undefined
  const next = firstAfter({ date, recurrence: withoutCount(recurrence) })
  if (next === undefined) return undefined
  return {
    date: next,
    recurrence:
      left === undefined ? recurrence : recurrence.replace(`COUNT=${left}`, `COUNT=${Number(left) - 1}`),
  }
}
