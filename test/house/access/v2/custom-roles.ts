// Access to the roles of an organisation's own.
import { systemActor } from '../../../../server/platform/events/change.ts'
import { createCustomRole } from '../../../../server/identity/users/roles/create-custom-role.ts'
import { createUser } from '../../../factories.ts'
import type { AccessCase } from '../case.ts'
import { mark, type World } from '../world.ts'

async function role({ app, organisationId }: World) {
  const name = mark()
  const role = { organisationId, name, role: 'Contributor' } as const
  return { params: { roleId: await createCustomRole(app, systemActor('test'), role) }, mark: name }
}

const closed = { colleague: 403, viewer: 403 } as const

export const customRoleCases: readonly AccessCase[] = [
  {
    ...closed,
    route: 'GET /v2/customRoles',
    make: async (world) => ({ query: '$orderby=Id desc', mark: (await role(world)).mark }),
  },
  { ...closed, route: 'GET /v2/customRoles/:roleId', make: role },
  {
    ...closed,
    route: 'POST /v2/customRoles',
    make: () => ({ body: { name: mark(), role: 'Standard' } }),
    outsider: 'may',
  },
  {
    ...closed,
    route: 'PATCH /v2/customRoles/:roleId',
    make: async (world) => ({ params: (await role(world)).params, body: { name: mark() } }),
  },
  {
    ...closed,
    route: 'DELETE /v2/customRoles/:roleId',
    make: async (world) => ({ params: (await role(world)).params }),
  },
  {
    ...closed,
    route: 'GET /v2/abilities',
    make: () => ({ query: 'role=Contributor', mark: 'the name' }),
    outsider: 'may',
  },
  {
    route: 'GET /v2/users/:userId/abilities',
    make: async ({ app, organisationId }) => ({
      params: { userId: (await createUser(app, { organisationId })).id },
      mark: 'the name',
    }),
    colleague: 403,
    viewer: 403,
  },
  {
    ...closed,
    route: 'POST /v2/customRoles/:roleId/replace',
    make: async (world) => ({ params: (await role(world)).params, body: { role: 'Standard' } }),
  },
]
