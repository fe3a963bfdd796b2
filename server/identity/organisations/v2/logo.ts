// v2 of logos: getting that of each organisation, and setting your own.
import Type from 'typebox'
import { idOf, pathIds } from '../../../http/ids.ts'
import { actorOf, type RouteModule } from '../../../http/route.ts'
import {
  pictureAnswer,
  pictureBodies,
  pictureIn,
  sendPicture,
  acceptPictures,
} from '../../../http/v2/pictures.ts'
import { setLogo } from '../commands/set-logo.ts'
import { getLogo } from '../read-organisations.ts'

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
        description: 'Of your own organisation, or of one that you are connected with; 404 if it has none.',
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
        summary: 'Set the logo of your organisation',
        description: 'The body is the image: PNG, JPEG or WebP of at most 1 MiB.',
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
        summary: 'Remove the logo of your organisation',
        description: 'Does nothing if there is none.',
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
