// v1 of the people on a contract: list them, add a member, assign the owner.
import { namesV1 } from '../../http/input-names.ts'
import Type from 'typebox'
import { actorOf, type RouteModule } from '../../http/route.ts'
import { idOf, pathIds } from '../../http/ids.ts'
import { filteringQuery, type Names, sortingQuery, listQueryFromV1 } from '../../http/v1/filtering.ts'
import { skipQuery, takeQuery } from '../../http/v1/paging.ts'
import { personProperties, personToV1 } from '../../http/v1/people.wire.ts'
import { addContractMember, assignContractOwner } from '../commands/assign-contract-user.ts'
import { memberCatalogue } from '../../records/members.ts'
import { listContractMembers } from '../contract-members.ts'

const config = { access: { right: 'use' } } as const

const assignment = Type.Object({
  userId: Type.String({ format: 'uuid' }),
  target: Type.Optional(
    Type.Unsafe<'Contract' | 'ContractOwner'>({
      type: 'string',
      enum: ['Contract', 'ContractOwner'],
      default: 'Contract',
    }),
  ),
})

const names: Names = {
  catalogue: memberCatalogue,
  find: (name) =>
    (Object.keys(memberCatalogue) as (keyof typeof memberCatalogue)[]).find(
      (each) => wireName(each) === name.toLowerCase(),
    ),
}

/** `firstName` is `userFirstname` on the wire, `organisationId` is `userOrganisationId`. */
const wireName = (name: string) => (name === 'userId' ? name : `user${name}`).toLowerCase()

const inputNames = namesV1({ ownerId: 'userId' })

export const contractUserRoutes: RouteModule = (server, app) => {
  server.post(
    '/contract-apis/v1/contracts/:contractId/users',
    {
      config: { ...config, inputNames },
      schema: { params: pathIds('contractId'), body: assignment, response: { 204: Type.Null() } },
    },
    async (request, reply) => {
      const { userId, target } = request.body
      const assign = target === 'ContractOwner' ? assignContractOwner : addContractMember
      await assign(app, actorOf(request), idOf(request.params.contractId), userId.toLowerCase())
      return reply.code(204).send(null)
    },
  )

  server.get(
    '/contract-apis/v1/contracts/:contractId/users',
    {
      config,
      schema: {
        params: pathIds('contractId'),
        querystring: Type.Object({ ...skipQuery, ...filteringQuery, ...sortingQuery, ...takeQuery() }),
        response: {
          200: Type.Object({ data: Type.Array(Type.Object(personProperties)), total: Type.Integer() }),
        },
      },
    },
    async (request) => {
      const { query } = request
      const { people, total } = await listContractMembers(
        app,
        actorOf(request),
        idOf(request.params.contractId),
        listQueryFromV1(query, names, [{ name: 'fullName', descending: false }]),
      )
      return { data: people.map(personToV1), total }
    },
  )
}
