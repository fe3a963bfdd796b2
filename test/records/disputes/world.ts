// An organisation with a dispute, and somebody of another one.
import { type TestUser, createOrganisation, createUser } from '../../factories.ts'
import type { Caller } from '../../http.ts'
import type { TestApp } from '../../test-app.ts'
import { callerFor } from '../../tokens.ts'

export interface DisputeWorld {
  readonly organisationId: number
  readonly id: number
  readonly owner: TestUser
  readonly colleague: TestUser
  readonly outsider: TestUser
  readonly asOwner: Caller
  readonly asColleague: Caller
  readonly asAdministrator: Caller
  readonly asOutsider: Caller
}

/** A dispute of its owner; a colleague who is not on it; an administrator; an administrator of another organisation. */
export async function disputeWorld(parts: TestApp, name = 'Quay wall'): Promise<DisputeWorld> {
  const { app } = parts
  const { id: organisationId } = await createOrganisation(app)
  const { id: elsewhere } = await createOrganisation(app)
  const groups = ['MatterAdministrators'] as const
  const permissions = ['DeleteAll', 'ManageIntegrations'] as const
  const owner = await createUser(app, { organisationId, firstName: 'Ana', permissions })
  const colleague = await createUser(app, { organisationId, firstName: 'Bo' })
  const role = 'Administrator'
  const administrator = await createUser(app, { organisationId, role, groups, permissions })
  const outsider = await createUser(app, { organisationId: elsewhere, role, groups, permissions })
  const [asOwner, asColleague, asAdministrator, asOutsider] = await Promise.all([
    callerFor(parts, owner),
    callerFor(parts, colleague),
    callerFor(parts, administrator),
    callerFor(parts, outsider),
  ])
  const id = await createDispute(asOwner, name)
  return { organisationId, id, owner, colleague, outsider, asOwner, asColleague, asAdministrator, asOutsider }
}

/** Creates a dispute of the caller and answers its id. */
export async function createDispute(caller: Caller, name: string): Promise<number> {
  const created = await caller.post('/v2/disputes', { name })
  if (created.statusCode !== 201) throw new Error(created.body)
  return created.json<{ id: number }>().id
}
