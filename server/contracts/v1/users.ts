// v1 of the people on a contract: add a member, assign the owner.
import { namesV1 } from '../../http/input-names.ts'
import Type from 'typebox'
import { actorOf, type RouteModule } from '../../http/route.ts'
import { onPost } from '../../http/routes.ts'
import { idOf } from '../../http/ids.ts'
import { addContractMember, assignContractOwner } from '../commands/assign-contract-user.ts'

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

const inputNames = namesV1({ ownerId: 'userId' })

export const contractUserRoutes: RouteModule = (server, app) => {
  onPost(server, '/contract-apis/v1/contracts/:contractId/users', {
    config: { ...config, inputNames },
    summary: 'Put a person on a contract',
    description:
      'Adds a member, or assigns the owner. Answers 204, where the same call for matters answers 200.',
    operationId: 'assignContractUserV1',
    body: assignment,
    handler: async (request) => {
      const { userId, target } = request.body
      const assign = target === 'ContractOwner' ? assignContractOwner : addContractMember
      await assign(app, actorOf(request), idOf(request.params.contractId), userId.toLowerCase())
    },
  })
}
