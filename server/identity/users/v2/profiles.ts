// v2 of profiles and pictures: getting those of the people you may find, and updating your own.
import { namesV2 } from '../../../http/input-names.ts'
import Type from 'typebox'
import { pathIds, personIdOf } from '../../../http/ids.ts'
import { actorOf, type RouteModule } from '../../../http/route.ts'
import {
  pictureAnswer,
  pictureBodies,
  pictureIn,
  sendPicture,
  acceptPictures,
} from '../../../http/v2/pictures.ts'
import { updateProfile } from '../commands/update-profile.ts'
import { setPicture } from '../commands/set-picture.ts'
import { getPicture, getProfile } from '../directory.ts'
import { profileBody, profileFromV2, profileSchema, profileToV2 } from './accounts.wire.ts'

const use = { access: { right: 'use' } } as const
const params = pathIds('userId')
const inputNames = namesV2({ departmentId: 'department' })

export const profileRoutes: RouteModule = (server, app) => {
  server.get(
    '/v2/users/:userId/profile',
    {
      config: use,
      schema: {
        summary: 'Get the profile of a person',
        description: 'One of the people you may find, whatever their status.',
        params,
        response: { 200: profileSchema },
      },
    },
    async (request) =>
      profileToV2(await getProfile(app, actorOf(request), personIdOf(request.params.userId))),
  )

  server.patch(
    '/v2/users/:userId/profile',
    {
      config: { ...use, documentedBodies: profileBody, inputNames },
      schema: {
        summary: 'Update a profile',
        description:
          'Your own, or that of somebody of your organisation as its administrator. Only administrators set hourly rates.',
        params,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      const changes = profileFromV2(request.body)
      const userId = personIdOf(request.params.userId)
      await updateProfile(app, actorOf(request), userId, changes)
      return reply.code(204).send(null)
    },
  )
}

export const pictureRoutes: RouteModule = (server, app) => {
  acceptPictures(server)

  server.get(
    '/v2/users/:userId/picture',
    {
      config: use,
      schema: {
        summary: 'Get the picture of a person',
        description: 'Of one of the people you may find; 404 if there is none.',
        params,
        response: pictureAnswer,
      },
    },
    async (request, reply) => {
      const picture = await getPicture(app, actorOf(request), personIdOf(request.params.userId))
      return sendPicture(request, reply, { name: 'picture', ...picture })
    },
  )

  server.put(
    '/v2/users/:userId/picture',
    {
      config: { ...use, documentedBodies: pictureBodies },
      schema: {
        summary: 'Set the picture of a person',
        description:
          'Your own, or as an administrator. The body is the image: PNG, JPEG or WebP of at most 1 MiB.',
        params,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      const userId = personIdOf(request.params.userId)
      await setPicture(app, actorOf(request), userId, pictureIn(request))
      return reply.code(204).send(null)
    },
  )

  server.delete(
    '/v2/users/:userId/picture',
    {
      config: use,
      schema: {
        summary: 'Remove the picture of a person',
        description: 'Your own, or as an administrator. Does nothing if there is none.',
        params,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      await setPicture(app, actorOf(request), personIdOf(request.params.userId), null)
      return reply.code(204).send(null)
    },
  )
}
