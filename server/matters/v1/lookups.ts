// v1 of what stands beside matters: external ids and status messages.
import Type from 'typebox'
import { idOf, pathIds } from '../../http/ids.ts'
import { actorOf, type RouteModule } from '../../http/route.ts'
import { anyCase } from '../../http/v1/body.ts'
import { postStatusMessage } from '../commands/post-status-message.ts'
import { findMatterByExternalId } from '../queries.ts'

const config = { access: { right: 'use' } } as const

const statusMessage = Type.Object({ statusMessage: Type.String() })

export const matterLookupRoutes: RouteModule = (server, app) => {
  server.get(
    '/matter-apis/v1/matters/externalid/:externalId',
    {
      config,
      schema: { params: pathIds('externalId'), response: { 200: Type.Object({ id: Type.Integer() }) } },
    },
    async (request) => findMatterByExternalId(app, actorOf(request), request.params.externalId),
  )

  server.post(
    '/matter-apis/v1/matters/:matterId/statusMessages',
    {
      config,
      preValidation: anyCase(statusMessage),
      schema: { params: pathIds('matterId'), body: statusMessage, response: { 204: Type.Null() } },
    },
    async (request, reply) => {
      const matterId = idOf(request.params.matterId)
      await postStatusMessage(app, actorOf(request), matterId, request.body.statusMessage)
      return reply.code(204).send(null)
    },
  )
}
