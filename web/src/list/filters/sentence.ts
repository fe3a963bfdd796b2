// The filter of a list as a sentence: conditions that all have to hold, in the order in which they were added.
import { UNREAD } from '../../lib/unread.ts'
import type { FilterProperty, Operator } from './property.ts'
import { valuesTaken } from './property.ts'

/** A part of the sentence that can be said by property, operator and values. */
export interface Condition {
  readonly path: string
  readonly operator: Operator
  /** As they are written in `$filter`, without quotes: `Active`, `me()`, `today(7)`, `2026-05-06`, `12.5`. */
  readonly values: readonly string[]
}

/** A part that the sentence has no words for. It is kept as it was written. */
interface Verbatim {
  readonly text: string
}

export type Clause = Condition | Verbatim
export type Sentence = readonly Clause[]

export const isCondition = (clause: Clause): clause is Condition => 'path' in clause

/** The person who looks at the list. */
export const ME = 'me()'

/** Whether a condition has the values that its operator needs. */
export function isComplete({ operator, values }: Condition, property: FilterProperty): boolean {
  const taken = valuesTaken(operator, property)
  if (values.includes(UNREAD)) return false
  const given = values.filter((value) => value !== '').length
  if (taken === 'none') return true
  if (taken === 'two') return given === 2
  return given > 0 && (taken === 'many' || given === 1)
}

/** The property of a condition; names are read in any case, as the server does. */
export function propertyOf(properties: readonly FilterProperty[], path: string): FilterProperty | undefined {
  const wanted = path.toLowerCase()
  return properties.find((property) => fullPath(property).toLowerCase() === wanted)
}

/** What a condition calls a property: of collections with the name of the collection, `Tags/Id`. */
export const fullPath = ({ path, many }: FilterProperty): string =>
  many === undefined ? path : `${many}/${path}`

/** The sentence with another clause in that place, or without it. */
export function withClause(sentence: Sentence, index: number, clause: Clause | undefined): Sentence {
  return clause === undefined ? sentence.toSpliced(index, 1) : sentence.toSpliced(index, 1, clause)
}

/** `today(7)` as 7; undefined for other values. */
export function daysFromToday(value: string): number | undefined {
  const [, days] = /^today\(([+-]?\d{0,5})\)$/.exec(value) ?? []
  return days === undefined ? undefined : Number(days)
}
