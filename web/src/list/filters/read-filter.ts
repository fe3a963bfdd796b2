// `$filter` texts as sentences: what our own writer makes is read back, everything else is kept as it stands.
import { isLoose, partsOf, type Token, tokensOf } from './filter-tokens.ts'
import { dayOf, isDay } from './local-days.ts'
import { type FilterProperty, isTime, type Operator } from './property.ts'
import {
  type Clause,
  type Condition,
  daysFromToday,
  fullPath,
  propertyOf,
  type Sentence,
} from './sentence.ts'
import type { FilterContext } from './write-filter.ts'

/** The sentence of a `$filter`. Written again, it means the same. */
export function readFilter(source: string, context: FilterContext): Sentence {
  return partsOf(source).flatMap((part) => {
    const condition = readPart(part, context)
    if (condition) return [condition]
    const inner = insideOf(part)
    return inner === undefined ? [verbatim(part)] : readFilter(inner, context)
  })
}

/** What stands in the parentheses of a part: all of it has to hold, so that they need not be there. */
function insideOf(part: string): string | undefined {
  const tokens = tokensOf(part)
  const isSign = (token: Token | undefined, sign: string) => token?.kind === 'sign' && token.text === sign
  if (!isSign(tokens[0], '(') || !isSign(tokens.at(-1), ')')) return undefined
  let depth = 0
  const closed = tokens.findIndex((token) => {
    depth += isSign(token, '(') ? 1 : isSign(token, ')') ? -1 : 0
    return depth === 0
  })
  const inner = part.slice(tokens[0]?.end, tokens.at(-1)?.start)
  return closed === tokens.length - 1 && inner.trim() !== '' && !isLoose(inner) ? inner : undefined
}

// beside other conditions an `or` needs parentheses; alone it gets them too, because others may be added
const verbatim = (part: string): Clause => ({ text: isLoose(part) ? `(${part})` : part })

/** Takes tokens from the left, as long as they are the expected ones. */
interface Cursor {
  readonly tokens: readonly Token[]
  at: number
}

const peek = ({ tokens, at }: Cursor): Token | undefined => tokens[at]

function takeWord(cursor: Cursor, ...words: readonly string[]): string | undefined {
  const token = peek(cursor)
  if (token?.kind !== 'word') return undefined
  const word = token.text.toLowerCase()
  if (words.length > 0 && !words.includes(word)) return undefined
  cursor.at++
  return words.length > 0 ? word : token.text
}

function takeSign(cursor: Cursor, sign: string): boolean {
  const token = peek(cursor)
  if (token?.kind !== 'sign' || token.text !== sign) return false
  cursor.at++
  return true
}

/** A comparison before its meaning is known: `Due le today(7)`. */
interface Comparison {
  readonly path: string
  readonly word: string
  readonly values: readonly string[]
}

function readPart(part: string, context: FilterContext): Condition | undefined {
  const cursor: Cursor = { tokens: tokensOf(part), at: 0 }
  const condition =
    readCollection(cursor, context) ?? readFunction(cursor, context) ?? readComparisons(cursor, context)
  return condition && cursor.at === cursor.tokens.length ? condition : undefined
}

/** `not Tags/any(x: x/Id in (1,2))` and `Tags/any()`. */
function readCollection(cursor: Cursor, context: FilterContext): Condition | undefined {
  const start = cursor.at
  const negative = takeWord(cursor, 'not') !== undefined
  const [, many] = /^(.+)\/any$/i.exec(takeWord(cursor) ?? '') ?? []
  const condition = many === undefined ? undefined : readAny(cursor, context, { many, negative })
  if (!condition) cursor.at = start
  return condition
}

function readAny(
  cursor: Cursor,
  { properties, timeZone }: FilterContext,
  { many, negative }: { readonly many: string; readonly negative: boolean },
): Condition | undefined {
  if (!takeSign(cursor, '(')) return undefined
  if (takeSign(cursor, ')')) {
    const property = properties.find((each) => each.many?.toLowerCase() === many.toLowerCase())
    return property && { path: fullPath(property), operator: negative ? 'empty' : 'filled', values: [] }
  }
  const variable = takeWord(cursor)
  if (variable === undefined || !takeSign(cursor, ':')) return undefined
  const comparison = takeComparison(cursor)
  if (!comparison || !takeSign(cursor, ')')) return undefined
  const prefix = `${variable.toLowerCase()}/`
  if (!comparison.path.toLowerCase().startsWith(prefix)) return undefined
  const property = propertyOf(properties, `${many}/${comparison.path.slice(prefix.length)}`)
  if (!property) return undefined
  const condition = conditionOf([comparison], property, timeZone)
  if (condition?.operator !== 'is') return undefined
  return { ...condition, operator: negative ? 'isNot' : 'is' }
}

/** `contains(Name,'lease')`, also with `ne true`. */
function readFunction(cursor: Cursor, { properties }: FilterContext): Condition | undefined {
  const start = cursor.at
  const name = takeWord(cursor, 'contains', 'startswith')
  const opened = name !== undefined && takeSign(cursor, '(')
  const path = opened ? takeWord(cursor) : undefined
  const text = path !== undefined && takeSign(cursor, ',') ? peek(cursor) : undefined
  const property = propertyOf(properties, path ?? '')
  if (text?.kind === 'text' && property?.kind === 'text') {
    cursor.at++
    if (takeSign(cursor, ')')) {
      const negative = name === 'contains' && takeWord(cursor, 'ne') !== undefined && takeWord(cursor, 'true')
      const operator = negative ? 'containsNot' : name === 'contains' ? 'contains' : 'startsWith'
      return { path: fullPath(property), operator, values: [text.text] }
    }
  }
  cursor.at = start
  return undefined
}

/** `Due lt today()`, `(Due ge today() and Due le today(7))`, `not (Status in ('Draft','Void'))`. */
function readComparisons(cursor: Cursor, { properties, timeZone }: FilterContext): Condition | undefined {
  const negative = takeWord(cursor, 'not') !== undefined
  const opened = takeSign(cursor, '(')
  if (negative && !opened) return undefined
  const first = takeComparison(cursor)
  const second = opened && first && takeWord(cursor, 'and') !== undefined ? takeComparison(cursor) : undefined
  if (opened && !takeSign(cursor, ')')) return undefined
  const property = propertyOf(properties, first?.path ?? '')
  if (!first || property?.many !== undefined) return readNothing(first, properties, negative)
  if (second && second.path.toLowerCase() !== first.path.toLowerCase()) return undefined
  if (!property) return readNothing(first, properties, negative || second !== undefined)
  const condition = conditionOf(second ? [first, second] : [first], property, timeZone)
  if (!negative) return condition
  return condition?.operator === 'is' && first.word === 'in' ? { ...condition, operator: 'isNot' } : undefined
}

/** `Owner eq null`. */
function readNothing(
  comparison: Comparison | undefined,
  properties: readonly FilterProperty[],
  refused: boolean,
): Condition | undefined {
  const { path = '', word = '', values = [] } = comparison ?? {}
  const property = properties.find(({ nothing }) => nothing?.toLowerCase() === path.toLowerCase())
  if (refused || !property || values.length !== 1 || values[0] !== 'null') return undefined
  if (word !== 'eq' && word !== 'ne') return undefined
  return { path: fullPath(property), operator: word === 'eq' ? 'empty' : 'filled', values: [] }
}

function takeComparison(cursor: Cursor): Comparison | undefined {
  const path = takeWord(cursor)
  const word = path === undefined ? undefined : takeWord(cursor, 'eq', 'ne', 'gt', 'ge', 'lt', 'le', 'in')
  if (path === undefined || word === undefined) return undefined
  if (word !== 'in') {
    const value = takeValue(cursor)
    return value === undefined ? undefined : { path, word, values: [value] }
  }
  if (!takeSign(cursor, '(')) return undefined
  const values: string[] = []
  do {
    const value = takeValue(cursor)
    if (value === undefined) return undefined
    values.push(value)
  } while (takeSign(cursor, ','))
  return takeSign(cursor, ')') ? { path, word, values } : undefined
}

// The text 'null' and null are told apart by the sign that quotes cannot follow.
const quoted = (text: string) => `'${text}`

function takeValue(cursor: Cursor): string | undefined {
  const token = peek(cursor)
  if (token?.kind === 'text') {
    cursor.at++
    return quoted(token.text)
  }
  const word = takeWord(cursor)
  const name = word?.toLowerCase()
  if (name !== 'me' && name !== 'today') return name === 'null' ? 'null' : word
  if (!takeSign(cursor, '(')) return undefined
  const days = name === 'today' ? (takeWord(cursor) ?? '') : ''
  return takeSign(cursor, ')') ? `${name}(${days})` : undefined
}

const operatorOf: Readonly<Record<string, Operator>> = {
  eq: 'is',
  in: 'is',
  ne: 'isNot',
  gt: 'moreThan',
  ge: 'atLeast',
  lt: 'lessThan',
  le: 'atMost',
}

/** What one comparison, or two of one property, say; undefined for what the sentence has no words for. */
function conditionOf(
  comparisons: readonly Comparison[],
  property: FilterProperty,
  timeZone: string,
): Condition | undefined {
  const path = fullPath(property)
  const [first, second] = comparisons
  if (!first) return undefined
  if (first.values[0] === 'null')
    return comparisons.length > 1 ? undefined : readNothing(first, [property], false)
  if (isTime(property.kind)) return timeCondition(comparisons, property, timeZone)
  const values = comparisons.flatMap((each) => each.values.map((value) => valueOf(value, property)))
  if (!values.every((value) => value !== undefined)) return undefined
  if (second) {
    const isRange = property.kind === 'number' && first.word === 'ge' && second.word === 'le'
    return isRange ? { path, operator: 'between', values } : undefined
  }
  const operator = operatorOf[first.word]
  const isOrder = operator !== 'is' && operator !== 'isNot'
  if (operator === undefined || (isOrder && property.kind !== 'number')) return undefined
  if (operator === 'isNot' && (property.kind === 'number' || property.kind === 'flag')) return undefined
  const single = property.kind === 'text' || property.kind === 'number' || property.kind === 'flag'
  return single && values.length > 1 ? undefined : { path, operator, values }
}

/** A value of the right type, without its quote. */
function valueOf(written: string, { kind, numeric }: FilterProperty): string | undefined {
  const text = written.startsWith("'") ? written.slice(1) : undefined
  switch (kind) {
    case 'number':
      return /^-?\d+(?:\.\d+)?$/.test(written) ? written : undefined
    case 'flag':
      return /^(?:true|false)$/i.test(written) ? written.toLowerCase() : undefined
    case 'person':
      return /^(?:me\(\)|[\da-f-]{36})$/i.test(text ?? written) ? (text ?? written).toLowerCase() : undefined
    case 'reference':
      return numeric === true ? (/^\d+$/.test(written) ? written : undefined) : text
    default:
      return text
  }
}

function timeCondition(
  [first, second]: readonly Comparison[],
  property: FilterProperty,
  timeZone: string,
): Condition | undefined {
  const path = fullPath(property)
  const day = (comparison: Comparison) => dayIn(comparison, property, timeZone)
  const from = first && day(first)
  if (!first || from === undefined) return undefined
  if (!second) {
    const operator = operatorOf[first.word]
    return operator === undefined || operator === 'isNot' || first.word === 'in'
      ? undefined
      : { path, operator, values: [from] }
  }
  const until = day(second)
  if (first.word !== 'ge' || second.word !== 'le' || until === undefined) return undefined
  const [start, end] = [daysFromToday(from), daysFromToday(until)]
  if (start === 0 && end !== undefined && end > 0) return { path, operator: 'next', values: [String(end)] }
  if (end === 0 && start !== undefined && start < 0)
    return { path, operator: 'last', values: [String(-start)] }
  if (from === until && property.kind !== 'day' && start === undefined)
    return { path, operator: 'is', values: [from] }
  return { path, operator: 'between', values: [from, until] }
}

/** The day of a comparison with a time: the first moment of a day for `ge` and `lt`, the last one for `gt` and `le`. */
function dayIn({ word, values }: Comparison, { kind }: FilterProperty, timeZone: string): string | undefined {
  // as our own writer has it: reports have milliseconds
  const written = (values[0] ?? '').replace(/\.000Z$/, 'Z')
  if (values.length !== 1) return undefined
  if (daysFromToday(written) !== undefined) return written
  if (kind === 'day') return isDay(written) ? written : undefined
  if (kind !== 'local' && kind !== 'moment') return undefined
  const day = dayOf(written, kind, timeZone)
  if (day === undefined || word === 'eq') return undefined
  const isEnd = written.includes('.999999')
  return isEnd === (word === 'gt' || word === 'le') ? day : undefined
}
