// What most v2 lists do with a request: parse its query, then return the page, with the selected columns, and the
// count.
import type { FastifyRequest } from 'fastify'
import type { App } from '../../platform/app.ts'
import type { ListQuery } from '../../platform/lists/list-query.ts'
import type { ListedRow } from '../../platform/lists/list-rows.ts'
import { listFromV2, pageToV2 } from './odata.ts'
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
  readonly read: (asked: Asked) => Promise<readonly ListedRow[]>
  readonly count: (query: ListQuery) => Promise<number>
  readonly toV2: (row: ListedRow) => Item
}

/** The response of a list; 400 for an unsupported query. */
export async function respondWithList<Item extends object>(
  app: App,
  request: FastifyRequest,
  { resource, shownFrom, top, read, count, toV2 }: ListResponse<Item>,
) {
  const list = await listFromV2(app, request, resource, top === undefined ? {} : { top })
  const { query, selected } = list
  const rows = await read({ query, selected, columns: columnsFor(shownFrom, selected) })
  const total = list.count ? await count(query) : undefined
  return pageToV2(app, request, list, { rows, count: total, toV2 })
}
