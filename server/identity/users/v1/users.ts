// v1 of people: searching the directory, one person's profile, teams.
import Type from 'typebox'
import { pathParameters, personIdOf } from '../../../http/ids.ts'
import { actorOf, type RouteModule } from '../../../http/route.ts'
import { onGet } from '../../../http/routes.ts'
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
  onGet(server, '/account-apis/v1/users', {
    config,
    summary: 'List people',
    description:
      'The people whom the caller may find and that match the search, by name: a thousand at most, as a plain array.',
    querystring: searchQuery,
    returns: Type.Array(personSchema),
    handler: async (request) => {
      const people = await searchPeople(app, actorOf(request), searchFromV1(request.query))
      return people.map(personToV1)
    },
  })

  onGet(server, '/account-apis/v1/users/:id/profile', {
    config,
    summary: 'Get the profile of a person',
    description:
      'What others see of a person. `pictureCacheId` is 0 without a picture, and `hourlyRate` is null for callers who may not know it.',
    params: pathParameters({ id: 'uuid' }),
    returns: profileSchema,
    handler: async (request) => {
      const id = personIdOf(request.params.id)
      return profileToV1(await getProfile(app, actorOf(request), id))
    },
  })

  onGet(server, '/account-apis/v1/teams', {
    config,
    summary: 'List teams',
    description:
      'The teams of the organisation, as a plain array. The parameter `allowAssigment` is spelled so.',

    // spelled as existing clients send it
    querystring: Type.Object({ allowAssigment: Type.Optional(Type.Boolean({ default: false })) }),
    returns: Type.Array(Type.Object({ id: Type.Integer(), name: Type.String() })),
    handler: async (request) => [
      ...(await listTeams(app, actorOf(request), { assignable: request.query.allowAssigment ?? false })),
    ],
  })
}
