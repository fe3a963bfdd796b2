// Declares the GET of a list in one object: it takes the query of all lists, and is read within their time.
import type { FastifyContextConfig, FastifyRequest } from 'fastify'
import type { Static, TObject, TProperties } from 'typebox'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import type { Page, PageAsked } from '../../platform/lists/list-page.ts'
import type { ListQuery, SortKey } from '../../platform/lists/list-query.ts'
import type { ListedRow, Listing } from '../../platform/lists/list-rows.ts'
import type { RowSource } from '../../platform/postgres/row-source.ts'
import { answerList } from '../answer-list.ts'
import { actorOf, type Server } from '../route.ts'
import { onGet, type ParametersIn } from '../routes.ts'
import { respondWithList } from './list-response.ts'
import { listFromV2, listQueryOf, pageSchema, pageToV2, skipSchemaValidation } from './odata.ts'
import type { Resource } from './odata-properties.ts'
import type { ShownFrom } from './shown-columns.ts'

/** What the caller sees, already restricted to it; or what reads a page of it, with the total if that is asked for. */
type Rows =
  | (Pick<RowSource, 'listing' | 'read'> & { readonly count: (query: ListQuery) => Promise<number> })
  | { readonly listing: Listing; readonly page: (asked: PageAsked) => Promise<Page> }

interface ListRoute<Path extends string, Of extends TProperties>
  extends Pick<Resource, 'properties' | 'collectionProperties'> {
  readonly config: FastifyContextConfig
  readonly operationId?: string
  readonly summary: string
  readonly description: string
  readonly item: TObject<Of>
  /** What each item is read from; by property if the caller may select some. */
  readonly columns: readonly string[] | ShownFrom
  /** The page size without $top. */
  readonly top?: number
  /** The order without $orderby, if it is not that of the ids. */
  readonly order?: readonly SortKey[]
  readonly rows: (
    reading: App,
    actor: Actor,
    request: FastifyRequest<{ Params: ParametersIn<Path> }>,
  ) => Rows | Promise<Rows>
  readonly toV2: (row: ListedRow) => Static<TObject<Of>>
}

/** Adds the list at the path. */
export function onList<const Path extends string, Of extends TProperties>(
  server: Server,
  app: App,
  path: Path,
  {
    item,
    properties,
    collectionProperties,
    columns,
    top,
    order,
    rows,
    toV2,
    ...described
  }: ListRoute<Path, Of>,
): void {
  const isSelectable = 'always' in columns
  const shownFrom = isSelectable ? columns : { always: columns, of: {} }
  const size = top === undefined ? {} : { top }
  const rules = order === undefined ? size : { ...size, order }
  onGet(server, path, {
    ...described,
    ...skipSchemaValidation,
    querystring: listQueryOf({ ...size, select: isSelectable }),
    returns: pageSchema(item),
    handler: (request) =>
      answerList(app, request, async (reading) => {
        const source = await rows(reading, actorOf(request), request)
        const resource = {
          ...source.listing,
          properties,
          ...(collectionProperties && { collectionProperties }),
        }
        if ('read' in source) {
          return respondWithList(reading, request, { ...source, ...rules, resource, shownFrom, toV2 })
        }
        const list = await listFromV2(reading, request, resource, rules)
        const page = await source.page({ ...list, columns: shownFrom.always })
        return pageToV2(reading, request, list, { ...page, toV2 })
      }),
  })
}
