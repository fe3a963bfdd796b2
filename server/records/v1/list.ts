// v1 of the lists of records: one route, for the scopes that a kind has.
import { actorOf, type RouteModule } from '../../http/route.ts'
import { columnOfListed, type ListedProperties, rowsToV1 } from '../../http/v1/list-columns.ts'
import type { ScopeName } from '../list-scopes.ts'
import { columnsOfScope, listScope } from '../record-lists.ts'
import type { RecordBase, RecordKind } from '../record-kind.ts'
import { recordListFromV1, recordListQuery, recordPage, recordPageSerializer } from './list-query.ts'

interface ListWire {
  readonly scopes: readonly ScopeName[]
  readonly properties: ListedProperties
  /** The properties of a row when the request names none. */
  readonly fallback: readonly string[]
}

/** The route that lists the records of a kind. */
export const recordListRouteV1 =
  <DB, TB extends keyof DB & string, R extends RecordBase>(
    kind: RecordKind<DB, TB, R>,
    { scopes, properties, fallback }: ListWire,
    path: string,
  ): RouteModule =>
  (server, app) => {
    const { many } = kind.names
    const things = many.charAt(0).toUpperCase() + many.slice(1)
    server.get(
      path,
      {
        config: { access: { right: 'use' } },
        schema: { querystring: recordListQuery(scopes), response: { 200: recordPage } },
        serializerCompiler: recordPageSerializer,
      },
      async (request) => {
        const actor = actorOf(request)
        const { scope, query, ...shown } = await recordListFromV1(request.query, {
          properties,
          fallback,
          things,
          columnsFor: (of, fieldNames) => columnsOfScope(kind, app, actor, { scope: of, fieldNames }),
        })
        const columns = ['id', ...shown.names.map((name) => columnOfListed(name, properties))]
        const { catalogue } = shown.columns
        const { rows, total } = await listScope(kind, app, actor, { scope, query, catalogue, columns })
        return { data: rowsToV1(rows, shown, properties), total }
      },
    )
  }
