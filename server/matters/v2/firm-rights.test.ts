// What a type of matters opens to law firms, and what follows for the people of one.
import { expect, test } from 'vitest'
import { createFirm, createUser } from '../../../test/factories.ts'
import { insertFieldOn } from '../../../test/fixtures/fields.ts'
import { insertMatter, matterWorld } from '../../../test/fixtures/matters.ts'
import { notificationsOf, notifyNow } from '../../../test/fixtures/notifications.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { callerFor } from '../../../test/tokens.ts'
import { internalTransaction } from '../../platform/events/change.ts'

const parts = useTestApp()

async function world() {
  const here = await matterWorld(parts)
  const { app } = parts
  const { organisationId, owner, categoryId } = here
  const firm = await createFirm(app, organisationId)
  const administrator = await createUser(app, { organisationId, role: 'Administrator' })
  const manager = await createUser(app, { organisationId: firm.id, role: 'MatterManager' })
  const associate = await createUser(app, { organisationId: firm.id, role: 'MatterManager' })
  await insertFieldOn(
    app,
    { organisationId, form: 'MatterDetails', categoryId },
    { title: 'Budget', type: 'ShortText' },
  )
  const matterId = await insertMatter(app, { owner, categoryId, values: { manager_id: manager.id } })
  return {
    ...here,
    matterId,
    manager,
    associate,
    path: `/v2/matters/${matterId}`,
    rights: `/v2/matterTypes/${categoryId}/firmRights`,
    asAdministrator: await callerFor(parts, administrator),
    asManager: await callerFor(parts, manager),
  }
}

test('nothing is opened until an administrator does, for single properties and fields [P-65]', async () => {
  const { path, rights, asAdministrator, asManager, caller } = await world()
  const set = (mayChange: readonly string[], addColleagues = true) =>
    asAdministrator.put(rights, { mayChange, addColleagues })
  const statusOf = async (changes: object) => (await asManager.patch(path, changes)).statusCode
  expect((await caller.get(rights)).json()).toEqual({ mayChange: [], addColleagues: true })
  expect([await statusOf({ name: 'A' }), await statusOf({ fields: { budget: '1' } })]).toEqual([403, 403])
  expect((await caller.put(rights, { mayChange: [], addColleagues: true })).statusCode).toBe(403)
  expect((await set(['name', 'fields.budget'])).statusCode).toBe(204)
  expect((await caller.get(rights)).json()).toEqual({
    mayChange: ['name', 'fields.budget'],
    addColleagues: true,
  })
  const { can } = (await asManager.get(`${path}/overview`)).json<{
    can: { change: boolean; rights: string[] }
  }>()
  expect(can.change).toBe(false)
  expect(can.rights).toEqual(expect.arrayContaining(['name', 'fields.budget', 'status', 'ownColleagues']))
  expect(can.rights).not.toContain('externalId')
  expect([
    await statusOf({ name: 'A' }),
    await statusOf({ fields: { budget: '1' } }),
    await statusOf({ externalId: 'X' }),
    await statusOf({ name: 'B', restricted: true }),
  ]).toEqual([204, 204, 403, 403])
  for (const name of ['restricted', 'owner', 'members', 'nothing', 'fields.nothing']) {
    const refused = await set([name])
    expect(refused.statusCode, name).toBe(400)
    expect(refused.json()).toMatchObject({ errors: { mayChange: [expect.stringContaining('mayChange')] } })
  }
  expect((await set([])).statusCode).toBe(204)
  expect(await statusOf({ name: 'C' })).toBe(403)
  const history = (await asAdministrator.get('/v2/history?$top=50')).body
  expect(history).toContain('firmRights')
})

test('a manager at a firm puts colleagues on it and takes them off, its owner is notified, a type forbids it [P-66]', async () => {
  const { app } = parts
  const { path, rights, asAdministrator, asManager, caller, associate, owner, organisationId } = await world()
  const put = async (id: string, roles: readonly string[]) =>
    (await asManager.put(`${path}/members/${id}`, { roles })).statusCode
  const colleague = await createUser(app, { organisationId })
  expect(await put(colleague.id, ['Member'])).toBe(403)
  expect(await put(associate.id, ['Member', 'Manager'])).toBe(403)
  expect(await put(associate.id, ['Member', 'ManagerDelegate'])).toBe(403)
  expect(await put(associate.id, ['Member'])).toBe(204)
  const texts = async () => {
    await notifyNow(app)
    return (await notificationsOf(app, caller)).map(({ text }) => text)
  }
  expect((await texts())[0]).toMatch(/added a colleague from their firm/)
  expect((await asManager.delete(`${path}/members/${owner.id}`)).statusCode).toBe(403)
  expect((await asManager.delete(`${path}/members/${associate.id}`)).statusCode).toBe(204)
  expect((await texts())[0]).toMatch(/removed a colleague from their firm/)
  expect((await asAdministrator.put(rights, { mayChange: [], addColleagues: false })).statusCode).toBe(204)
  expect(await put(associate.id, ['Member'])).toBe(403)
})

test('a firm says of a new matter neither who sees it nor where it belongs [P-67]', async () => {
  const { asManager, owner, categoryId, manager } = await world()
  const given = { type: { id: categoryId }, owner: { id: owner.id }, manager: { user: { id: manager.id } } }
  await internalTransaction(parts.app, (tx) =>
    tx
      .updateTable('users')
      .set({ permissions: ['CreateMatters'] })
      .where('id', '=', manager.id)
      .execute(),
  )
  for (const [name, value] of [
    ['restricted', true],
    ['externalId', 'X'],
  ] as const) {
    const refused = await asManager.post('/v2/matters', { ...given, [name]: value })
    expect(refused.statusCode, refused.body).toBe(403)
    expect(refused.json()).toMatchObject({ errors: { [name]: [expect.stringContaining(name)] } })
  }
  const made = await asManager.post('/v2/matters', given)
  expect(made.statusCode, made.body).toBe(201)
})

test('a firm accepts a request that it is asked to take on, or gives it back to intake [P-68]', async () => {
  const { path, asManager, caller, matterId, organisationId, owner } = await world()
  const request = { organisation_id: organisationId, matter_id: matterId, requester_id: owner.id }
  await internalTransaction(parts.app, (tx, now) =>
    tx
      .insertInto('requests')
      .values({ ...request, created_at: now })
      .execute(),
  )
  expect((await asManager.post(`${path}/intake/assign`, { manager: { id: owner.id } })).statusCode).toBe(403)
  const given = await asManager.post(`${path}/intake/decline`, { reason: 'A conflict of interest.' })
  expect(given.statusCode, given.body).toBe(204)
  const matter = (await caller.get(path)).json<{ status: string; manager: { user: unknown } }>()
  expect(matter).toMatchObject({ status: 'Active', manager: { user: null } })
})
