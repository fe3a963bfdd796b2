// What most v2 lists do with a request: parse its query, then return the page, with the selected columns, and the
// count.
import type { FastifyRequest } from 'fastify'
import type { App } from '../../platform/app.ts'
import type { ListQuery, SortKey } from '../../platform/lists/list-query.ts'
import type { ListedRow } from '../../platform/lists/list-rows.ts'
import { listFromV2, nextLinkOf, pageToV2 } from './odata.ts'
import type { Resource } from './odata-properties.ts'
import { columnsFor, type ShownFrom } from './shown-columns.ts'

interface Asked {
  readonly query: ListQuery
  readonly columns: readonly string[]
  /** The properties to be shown, in lower case; null for all. */
  readonly selected: ReadonlySet<string> | null
}

interface ListResponse<Item extends object> {
  readonly resource: Resource
  readonly shownFrom: ShownFrom
  /** The page size without $top. */
  readonly top?: number
  /** The order without $orderby, if it is not that of the ids. */
  readonly order?: readonly SortKey[]
  readonly read: (asked: Asked) => Promise<readonly ListedRow[]>
  readonly count: (query: ListQuery) => Promise<number>
  readonly toV2: (row: ListedRow) => Item
}

/** The response of a list; 400 for an unsupported query. */
export async function respondWithList<Item extends object>(
  app: App,
  request: FastifyRequest,
  { resource, shownFrom, top, order, read, count, toV2 }: ListResponse<Item>,
) {
  const rules = { ...(top === undefined ? {} : { top }), ...(order === undefined ? {} : { order }) }
  const list = await listFromV2(app, request, resource, rules)
  const { query, selected } = list
  const rows = await read({ query, selected, columns: columnsFor(shownFrom, selected) })
  const total = list.count ? await count(query) : undefined
  return pageToV2(app, request, list, { rows, count: total, toV2 })
}

interface ListOfObjects {
  readonly resource: Resource
  /** The ids of a page, in order, maybe with the objects as `object`, and the number of all items if requested. */
  readonly page: (asked: {
    readonly query: ListQuery
    readonly count: boolean
    readonly selected: ReadonlySet<string> | null
  }) => Promise<{ readonly rows: readonly ListedRow[]; readonly total?: number }>
  /** The objects with these ids as JSON, with the selected properties; without those that are gone. */
  readonly objects: (
    ids: readonly number[],
    selected: ReadonlySet<string> | null,
  ) => Promise<ReadonlyMap<number, { readonly text: string }>>
}

/** The JSON of a list whose objects the database makes; 400 for an unsupported query. */
export async function listOfObjects(
  app: App,
  request: FastifyRequest,
  { resource, page, objects }: ListOfObjects,
): Promise<string> {
  const list = await listFromV2(app, request, resource)
  const { rows, total } = await page(list)
  const shown = rows.slice(0, list.top)
  const [items, nextLink] = await Promise.all([
    textsOf(shown, (ids) => objects(ids, list.selected)),
    nextLinkOf(app, request, list, rows),
  ])
  return jsonOfPage(items, { count: total, nextLink })
}

async function textsOf(
  rows: readonly ListedRow[],
  objects: (ids: readonly number[]) => ReturnType<ListOfObjects['objects']>,
): Promise<readonly string[]> {
  const made = rows.flatMap(({ object }) => (typeof object === 'string' ? [object] : []))
  if (made.length === rows.length) return made
  const ids = rows.map((row) => Number(row['id']))
  const found = await objects(ids)
  return ids.flatMap((id) => found.get(id)?.text ?? [])
}

/** The JSON of a page of objects that are JSON already. */
export function jsonOfPage(
  items: readonly string[],
  more: { readonly count: number | undefined; readonly nextLink: string | undefined },
): string {
  // without the brace: absent properties are left out
  const end = JSON.stringify({ count: more.count, nextLink: more.nextLink }).slice(1)
  return `{"items":[${items.join(',')}]${end === '}' ? '' : ','}${end}`
}
