// A report as a sentence: what it is of, so that nobody has to read a filter to know.
import {
  columnOf,
  type Catalogue,
  type Comparison,
  type Filter,
  type Value,
} from '../platform/lists/list-query.ts'
import { addDays, todayIn } from '../platform/time/local-time.ts'
import { shortDayText } from '../platform/time/written-times.ts'
import type { Days } from './ranges.ts'

/** What the words of a sentence come from. */
export interface Words {
  /** How people call a column or a collection. */
  readonly titleOf: (name: string) => string
  /** How people call a value of a column; undefined for the value itself. */
  readonly labelOf: (name: string, value: Value) => string | undefined
  readonly catalogue: Catalogue
  readonly timeZone: string
  /** The language in which the reader writes days. */
  readonly locale: string
}

/** `from 1 Jan 2026 to 31 Dec 2026`. */
export function daysText({ from, to }: Days, locale: string): string {
  const dayText = (day: string) => shortDayText(day, locale)
  const last = to === null ? null : addDays(to, -1)
  if (from !== null && last !== null)
    return from === last ? `on ${dayText(from)}` : `from ${dayText(from)} to ${dayText(last)}`
  if (from !== null) return `from ${dayText(from)} on`
  return last === null ? 'on any day' : `until ${dayText(last)}`
}

/** `a, b and c`. */
export const listed = (words: readonly string[], last = 'and'): string =>
  words.length < 2 ? (words[0] ?? '') : `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1)}`

const comparisons: Readonly<Record<Comparison, string>> = {
  eq: 'is',
  ne: 'is not',
  lt: 'is less than',
  le: 'is at most',
  gt: 'is more than',
  ge: 'is at least',
  startswith: 'begins with',
  endswith: 'ends with',
  contains: 'contains',
}

const inTime: Partial<Record<Comparison, string>> = {
  lt: 'is before',
  le: 'is not after',
  gt: 'is after',
  ge: 'is not before',
}

/** A filter in plain English: `status is one of Approved and Paid`. */
export function filterText(filter: Filter, words: Words): string {
  switch (filter.kind) {
    case 'compare':
      return compared(filter, words)
    case 'in':
      return `${words.titleOf(filter.name)} is one of ${listed(
        filter.values.map((value) => valueText(filter.name, value, words)),
        'or',
      )}`
    case 'not':
    case 'untrue':
      // `contains(Name,'x') eq true`
      if (filter.part.kind === 'untrue') return filterText(filter.part.part, words)
      return `not (${filterText(filter.part, words)})`
    case 'any':
      return filter.part === null
        ? `it has ${words.titleOf(filter.name)}`
        : `for one of its ${words.titleOf(filter.name)} (${inner(filter.part, words)})`
    case 'all':
      return `for all of its ${words.titleOf(filter.name)} (${inner(filter.part, words)})`
    default: {
      const parts = filter.parts.map((part) => filterText(part, words))
      return filter.kind === 'and' ? listed(parts) : `(${listed(parts, 'or')})`
    }
  }
}

// the columns of a collection are not those of the list
const inner = (filter: Filter, words: Words) =>
  filterText(filter, { ...words, labelOf: () => undefined, catalogue: {} })

function compared(
  { name, comparison, value }: Extract<Filter, { readonly kind: 'compare' }>,
  words: Words,
): string {
  const title = words.titleOf(name)
  if (value === null) return `${title} ${comparison === 'ne' ? 'is there' : 'is empty'}`
  const verb = (isTime(name, words) && inTime[comparison]) || comparisons[comparison]
  return `${title} ${verb} ${valueText(name, value, words)}`
}

const kindOf = (name: string, { catalogue }: Words) =>
  Object.hasOwn(catalogue, name) ? columnOf(catalogue, name).kind : undefined

const isTime = (name: string, words: Words) => ['moment', 'local', 'date'].includes(kindOf(name, words) ?? '')

function valueText(name: string, value: Value, words: Words): string {
  if (value === null) return 'empty'
  const label = words.labelOf(name, value)
  if (label !== undefined) return label
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (kindOf(name, words) === 'moment')
    return shortDayText(todayIn(words.timeZone, new Date(value)).day(0), words.locale)
  if (isTime(name, words)) return shortDayText(String(value), words.locale)
  return kindOf(name, words) === 'text' ? `“${value}”` : spaced(String(value))
}

/** `InReview` as `In review`. */
export const spaced = (value: string): string =>
  /^[A-Z][a-z]+([A-Z][a-z]+)+$/.test(value)
    ? value.replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    : value
