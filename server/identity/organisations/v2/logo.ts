// v2 of logos: getting that of each organisation, and setting your own.
import { idOf } from '../../../http/ids.ts'
import { actorOf, type RouteModule } from '../../../http/route.ts'
import { onDelete, onGet, onPut } from '../../../http/routes.ts'
import {
  pictureAnswer,
  pictureBodies,
  pictureIn,
  sendPicture,
  acceptPictures,
  pictureQuery,
} from '../../../http/v2/pictures.ts'
import { setLogo } from '../commands/set-logo.ts'
import { getLogo } from '../read-organisations.ts'

const administer = { access: { right: 'administer' } } as const

export const logoRoutes: RouteModule = (server, app) => {
  acceptPictures(server)

  onGet(server, '/v2/organizations/:organizationId/logo', {
    config: { access: { right: 'use' } },
    summary: 'Get the logo of an organisation',
    description: 'Of your own organisation, or of one that you are connected with; 404 if it has none.',
    querystring: pictureQuery,
    responses: pictureAnswer,
    handler: async (request, reply) => {
      const logo = await getLogo(app, actorOf(request), idOf(request.params.organizationId))
      return sendPicture(request, reply, { name: 'logo', ...logo })
    },
  })

  onPut(server, '/v2/organizations/:organizationId/logo', {
    config: { ...administer, documentedBodies: pictureBodies },
    summary: 'Set the logo of your organisation',
    description: 'The body is the image: PNG, JPEG or WebP of at most 1 MiB.',
    handler: async (request) => {
      const id = idOf(request.params.organizationId)
      await setLogo(app, actorOf(request), id, pictureIn(request))
    },
  })

  onDelete(server, '/v2/organizations/:organizationId/logo', {
    config: administer,
    summary: 'Remove the logo of your organisation',
    description: 'Does nothing if there is none.',
    handler: (request) => setLogo(app, actorOf(request), idOf(request.params.organizationId), null),
  })
}
