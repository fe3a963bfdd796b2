// Roles of an organisation's own: what people with one may do follows it, within the rules that all rights have.
import { beforeEach, describe, expect, test } from 'vitest'
import { createOrganisation, createUser, type TestUser } from '../../../../test/factories.ts'
import { insertMatter } from '../../../../test/fixtures/matters.ts'
import type { Caller } from '../../../../test/http.ts'
import { useTestApp } from '../../../../test/test-app.ts'
import { callerFor } from '../../../../test/tokens.ts'

const tested = useTestApp()
let organisationId: number
let administrator: TestUser
let caller: Caller
beforeEach(async () => {
  organisationId = (await createOrganisation(tested.app, { name: 'Harbour' })).id
  administrator = await createUser(tested.app, { organisationId, role: 'Administrator' })
  caller = await callerFor(tested, administrator)
})

const person = (options: Partial<Parameters<typeof createUser>[1]> = {}) =>
  createUser(tested.app, { organisationId, ...options })

async function makeRole(more: object = {}): Promise<number> {
  const body = {
    name: 'Paralegal',
    role: 'Contributor',
    permissions: ['CreateMatters', 'DeleteOwn'],
    groups: [],
    ...more,
  }
  const answer = await caller.post('/v2/customRoles', body)
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json<{ id: number }>().id
}

const rightsPath = (id: string) => `/v2/users/${id}/rights`
const rightsOf = async (id: string) => (await caller.get(rightsPath(id))).json<Record<string, unknown>>()
const give = async (id: string, roleId: number) => {
  const answer = await caller.patch(rightsPath(id), { customRole: { id: roleId } })
  expect(answer.statusCode, answer.body).toBe(204)
}
const eventsNamed = (name: string) =>
  tested.app.db
    .selectFrom('events')
    .where('organisation_id', '=', organisationId)
    .where('name', '=', name)
    .orderBy('id')
    .select('facts')
    .execute()

describe('a custom role', () => {
  test('is made, read, listed, changed and deleted [P-122]', async () => {
    const id = await makeRole({ description: ' Works on matters ' })
    const path = `/v2/customRoles/${id}`
    const read = await caller.get(path)
    expect(read.json()).toMatchObject({
      id,
      name: 'Paralegal',
      description: 'Works on matters',
      role: 'Contributor',
      permissions: ['CreateMatters', 'DeleteOwn'],
      groups: [],
      people: { count: 0 },
    })
    const taken = await caller.post('/v2/customRoles', { name: ' para​legal', role: 'Standard' })
    expect(taken.statusCode, taken.body).toBe(409)
    expect(
      (await caller.patch(path, { name: 'Clerk' }, { headers: { 'if-match': String(read.headers.etag) } }))
        .statusCode,
    ).toBe(204)
    const stale = await caller.patch(
      path,
      { name: 'Aide' },
      { headers: { 'if-match': String(read.headers.etag) } },
    )
    expect(stale.statusCode).toBe(412)
    expect((await caller.get('/v2/customRoles')).json()).toMatchObject({ items: [{ id, name: 'Clerk' }] })
    expect((await caller.delete(path)).statusCode).toBe(204)
    expect((await caller.get(path)).statusCode).toBe(404)
    expect(await eventsNamed('customRole.deleted')).toMatchObject([{ facts: { name: 'Clerk' } }])
  })

  test('begins with the permissions of its role where none are given', async () => {
    const answer = await caller.post('/v2/customRoles', { name: 'Lawyer', role: 'InhouseLegal' })
    const { id } = answer.json<{ id: number }>()
    expect((await caller.get(`/v2/customRoles/${id}`)).json()).toMatchObject({
      permissions: ['CreateMatters', 'ContractCreator', 'ManageIntake', 'DeleteOwn'],
    })
  })

  test.each([
    ['name', { name: '  ' }],
    ['name', { name: 'x'.repeat(101) }],
    ['role', { role: 'King' }],
    ['permissions', { permissions: ['Everything'] }],
    ['groups', { groups: ['Everybody'] }],
  ])('with a wrong %s is refused', async (name, wrong) => {
    const answer = await caller.post('/v2/customRoles', { name: 'Clerk', role: 'Standard', ...wrong })
    expect(answer.statusCode, answer.body).toBe(400)
    expect(Object.keys(answer.json<{ errors: object }>().errors)).toEqual([name])
    expect((await caller.get('/v2/customRoles')).json()).toMatchObject({ items: [] })
  })
})

describe('somebody with a custom role', () => {
  test('may do what it says, and what it says later from their next request on [P-123]', async () => {
    const id = await makeRole()
    const ana = await person({ role: 'Standard', permissions: [] })
    const bo = await person({ role: 'Standard', permissions: [] })
    const own = await callerFor(tested, ana)
    const may = async () => (await own.get('/v2/me')).json<{ can: Record<string, boolean> }>().can
    expect(await may()).toMatchObject({ createMatters: false, createContracts: false })
    await give(ana.id, id)
    await give(bo.id, id)
    expect(await may()).toMatchObject({ createMatters: true, createContracts: false })
    expect(await rightsOf(ana.id)).toEqual({
      role: 'Contributor',
      permissions: ['CreateMatters', 'DeleteOwn'],
      groups: [],
      customRole: { id, name: 'Paralegal' },
    })
    const change = {
      role: 'InhouseLegal',
      permissions: ['ContractCreator'],
      groups: ['MatterAdministrators'],
    }
    expect((await caller.patch(`/v2/customRoles/${id}`, change)).statusCode).toBe(204)
    expect(await may()).toMatchObject({ createMatters: false, createContracts: true })
    for (const one of [ana, bo]) expect(await rightsOf(one.id)).toMatchObject(change)
    const changed = await eventsNamed('user.rights.updated')
    expect(changed).toHaveLength(4)
    expect(changed.at(-1)).toMatchObject({
      facts: { customRoleId: id, changed: { role: { from: 'Contributor', to: 'InhouseLegal' } } },
    })
    const listed = await caller.get(`/v2/users?$filter=${encodeURIComponent(`CustomRole/Id eq ${id}`)}`)
    expect(
      listed
        .json<{ items: { id: string }[] }>()
        .items.map((each) => each.id)
        .sort(),
    ).toEqual([ana.id, bo.id].sort())
  })

  test('gets no single rights until it is taken from them, which leaves them as they are [P-123]', async () => {
    const id = await makeRole()
    const { id: userId } = await person({ role: 'Standard', permissions: [] })
    await give(userId, id)
    const single = await caller.patch(rightsPath(userId), { permissions: ['DeleteAll'] })
    expect(single.statusCode, single.body).toBe(409)
    expect(single.body).toContain('Paralegal')
    const both = await caller.patch(rightsPath(userId), { customRole: { id }, role: 'Standard' })
    expect(both.statusCode, both.body).toBe(400)
    const unknown = await caller.patch(rightsPath(userId), { customRole: { id: 2_000_000_000 } })
    expect(unknown.statusCode, unknown.body).toBe(400)
    expect(await rightsOf(userId)).toMatchObject({ role: 'Contributor', customRole: { id } })
    const free = await caller.patch(rightsPath(userId), {
      customRole: null,
      groups: ['ContractAdministrators'],
    })
    expect(free.statusCode, free.body).toBe(204)
    expect(await rightsOf(userId)).toEqual({
      role: 'Contributor',
      permissions: ['CreateMatters', 'DeleteOwn'],
      groups: ['ContractAdministrators'],
      customRole: null,
    })
  })

  test('can be invited with it', async () => {
    const id = await makeRole()
    const body = { email: `clerk.${organisationId}@people.example`, firstName: 'Cleo', lastName: 'Rook' }
    const answer = await caller.post('/v2/users', { ...body, customRole: { id } })
    expect(answer.statusCode, answer.body).toBe(201)
    expect(await rightsOf(answer.json<{ id: string }>().id)).toMatchObject({
      role: 'Contributor',
      permissions: ['CreateMatters', 'DeleteOwn'],
      customRole: { id },
    })
    for (const wrong of [{ customRole: { id }, role: 'Standard' }, { customRole: { id: 2_000_000_000 } }]) {
      const refused = await caller.post('/v2/users', { ...body, email: 'x@people.example', ...wrong })
      expect(refused.statusCode, refused.body).toBe(400)
    }
  })

  test('is not shown it by another organisation', async () => {
    const id = await makeRole()
    const firm = await createOrganisation(tested.app, { type: 'ServiceProvider' })
    const { id: theirs } = await createUser(tested.app, { organisationId: firm.id })
    const { id: userId } = await person()
    await give(userId, id)
    const outsider = await callerFor(
      tested,
      await createUser(tested.app, { organisationId: firm.id, role: 'Administrator' }),
    )
    expect((await outsider.patch(rightsPath(theirs), { customRole: { id } })).statusCode).toBe(400)
    expect((await outsider.get(`/v2/customRoles/${id}`)).statusCode).toBe(404)
  })
})

describe('rights through a role', () => {
  test('are not granted to oneself, and the last administrator stays [P-124]', async () => {
    const admins = await makeRole({ name: 'Head', role: 'Administrator', permissions: ['DeleteOwn'] })
    const other = await person({ role: 'Administrator', permissions: ['DeleteOwn'] })
    await give(other.id, admins)
    const own = await callerFor(tested, other)
    const widened = await own.patch(`/v2/customRoles/${admins}`, { permissions: ['DeleteOwn', 'DeleteAll'] })
    expect(widened.statusCode, widened.body).toBe(403)
    const path = rightsPath(administrator.id)
    expect((await own.patch(path, { role: 'Standard' })).statusCode).toBe(204)
    const last = await own.patch(`/v2/customRoles/${admins}`, { role: 'Standard' })
    expect(last.statusCode, last.body).toBe(409)
    const replaced = await own.post(`/v2/customRoles/${admins}/replace`, { role: 'External' })
    expect(replaced.statusCode, replaced.body).toBe(409)
    expect((await own.get(rightsPath(other.id))).json()).toMatchObject({ role: 'Administrator' })
    expect((await own.patch(`/v2/customRoles/${admins}`, { permissions: [] })).statusCode).toBe(204)
  })

  test('are not taken where nobody could open a record any more [P-124]', async () => {
    const id = await makeRole({ name: 'All matters', groups: ['MatterAdministrators'] })
    const [ana, bo] = [await person({ role: 'Contributor' }), await person({ role: 'Contributor' })]
    await give(ana.id, id)
    await give(bo.id, id)
    const owner = await person({ role: 'Contributor' })
    await insertMatter(tested.app, { owner })
    expect((await caller.post(`/v2/users/${owner.id}/disable`)).statusCode).toBe(204)
    const refused = await caller.patch(`/v2/customRoles/${id}`, { groups: [] })
    expect(refused.statusCode, refused.body).toBe(409)
    expect(await rightsOf(ana.id)).toMatchObject({ groups: ['MatterAdministrators'] })
    await caller.patch(rightsPath((await person()).id), { groups: ['MatterAdministrators'] })
    expect((await caller.patch(`/v2/customRoles/${id}`, { groups: [] })).statusCode).toBe(204)
  })
})

describe('a role that people have', () => {
  test('is deleted with what they get instead, all at once [P-125]', async () => {
    const id = await makeRole()
    const next = await makeRole({ name: 'Clerk', permissions: ['ContractCreator'] })
    const some = [await person(), await person({ status: 'Invited' }), await person({ status: 'Disabled' })]
    for (const one of some) await give(one.id, id)
    const used = await caller.delete(`/v2/customRoles/${id}`)
    expect(used.statusCode).toBe(409)
    expect(used.body).toContain('3 people')
    const path = `/v2/customRoles/${id}/replace`
    for (const wrong of [{}, { role: 'Standard', customRole: { id: next } }, { customRole: { id } }])
      expect((await caller.post(path, wrong)).statusCode).toBe(400)
    expect((await caller.post(path, { customRole: { id: next } })).statusCode).toBe(204)
    for (const one of some)
      expect(await rightsOf(one.id)).toMatchObject({
        permissions: ['ContractCreator'],
        customRole: { id: next, name: 'Clerk' },
      })
    expect((await caller.get(`/v2/customRoles/${id}`)).statusCode).toBe(404)
    expect((await caller.post(`/v2/customRoles/${next}/replace`, { role: 'InhouseLegal' })).statusCode).toBe(
      204,
    )
    expect(await rightsOf(some[0]?.id ?? '')).toEqual({
      role: 'InhouseLegal',
      permissions: ['CreateMatters', 'ContractCreator', 'ManageIntake', 'DeleteOwn'],
      groups: [],
      customRole: null,
    })
  })

  test('is not changed and given to somebody at the same time with two results', async () => {
    const id = await makeRole()
    const people = await Promise.all(Array.from({ length: 5 }, () => person({ role: 'Standard' })))
    await Promise.all([
      ...people.map(({ id: userId }) => give(userId, id)),
      caller.patch(`/v2/customRoles/${id}`, { permissions: ['ManageIntake'] }),
    ])
    for (const { id: userId } of people)
      expect(await rightsOf(userId)).toMatchObject({ permissions: ['ManageIntake'], customRole: { id } })
  })
})
