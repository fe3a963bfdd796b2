// v2 of profiles and pictures: getting those of the people you may find, and updating your own.
import { namesV2 } from '../../../http/input-names.ts'
import { personIdOf } from '../../../http/ids.ts'
import { actorOf, type RouteModule } from '../../../http/route.ts'
import { onDelete, onGet, onPatch, onPut } from '../../../http/routes.ts'
import {
  pictureAnswer,
  pictureBodies,
  pictureIn,
  sendPicture,
  acceptPictures,
  pictureQuery,
} from '../../../http/v2/pictures.ts'
import { updateProfile } from '../commands/update-profile.ts'
import { setPicture } from '../commands/set-picture.ts'
import { getPicture, getProfile } from '../directory.ts'
import { profileBody, profileFromV2, profileSchema, profileToV2 } from './accounts.wire.ts'

const use = { access: { right: 'use' } } as const
const inputNames = namesV2({ departmentId: 'department' })

export const profileRoutes: RouteModule = (server, app) => {
  onGet(server, '/v2/users/:userId/profile', {
    config: use,
    summary: 'Get the profile of a person',
    description: 'One of the people you may find, whatever their status.',
    returns: profileSchema,
    handler: async (request) =>
      profileToV2(await getProfile(app, actorOf(request), personIdOf(request.params.userId))),
  })

  onPatch(server, '/v2/users/:userId/profile', {
    config: { ...use, documentedBodies: profileBody, inputNames },
    summary: 'Update a profile',
    description:
      'Your own, or that of somebody of your organisation as its administrator. Only administrators set hourly rates.',
    handler: async (request) => {
      const changes = profileFromV2(request.body)
      const userId = personIdOf(request.params.userId)
      await updateProfile(app, actorOf(request), userId, changes)
    },
  })
}

export const pictureRoutes: RouteModule = (server, app) => {
  acceptPictures(server)

  onGet(server, '/v2/users/:userId/picture', {
    config: use,
    summary: 'Get the picture of a person',
    description: 'Of one of the people you may find; 404 if there is none.',
    querystring: pictureQuery,
    responses: pictureAnswer,
    handler: async (request, reply) => {
      const picture = await getPicture(app, actorOf(request), personIdOf(request.params.userId))
      return sendPicture(request, reply, { name: 'picture', ...picture })
    },
  })

  onPut(server, '/v2/users/:userId/picture', {
    config: { ...use, documentedBodies: pictureBodies },
    summary: 'Set the picture of a person',
    description:
      'Your own, or as an administrator. The body is the image: PNG, JPEG or WebP of at most 1 MiB.',
    handler: async (request) => {
      const userId = personIdOf(request.params.userId)
      await setPicture(app, actorOf(request), userId, pictureIn(request))
    },
  })

  onDelete(server, '/v2/users/:userId/picture', {
    config: use,
    summary: 'Remove the picture of a person',
    description: 'Your own, or as an administrator. Does nothing if there is none.',
    handler: (request) => setPicture(app, actorOf(request), personIdOf(request.params.userId), null),
  })
}
