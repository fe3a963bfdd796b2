// Nobody widens themselves by team membership, whichever way they take: each is tried by an administrator for
// themselves, and succeeds for a colleague.
import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import {
  createContractTemplate,
  createOrganisation,
  createTeam,
  createUser,
  type TestUser,
} from '../../../test/factories.ts'
import { insertCategory, insertMatter } from '../../../test/fixtures/matters.ts'
import type { Caller } from '../../../test/http.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { callerFor } from '../../../test/tokens.ts'

const parts = useTestApp()
let organisationId: number
let administrator: TestUser
let colleague: TestUser
let caller: Caller
let teamId: number
beforeEach(async () => {
  organisationId = (await createOrganisation(parts.app)).id
  administrator = await createUser(parts.app, { organisationId, role: 'Administrator' })
  colleague = await createUser(parts.app, { organisationId })
  caller = await callerFor(parts, administrator)
  teamId = await createTeam(parts.app, { organisationId })
})

const membersOf = async (id: number) => {
  const rows = await parts.app.db
    .selectFrom('team_members')
    .where('organisation_id', '=', organisationId)
    .where('team_id', '=', id)
    .select('user_id')
    .execute()
  return rows.map(({ user_id }) => user_id)
}
const join = async (userId: string) =>
  (await caller.post(`/v2/teams/${teamId}/members`, { id: userId })).statusCode

/** What gives the members of a team more than others have. */
const gifts: Readonly<Record<string, () => Promise<unknown>>> = {
  'records that are assigned to it': () =>
    insertMatter(parts.app, { owner: colleague, values: { team_id: teamId } }),
  'a type of matters that assigns to it': async () => {
    const id = await insertCategory(parts.app, organisationId)
    const answer = await caller.patch(`/v2/matterTypes/${id}`, { teamAssigned: { id: teamId } })
    expect(answer.statusCode, answer.body).toBe(204)
  },
  'a type of contracts that assigns to it': async () => {
    const id = await createContractTemplate(parts.app, { organisationId })
    const answer = await caller.patch(`/v2/contractTypes/${id}`, { teamAssigned: { id: teamId } })
    expect(answer.statusCode, answer.body).toBe(204)
  },
  'approvals that it decides on': async () => {
    const id = await createContractTemplate(parts.app, { organisationId })
    const rules = [{ name: 'Legal', need: 'One', team: { id: teamId } }]
    const answer = await caller.put(`/v2/contractTypes/${id}/approvalRules`, { rules })
    expect(answer.statusCode, answer.body).toBeLessThan(300)
  },
}

test.each(Object.keys(gifts))('nobody adds themselves to a team with %s [P-143]', async (what) => {
  expect(await join(administrator.id), 'an empty team').toBe(204)
  expect((await caller.delete(`/v2/teams/${teamId}/members/${administrator.id}`)).statusCode).toBe(204)
  await gifts[what]?.()
  expect(await join(administrator.id)).toBe(403)
  expect(await membersOf(teamId)).toEqual([])
  expect(await join(colleague.id)).toBe(204)
  expect(await membersOf(teamId)).toEqual([colleague.id])
})

test('nobody puts their own team in the place of one that has more; a team of others takes it [P-143]', async () => {
  const matterId = await insertMatter(parts.app, { owner: colleague, values: { team_id: teamId } })
  const own = await createTeam(parts.app, { organisationId, members: [administrator] })
  const others = await createTeam(parts.app, { organisationId, members: [colleague] })
  const replace = async (into: number) =>
    (await caller.post(`/v2/referenceLists/teams/entries/${teamId}/replace`, { into: { id: into } }))
      .statusCode
  const sees = async () => (await caller.get(`/v2/matters/${matterId}`)).statusCode
  expect(await replace(own)).toBe(403)
  expect(await sees()).toBe(404)
  expect(await replace(others)).toBe(204)
  expect(await sees()).toBe(404)
})

/** Calls that assign new records to a team; each is made again with another one. */
const assigning: Readonly<Record<string, () => Promise<(id: number) => Promise<number>>>> = {
  'a type of matters': async () => {
    const id = await insertCategory(parts.app, organisationId)
    return async (team) =>
      (await caller.patch(`/v2/matterTypes/${id}`, { teamAssigned: { id: team } })).statusCode
  },
  'a new type of matters': async () => async (team) =>
    (await caller.post('/v2/matterTypes', { name: `New ${randomUUID()}`, teamAssigned: { id: team } }))
      .statusCode,
  'a type of contracts': async () => {
    const id = await createContractTemplate(parts.app, { organisationId })
    return async (team) =>
      (await caller.patch(`/v2/contractTypes/${id}`, { teamAssigned: { id: team } })).statusCode
  },
  'a new type of contracts': async () => async (team) =>
    (
      await caller.post('/v2/contractTypes', {
        name: `New ${randomUUID()}`,
        parent: { name: 'General' },
        category: 'Commercial',
        teamAssigned: { id: team },
      })
    ).statusCode,
  'a type of requests': async () => {
    const category = await insertCategory(parts.app, organisationId)
    const made = await caller.post('/v2/requestTypes', {
      title: `Type ${randomUUID()}`,
      matterType: { id: category },
    })
    const { id } = made.json<{ id: number }>()
    return async (team) => (await caller.patch(`/v2/requestTypes/${id}`, { team: { id: team } })).statusCode
  },
}

test.each(Object.keys(assigning))(
  'nobody assigns new records to their own team by %s, unless they see them all or are alone [P-144]',
  async (what) => {
    const own = await createTeam(parts.app, { organisationId, members: [administrator, colleague] })
    const assign = await assigning[what]?.()
    expect(await assign?.(own), 'nobody else administers').toBeLessThan(300)
    expect(await assign?.(teamId), 'a team of others').toBeLessThan(300)
    await createUser(parts.app, { organisationId, role: 'Administrator' })
    expect(await assign?.(own), 'another one could').toBe(403)
    expect(await assign?.(teamId), 'a team of others').toBeLessThan(300)
    const sees = ['MatterAdministrators', 'ContractAdministrators'] as const
    const seeing = await createUser(parts.app, { organisationId, role: 'Administrator', groups: sees })
    expect((await caller.post(`/v2/teams/${own}/members`, { id: seeing.id })).statusCode).toBe(204)
    caller = await callerFor(parts, seeing)
    expect(await assign?.(own), 'who sees all').toBeLessThan(300)
  },
)

test('a new team with its maker, or a list of members in an update, gives them nothing [P-143]', async () => {
  const matterId = await insertMatter(parts.app, { owner: colleague, values: { team_id: teamId } })
  const sees = async () => (await caller.get(`/v2/matters/${matterId}`)).statusCode
  const members = [{ id: administrator.id }]
  expect((await caller.post('/v2/teams', { name: `New ${randomUUID()}`, members })).statusCode).toBe(201)
  // members of a team that is there are set by adding and removing alone
  await caller.patch(`/v2/teams/${teamId}`, { members })
  expect(await membersOf(teamId)).toEqual([])
  expect(await sees()).toBe(404)
})
