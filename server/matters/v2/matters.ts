// v2 of matters: list, create, details, update.
import Type from 'typebox'
import { idOf, pathIds } from '../../http/ids.ts'
import { versionCheck } from '../../http/if-match.ts'
import { actorOf, type RouteModule } from '../../http/route.ts'
import { deleteMatter } from '../commands/delete-matter.ts'
import { createMatter } from '../commands/create-matter.ts'
import { updateMatter } from '../commands/update-matter.ts'
import { recordRoutesV2 } from '../../records/v2/records.ts'
import { matterKind } from '../matter-kind.ts'
import {
  changesFromV2,
  createdMatterSchema,
  matterChangesBody,
  matterSchema,
  matterFilters,
  matterShape,
  matterInputNames,
  newMatterBody,
  newMatterFromV2,
} from './matters.wire.ts'

const use = { access: { right: 'use' } } as const

const readRoutes = recordRoutesV2(
  matterKind,
  {
    shape: matterShape,
    schema: matterSchema,
    filters: matterFilters,
    recent: 'Matter',
  },
  { list: '/v2/matters', one: '/v2/matters/:matterId' },
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

const updateRoute: RouteModule = (server, app) => {
  server.patch(
    '/v2/matters/:matterId',
    {
      config: { ifMatch: true, ...use, documentedBodies: matterChangesBody, inputNames: matterInputNames },
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

const deleteRoute: RouteModule = (server, app) => {
  server.delete(
    '/v2/matters/:matterId',
    {
      config: { ...use, ifMatch: true },
      schema: {
        summary: 'Delete a matter',
        description:
          'Moves it into the bin, with everything on it; it is purged after CHANCERY_BIN_DAYS. Needs the permission to delete own matters, or all of them. 409 under a legal hold, and for one that has posted or approved invoices, unless an administrator may delete all. With If-Match, only the version that was read is deleted: otherwise 412.',
        params: pathIds('matterId'),
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      const matterId = idOf(request.params.matterId)
      await deleteMatter(app, actorOf(request), matterId, versionCheck(request))
      return reply.code(204).send(null)
    },
  )
}

export const matterRoutesV2: RouteModule = (server, app) => {
  for (const routes of [readRoutes, createRoute, updateRoute, deleteRoute]) routes(server, app)
}
