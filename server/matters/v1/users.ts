// v1 of the people on a matter: list them, add a member, assign owner and manager.
import { namesV1 } from '../../http/input-names.ts'
import Type from 'typebox'
import { idOf, pathIds } from '../../http/ids.ts'
import { actorOf, type RouteModule } from '../../http/route.ts'
import { filteringQuery, type Names, sortingQuery, listQueryFromV1 } from '../../http/v1/filtering.ts'
import { skipQuery, takeQuery } from '../../http/v1/paging.ts'
import { nullable } from '../../http/v1/people.wire.ts'
import { assignMatterUser, type Assignment } from '../commands/assign-matter-user.ts'
import { listMatterMembers, matterMemberCatalogue } from '../matter-members.ts'
import { matterUserProperties, memberToV1 } from './matters.wire.ts'

const config = { access: { right: 'use' } } as const

const targets = {
  Matter: 'member',
  MatterOwner: 'owner',
  MatterManager: 'manager',
} as const satisfies Record<string, Assignment>

const assignment = Type.Object({
  userId: Type.String({ format: 'uuid' }),
  target: Type.Unsafe<keyof typeof targets>({ type: 'string', enum: Object.keys(targets) }),
  note: nullable<string>('string'),
})

const names: Names = {
  catalogue: matterMemberCatalogue,
  find: (name) =>
    (Object.keys(matterMemberCatalogue) as (keyof typeof matterMemberCatalogue)[]).find(
      (each) => wireName(each) === name.toLowerCase(),
    ),
}

/** `firstName` is `userFirstname` on the wire, `organisationId` is `userOrganisationId`. */
const wireName = (name: string) => (/^(userId|isDelegate.*)$/.test(name) ? name : `user${name}`).toLowerCase()

const inputNames = namesV1({ ownerId: 'userId', managerId: 'userId' })

export const matterUserRoutes: RouteModule = (server, app) => {
  server.post(
    '/matter-apis/v1/matters/:matterId/users',
    {
      config: { ...config, inputNames },
      schema: { params: pathIds('matterId'), body: assignment },
    },
    async (request, reply) => {
      const { userId, target, note } = request.body
      const person = { userId: userId.toLowerCase(), as: targets[target], note }
      await assignMatterUser(app, actorOf(request), idOf(request.params.matterId), person)
      return reply.code(200).send()
    },
  )

  server.get(
    '/matter-apis/v1/matters/:matterId/users',
    {
      config,
      schema: {
        params: pathIds('matterId'),
        querystring: Type.Object({ ...skipQuery, ...filteringQuery, ...sortingQuery, ...takeQuery() }),
        response: {
          200: Type.Object({ data: Type.Array(Type.Object(matterUserProperties)), total: Type.Integer() }),
        },
      },
    },
    async (request) => {
      const { query } = request
      const { people, total } = await listMatterMembers(
        app,
        actorOf(request),
        idOf(request.params.matterId),
        listQueryFromV1(query, names, [{ name: 'fullName', descending: false }]),
      )
      return { data: people.map(memberToV1), total }
    },
  )
}
