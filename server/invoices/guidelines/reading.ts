// Settings, hours, days and words as rules read them.
import { decimalText, differenceOf, productOf, roundedHalfEven, shareOut } from '../../platform/decimal.ts'
import type { StoredLine } from '../stored-lines.ts'
import type { CodeLimit, GuidedLine, Settings } from './rule.ts'

/** A number among the settings. */
export function numberIn(settings: Settings, name: string): number {
  const value = settings[name]
  if (typeof value !== 'number') throw new Error(`The setting ${name} is not a number`)
  return value
}

/** A list of texts among the settings. */
export function textsIn(settings: Settings, name: string): readonly string[] {
  const value = settings[name]
  if (!Array.isArray(value)) throw new Error(`The setting ${name} is not a list`)
  return value.filter((each): each is string => typeof each === 'string')
}

/** The limits by code among the settings. */
export function limitsIn(settings: Settings, name: string): readonly CodeLimit[] {
  const value = settings[name]
  if (!Array.isArray(value)) throw new Error(`The setting ${name} is not a list`)
  return value.filter((each): each is CodeLimit => typeof each === 'object')
}

const unitsPerHour = 10_000

/** Hours in ten-thousandths. */
export const hoursOf = (decimal: string | number): number => Math.round(Number(decimal) * unitsPerHour)

/** Hours to be read, such as 12.5. */
export const hoursText = (units: number): string => String(units / unitsPerHour)

/** What is paid for so many of the hours of a line, taken from its amount. */
export function excessOfHours(line: GuidedLine, over: number, digits: number): string {
  if (over >= line.hours) return line.amount
  const [excess = '0'] = shareOut(line.amount, [String(over), String(line.hours - over)], digits)
  return excess
}

/** So many percent of an amount. */
export const percentOf = (amount: string, percent: number, digits: number): string =>
  roundedHalfEven(productOf(productOf(amount, decimalText(percent) ?? '0'), '0.01'), digits)

/** What an amount has beyond a limit. */
export const beyond = (amount: string, most: string): string => differenceOf(amount, most)

const dayInMs = 86_400_000

/** The days from one day to another, both `2026-05-06`; negative if the second is earlier. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / dayInMs)

/** The day so many days after another. */
export const dayAfter = (day: string, days: number): string =>
  // real time: a day of the input, not now
  new Date(Date.parse(day) + days * dayInMs).toISOString().slice(0, 10)

/** Whether a code is among the codes, or begins with one of them. */
export const isAmong = (code: string, codes: readonly string[]): boolean =>
  codes.some((each) => code.startsWith(each))

const word = /[\p{L}\p{N}]+/gu

/** The words of a text, in lower case. */
export const wordsOf = (text: string): readonly string[] => text.toLowerCase().match(word) ?? []

/** The first of the phrases that occurs in the words. */
export function phraseIn(words: readonly string[], phrases: readonly string[]): string | undefined {
  const text = ` ${words.join(' ')} `
  return phrases.find((phrase) => {
    const sought = wordsOf(phrase).join(' ')
    return sought !== '' && text.includes(` ${sought} `)
  })
}

// longer texts are compared by their beginnings
const MOST_WORDS = 200

/** How much two texts have in common, 0 to 100: twice the common words by all words. */
export function similarity(whole: readonly string[], other: readonly string[]): number {
  const [a, b] = [whole.slice(0, MOST_WORDS), other.slice(0, MOST_WORDS)]
  if (a.length + b.length === 0) return 100
  const counts = new Map<string, number>()
  for (const each of a) counts.set(each, (counts.get(each) ?? 0) + 1)
  let common = 0
  for (const each of b) {
    const left = counts.get(each) ?? 0
    if (left === 0) continue
    counts.set(each, left - 1)
    common++
  }
  return (200 * common) / (a.length + b.length)
}

type Written = Pick<StoredLine, 'timekeeper' | 'timekeeperNumber'>

/** Who did the work of a line, for comparisons: by the number at the firm, else by name. */
export function whoOf({ timekeeper, timekeeperNumber }: Written): string | null {
  const who = timekeeperNumber?.trim() || timekeeper?.trim()
  return who ? who.toLowerCase() : null
}

/** Who did the work of a line, to be read. */
export const nameOf = (line: Written): string => line.timekeeper ?? line.timekeeperNumber ?? 'Nobody'

/** Whether a line is paid work: fees that charge something. */
export const isWork = ({ kind, amount }: Pick<StoredLine, 'kind' | 'amount'>): boolean =>
  kind === 'Fee' && charges({ amount })

/** Whether a line charges something: a credit or a line of 0 has nothing to be reduced. */
export const charges = ({ amount }: Pick<StoredLine, 'amount'>): boolean => Number(amount) > 0
