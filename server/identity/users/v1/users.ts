// v1 of people: searching the directory, one person's profile, teams.
import Type from 'typebox'
import { pathParameters, personIdOf } from '../../../http/ids.ts'
import { actorOf, type RouteModule } from '../../../http/route.ts'
import { getProfile, listTeams, searchPeople } from '../directory.ts'
import {
  personSchema,
  personToV1,
  profileSchema,
  profileToV1,
  searchFromV1,
  searchQuery,
} from './users.wire.ts'

const config = { access: { right: 'use' } } as const

export const userRoutes: RouteModule = (server, app) => {
  server.get(
    '/account-apis/v1/users',
    {
      config,
      schema: {
        summary: 'List people',
        description:
          'The people whom the caller may find and that match the search, by name: a thousand at most, as a plain array.',
        querystring: searchQuery,
        response: { 200: Type.Array(personSchema) },
      },
    },
    async (request) => {
      const people = await searchPeople(app, actorOf(request), searchFromV1(request.query))
      return people.map(personToV1)
    },
  )

  server.get(
    '/account-apis/v1/users/:id/profile',
    {
      config,
      schema: {
        summary: 'Get the profile of a person',
        description:
          'What others see of a person. `pictureCacheId` is 0 without a picture, and `hourlyRate` is null for callers who may not know it.',
        params: pathParameters({ id: 'uuid' }),
        response: { 200: profileSchema },
      },
    },
    async (request) => {
      const id = personIdOf(request.params.id)
      return profileToV1(await getProfile(app, actorOf(request), id))
    },
  )

  server.get(
    '/account-apis/v1/teams',
    {
      config,
      schema: {
        summary: 'List teams',
        description:
          'The teams of the organisation, as a plain array. The parameter `allowAssigment` is spelled so.',
        // spelled as existing clients send it
        querystring: Type.Object({ allowAssigment: Type.Optional(Type.Boolean({ default: false })) }),
        response: { 200: Type.Array(Type.Object({ id: Type.Integer(), name: Type.String() })) },
      },
    },
    async (request) => [
      ...(await listTeams(app, actorOf(request), { assignable: request.query.allowAssigment ?? false })),
    ],
  )
}
