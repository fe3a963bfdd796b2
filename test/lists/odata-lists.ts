// Lists of v2 as generated filters need them: each property of a list's own catalogue, read from where answers show it,
// with values that rows have and others at the edges.
import fc from 'fast-check'
import { expect } from 'vitest'
import { filterFromV2 } from '../../server/http/v2/odata-filter.ts'
import type { Properties, Resource } from '../../server/http/v2/odata-properties.ts'
import type { Catalogue, Column } from '../../server/platform/lists/list-query.ts'
import type { ListedRow } from '../../server/platform/lists/list-rows.ts'
import type { Caller } from '../http.ts'
import {
  anybody,
  isWithinLimits,
  type Kind,
  odataCases,
  type OdataCollections,
  type OdataProperties,
} from './odata.ts'
import { repetitions } from '../repetitions.ts'

/** CHANCERY_FILTER_CASES=100000 for a long run: scripts/filter-test.ts. */
const cases = Number(process.env['CHANCERY_FILTER_CASES'] ?? repetitions(40, 600))
const overall = Math.min(repetitions(8, 60), cases)

/** One of a list, as its answer shows it. */
export type Shown = Readonly<Record<string, unknown>>

export interface ShownPage {
  readonly items: readonly Shown[]
  readonly count?: number
  readonly nextLink?: string
}

/** What a list of v2 answers to a query; it must be 200. */
export async function askV2(
  caller: Caller,
  path: string,
  query: Readonly<Record<string, string>> = {},
): Promise<ShownPage> {
  const answer = await caller.get(`${path}?${new URLSearchParams(query).toString()}`)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<ShownPage>()
}

/** Everything that a list has, page by page. */
export async function allOfV2(
  caller: Caller,
  path: string,
  query: Readonly<Record<string, string>> = {},
): Promise<readonly Shown[]> {
  const pages = [await askV2(caller, path, query)]
  for (let link = pages[0]?.nextLink; link !== undefined; link = pages.at(-1)?.nextLink) {
    const answer = await caller.get(link.replace(/^https?:\/\/[^/]+/, ''))
    expect(answer.statusCode, answer.body).toBe(200)
    pages.push(answer.json<ShownPage>())
  }
  return pages.flatMap(({ items }) => items)
}

const camel = (name: string) => name.charAt(0).toLowerCase() + name.slice(1)

/** The value at a path such as `TeamAssigned/Name`; null where there is nothing. */
const at =
  (path: string) =>
  (shown: unknown): unknown =>
    path
      .split('/')
      .reduce<unknown>((value, name) => (value as Shown | null | undefined)?.[camel(name)] ?? null, shown)

const edges: Readonly<Record<Kind, readonly string[]>> = {
  text: ['%', '_', '\\', "'", '', "it's", 'a%b', '_b', 'Ünï', '日本', '🙂', 'жук', '"', 'x'.repeat(300)],
  choice: [],
  number: ['0', '-3', '2.5', '9007199254740993', '9007199254740992', '123456789012345678901234567890.5'],
  boolean: ['true', 'false'],
  moment: ['0001-01-01', '9999-12-31T23:59:59.999Z', '2026-02-28', '2024-02-29T23:59:59.999+13:45'],
  local: ['0001-01-01', '9999-12-31T23:59:59.999999', '2027-03-28', '2028-02-29T23:59:59Z'],
  date: ['0001-01-01', '9999-12-31', '2026-02-28', '2028-02-29'],
  uuid: ['5d7c1b1e-0f53-4c0e-9f38-8f9d2c1b7a10'],
  thing: [],
}

const kindOf = ({ kind }: Column, isThing = false): Kind =>
  isThing ? 'thing' : kind === 'integer' ? 'number' : kind

const asText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))
const swapped = (text: string) => (text === text.toUpperCase() ? text.toLowerCase() : text.toUpperCase())
const mostValues = 12

function valuesOf(kind: Kind, found: readonly unknown[], choices: readonly string[]): readonly string[] {
  const known = [...new Set(found.filter((value) => value !== null).map(asText))].slice(0, mostValues)
  const isWord = kind === 'text' || kind === 'choice'
  // what comes back in capitals is the same text in any language that is compared here
  const others = isWord
    ? known.map(swapped).filter((text) => swapped(text) === swapped(swapped(swapped(text))))
    : []
  const parts = kind === 'text' ? known.map((text) => Array.from(text).slice(1, 4).join('')) : []
  return [...known, ...others, ...parts, ...choices, ...edges[kind]]
}

interface Listed {
  readonly catalogue: Catalogue
  readonly properties: Properties
}

/** The properties of a list for generated cases. */
function propertiesFrom(
  { catalogue, properties }: Listed,
  rows: readonly unknown[],
): OdataProperties<unknown> {
  return Object.fromEntries(
    Object.entries(properties).map(([path, { column, isThing }]) => {
      const kept = catalogue[column]
      if (!kept) throw new Error(`${path} leads to no column`)
      const kind = kindOf(kept, isThing)
      const of = at(path)
      return [path, { kind, of, values: valuesOf(kind, rows.map(of), kept.choices ?? []) }]
    }),
  )
}

/** The collections of a list for generated cases. */
function collectionsFrom(resource: Resource, rows: readonly unknown[]): OdataCollections<unknown> {
  return Object.fromEntries(
    Object.entries(resource.collectionProperties ?? {}).map(([path, { collection, properties }]) => {
      const of = (row: unknown) => (at(path)(row) ?? []) as readonly unknown[]
      const catalogue = resource.collections?.[collection]?.catalogue ?? {}
      return [path, { of, properties: propertiesFrom({ catalogue, properties }, rows.flatMap(of)) }]
    }),
  )
}

/** Every one of a list, each as its own address shows it. */
export async function detailedOfV2(caller: Caller, path: string): Promise<readonly Shown[]> {
  const details: Shown[] = []
  for (const { id } of await allOfV2(caller, path, { $select: 'id' })) {
    const answer = await caller.get(`${path}/${asText(id)}`)
    expect(answer.statusCode, answer.body).toBe(200)
    details.push(answer.json<Shown>())
  }
  return details
}

interface FilteredList {
  readonly resource: Resource
  /** Every one that the caller sees, as the answer of its details shows it. */
  readonly shown: readonly Shown[]
  /** The rows that a filter finds, with their ids as `id`; where it is not given, the server is asked for each. */
  readonly find?: (filter: ReturnType<typeof filterFromV2>) => Promise<readonly ListedRow[]>
  readonly caller: Caller
  readonly path: string
  /** What tells one of the list from the others: `id` unless given. */
  readonly key?: string
}

const idsOf = (rows: readonly Shown[], key: string) => rows.map((row) => asText(row[key])).sort()

/** Whether it is none of the filters that are refused for what they cost. */
function weighsLittle(text: string, resource: Resource): boolean {
  try {
    filterFromV2(text, resource, anybody)
    return true
  } catch (error) {
    if (/it weighs|conditions on collections/.test(String(error))) return false
    throw error
  }
}

/**
 * Generated filters find in the database, and through the whole server, what a plain evaluation of the answers finds.
 */
export async function expectPlainEvaluation(list: FilteredList): Promise<void> {
  const { resource, shown, find, caller, path, key = 'id' } = list
  const generated = odataCases(propertiesFrom(resource, shown), {
    collections: collectionsFrom(resource, shown),
  })
  const inDatabase =
    find &&
    fc.asyncProperty(generated, async (each) => {
      fc.pre(isWithinLimits(each) && weighsLittle(each.text, resource))
      const rows = await find(filterFromV2(each.text, resource, anybody))
      expect(idsOf(rows, key), each.text).toEqual(idsOf(shown.filter(each.holds), key))
    })
  if (inDatabase) await fc.assert(inDatabase, { numRuns: cases })
  await fc.assert(
    fc.asyncProperty(generated, async (each) => {
      fc.pre(isWithinLimits(each) && encodeURIComponent(each.text).length < 8_000)
      fc.pre(weighsLittle(each.text, resource))
      const page = await askV2(caller, path, { $filter: each.text, $count: 'true', $top: '200' })
      const expected = idsOf(shown.filter(each.holds), key)
      expect(idsOf(page.items, key), each.text).toEqual(expected)
      expect(page.count).toBe(expected.length)
    }),
    { numRuns: find ? overall : Math.ceil(cases / 3) },
  )
}

/** Null is the least; texts go by their lower-case form, choices by their spelling. */
function inOrder(kind: Kind, a: unknown, b: unknown): boolean {
  if (a === null || b === null) return a === null
  if (typeof a === 'number') return a <= Number(b)
  const [first, second] = [a, b].map((value) =>
    Buffer.from(kind === 'choice' ? asText(value) : asText(value).toLowerCase()),
  )
  return Buffer.compare(first ?? Buffer.of(), second ?? Buffer.of()) <= 0
}

/** Each property that the list sorts by gives one order of all, and pages by nextLink are the whole list in it. */
export async function expectOrders({
  resource,
  shown,
  caller,
  path,
  key = 'id',
}: FilteredList): Promise<void> {
  const sortable = Object.entries(resource.properties).filter(([, { sorted }]) => sorted)
  for (const [property, { column }] of sortable) {
    for (const direction of ['asc', 'desc']) {
      const rows = await allOfV2(caller, path, { $orderby: `${property} ${direction}`, $top: '7' })
      expect(idsOf(rows, key), property).toEqual(idsOf(shown, key))
      const values = rows.map(at(property))
      const ascending = direction === 'asc' ? values : values.toReversed()
      const kind = resource.catalogue[column]?.kind === 'choice' ? 'choice' : 'text'
      const misplaced = ascending.slice(1).filter((value, index) => !inOrder(kind, ascending[index], value))
      expect(misplaced, `${property} ${direction}`).toEqual([])
    }
  }
}
