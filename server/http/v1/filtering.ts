// v1's filtering.* and sorting.* parameters, parsed into the same filter tree as v2's $filter.
import Type from 'typebox'
import { badInput, sentence } from '../../platform/errors.ts'
import { tooCostly } from '../../platform/lists/filter-weight.ts'
import type { Catalogue, Comparison, Filter, ListQuery, SortKey } from '../../platform/lists/list-query.ts'
import { comparisonsOf, readValue } from '../../platform/lists/list-values.ts'
import { parseLimitedJson } from '../bodies/json-limits.ts'
import { defaultTake } from './paging.ts'
import { nulError } from '../bodies/nul.ts'
import { nearestNames } from '../../platform/nearest-names.ts'
import { bareObject } from '../../platform/bare-object.ts'

const operators = [
  'eq',
  'neq',
  'lt',
  'lte',
  'gt',
  'gte',
  'startswith',
  'endswith',
  'contains',
  'doesnotcon',
  'isnull',
] as const

const operatorSchema = Type.Unsafe<string>({
  type: 'string',
  enum: [...operators],
  description: 'A quirk of v1: `neq` where v2 has `ne`, and `doesnotcon`, short for "does not contain".',
})
const filterSchema = Type.Object(
  {
    field: Type.Optional(Type.Unsafe<string>({ type: ['string', 'null'] })),
    operator: Type.Optional(operatorSchema),
    value: Type.Optional(Type.Unsafe<string>({ type: ['string', 'null'] })),
  },
  { additionalProperties: false },
)

/** The parameters of lists that filter by one field. */
export const filteringQuery = {
  'filtering.field': Type.Optional(Type.String()),
  'filtering.operator': Type.Optional(operatorSchema),
  'filtering.value': Type.Optional(Type.String()),
} as const

/** The parameters of lists that filter by several fields. */
export const multiFilteringQuery = {
  'filtering.logic': Type.Optional(Type.Unsafe<string>({ type: 'string', enum: ['and', 'or'] })),
  // documented as in the reference, accepted in every form: JSON texts, or indexed parameters
  'filtering.filters': Type.Optional(
    Type.Array(Type.Union([filterSchema, Type.String()]), {
      description:
        'A quirk of v1: as `filtering.filters[0].field=…` and so on, as one JSON array, or as repeated JSON objects.',
    }),
  ),
  ...filteringQuery,
} as const

export const sortingQuery = {
  'sorting.direction': Type.Optional(Type.Unsafe<string>({ type: 'string', enum: ['asc', 'desc'] })),
  'sorting.field': Type.Optional(Type.String()),
} as const

/** Maps names of a list to names in the catalogue. */
export interface Names {
  /** The catalogue's name for a name on the wire, or undefined if the list does not have it. */
  find(name: string): string | undefined
  /** The names on the wire that there are. */
  readonly offered: readonly string[]
  readonly catalogue: Catalogue
}

type Query = Readonly<Record<string, unknown>>

/** Filter, order and page of a list request; `fallback` is the default order. */
export const listQueryFromV1 = (
  query: Query & { readonly skip?: number; readonly take?: number },
  names: Names,
  fallback: readonly SortKey[],
): ListQuery => ({
  filter: filterFromV1(query, names),
  sort: sortFromV1(query, names, fallback),
  skip: query.skip ?? 0,
  take: query.take ?? defaultTake,
})

/**
 * The filter in a request's raw query, or null. Single: field, operator and value, all or none; multiple: logic and
 * filters, both or none; never both forms together (docs/decisions/0028).
 */
export function filterFromV1(query: Query, names: Names): Filter | null {
  const single = {
    field: query['filtering.field'],
    operator: query['filtering.operator'],
    value: query['filtering.value'],
  }
  const logic = textOf(query['filtering.logic'])
  const filters = manyFrom(query)
  // an unfilled form sends an empty value and nothing else
  const isSingle = Object.values(single).some((value) => value !== undefined && value !== '')
  // an empty list says as well that there are several
  const isMany = logic !== undefined || filters.length > 0 || Boolean(textOf(query['filtering.filters']))
  if (isSingle && isMany) {
    const both =
      'Filter by one field (filtering.field, .operator, .value) or by several (filtering.logic, .filters), not both.'
    throw badInput('filtering', sentence(both))
  }
  if (isSingle) return oneFrom(single, 'filtering', names)
  if (!isMany) return null
  if (logic === undefined) throw missing('filtering.logic')
  if (filters.length === 0) throw missing('filtering.filters')
  if (!/^(and|or)$/i.test(logic)) throw badInput('filtering.logic', 'must be and or or.')
  if (filters.length > 100) throw badInput('filtering.filters', 'accepts at most 100 filters.')
  const parts = filters.map((filter, index) => oneFrom(filter, `filtering.filters[${index}]`, names))
  const filter = { kind: logic.toLowerCase() as 'and' | 'or', parts }
  const fault = tooCostly(filter, names)
  if (fault !== undefined) throw badInput('filtering.filters', fault)
  return filter
}

/** The order of a request; `fallback` by default. */
export function sortFromV1(query: Query, names: Names, fallback: readonly SortKey[]): readonly SortKey[] {
  const field = query['sorting.field']
  const direction = textOf(query['sorting.direction'])
  if (field === undefined && direction === undefined) return fallback
  if (typeof field !== 'string' || field === '') throw missing('sorting.field')
  const name = names.find(field)
  if (name === undefined)
    throw badInput(
      'sorting.field',
      sentence(`This list cannot be sorted by ${quote(field)}.${offer(field, names)}`),
    )
  if (direction !== undefined && !/^(asc|desc)$/i.test(direction)) {
    throw badInput('sorting.direction', 'must be asc or desc.')
  }
  return [{ name, descending: /^desc$/i.test(direction ?? '') }]
}

/** JSON filters may contain numbers and booleans; anything that is not a scalar counts as missing. */
const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : undefined

const mostOffered = 20

/** What the list can be filtered and sorted by, the names most like the one written first. */
function offer(written: string, { offered }: Names): string {
  const near = nearestNames(written, offered, mostOffered)
  const all = [...near, ...offered.filter((name) => !near.includes(name))]
  const more = all.length - mostOffered
  return ` There are ${all.slice(0, mostOffered).join(', ')}${more > 0 ? ` and ${more} more` : ''}.`
}

const missing = (name: string) => badInput(name, 'is missing.')
const quote = (text: string) => JSON.stringify(text.slice(0, 100))

/** `filtering.filters` as indexed parameters, as repeated JSON objects, or as one JSON array. */
function manyFrom(query: Query): readonly Record<string, unknown>[] {
  const indexed = new Map<number, Record<string, unknown>>()
  for (const [key, value] of Object.entries(query)) {
    const match = /^filtering\.filters\[(\d{1,4})\]\.(field|operator|value)$/i.exec(key)
    if (!match) continue
    const index = Number(match[1])
    indexed.set(index, { ...indexed.get(index), [String(match[2]).toLowerCase()]: value })
  }
  const given = query['filtering.filters']
  const written = given === undefined ? [] : (Array.isArray(given) ? given : [given]).flatMap(fromJson)
  const inOrder = [...indexed.entries()].sort(([a], [b]) => a - b).map(([, filter]) => filter)
  return [...inOrder, ...written]
}

function fromJson(text: unknown): Record<string, unknown>[] {
  try {
    const parsed = typeof text === 'string' ? parseLimitedJson(text) : text
    const all = Array.isArray(parsed) ? parsed : [parsed]
    if (all.every((each) => typeof each === 'object' && each !== null && !Array.isArray(each))) {
      return all.map((each: object) =>
        Object.fromEntries(Object.entries(each).map(([name, value]) => [name.toLowerCase(), value])),
      )
    }
  } catch {
    // rejected below, listing the accepted forms
  }
  const forms = '{"field":"name","operator":"eq","value":"..."}, or indexed as filtering.filters[0].field'
  throw badInput('filtering.filters', `must be JSON such as ${forms}.`)
}

const comparisons = bareObject<Comparison>({
  eq: 'eq',
  neq: 'ne',
  lt: 'lt',
  lte: 'le',
  gt: 'gt',
  gte: 'ge',
  startswith: 'startswith',
  endswith: 'endswith',
  contains: 'contains',
})

const textParts: readonly Comparison[] = ['startswith', 'endswith', 'contains']

function oneFrom(
  { field, operator, value: given }: Record<string, unknown>,
  at: string,
  names: Names,
): Filter {
  const value = textOf(given)
  if (typeof field !== 'string' || field === '') throw missing(`${at}.field`)
  if (typeof operator !== 'string' || operator === '') throw missing(`${at}.operator`)
  if (value === undefined) throw missing(`${at}.value`)
  // written in JSON, it is not seen in the address
  for (const [part, text] of Object.entries({ field, operator, value })) {
    if (text.includes('\0')) throw nulError(`${at}.${part}`)
  }
  const name = names.find(field)
  const column = name === undefined ? undefined : names.catalogue[name]
  if (name === undefined || !column) {
    throw badInput(
      `${at}.field`,
      sentence(`This list cannot be filtered by ${quote(field)}.${offer(field, names)}`),
    )
  }
  const key = operator.toLowerCase()
  if (key === 'isnull') return nullTest(name, value, at)
  const negated = key === 'doesnotcon' || key === 'doesnotcontain'
  const comparison = negated ? 'contains' : comparisons[key]
  if (!comparison) throw badInput(`${at}.operator`, `must be one of ${operators.join(', ')}.`)
  if (!comparisonsOf(column).includes(comparison)) {
    const wanted = [...Object.keys(comparisons), 'doesnotcon'].filter((each) =>
      comparisonsOf(column).includes(comparisons[each] ?? 'contains'),
    )
    throw badInput(
      `${at}.operator`,
      sentence(
        `${quote(field)} cannot be compared with ${operator}, but with ${wanted.join(', ')} and isnull.`,
      ),
    )
  }
  // any text can be part of a text; `contains` on ids compares whole ids
  const partly = column.kind === 'text' || column.kind === 'choice' ? textParts.includes(comparison) : false
  const read = partly ? value : readValue(column, value, `${at}.value`)
  const compared: Filter = { kind: 'compare', name, comparison, value: read }
  // what has no value does not contain it either
  return negated ? { kind: 'untrue', part: compared } : compared
}

function nullTest(name: string, value: string, at: string): Filter {
  if (!/^(true|false)$/i.test(value)) throw badInput(`${at}.value`, 'must be true or false for isnull.')
  return { kind: 'compare', name, comparison: value.toLowerCase() === 'true' ? 'eq' : 'ne', value: null }
}
