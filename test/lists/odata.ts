// Generated filters of v2 with what they should find, worked out in plain JavaScript from rows as answers show them.
import fc from 'fast-check'
import type { Asking } from '../../server/http/v2/odata-filter.ts'
import { todayIn } from '../../server/platform/time/local-time.ts'

/** A filter as text, and whether a row is what it asks for. */
export interface OdataCase<Row> {
  readonly text: string
  /** Null where it is unknown, which finds nothing. */
  readonly holds: (row: Row) => boolean | null
  /** How many conditions it has, of which a filter may have a hundred. */
  readonly clauses: number
}

/** What a filter may be at most: longer ones, and those of more clauses, are refused. */
export const isWithinLimits = ({ text, clauses }: Pick<OdataCase<unknown>, 'text' | 'clauses'>): boolean =>
  text.length <= 4_096 && clauses <= 100

export type Kind = 'text' | 'choice' | 'number' | 'boolean' | 'moment' | 'local' | 'date' | 'uuid' | 'thing'

/** A property of a list: how a row shows it, and values to compare it with. */
interface OdataProperty<Row> {
  readonly kind: Kind
  readonly of: (row: Row) => unknown
  readonly values: readonly string[]
}

export type OdataProperties<Row> = Readonly<Record<string, OdataProperty<Row>>>

const equality = ['eq', 'ne'] as const
const order = ['eq', 'ne', 'gt', 'ge', 'lt', 'le'] as const
const parts = ['contains', 'startswith', 'endswith'] as const

type Truth = boolean | null

/** A condition alone, and compared with true or false, which leaves nothing unknown. */
const truths: readonly { readonly text: string; readonly holds: (part: Truth) => Truth }[] = [
  { text: '', holds: (part) => part },
  { text: ' eq true', holds: (part) => part === true },
  { text: ' eq false', holds: (part) => part === false },
  { text: ' ne true', holds: (part) => part !== true },
  { text: ' ne false', holds: (part) => part !== false },
]

/** What `any` and `all` ask of: how a row shows its collection, and the properties of one of it. */
interface OdataCollection<Row> {
  readonly of: (row: Row) => readonly unknown[]
  readonly properties: OdataProperties<unknown>
}

export type OdataCollections<Row> = Readonly<Record<string, OdataCollection<Row>>>

// what two languages lower in different ways is not what these cases are about
const plain = /^[\x20-\x7eÀ-ÿ]*$/
const odd = ['%', '_', '\\', "'", '', "it's", 'a%b', '_b']

interface Around<Row> {
  readonly collections?: OdataCollections<Row>
  /** What every path begins with, inside any and all. */
  readonly prefix?: string
  readonly maxDepth?: number
}

/** Who asks, and when, for filters that are read without a server. */
export const anybody: Asking = {
  userId: '00000000-0000-4000-8000-000000000000',
  today: todayIn('UTC', new Date('2026-05-06T12:00:00Z')),
}

/** Trees of every operator on every property, several levels deep, with any and all over the collections. */
export function odataCases<Row>(
  properties: OdataProperties<Row>,
  { collections = {}, prefix = '', maxDepth = 4 }: Around<Row> = {},
): fc.Arbitrary<OdataCase<Row>> {
  const leaves = [
    ...Object.entries(properties).flatMap(([path, property]) => leavesOf(`${prefix}${path}`, property)),
    ...Object.entries(collections).flatMap(([path, collection]) => quantifiedOf(path, collection)),
  ]
  const { tree } = fc.letrec<{
    tree: OdataCase<Row>
    leaf: OdataCase<Row>
    series: OdataCase<Row>
    not: OdataCase<Row>
  }>((tie) => ({
    leaf: fc.oneof(...leaves),
    series: fc
      .tuple(fc.constantFrom('and', 'or'), fc.array(tie('tree'), { minLength: 2, maxLength: 3 }))
      .map(([word, several]) => ({
        text: several.map(({ text }) => `(${text})`).join(` ${word} `),
        clauses: several.reduce((sum, { clauses }) => sum + clauses, 0),
        holds: (row) =>
          together(
            word === 'and',
            several.map(({ holds }) => holds(row)),
          ),
      })),
    not: tie('tree').map(({ text, holds, clauses }) => ({
      text: `not (${text})`,
      holds: (row) => opposite(holds(row)),
      clauses,
    })),
    tree: fc.oneof({ maxDepth }, tie('leaf'), tie('series'), tie('not')),
  }))
  return tree
}

const opposite = (holds: boolean | null) => (holds === null ? null : !holds)

/** Of all, or of some, with what is unknown. */
function together(all: boolean, each: readonly (boolean | null)[]): boolean | null {
  if (each.includes(!all)) return !all
  return each.includes(null) ? null : all
}

function quantifiedOf<Row>(
  path: string,
  { of, properties }: OdataCollection<Row>,
): fc.Arbitrary<OdataCase<Row>>[] {
  const inner = odataCases(properties, { prefix: 'x/', maxDepth: 2 })
  return [
    inner.map(({ text, holds, clauses }) => ({
      text: `${path}/any(x: ${text})`,
      holds: (row) => together(false, of(row).map(holds)),
      clauses: clauses + 1,
    })),
    inner.map(({ text, holds, clauses }) => ({
      text: `${path}/all(x: ${text})`,
      holds: (row) => together(true, of(row).map(holds)),
      clauses: clauses + 1,
    })),
    fc.constant({ text: `${path}/any()`, holds: (row) => of(row).length > 0, clauses: 1 }),
  ]
}

function leavesOf<Row>(
  path: string,
  { kind, of, values }: OdataProperty<Row>,
): fc.Arbitrary<OdataCase<Row>>[] {
  const name = fc.constantFrom(
    path,
    path.replace(/(^|\/)\w/g, (letter) => letter.toLowerCase()),
  )
  if (kind === 'thing') {
    return [
      fc.tuple(name, fc.constantFrom(...equality)).map(([shown, operator]) => ({
        text: `${shown} ${operator} null`,
        holds: (row) => (of(row) === null) === (operator === 'eq'),
        clauses: 1,
      })),
    ]
  }
  const value: fc.Arbitrary<string | null> = fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom(...values) },
    { weight: 1, arbitrary: fc.constant(null) },
    ...(kind === 'text'
      ? [
          { weight: 2, arbitrary: fc.constantFrom(...odd) },
          { weight: 2, arbitrary: fc.string({ maxLength: 3 }).filter((text) => plain.test(text)) },
        ]
      : []),
  )
  const operators = ['number', 'moment', 'local', 'date'].includes(kind) ? order : equality
  const compared = fc.tuple(name, fc.constantFrom(...operators), value).map(
    ([shown, operator, literal]): OdataCase<Row> => ({
      text: `${shown} ${operator} ${written(kind, literal)}`,
      holds: (row) => compares(kind, of(row), operator, literal),
      clauses: 1,
    }),
  )
  const oneOf = fc.tuple(name, fc.array(value, { maxLength: 4 })).map(
    ([shown, several]): OdataCase<Row> => ({
      text: `${shown} in (${several.map((each) => written(kind, each)).join(',')})`,
      holds: (row) => several.some((each) => compares(kind, of(row), 'eq', each)),
      clauses: 1,
    }),
  )
  const partly = fc
    .tuple(name, fc.constantFrom(...parts), value, fc.boolean(), fc.constantFrom(...truths))
    .map(([shown, part, literal, lowered, truth]): OdataCase<Row> => {
      const text = literal ?? 'a'
      return {
        text: `${part}(${lowered ? `tolower(${shown})` : shown},${written('text', text)})${truth.text}`,
        holds: (row) => truth.holds(hasPart(of(row), part, text)),
        clauses: 1,
      }
    })
  if (kind === 'boolean') {
    const bare: fc.Arbitrary<OdataCase<Row>> = name.map((text) => ({
      text,
      // without an answer it is unknown, unlike `eq true`
      holds: (row) => of(row) as boolean | null,
      clauses: 1,
    }))
    return [compared, bare]
  }
  return kind === 'text' ? [compared, oneOf, partly] : [compared, oneOf]
}

function written(kind: Kind, value: string | null): string {
  if (value === null) return 'null'
  return kind === 'text' || kind === 'choice' ? `'${value.replaceAll("'", "''")}'` : value
}

const asText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

function hasPart(actual: unknown, part: (typeof parts)[number], text: string): boolean | null {
  if (actual === null) return null
  const [whole, sought] = [asText(actual).toLowerCase(), text.toLowerCase()]
  if (part === 'contains') return whole.includes(sought)
  return part === 'startswith' ? whole.startsWith(sought) : whole.endsWith(sought)
}

function compares(
  kind: Kind,
  actual: unknown,
  operator: (typeof order)[number],
  value: string | null,
): boolean {
  if (actual === null || value === null) {
    const same = actual === null && value === null
    return operator === 'eq' ? same : operator === 'ne' ? !same : false
  }
  const [a, b] = [comparable(kind, asText(actual)), comparable(kind, value)]
  switch (operator) {
    case 'eq':
      return a === b
    case 'ne':
      return a !== b
    case 'gt':
      return a > b
    case 'ge':
      return a >= b
    case 'lt':
      return a < b
    case 'le':
      return a <= b
  }
}

/** Numbers of any size are compared by all of their digits; local times as they are written. */
function comparable(kind: Kind, text: string): string | bigint | number {
  switch (kind) {
    case 'number': {
      const digits = /e/i.test(text) ? Number(text).toFixed(20) : text
      const [whole = '', fraction = ''] = digits.replace('-', '').split('.')
      const scaled = BigInt(`${whole}${fraction.slice(0, 20).padEnd(20, '0')}`)
      return text.startsWith('-') ? -scaled : scaled
    }
    case 'moment': {
      const whole = text.includes('T') ? text : `${text}T00:00:00`
      return Date.parse(/(Z|[+-]\d\d:\d\d)$/.test(whole) ? whole : `${whole}Z`)
    }
    case 'local':
      return Date.parse(`${text.replace(/(Z|[+-]\d\d:\d\d)$/, '')}${text.includes('T') ? '' : 'T00:00'}Z`)
    default:
      return text.toLowerCase()
  }
}
