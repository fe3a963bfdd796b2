// v2 of records: the list of all that the caller sees, and one of them, with the values of their custom fields by name.
import type { FastifyContextConfig } from 'fastify'
import Type from 'typebox'
import { namedColumnsFor } from '../../fields/list-columns-by-name.ts'
import { type NamedValues, readNamedValues } from '../../fields/values/named-values.ts'
import { idsIn } from '../../http/ids.ts'
import { etagOf } from '../../http/if-match.ts'
import { actorOf, type RouteModule } from '../../http/route.ts'
import { fieldNamesIn, withFields } from '../../http/v2/field-properties.ts'
import { respondWithList } from '../../http/v2/list-response.ts'
import { listQueryOf, pageSchema, skipSchemaValidation } from '../../http/v2/odata.ts'
import type { Properties } from '../../http/v2/odata-properties.ts'
import { columnsFor, type ShownFrom } from '../../http/v2/shown-columns.ts'
import type { App } from '../../platform/app.ts'
import { readFresh } from '../../platform/postgres/replica.ts'
import type { ListedRow } from '../../platform/lists/list-rows.ts'
import type { AnyKind, RecordBase, RecordKind } from '../record-kind.ts'
import { countVisible, getRow, listingOf, listVisible } from '../record-lists.ts'

/** How v2 shows the records of a kind. */
export interface RecordWireV2<Shown extends object> {
  /** The schema of what `toV2` makes. */
  readonly schema: Type.TObject
  /** What the list can be filtered and sorted by. */
  readonly properties: Properties
  readonly shownFrom: ShownFrom
  /** The column of what the record's forms belong to: its template or category. */
  readonly formOwner: string
  /** The kind as recents store it. */
  readonly recent: FastifyContextConfig['recent']
  readonly toV2: (row: ListedRow, values: NamedValues | undefined) => Shown
}

interface Paths {
  readonly list: string
  readonly one: string
}

/** The routes that list the records of a kind and get one of them. */
export const recordRoutesV2 =
  <DB, TB extends keyof DB & string, R extends RecordBase, Shown extends object>(
    kind: RecordKind<DB, TB, R>,
    { schema, properties, shownFrom, formOwner, recent, toV2 }: RecordWireV2<Shown>,
    paths: Paths,
  ): RouteModule =>
  (server, app) => {
    const { one, many } = kind.names
    const ids = idsIn(paths.one)

    server.get(
      paths.list,
      {
        config: { access: { right: 'use' } },
        ...skipSchemaValidation,
        schema: {
          summary: `List ${many}`,
          description: `The ${many} that the caller may see, filtered and sorted by the properties in docs/odata-properties.md, including custom fields.`,
          querystring: listQueryOf({ select: true }),
          response: { 200: pageSchema(schema) },
        },
      },
      async (request) =>
        readFresh(app, async (reading) => {
          const actor = actorOf(request)
          const named = await namedColumnsFor(reading.db, actor, fieldNamesIn(request), kind.kind)
          const listing = withFields({ ...listingOf(kind, app, actor), properties }, named)
          return respondWithList(app, request, {
            resource: listing,
            shownFrom,
            read: async ({ selected, ...requested }) => {
              const rows = await listVisible(kind, reading, actor, { ...requested, listing })
              if (selected?.has('fields') === false) return rows
              const values = await valuesOf(kind, reading, rows, formOwner)
              return rows.map((row) => ({ ...row, fieldValues: values.get(Number(row['id'])) }))
            },
            count: (query) => countVisible(kind, reading, actor, { query, listing }),
            toV2: (row) => toV2(row, row['fieldValues'] as NamedValues | undefined),
          })
        }),
    )

    server.get(
      paths.one,
      {
        config: { access: { right: 'use' }, ...(recent ? { recent } : {}) },
        schema: {
          summary: `Get a ${one}`,
          description: `The whole ${one}, with the values of its fields by name. Adds it to the caller's recents.`,
          params: ids.params,
          response: { 200: Type.Unsafe<object>(schema) },
        },
      },
      async (request, reply) => {
        const id = ids.idOf(request)
        const row = await getRow(kind, app, actorOf(request), { id, columns: columnsFor(shownFrom, null) })
        const values = await valuesOf(kind, app, [row], formOwner)
        request.viewed = { organisationId: Number(row['organisationId']) }
        reply.header('etag', etagOf(Number(row['version'])))
        return toV2(row, values.get(id))
      },
    )
  }

const valuesOf = ({ kind }: AnyKind, app: App, rows: readonly ListedRow[], formOwner: string) =>
  readNamedValues(
    app.db,
    rows.map((row) => ({
      kind,
      organisationId: Number(row['organisationId']),
      id: Number(row['id']),
      formOwnerId: Number(row[formOwner]),
    })),
  )
