// Conditions as sentences: "Owner is me or Ana Prior".
import { useQueries } from '@tanstack/react-query'
import type { Format } from '../../lib/format.ts'
import { UNREAD } from '../../lib/unread.ts'
import { operatorWords, texts } from '../texts.ts'
import { namesQuery } from './pickers.ts'
import { type FilterProperty, isTime } from './property.ts'
import {
  type Clause,
  type Condition,
  daysFromToday,
  isCondition,
  propertyOf,
  type Sentence,
} from './sentence.ts'

export interface ConditionWords {
  readonly property: string
  readonly operator: string
  readonly values: string
  /** All of it. */
  readonly text: string
}

/** A condition as a sentence; `names` are those of values that stand for something with a name. */
export function wordsOf(
  { operator, values }: Condition,
  property: FilterProperty,
  { names, format }: { readonly names: ReadonlyMap<string, string>; readonly format: Format },
): ConditionWords {
  const shown = values.map((value) => valueWords(value, property, { names, format }))
  const joined =
    operator === 'between'
      ? shown.join(` ${texts.and} `)
      : operator === 'next' || operator === 'last'
        ? texts.days(values[0] ?? '')
        : shown.join(` ${texts.or} `)
  const words = { property: property.label, operator: operatorWords(operator, property.kind), values: joined }
  return { ...words, text: [words.property, words.operator, joined].filter((part) => part !== '').join(' ') }
}

function valueWords(
  value: string,
  { kind, choices }: FilterProperty,
  { names, format }: { readonly names: ReadonlyMap<string, string>; readonly format: Format },
): string {
  if (value === 'me()') return texts.me
  if (kind === 'flag') return value === 'true' ? texts.yes : texts.no
  if (kind === 'choice') return choices?.find((choice) => choice.value === value)?.label ?? value
  if (kind === 'number') return value === UNREAD ? '…' : format.number(value)
  if (isTime(kind)) return dayWords(value, format)
  return names.get(value) ?? (kind === 'text' ? `“${value}”` : '…')
}

function dayWords(value: string, format: Format): string {
  const days = daysFromToday(value)
  if (days === undefined) return format.date(value)
  if (days === 0) return texts.today
  if (days === 1) return texts.tomorrow
  return days === -1 ? texts.yesterday : texts.inDays(days)
}

/** The names of the values in a sentence, as far as they are known. */
export function useNames(
  sentence: Sentence,
  properties: readonly FilterProperty[],
): ReadonlyMap<string, string> {
  const asked = sentence.flatMap((clause) => nameAsked(clause, properties))
  const answers = useQueries({ queries: asked.map(({ picker, values }) => namesQuery(picker, values)) })
  return new Map(
    answers.flatMap(({ data }) => data?.map(({ value, label }) => [value, label] as const) ?? []),
  )
}

function nameAsked(clause: Clause, properties: readonly FilterProperty[]) {
  if (!isCondition(clause)) return []
  const property = propertyOf(properties, clause.path)
  const picker = property?.kind === 'person' ? 'people' : property?.picker
  const values = clause.values.filter((value) => value !== 'me()')
  return picker === undefined || values.length === 0 ? [] : [{ picker, values }]
}
