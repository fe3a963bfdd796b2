// Access to delegates for approvals: those that the caller has named, and those that they are.
import type { AccessCase } from '../case.ts'
import type { World } from '../world.ts'
import { nameApprovalDelegate } from '../../../../server/contracts/approvals/name-delegate.ts'
import { createUser } from '../../../factories.ts'
import { actorFor } from '../../../fixtures/actors.ts'

let year = 2200

/** Somebody who is none of the callers, on days that nobody has yet. */
async function given(world: World) {
  const { organisationId } = world.people.owner
  const { id } = await createUser(world.app, { organisationId, role: 'Standard' })
  year++
  return { delegate: { id }, firstDay: `${year}-01-01`, lastDay: `${year}-01-09` }
}

async function delegate(world: World) {
  const owner = await actorFor(world.app, world.people.owner)
  const [last] = await world.app.db
    .selectFrom('approval_delegates')
    .where('organisation_id', '=', owner.organisationId)
    .where('user_id', '=', owner.userId)
    .select('id')
    .execute()
  // there may be only so many
  if (last) return { params: { delegateId: last.id } }
  const { delegate: to, ...days } = await given(world)
  const delegateId = await nameApprovalDelegate(world.app, owner, { delegateId: to.id, ...days })
  return { params: { delegateId } }
}

export const approvalDelegateCases: readonly AccessCase[] = [
  {
    route: 'GET /v2/me/approvalDelegates',
    make: async (world) => {
      const { params } = await delegate(world)
      return { mark: `"id":${params.delegateId},"user"` }
    },
  },
  { route: 'GET /v2/me/approvalDelegates/:delegateId', make: delegate },
  {
    route: 'POST /v2/me/approvalDelegates',
    make: async (world) => ({ body: await given(world) }),
    // a person of another organisation
    outsider: 400,
    colleague: 'may',
    viewer: 'may',
  },
  { route: 'DELETE /v2/me/approvalDelegates/:delegateId', make: delegate, viewer: 404 },
]
