// v1 of the people on a matter: add a member, assign owner and manager.
import { namesV1 } from '../../http/input-names.ts'
import Type from 'typebox'
import { idOf, pathIds } from '../../http/ids.ts'
import { actorOf, type RouteModule } from '../../http/route.ts'
import { nullable } from '../../http/v1/people.wire.ts'
import { assignMatterUser, type Assignment } from '../commands/assign-matter-user.ts'

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

const inputNames = namesV1({ ownerId: 'userId', managerId: 'userId' })

export const matterUserRoutes: RouteModule = (server, app) => {
  server.post(
    '/matter-apis/v1/matters/:matterId/users',
    {
      config: { ...config, inputNames },
      schema: {
        summary: 'Put a person on a matter',
        description:
          'Adds a person as a member, or assigns the owner or manager; previous ones remain members. Answers 200 without a body.',
        operationId: 'assignMatterUserV1',
        params: pathIds('matterId'),
        body: assignment,
      },
    },
    async (request, reply) => {
      const { userId, target, note } = request.body
      const person = { userId: userId.toLowerCase(), as: targets[target], note }
      await assignMatterUser(app, actorOf(request), idOf(request.params.matterId), person)
      return reply.code(200).send()
    },
  )
}
