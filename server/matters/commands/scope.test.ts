// A scope that owner and manager agree on, and the states it brings.
import { describe, expect, test } from 'vitest'
import { actorFor } from '../../../test/fixtures/actors.ts'
import { createUser, type TestUser } from '../../../test/factories.ts'
import {
  insertMatter,
  matterWorld,
  mattersPath as matters,
  topicsOf,
} from '../../../test/fixtures/matters.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { callerFor } from '../../../test/tokens.ts'
import { acceptScope } from './accept-scope.ts'
import { proposeScope } from './propose-scope.ts'
import { setMatterDelegates } from './set-matter-delegates.ts'

const parts = useTestApp()

async function world() {
  const { app } = parts
  const { owner, organisationId, caller } = await matterWorld(parts)
  const manager = await createUser(app, { organisationId })
  const member = await createUser(app, { organisationId })
  const matterId = await insertMatter(app, {
    owner,
    members: [member],
    values: { manager_id: manager.id, status: 'Scoping' },
  })
  return {
    owner,
    manager,
    member,
    matterId,
    organisationId,
    caller,
    propose: async (by: TestUser, text = 'Three letters and a call') =>
      proposeScope(app, await actorFor(app, by), matterId, text),
    accept: async (by: TestUser) => acceptScope(app, await actorFor(app, by), matterId),
    state: async () => (await caller.get(`${matters}/${matterId}`)).json<{ status: string }>().status,
    set: async (by: TestUser, Status: string) =>
      (await (await callerFor(parts, by)).patch(`${matters}/${matterId}`, { Status })).statusCode,
    outcomes: async () => {
      const rows = await app.db
        .selectFrom('matter_scopes')
        .where('organisation_id', '=', organisationId)
        .where('matter_id', '=', matterId)
        .orderBy('id')
        .select(['outcome', 'decided_by'])
        .execute()
      return rows.map(({ outcome, decided_by }) => [outcome, decided_by])
    },
  }
}

describe('a proposed scope', () => {
  test('of the owner waits for the manager, who accepts it: the matter is Active [M-63]', async () => {
    const { owner, manager, propose, accept, state, outcomes, organisationId, matterId } = await world()
    await propose(owner)
    expect(await state()).toBe('AwaitingManagerAcceptance')
    await expect(accept(owner)).rejects.toMatchObject({ code: 'forbidden' })
    await accept(manager)
    expect(await state()).toBe('Active')
    expect(await outcomes()).toEqual([['Accepted', manager.id]])
    const both = ['matter.updated', 'matter.status.updated']
    expect(await topicsOf(parts, organisationId, matterId)).toEqual([...both, ...both])
    await expect(accept(manager)).rejects.toMatchObject({ code: 'conflict' })
  })

  test('of the manager waits for the owner, who may as well set the matter to Active [M-63]', async () => {
    const { owner, manager, member, propose, state, set, outcomes } = await world()
    await propose(manager)
    expect(await state()).toBe('AwaitingOwnerAcceptance')
    expect(await set(manager, 'Active')).toBe(403)
    expect(await set(member, 'Active')).toBe(403)
    expect(await set(owner, 'Active')).toBe(200)
    expect(await outcomes()).toEqual([['Accepted', owner.id]])
  })

  test('is accepted by who stands in for the one it waits for', async () => {
    const { owner, manager, member, matterId, propose, accept, state } = await world()
    const stands = { userId: member.id, forOwner: false, forManager: true }
    await setMatterDelegates(parts.app, await actorFor(parts.app, manager), matterId, stands)
    await propose(owner)
    await accept(member)
    expect(await state()).toBe('Active')
  })

  test('is answered with another one, taken back, or falls with the manager', async () => {
    const { owner, manager, propose, state, set, outcomes, caller, matterId } = await world()
    await propose(owner)
    await propose(manager)
    expect(await state()).toBe('AwaitingOwnerAcceptance')
    expect(await set(manager, 'Scoping')).toBe(200)
    await propose(owner)
    expect((await caller.patch(`${matters}/${matterId}`, { ManagerId: null })).statusCode).toBe(200)
    expect(await state()).toBe('Scoping')
    expect(await outcomes()).toEqual([
      ['Withdrawn', manager.id],
      ['Withdrawn', manager.id],
      ['Withdrawn', owner.id],
    ])
  })

  test('needs an open matter, two people and words', async () => {
    const { owner, manager, propose, set, caller, matterId, outcomes } = await world()
    await expect(propose(owner, ' ')).rejects.toMatchObject({ code: 'bad_request' })
    expect(await set(owner, 'Complete')).toBe(200)
    await expect(propose(owner)).rejects.toMatchObject({ code: 'conflict' })
    expect(await set(owner, 'Active')).toBe(200)
    await caller.patch(`${matters}/${matterId}`, { ManagerId: owner.id })
    await expect(propose(owner)).rejects.toMatchObject({ code: 'conflict' })
    await caller.patch(`${matters}/${matterId}`, { ManagerId: null })
    await expect(propose(owner)).rejects.toMatchObject({ code: 'conflict' })
    await caller.patch(`${matters}/${matterId}`, { ManagerId: manager.id })
    expect(await outcomes()).toEqual([])
    await propose(owner)
    expect(await outcomes()).toEqual([[null, null]])
  })
})
