// The query of a v2 list: $filter, $orderby, $select, $top, $skip, $count and $skiptoken, and the page returned for it.
import type { FastifyRequest } from 'fastify'
import Type, { type Static, type TObject, type TProperties } from 'typebox'
import type { App } from '../../platform/app.ts'
import { badInput, sentence } from '../../platform/errors.ts'
import type { ListQuery, Position, SortKey } from '../../platform/lists/list-query.ts'
import { actorOf } from '../route.ts'
import { sometimes } from '../openapi/always-sent.ts'
import { filterOf } from './filter-now.ts'
import { itemOf, pathsIn } from './item-paths.ts'
import { sortFromV2 } from './odata-order.ts'
import { unsupportedProperty } from './odata-problems.ts'
import type { Resource } from './odata-properties.ts'
import { checkLength } from './odata-syntax.ts'

const mostItems = 200
const largestSkip = 2_147_483_647

/** A parsed list request; a page starts after a number of rows, or after a given row. */
export interface ListFromV2 {
  /** One row more than the page has, to know whether another page follows. */
  readonly query: ListQuery
  readonly top: number
  readonly count: boolean
  /** The properties to be shown, in lower case; null for all. */
  readonly selected: ReadonlySet<string> | null
}

interface ListRules {
  /** The page size without $top. */
  readonly top?: number
  /** The order without $orderby, if it is not that of the ids. */
  readonly order?: readonly SortKey[]
}

interface Shown {
  readonly filter?: boolean
  readonly top?: number
  readonly select?: boolean
}

/**
 * The schema of a list's query for the documents. It is parsed by `listFromV2`, with the messages of
 * docs/decisions/0028.
 */
export function listQueryOf({ filter = true, top = 30, select = false }: Shown = {}) {
  const text = (description: string) => Type.Optional(Type.String({ description }))
  return Type.Object({
    ...(filter
      ? {
          $filter: text('Filter in OData: docs/odata.md has the properties and their operators.'),
          $orderby: text('Order: up to 5 properties, each with asc or desc.'),
        }
      : {}),
    ...(select
      ? {
          $select: text(
            'The properties of each item to return, separated by commas; all by default. Items have their id and these; the schema says what is always there without $select.',
          ),
        }
      : {}),
    $skip: Type.Optional(Type.Integer({ minimum: 0, maximum: largestSkip, default: 0 })),
    $top: Type.Optional(Type.Integer({ minimum: 1, maximum: mostItems, default: top })),
    $count: Type.Optional(Type.Boolean({ default: false, description: 'Whether to count all items.' })),
    $skiptoken: text('Where the page starts: taken from the nextLink of the previous page.'),
  })
}

/** For list routes, whose query is validated by `listFromV2` alone. */
export const skipSchemaValidation = { validatorCompiler: () => () => true } as const

/** The response of a list, whose items have the properties chosen by $select. */
export const pageSchema = <Of extends TProperties>(item: TObject<Of>) =>
  Type.Object(
    {
      items: Type.Array(withoutRequired(item)),
      count: sometimes(Type.Integer({ description: 'The total number of items, with $count=true.' })),
      nextLink: sometimes(Type.String({ description: 'The next page, if there is one.' })),
    },
    { examples: [{ items: (item as { readonly examples?: readonly unknown[] }).examples ?? [] }] },
  )

/** Defaults are not filled in for properties that were not selected: they apply to input only. */
function withoutRequired<Of extends TProperties>(item: TObject<Of>) {
  const { required: _, properties, ...rest } = item
  const bare = Object.entries(properties as Readonly<Record<string, { default?: unknown }>>).map(
    ([name, { default: _default, ...property }]) => [name, property],
  )
  return Type.Unsafe<Partial<Static<TObject<Of>>>>({
    ...rest,
    properties: Object.fromEntries(bare) as object,
  })
}

/** What every list of OData takes. */
export const odataOptions = [
  '$filter',
  '$orderby',
  '$select',
  '$skip',
  '$top',
  '$count',
  '$skiptoken',
] as const
type Option = (typeof odataOptions)[number]

/** Parses the query of a list; 400 for anything it does not have or that exceeds its limits. */
export async function listFromV2(
  app: App,
  request: FastifyRequest,
  resource: Resource,
  { top: defaultTop = 30, order = [] }: ListRules = {},
): Promise<ListFromV2> {
  const given = optionsOf(request.query as Readonly<Record<string, unknown>>)
  for (const [name, value] of given) checkLength(value, name)
  const filter = textOf(given, '$filter')
  const orderby = textOf(given, '$orderby')
  const top = numberOf(given, '$top', { least: 1, most: mostItems, fallback: defaultTop })
  const skip = numberOf(given, '$skip', { least: 0, most: largestSkip, fallback: 0 })
  const token = textOf(given, '$skiptoken')
  const listed = { ...resource, shown: pathsIn(itemOf(request)) }
  const sort = orderby === undefined ? order : sortFromV2(orderby, listed)
  const query: ListQuery = {
    filter: filter === undefined ? null : await filterOf(app, actorOf(request), filter, listed),
    sort,
    skip,
    take: top + 1,
  }
  return {
    top,
    count: truthOf(given, '$count'),
    selected: selectionOf(textOf(given, '$select'), request),
    query: token === undefined ? query : { ...query, after: await openToken(app, request, token, sort) },
  }
}

function optionsOf(query: Readonly<Record<string, unknown>>): ReadonlyMap<Option, string> {
  const options = new Map<Option, string>()
  for (const [written, value] of Object.entries(query)) {
    const name = odataOptions.find(
      (each) => each === written.toLowerCase() || each === `$${written.toLowerCase()}`,
    )
    // parameters of its own
    if (!name) continue
    if (typeof value !== 'string' || options.has(name)) throw badInput(name, 'may be given only once.')
    options.set(name, value)
  }
  return options
}

const textOf = (given: ReadonlyMap<Option, string>, name: Option): string | undefined =>
  given.get(name)?.trim() || undefined

interface Range {
  readonly least: number
  readonly most: number
  readonly fallback: number
}

function numberOf(
  given: ReadonlyMap<Option, string>,
  name: Option,
  { least, most, fallback }: Range,
): number {
  const text = textOf(given, name)
  if (text === undefined) return fallback
  const number = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN
  if (number >= least && number <= most) return number
  throw badInput(name, sentence(`OData ${name} value must be a whole number from ${least} to ${most}`))
}

function truthOf(given: ReadonlyMap<Option, string>, name: Option): boolean {
  // `$count` alone is not a value
  const text = (given.get(name)?.trim() ?? 'false').toLowerCase()
  if (text !== 'true' && text !== 'false')
    throw badInput(name, sentence(`OData ${name} value must be true or false`))
  return text === 'true'
}

/** Properties of the items by name; 400 for an unknown one. */
function selectionOf(text: string | undefined, request: FastifyRequest): ReadonlySet<string> | null {
  if (text === undefined || text === '*') return null
  const names = text.split(',').map((name) => name.trim())
  const taken = Object.keys(itemOf(request))
  const shown = new Set(taken.map((name) => name.toLowerCase()))
  const unknown = names.find((name) => !shown.has(name.toLowerCase()))
  if (unknown !== undefined) throw unsupportedProperty('$select', unknown, { taken, shown: [] })
  return new Set(names.map((name) => name.toLowerCase()))
}

/** Tokens are sealed: they contain values of a row, and nobody can forge one. */
const purposeOf = (request: FastifyRequest, sort: ListQuery['sort']) =>
  `page of ${request.routeOptions.url} by ${JSON.stringify(sort)}`

async function openToken(
  { vault }: App,
  request: FastifyRequest,
  token: string,
  sort: ListQuery['sort'],
): Promise<Position> {
  const opened = await vault
    .open(Buffer.from(token, 'base64url'), purposeOf(request, sort))
    .catch(() => undefined)
  if (opened === undefined) {
    throw badInput(
      '$skiptoken',
      sentence(
        'OData $skiptoken value must be taken from a nextLink, together with the $orderby that is there.',
      ),
    )
  }
  return JSON.parse(opened) as Position
}

/** A row of a list, with its position in the order. */
export interface Placed {
  readonly position: Position
}

/** The response for a page: the items, the total if requested, and the link to the next page. */
export async function pageToV2<Row extends Placed, Item extends object>(
  app: App,
  request: FastifyRequest,
  { query, top, selected }: Omit<ListFromV2, 'count'>,
  { rows, count, toV2 }: { rows: readonly Row[]; count: number | undefined; toV2: (row: Row) => Item },
): Promise<{ items: Item[]; count?: number; nextLink?: string }> {
  const items = rows.slice(0, top).map(toV2)
  const nextLink = await nextLinkOf(app, request, { query, top }, rows)
  return {
    items: selected ? items.map((item) => chosen(item, selected)) : items,
    ...(count === undefined ? {} : { count }),
    ...(nextLink === undefined ? {} : { nextLink }),
  }
}

/** The link to the page after these rows, if there is one. */
export async function nextLinkOf(
  app: App,
  request: FastifyRequest,
  { query, top }: Pick<ListFromV2, 'query' | 'top'>,
  rows: readonly Placed[],
): Promise<string | undefined> {
  const last = rows.length > top ? rows[top - 1] : undefined
  return last && linkAfter(app, request, query.sort, last.position)
}

function chosen<Item extends object>(item: Item, selected: ReadonlySet<string>): Item {
  const kept = Object.entries(item).filter(([name]) => selected.has(name.toLowerCase()))
  return Object.fromEntries(kept) as Item
}

async function linkAfter(
  { vault, config }: App,
  request: FastifyRequest,
  sort: ListQuery['sort'],
  position: Position,
): Promise<string> {
  const token = await vault.sealShortLived(JSON.stringify(position), purposeOf(request, sort))
  const [path = '', search = ''] = request.originalUrl.split('?', 2)
  const parameters = new URLSearchParams(search)
  for (const name of Array.from(parameters.keys())) {
    if (/^\$?skip(token)?$/i.test(name)) parameters.delete(name)
  }
  parameters.set('$skiptoken', token.toString('base64url'))
  return `${config.publicUrl}${path}?${parameters.toString()}`
}
