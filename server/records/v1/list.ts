// v1 of the lists of records: one route, for the scopes that a kind has.
import Type from 'typebox'
import { capitalised } from '../../platform/capitalised.ts'
import { answerList } from '../../http/answer-list.ts'
import { actorOf, type RouteModule } from '../../http/route.ts'
import { onGet } from '../../http/routes.ts'
import { listQueryFromV1, multiFilteringQuery, type Names, sortingQuery } from '../../http/v1/filtering.ts'
import {
  chosenColumns,
  columnOfListed,
  fieldNamesIn,
  findListed,
  type ListedColumns,
  type ListedProperties,
  rowsToV1,
} from '../../http/v1/list-columns.ts'
import { timesV1 } from '../../http/v1/shapes.ts'
import { sendJsonText } from '../../http/responses/json-text.ts'
import { columnPart, type JsonShape } from '../../platform/lists/json-shape.ts'
import { objectsInScope } from '../lists/repeated-pages.ts'
import { skipQuery, takeQuery } from '../../http/v1/paging.ts'
import type { SortKey } from '../../platform/lists/list-query.ts'
import type { ScopeName } from '../lists/list-scopes.ts'
import type { RecordBase, RecordKind } from '../record-kind.ts'
import { columnsOfScope, listScope } from '../lists/record-lists.ts'

/** How v1 lists the records of a kind. */
export interface ListWire {
  readonly scopes: readonly ScopeName[]
  readonly properties: ListedProperties
  /** The properties of a row when the request names none. */
  readonly fallback: readonly string[]
}

const querySchema = (scopes: readonly ScopeName[]) =>
  Type.Object({
    ...skipQuery,
    fields: Type.Optional(Type.Array(Type.String())),
    ...multiFilteringQuery,
    ...sortingQuery,
    ...takeQuery(),
    context: Type.Optional(
      Type.Unsafe<ScopeName>({ type: 'string', enum: [...scopes], default: 'Personal' }),
    ),
  })

// each row has the selected columns
const pageSchema = Type.Object({
  data: Type.Array(Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true })),
  total: Type.Integer(),
})

const newestFirst: readonly SortKey[] = [{ name: 'createdAt', descending: true }]

/** The route that lists the records of a kind. */
export const recordListRouteV1 =
  <DB, TB extends keyof DB & string, R extends RecordBase>(
    kind: RecordKind<DB, TB, R>,
    { scopes, properties, fallback }: ListWire,
  ): RouteModule =>
  (server, app) => {
    const { one, many } = kind.names
    const things = capitalised(many)
    onGet(server, `/${one}-apis/v1/${many}`, {
      config: { access: { right: 'use' } },
      summary: `List ${many}`,
      description: `In pages of 50 unless \`take\` says otherwise, with the exact total. Without \`context\`, the ${many} that the caller is a member of; \`fields\` chooses the properties of each row.`,
      querystring: querySchema(scopes),
      returns: pageSchema,
      handler: async (request, reply) => {
        const page = await answerList(app, request, async (reading) => {
          const actor = actorOf(request)
          const { context: scope = 'Personal', fields } = request.query
          const fieldNames = fieldNamesIn(request.query)
          const columns = await columnsOfScope(kind, reading, actor, { scope, fieldNames })
          const names = namesOf(properties, columns)
          const shown = chosenColumns(fields, names.findListed, { fallback, things })
          const query = listQueryFromV1(request.query, names, newestFirst)
          if (fieldNames.length === 0) {
            const shape = shapeOfRow(shown, properties)
            return pageText(await objectsInScope(kind, reading, actor, { scope, query, shape }))
          }
          const { rows, total } = await listScope(kind, reading, actor, {
            scope,
            query,
            columns: ['id', ...shown.map((name) => columnOfListed(name, properties))],
            catalogue: columns.catalogue,
          })
          return JSON.stringify({ data: rowsToV1(rows, { names: shown, columns }, properties), total })
        })
        return sendJsonText(reply, page)
      },
    })
  }

/** What a row without custom fields is made of. */
const shapeOfRow = (names: readonly string[], properties: ListedProperties): JsonShape =>
  Object.fromEntries(
    ['id', ...names].map((name) => [
      name,
      columnPart(name === 'id' ? name : properties.columnOf(name), timesV1),
    ]),
  )

/** The body, with the rows numbered as `rowsToV1` numbers them. */
function pageText({
  objects,
  total,
}: {
  readonly objects: readonly string[]
  readonly total: number
}): string {
  const rows = objects.map((object, index) => `{"$id":"${index + 1}",${object.slice(1)}`)
  return `{"data":[${rows.join(',')}],"total":${total}}`
}

/** How the list's names lead to its columns. */
function namesOf(
  properties: ListedProperties,
  { catalogue }: ListedColumns,
): Names & { readonly findListed: (name: string) => string | undefined } {
  const findByName = (name: string) => findListed(name, properties, catalogue)
  return {
    catalogue,
    offered: [...properties.names, 'field_<id>'],
    findListed: findByName,
    find(name) {
      const known = findByName(name)
      return known === undefined ? undefined : columnOfListed(known, properties)
    },
  }
}
