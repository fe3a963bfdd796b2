// v2 of records: the list of all that the caller sees, and one of them, with the values of their custom fields by name.
// The database makes the objects.
import Type, { type TObject } from 'typebox'
import { namedColumnsFor } from '../../fields/list-columns-by-name.ts'
import { answerList } from '../../http/answer-list.ts'
import { idsIn } from '../../http/ids.ts'
import { etagOf } from '../../http/if-match.ts'
import { sendJsonText } from '../../http/responses/json-text.ts'
import { actorOf, type RouteModule } from '../../http/route.ts'
import { onGet } from '../../http/routes.ts'
import { jsonOf } from '../../http/shape.ts'
import { fieldNamesIn, withFields } from '../../http/v2/field-properties.ts'
import { listOfObjects } from '../../http/v2/list-response.ts'
import { listQueryOf, pageSchema, skipSchemaValidation } from '../../http/v2/odata.ts'
import { listedOf, type ShapeV2 } from '../../http/v2/shapes.ts'
import type { Catalogue } from '../../platform/lists/list-query.ts'
import { namedValuesColumn } from '../../fields/values/named-values.ts'
import { shownValues } from '../../fields/values/shown-values.ts'
import { type BodyContext, type RecordBodies, recordBodies } from '../lists/record-bodies.ts'
import type { AnyKind, RecordBase, RecordKind } from '../record-kind.ts'
import type { ListFilters } from './filters.wire.ts'
import { pageOfVisible } from '../lists/repeated-pages.ts'
import { catalogueOf, listingOf } from '../lists/record-lists.ts'

/** How v2 shows the records of a kind. */
export interface RecordWireV2 {
  readonly shape: ShapeV2
  /** The schema of the shape. */
  readonly schema: TObject
  /** What lists can be filtered and sorted by beyond what they show. */
  readonly filters: ListFilters
}

/** The routes that list the records of a kind and get one of them. */
export const readRoutesV2 =
  <DB, TB extends keyof DB & string, R extends RecordBase>(
    kind: RecordKind<DB, TB, R>,
    wire: RecordWireV2,
  ): RouteModule =>
  (server, app) => {
    const bodies = recordBodies(kind, app, {
      shape: jsonOf(wire.shape),
      columns: (context) => columnsV2(kind, context),
    })
    listRoute(kind, { ...wire, bodies })(server, app)
    detailsRoute(kind, { ...wire, bodies })(server, app)
  }

/** The columns of the shapes, with the values of custom fields as `fieldValues`. */
export function columnsV2(kind: AnyKind, context: BodyContext): Catalogue {
  const { caller, ids } = context
  const records = { kind: kind.kind, table: kind.table, organisationIds: caller.organisationIds, ids }
  return {
    ...catalogueOf(kind, context, caller),
    fieldValues: { ...namedValuesColumn(records), copied: shownValues(records) },
  }
}

type Wire = RecordWireV2 & { readonly bodies: RecordBodies }

const listRoute =
  <DB, TB extends keyof DB & string, R extends RecordBase>(
    kind: RecordKind<DB, TB, R>,
    { shape, schema, filters, bodies }: Wire,
  ): RouteModule =>
  (server, app) => {
    const { many } = kind.names
    const listed = {
      properties: { ...listedOf(shape), ...filters.properties },
      collectionProperties: filters.collections,
    }
    onGet(server, `/v2/${many}`, {
      config: { access: { right: 'use' } },
      ...skipSchemaValidation,
      summary: `List ${many}`,
      description: `The ${many} that the caller may see, filtered and sorted by the properties in docs/odata-properties.md, including custom fields.`,
      querystring: listQueryOf({ select: true }),
      returns: pageSchema(schema),
      handler: async (request, reply) => {
        const page = await answerList(app, request, async (reading) => {
          const actor = actorOf(request)
          const fieldNames = fieldNamesIn(request)
          const named = await namedColumnsFor(reading.db, actor, fieldNames, kind.kind)
          const listing = withFields({ ...listingOf(kind, app, actor), ...listed }, named)
          return listOfObjects(reading, request, {
            resource: listing,
            page: (asked) =>
              pageOfVisible(kind, reading, actor, {
                ...asked,
                columns: ['id'],
                ...(named.fields.length > 0 ? { fields: named } : {}),
                objects: bodies.listed(asked.selected),
              }),
            objects: (ids, selected) => bodies.list(reading.db, actor, { ids, selected }),
          })
        })
        return sendJsonText(reply, page)
      },
    })
  }

const detailsRoute =
  <DB, TB extends keyof DB & string, R extends RecordBase>(
    kind: RecordKind<DB, TB, R>,
    { bodies, schema }: Wire,
  ): RouteModule =>
  (server) => {
    const { one, many } = kind.names
    const path = `/v2/${many}/:${one}Id`
    const ids = idsIn(path)
    onGet(server, path, {
      config: { access: { right: 'use' }, recent: kind.type },
      summary: `Get a ${one}`,
      description: `The whole ${one}, with the values of its fields by name. Adds it to the caller's recents.`,
      returns: Type.Unsafe<object>(schema),
      handler: async (request, reply) => {
        const body = await bodies.get(actorOf(request), ids.idOf(request))
        request.viewed = body
        return sendJsonText(reply.header('etag', etagOf(body.version)), body.text)
      },
    })
  }
