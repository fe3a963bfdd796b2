// v2 of teams for administrators: creating, renaming and deleting them, adding and removing members.
import { beforeEach, expect, test } from 'vitest'
import { insertMatter } from '../../../../test/fixtures/matters.ts'
import { createOrganisation, createUser, type TestUser } from '../../../../test/factories.ts'
import type { Caller } from '../../../../test/http.ts'
import { useTestApp } from '../../../../test/test-app.ts'
import { callerFor } from '../../../../test/tokens.ts'

const tested = useTestApp()
let organisationId: number
let administrator: TestUser
let lawyer: TestUser
let caller: Caller
beforeEach(async () => {
  organisationId = (await createOrganisation(tested.app)).id
  administrator = await createUser(tested.app, { organisationId, role: 'Administrator' })
  lawyer = await createUser(tested.app, { organisationId })
  caller = await callerFor(tested, administrator)
})

const make = async (body: object) => {
  const answer = await caller.post('/v2/teams', body)
  expect(answer.statusCode, answer.body).toBe(201)
  const { id } = answer.json<{ id: number }>()
  expect(answer.headers.location).toBe(`/v2/teams/${id}`)
  return id
}
const memberIds = async (id: number) =>
  (await caller.get(`/v2/teams/${id}/members?$orderby=Id`))
    .json<{ items: { id: string }[] }>()
    .items.map((each) => each.id)

test('a team is created with its members, updated, and shown [P-4]', async () => {
  const id = await make({ name: ' Disputes ', members: [{ id: lawyer.id }, { id: lawyer.id }] })
  expect((await caller.patch(`/v2/teams/${id}`, { description: 'Courts' })).statusCode).toBe(204)
  expect((await caller.patch(`/v2/teams/${id}`, { allowAssignment: false })).statusCode).toBe(204)
  const shown = (await caller.get(`/v2/teams/${id}`)).json<object>()
  expect(shown).toMatchObject({
    name: 'Disputes',
    description: 'Courts',
    allowAssignment: false,
    members: { count: 1 },
    modified: { userName: administrator.name },
  })
  expect((await caller.patch(`/v2/teams/${id}`, shown)).statusCode, 'what was read').toBe(204)
  const copy = await caller.post('/v2/teams', { ...shown, name: 'Copy', members: [] })
  expect(copy.statusCode, copy.body).toBe(201)
  const v1 = await caller.get('/account-apis/v1/teams?allowAssigment=true')
  expect(v1.json()).toEqual([])
})

test('a team has a unique name, and only people of its organisation [P-4]', async () => {
  await make({ name: 'Disputes' })
  const other = await make({ name: 'Commercial' })
  const foreign = await createUser(tested.app, { organisationId: (await createOrganisation(tested.app)).id })
  const gone = await createUser(tested.app, { organisationId, status: 'Disabled' })
  expect((await caller.post('/v2/teams', { name: 'DISPUTES' })).statusCode).toBe(409)
  expect((await caller.patch(`/v2/teams/${other}`, { name: 'disputes' })).statusCode).toBe(409)
  expect((await caller.patch(`/v2/teams/${other}`, { name: null })).statusCode).toBe(400)
  for (const { id } of [foreign, gone]) {
    expect((await caller.post('/v2/teams', { name: 'New', members: [{ id }] })).statusCode).toBe(400)
    expect((await caller.post(`/v2/teams/${other}/members`, { id })).statusCode).toBe(400)
  }
  expect((await caller.get('/v2/teams')).json<{ items: object[] }>().items).toHaveLength(2)
  expect(await memberIds(other)).toEqual([])
})

test('a member sees what is assigned to the team, until they are removed [P-4]', async () => {
  const id = await make({ name: 'Disputes' })
  const matterId = await insertMatter(tested.app, { owner: administrator, values: { team_id: id } })
  const theirs = await callerFor(tested, lawyer)
  const see = async () => (await theirs.get(`/v2/matters/${matterId}`)).statusCode
  expect(await see()).toBe(404)
  for (const _ of [1, 2]) {
    expect((await caller.post(`/v2/teams/${id}/members`, { id: lawyer.id })).statusCode).toBe(204)
  }
  expect(await memberIds(id)).toEqual([lawyer.id])
  expect(await see()).toBe(200)
  expect((await caller.delete(`/v2/teams/${id}/members/${lawyer.id}`)).statusCode).toBe(204)
  expect((await caller.delete(`/v2/teams/${id}/members/${lawyer.id}`)).statusCode).toBe(404)
  expect(await see()).toBe(404)
})

test('a team can be deleted when no open record is assigned to it [P-4]', async () => {
  const id = await make({ name: 'Disputes' })
  const matterId = await insertMatter(tested.app, {
    owner: administrator,
    values: { team_id: id, status: 'Active', restricted: true },
  })
  const refused = await caller.delete(`/v2/teams/${id}`)
  // not how many: some may be hidden from the administrator
  expect(refused.json()).toMatchObject({
    status: 409,
    detail: expect.stringContaining('still assigned to matters.'),
  })
  const completed = await caller.patch(`/v2/matters/${matterId}`, { status: 'Complete' })
  expect(completed.statusCode, completed.body).toBe(204)
  expect((await caller.delete(`/v2/teams/${id}`)).statusCode).toBe(204)
  expect((await caller.get(`/v2/teams/${id}`)).statusCode).toBe(404)
  expect((await caller.get(`/v2/teams/${id}/members`)).statusCode).toBe(404)
  expect((await caller.get(`/v2/matters/${matterId}`)).json()).toMatchObject({
    teamAssigned: { id, name: 'Disputes' },
  })
  await make({ name: 'Disputes' })
})
