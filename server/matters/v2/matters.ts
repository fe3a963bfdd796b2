// v2 of matters: list, create, details, update.
import Type from 'typebox'
import { namedColumnsFor } from '../../fields/list-columns-by-name.ts'
import { type NamedValues, readNamedValues } from '../../fields/values/named-values.ts'
import { idOf, pathIds } from '../../http/ids.ts'
import { etagOf, versionCheck } from '../../http/if-match.ts'
import { actorOf, type RouteModule } from '../../http/route.ts'
import { columnsFor } from '../../http/v2/shown-columns.ts'
import { fieldNamesIn, withFields } from '../../http/v2/field-properties.ts'
import { respondWithList } from '../../http/v2/list-response.ts'
import { skipSchemaValidation, listQueryOf, pageSchema } from '../../http/v2/odata.ts'
import type { App } from '../../platform/app.ts'
import type { ListedRow } from '../../platform/lists/list-rows.ts'
import { createMatter } from '../commands/create-matter.ts'
import { updateMatter } from '../commands/update-matter.ts'
import { countVisibleMatters, getMatterRow, listVisibleMatters, matterListing } from '../matter-lists.ts'
import {
  changesFromV2,
  createdMatterSchema,
  matterChangesBody,
  matterProperties,
  matterSchema,
  matterShownFrom,
  matterToV2,
  matterInputNames,
  newMatterBody,
  newMatterFromV2,
} from './matters.wire.ts'

const use = { access: { right: 'use' } } as const

const listRoute: RouteModule = (server, app) => {
  server.get(
    '/v2/matters',
    {
      config: use,
      ...skipSchemaValidation,
      schema: {
        summary: 'List matters',
        description:
          'Those that the caller may see, filtered and sorted by the properties in docs/odata-properties.md, including custom fields.',
        querystring: listQueryOf({ select: true }),
        response: { 200: pageSchema(matterSchema) },
      },
    },
    async (request) => {
      const actor = actorOf(request)
      const named = await namedColumnsFor(app.db, actor, fieldNamesIn(request), 'matter')
      const listing = withFields({ ...matterListing(app), properties: matterProperties }, named)
      return respondWithList(app, request, {
        resource: listing,
        shownFrom: matterShownFrom,
        read: async ({ selected, ...asked }) => {
          const rows = await listVisibleMatters(app, actor, { ...asked, listing })
          if (selected?.has('fields') === false) return rows
          const values = await valuesOf(app, rows)
          return rows.map((row) => ({ ...row, fieldValues: values.get(Number(row['id'])) }))
        },
        count: (query) => countVisibleMatters(app, actor, { query, listing }),
        toV2: (row) => matterToV2(row, row['fieldValues'] as NamedValues | undefined),
      })
    },
  )
}

const valuesOf = (app: App, rows: readonly ListedRow[]) =>
  readNamedValues(
    app.db,
    rows.map((row) => ({
      kind: 'matter',
      organisationId: Number(row['organisationId']),
      id: Number(row['id']),
      formOwnerId: Number(row['categoryId']),
    })),
  )

const createRoute: RouteModule = (server, app) => {
  server.post(
    '/v2/matters',
    {
      config: {
        access: { right: 'create-matters' },
        documentedBodies: newMatterBody,
        inputNames: matterInputNames,
      },
      schema: {
        summary: 'Create a matter',
        description:
          'Of a type, which determines the fields to fill in. Without a manager, or created by a business user, it goes to intake; its creator is its owner unless another one is given.',
        response: { 201: createdMatterSchema },
      },
    },
    async (request, reply) => {
      const id = await createMatter(app, actorOf(request), newMatterFromV2(request.body))
      return reply.code(201).header('location', `/v2/matters/${id}`).send({ id })
    },
  )
}

const detailRoutes: RouteModule = (server, app) => {
  server.get(
    '/v2/matters/:matterId',
    {
      config: { ...use, recent: 'Matter' },
      schema: {
        summary: 'Get a matter',
        description:
          'All its properties, with the values of its fields by their names. It is added to the recents of the caller.',
        params: pathIds('matterId'),
        response: { 200: matterSchema },
      },
    },
    async (request, reply) => {
      const actor = actorOf(request)
      const id = idOf(request.params.matterId)
      const row = await getMatterRow(app, actor, id, columnsFor(matterShownFrom, null))
      const values = await valuesOf(app, [row])
      reply.header('etag', etagOf(Number(row['version'])))
      return matterToV2(row, values.get(id))
    },
  )

  server.patch(
    '/v2/matters/:matterId',
    {
      config: {
        ...use,
        documentedBodies: matterChangesBody,
        inputNames: matterInputNames,
      },
      schema: {
        summary: 'Change a matter',
        description:
          'A merge patch, all or nothing: properties that are sent change, null clears one, the others are kept. A state that cannot follow is 409. With If-Match, only the version that was read is changed: otherwise 412.',
        params: pathIds('matterId'),
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      const changes = changesFromV2(request.body)
      const checkVersion = versionCheck(request)
      await updateMatter(app, actorOf(request), idOf(request.params.matterId), ({ matter }) => {
        checkVersion(matter.version)
        return changes
      })
      return reply.code(204).send(null)
    },
  )
}

export const matterRoutesV2: RouteModule = (server, app) => {
  for (const routes of [listRoute, createRoute, detailRoutes]) routes(server, app)
}
