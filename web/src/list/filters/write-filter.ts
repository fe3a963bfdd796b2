// Sentences as `$filter` texts.
import { endOf, startOf } from './local-days.ts'
import { type FilterProperty, isTime } from './property.ts'
import {
  type Condition,
  daysFromToday,
  isComplete,
  isCondition,
  propertyOf,
  type Sentence,
} from './sentence.ts'

/** What reading and writing filters goes by. */
export interface FilterContext {
  readonly properties: readonly FilterProperty[]
  /** Where the days of the reader begin. */
  readonly timeZone: string
}

/** The `$filter` of a sentence; empty for a sentence without complete conditions. */
export function writeFilter(sentence: Sentence, context: FilterContext): string {
  return sentence
    .map((clause) => (isCondition(clause) ? writeCondition(clause, context) : clause.text))
    .filter((text) => text !== '')
    .join(' and ')
}

/** One condition; empty while its values are missing or its property is not known. */
function writeCondition(condition: Condition, { properties, timeZone }: FilterContext): string {
  const property = propertyOf(properties, condition.path)
  if (!property || !isComplete(condition, property)) return ''
  const { many, nothing } = property
  switch (condition.operator) {
    case 'empty':
      return many === undefined ? `${nothing ?? property.path} eq null` : `not ${many}/any()`
    case 'filled':
      return many === undefined ? `${nothing ?? property.path} ne null` : `${many}/any()`
    default:
  }
  if (isTime(property.kind)) return writeTime(condition, property, timeZone)
  if (many === undefined) return writeValues(condition, property, property.path)
  const negative = condition.operator === 'isNot'
  const positive = { ...condition, operator: 'is' as const }
  return `${negative ? 'not ' : ''}${many}/any(x: ${writeValues(positive, property, `x/${property.path}`)})`
}

function writeValues({ operator, values }: Condition, property: FilterProperty, path: string): string {
  const [first = '', second = ''] = values.map((value) => literalOf(value, property))
  const all = values.map((value) => literalOf(value, property)).join(',')
  switch (operator) {
    case 'isNot':
      return values.length > 1 ? `not (${path} in (${all}))` : `${path} ne ${first}`
    case 'contains':
      return `contains(${path},${first})`
    case 'containsNot':
      // also those without a text
      return `contains(${path},${first}) ne true`
    case 'startsWith':
      return `startswith(${path},${first})`
    case 'moreThan':
      return `${path} gt ${first}`
    case 'atLeast':
      return `${path} ge ${first}`
    case 'lessThan':
      return `${path} lt ${first}`
    case 'atMost':
      return `${path} le ${first}`
    case 'between':
      return `(${path} ge ${first} and ${path} le ${second})`
    default:
      return values.length > 1 ? `${path} in (${all})` : `${path} eq ${first}`
  }
}

/** A value as it stands in a filter. */
function literalOf(value: string, { kind, numeric }: FilterProperty): string {
  if (kind === 'number' || kind === 'flag' || (kind === 'person' && value === 'me()')) return value
  if (kind === 'reference' && numeric === true) return value
  if (kind === 'person') return value
  return `'${value.replaceAll("'", "''")}'`
}

/** Days: `today(n)` is a whole day on the server; a written day is one of the reader's calendar. */
function writeTime(
  { operator, values }: Condition,
  { path, kind }: FilterProperty,
  timeZone: string,
): string {
  const [first = '', second = ''] = values
  const bound = (comparison: 'ge' | 'gt' | 'le' | 'lt', value: string) => {
    if ((kind !== 'local' && kind !== 'moment') || daysFromToday(value) !== undefined)
      return `${path} ${comparison} ${value}`
    const isEnd = comparison === 'gt' || comparison === 'le'
    return `${path} ${comparison} ${(isEnd ? endOf : startOf)(value, kind, timeZone)}`
  }
  switch (operator) {
    case 'next':
      return `(${path} ge today() and ${path} le today(${first}))`
    case 'last':
      return `(${path} ge today(-${first}) and ${path} le today())`
    case 'moreThan':
      return bound('gt', first)
    case 'atLeast':
      return bound('ge', first)
    case 'lessThan':
      return bound('lt', first)
    case 'atMost':
      return bound('le', first)
    case 'between':
      return `(${bound('ge', first)} and ${bound('le', second)})`
    default:
      if (kind === 'day' || daysFromToday(first) !== undefined) return `${path} eq ${first}`
      return `(${bound('ge', first)} and ${bound('le', first)})`
  }
}
