// v1 of matters: create, list, details, update.
import { namesV1 } from '../../http/input-names.ts'
import Type from 'typebox'
import { idOf, pathIds } from '../../http/ids.ts'
import { etagOf, versionCheck } from '../../http/if-match.ts'
import { mailAddressOf } from '../../records/mail-address.ts'
import { actorOf, type RouteModule } from '../../http/route.ts'
import { patchBodySchema, readPatch } from '../../http/v1/json-patch.ts'
import { updateMatter } from '../commands/update-matter.ts'
import { createMatter } from '../commands/create-matter.ts'
import { recordBodies } from '../../records/lists/record-bodies.ts'
import { sendJsonText } from '../../http/responses/json-text.ts'
import { jsonOf } from '../../http/shape.ts'
import { matterDetailColumns } from '../matter-details.ts'
import { recordListRouteV1 } from '../../records/v1/list.ts'
import { matterKind } from '../matter-kind.ts'
import { defaultColumns, matterDetailsSchema, matterProperties, matterShape } from './matters.wire.ts'
import { newMatterFromV1, newMatterSchema } from './new-matter.wire.ts'
import { changesFromV1, patchedNames, patchedProperties } from './patch.wire.ts'

const createRoute: RouteModule = (server, app) => {
  server.post(
    '/matter-apis/v1/matters',
    {
      config: { access: { right: 'create-matters' }, inputNames: namesV1() },
      schema: {
        summary: 'Create a matter',
        description: 'Answers the bare id of the matter with 200.',
        body: newMatterSchema,
        response: { 200: Type.Integer() },
      },
    },
    async (request, reply) => {
      const id = await createMatter(app, actorOf(request), newMatterFromV1(request.body))
      return reply.type('application/json').send(id)
    },
  )
}

const listRoute = recordListRouteV1(
  matterKind,
  {
    scopes: ['All', 'Personal', 'Intake', 'Teams', 'Restricted'],
    properties: matterProperties,
    fallback: defaultColumns,
  },
  '/matter-apis/v1/matters',
)

const detailsRoute: RouteModule = (server, app) => {
  const bodies = recordBodies(matterKind, app, {
    shape: jsonOf(matterShape),
    columns: matterDetailColumns,
    noteOf: (id) => mailAddressOf(app, { kind: 'matter', id }),
  })
  server.get(
    '/matter-apis/v1/matters/:matterId',
    {
      config: { access: { right: 'use' }, recent: 'Matter' },
      schema: {
        summary: 'Get a matter',
        description: "The whole matter, and its version as ETag. Adds it to the caller's recents.",
        params: pathIds('matterId'),
        response: { 200: matterDetailsSchema },
      },
    },
    async (request, reply) => {
      const body = await bodies.get(actorOf(request), idOf(request.params.matterId))
      request.viewed = body
      return sendJsonText(reply.header('etag', etagOf(body.version)), body.text)
    },
  )
}

const changeRoute: RouteModule = (server, app) => {
  server.patch(
    '/matter-apis/v1/matters/:matterId',
    {
      config: {
        access: { right: 'use' },
        ifMatch: true,
        documentedBodies: [{ contentType: 'application/json', schema: patchBodySchema }],
        inputNames: patchedNames,
      },
      schema: {
        summary: 'Change a matter',
        description:
          'A JSON Patch with paths such as `/Name`; a plain object is taken as one `replace` for each property. All or nothing.',
        params: pathIds('matterId'),
      },
    },
    async (request, reply) => {
      const patch = readPatch(request.body, patchedProperties)
      const checkVersion = versionCheck(request)
      await updateMatter(app, actorOf(request), idOf(request.params.matterId), (current) => {
        checkVersion(current.matter.version)
        return changesFromV1(patch, current)
      })
      return reply.code(200).send()
    },
  )
}

export const matterRoutes: RouteModule = (server, app) => {
  for (const routes of [createRoute, listRoute, detailsRoute, changeRoute]) routes(server, app)
}
