// The life of a person's account: added, disabled, enabled again.
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { createOrganisation } from '../../../../test/factories.ts'
import { useTestApp } from '../../../../test/test-app.ts'
import type { Permission, Role } from '../../../platform/actor.ts'
import type { App } from '../../../platform/app.ts'
import { systemActor } from '../../../platform/events/change.ts'
import { findSnapshot } from '../authorization-snapshot.ts'
import { addUser } from './add-user.ts'
import { updateUserStatus } from '../../oauth/commands/update-user-status.ts'
import { createTeam } from './create-team.ts'

const tested = useTestApp()
const operator = systemActor('operator')

async function addSomebody(
  app: App,
  { email = `${randomUUID()}@people.example`, role = 'InhouseLegal' }: { email?: string; role?: Role } = {},
) {
  const { id: organisationId } = await createOrganisation(app)
  const person = { organisationId, email, firstName: 'Robin', lastName: 'Marsh', role }
  return { organisationId, userId: await addUser(app, operator, person), email }
}

const all: readonly Permission[] = [
  'CreateMatters',
  'ContractCreator',
  'ManageIntake',
  'ManageIntegrations',
  'ManageInvoices',
  'DeleteOwn',
  'DeleteAll',
]

test.each<[Role, readonly Permission[]]>([
  ['Administrator', all],
  ['InhouseLegal', ['CreateMatters', 'ContractCreator', 'ManageIntake', 'DeleteOwn']],
  ['Contributor', ['CreateMatters', 'ContractCreator', 'DeleteOwn']],
  ['Standard', ['CreateMatters']],
  ['External', []],
  ['MatterManager', ['DeleteOwn']],
])(
  'a person is added with the permissions of their role: %s [P-1, P-6, P-7, P-8, P-9, P-10, P-11]',
  async (role, permissions) => {
    const { userId, organisationId } = await addSomebody(tested.app, { role })
    expect(await findSnapshot(tested.app.db, userId)).toMatchObject({
      name: 'Robin Marsh',
      organisationId,
      role,
      permissions: new Set(permissions),
      groups: new Set(),
    })
  },
)

test('an address belongs to one person, in any case [P-2]', async () => {
  const { app } = tested
  const { email } = await addSomebody(app, { email: 'Robin@People.example' })
  const before = await app.db.selectFrom('users').select('id').execute()
  await expect(addSomebody(app, { email: email.toUpperCase() })).rejects.toThrow('There is already a person')
  expect(await app.db.selectFrom('users').select('id').execute()).toEqual(before)
})

test('an invalid address is rejected', async () => {
  await expect(addSomebody(tested.app, { email: 'robin' })).rejects.toThrow('"robin" is not an email address')
})

test('a disabled person has no rights; enabled again they have [P-3]', async () => {
  const { app } = tested
  const { userId } = await addSomebody(app)
  expect(await updateUserStatus(app, operator, { userId, status: 'Disabled' })).toBe(true)
  expect(await updateUserStatus(app, operator, { userId, status: 'Disabled' })).toBe(false)
  expect(await findSnapshot(app.db, userId)).toBeUndefined()
  await updateUserStatus(app, operator, { userId, status: 'Active' })
  expect(await findSnapshot(app.db, userId)).toBeDefined()
})

test('disabling an unknown person does nothing', async () => {
  const unknown = updateUserStatus(tested.app, operator, { userId: randomUUID(), status: 'Disabled' })
  await expect(unknown).rejects.toMatchObject({ code: 'not_found' })
})

test('a team has members, and a unique name in its organisation [P-4]', async () => {
  const { app } = tested
  const { organisationId, userId } = await addSomebody(app)
  const team = { organisationId, name: 'Commercial', memberIds: [userId] }
  const id = await createTeam(app, operator, team)
  expect(await findSnapshot(app.db, userId)).toMatchObject({ teamIds: [id] })
  await expect(createTeam(app, operator, { ...team, name: 'commercial' })).rejects.toThrow(
    'There is already a team "commercial"',
  )
  const other = await addSomebody(app)
  await createTeam(app, operator, { ...team, organisationId: other.organisationId, memberIds: [] })
})
