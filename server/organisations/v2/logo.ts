// v2 of logos: that of each organisation, and setting that of one's own.
import Type from 'typebox'
import { idOf, pathIds } from '../../http/ids.ts'
import { actorOf, type RouteModule } from '../../http/route.ts'
import {
  pictureAnswer,
  pictureBodies,
  pictureIn,
  sendPicture,
  acceptPictures,
} from '../../http/v2/pictures.ts'
import { setLogo } from '../commands/set-logo.ts'
import { getLogo } from '../queries.ts'

const administer = { access: { right: 'administer' } } as const
const params = pathIds('organizationId')

export const logoRoutes: RouteModule = (server, app) => {
  acceptPictures(server)

  server.get(
    '/v2/organizations/:organizationId/logo',
    {
      config: { access: { right: 'use' } },
      schema: {
        summary: 'Get the logo of an organisation',
        description: 'Of the own one, or of one that the caller has to do with; 404 where it has none.',
        params,
        response: pictureAnswer,
      },
    },
    async (request, reply) => {
      const logo = await getLogo(app, actorOf(request), idOf(request.params.organizationId))
      return sendPicture(request, reply, { name: 'logo', ...logo })
    },
  )

  server.put(
    '/v2/organizations/:organizationId/logo',
    {
      config: { ...administer, documentedBodies: pictureBodies },
      schema: {
        summary: 'Set the logo of the own organisation',
        description: 'The body is the picture: PNG, JPEG or WebP of 1 MiB at most.',
        params,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      const id = idOf(request.params.organizationId)
      await setLogo(app, actorOf(request), id, pictureIn(request))
      return reply.code(204).send(null)
    },
  )

  server.delete(
    '/v2/organizations/:organizationId/logo',
    {
      config: administer,
      schema: {
        summary: 'Take the logo of the own organisation away',
        description: 'Nothing happens where there is none.',
        params,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      await setLogo(app, actorOf(request), idOf(request.params.organizationId), null)
      return reply.code(204).send(null)
    },
  )
}
