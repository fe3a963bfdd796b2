// What an organisation calls the statuses of its records: set, shown, refused, reset.
import { beforeEach, expect, test } from 'vitest'
import { createOrganisation, createUser, linkFirm, type TestUser } from '../../../test/factories.ts'
import { importsOf } from '../../../test/fixtures/imports.ts'
import { add, notificationsOf } from '../../../test/fixtures/notifications.ts'
import type { Caller } from '../../../test/http.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { callerFor } from '../../../test/tokens.ts'

const parts = useTestApp()
const path = '/v2/statusNames'
let organisationId: number
let admin: Caller
let manager: TestUser
let colleague: Caller
let disputes: { id: number }
let advice: { id: number }
beforeEach(async () => {
  organisationId = (await createOrganisation(parts.app)).id
  manager = await createUser(parts.app, { organisationId, role: 'Administrator' })
  admin = await callerFor(parts, manager)
  colleague = await callerFor(parts, await createUser(parts.app, { organisationId, role: 'InhouseLegal' }))
  disputes = await typeNamed('Disputes')
  advice = await typeNamed('Advice')
})

async function typeNamed(name: string) {
  return { id: (await admin.post('/v2/matterTypes', { name })).json<{ id: number }>().id }
}
const name = (status: string, called: string, more: object = {}) => ({
  recordType: 'Matter',
  type: null,
  status,
  name: called,
  ...more,
})
const set = async (...names: object[]) => {
  const answer = await admin.patch(path, { names })
  expect(answer.statusCode, answer.body).toBe(204)
}
async function open(type: object, status: string, called = 'Lease') {
  const made = await admin.post('/v2/matters', { name: called, type, manager: { user: { id: manager.id } } })
  const { id } = made.json<{ id: number }>()
  const moved = await admin.patch(`/v2/matters/${id}`, { status })
  expect(moved.statusCode, moved.body).toBe(204)
  return id
}

test('statuses get names for all types and for one, which everybody reads [O-224]', async () => {
  await set(name('Active', 'Open'), name('Active', 'Open with counsel', { type: disputes }))
  for (const caller of [admin, colleague]) {
    const read = (await caller.get(path)).json<{ names: object[]; statuses: object[]; types: object[] }>()
    expect(read.names).toEqual([
      name('Active', 'Open'),
      name('Active', 'Open with counsel', { type: { ...disputes, name: 'Disputes' } }),
    ])
    expect(read.statuses).toContainEqual({ recordType: 'Matter', status: 'OnHold', name: 'On hold' })
    expect(read.types).toContainEqual({ recordType: 'Matter', ...advice, name: 'Advice' })
    const me = (await caller.get('/v2/me')).json<{ statusNames: object[] }>()
    expect(me.statusNames).toEqual([
      name('Active', 'Open'),
      name('Active', 'Open with counsel', { type: disputes }),
    ])
  }
  const refused = await colleague.patch(path, { names: [] })
  expect(refused.statusCode).toBe(403)
  expect((await colleague.get('/v2/history')).statusCode).toBe(403)
  expect((await admin.get('/v2/history?$top=1')).body).toContain('Open with counsel')
})

test('statuses themselves, filters and both versions stay as they are; exports and related records have the name [O-225]', async () => {
  await set(name('Active', 'Open with counsel', { type: disputes }), name('OnHold', 'Parked'))
  const ids = [await open(disputes, 'Active', 'Claim'), await open(advice, 'OnHold', 'Opinion')]
  expect((await admin.get(`/v2/matters/${ids[0]}`)).json()).toMatchObject({ status: 'Active' })
  const v1 = await admin.get(`/matter-apis/v1/matters/${ids[0]}`)
  expect(v1.json()).toMatchObject({ status: 'Active' })
  const filter = encodeURIComponent("Status eq 'Active'")
  expect((await admin.get(`/v2/matters?$filter=${filter}`)).json<{ items: object[] }>().items).toMatchObject([
    { id: ids[0] },
  ])
  const csv = await admin.get('/v2/matters/export?columns=Name,Status,StatusName&$orderby=Name')
  expect(csv.body.replace('\uFEFF', '').trim().split(/\r?\n/)).toEqual([
    'Name,Status,Status name',
    'Claim,Active,Open with counsel',
    'Opinion,OnHold,Parked',
  ])
  expect((await admin.put(`/v2/matters/${ids[1]}/parent`, { id: ids[0] })).statusCode).toBe(204)
  const overview = (await admin.get(`/v2/matters/${ids[1]}/overview`)).json<object>()
  expect(overview).toMatchObject({ parent: { status: 'Active', statusName: 'Open with counsel' } })
})

test('a notification says the name that the status has on the record [O-225]', async () => {
  await set(name('Complete', 'Settled', { type: disputes }))
  const owner = await createUser(parts.app, { organisationId, role: 'InhouseLegal' })
  const made = await admin.post('/v2/matters', { name: 'Claim', type: disputes, owner: { id: owner.id } })
  const { id } = made.json<{ id: number }>()
  for (const status of ['OnHold', 'Complete']) await admin.patch(`/v2/matters/${id}`, { status })
  const theirs = await notificationsOf(parts.app, await callerFor(parts, owner))
  const texts = theirs.map(({ text }) => text).join(' ')
  expect(texts).toMatch(/changed the status to Settled\./)
  expect(texts).toMatch(/changed the status to On hold\./)
})

test('a law firm reads the names of its client, and its own only on its own records [O-226]', async () => {
  const firm = await createOrganisation(parts.app, { type: 'ServiceProvider', name: 'Firm' })
  const firmAdmin = await createUser(parts.app, { organisationId: firm.id, role: 'Administrator' })
  const ofFirm = await callerFor(parts, firmAdmin)
  expect((await ofFirm.patch(path, { names: [name('Active', 'Ours')] })).statusCode).toBe(204)
  expect((await ofFirm.get('/v2/me')).json<{ statusNames: object[] }>().statusNames).toEqual([
    name('Active', 'Ours'),
  ])
  await set(name('Active', 'Open'))
  const id = await open(disputes, 'Active')
  await open(advice, 'Active')
  await linkFirm(parts.app, organisationId, firm.id)
  await add(admin, id, firmAdmin)
  const me = (await (await callerFor(parts, firmAdmin)).get('/v2/me')).json<{ statusNames: object[] }>()
  expect(me.statusNames).toEqual([name('Active', 'Open', { type: disputes })])
})

test.each([
  [[{ status: 'Running' }], 'names[0].status'],
  [[{ recordType: 'Task' }], 'names[0].recordType'],
  [[{ name: ' ' }], 'names[0].name'],
  [[{ name: 'a'.repeat(41) }], 'names[0].name'],
  [[{ name: 'two\nlines' }], 'names[0].name'],
  [[{ name: 'Act\u200Bive' }], 'names[0].name'],
  [[{ type: { id: 2_000_000_000 } }], 'names[0].type'],
  [[{}, {}], 'names[1].status'],
  // what another status is called already: by its standard name, by one of its own, on one type only
  [[{ name: 'on hold' }], 'names[0].name'],
  [[{ name: 'Ｒeview' }], 'names[0].name'],
  [[{}, { status: 'Draft' }], 'names[0].name'],
  [[{}, { status: 'Draft', ofType: true }], 'names[0].name'],
  [[{ colour: 'red' }], 'names[0].colour'],
] as [({ ofType?: boolean } & object)[], string][])(
  'what is wrong is refused, and nothing is changed: case %# [O-224]',
  async (wrong, property) => {
    await set(name('Active', 'Kept'))
    const names = wrong.map(({ ofType, ...each }) => ({
      ...name('Active', 'Open'),
      ...(ofType ? { type: disputes } : {}),
      ...each,
    }))
    const refused = await admin.patch(path, { names })
    expect(
      [refused.statusCode, Object.keys(refused.json<{ errors: object }>().errors)],
      refused.body,
    ).toEqual([400, [property]])
    expect((await admin.get(path)).json()).toMatchObject({ names: [name('Active', 'Kept')] })
  },
)

test('names can be exchanged, reset, and are kept on the records of a deleted type [O-224]', async () => {
  await set(name('Draft', 'Review'), name('Review', 'Draft'))
  await set(name('Active', 'Open', { type: disputes }))
  const first = await admin.get(path)
  expect((await admin.delete(`/v2/matterTypes/${disputes.id}`)).statusCode).toBe(204)
  await set(name('Active', 'Open', { type: disputes }), name('OnHold', 'Parked'))
  const stale = await admin.patch(
    path,
    { names: [] },
    { headers: { 'if-match': String(first.headers.etag) } },
  )
  expect(stale.statusCode).toBe(412)
  await set()
  expect((await admin.get(path)).json()).toMatchObject({ names: [] })
  expect((await admin.get('/v2/me')).json()).toMatchObject({ statusNames: [] })
})

test('an import reads the names as well as the statuses [O-225]', async () => {
  await set(name('Active', 'Open with counsel', { type: disputes }), name('OnHold', 'Parked'))
  const imports = importsOf(parts.app, organisationId, admin)
  const table = `Name,Type,Status name,Manager
Claim,Disputes,Open with counsel,${manager.email}
Note,Advice,parked,
Draft,Advice,On hold,
None,Advice,Open with counsel,`
  const { id } = await imports.send('matters', table)
  await imports.act(id, 'check')
  expect(await imports.problems(id)).toMatchObject([
    { property: 'status', found: 'Open with counsel', rows: [5] },
  ])
  await imports.act(id, 'run', { skipWrong: true })
  const { items } = (await admin.get('/v2/matters?$orderby=Name')).json<{ items: object[] }>()
  expect(items).toMatchObject([
    { name: 'Claim', status: 'Active' },
    { name: 'Draft', status: 'OnHold' },
    { name: 'Note', status: 'OnHold' },
  ])
})
