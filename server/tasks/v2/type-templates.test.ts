// Task templates of a matter type: whose tasks matters get automatically, when, and when not.
import { beforeEach, expect, test } from 'vitest'
import { createOrganisation, createUser, type TestUser } from '../../../test/factories.ts'
import { importsOf } from '../../../test/fixtures/imports.ts'
import type { Caller } from '../../../test/http.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { callerFor } from '../../../test/tokens.ts'

const parts = useTestApp()
let organisationId: number
let manager: TestUser
let admin: Caller
let type: { id: number }
let path: string
let first: { id: number }
let closing: { id: number }
beforeEach(async () => {
  organisationId = (await createOrganisation(parts.app)).id
  manager = await createUser(parts.app, { organisationId, role: 'Administrator' })
  admin = await callerFor(parts, manager)
  type = await made('/v2/matterTypes', { name: 'Disputes' })
  path = `/v2/matterTypes/${type.id}/taskTemplates`
  first = await made('/v2/taskTemplates', {
    name: 'First steps',
    items: [
      { name: 'Read the claim', assignTo: 'Owner', due: { offset: 3, unit: 'Days' } },
      { name: 'Answer', assignTo: 'Manager' },
    ],
  })
  closing = await made('/v2/taskTemplates', { name: 'Closing', items: [{ name: 'Return the file' }] })
})

async function made(at: string, body: object): Promise<{ id: number }> {
  const answer = await admin.post(at, body)
  expect(answer.statusCode, answer.body).toBe(201)
  return { id: answer.json<{ id: number }>().id }
}
const name = async (...items: object[]) => {
  const answer = await admin.put(path, { items })
  expect(answer.statusCode, answer.body).toBe(204)
}
const open = (more: object = {}) =>
  made('/v2/matters', { name: 'Claim', type, manager: { user: { id: manager.id } }, ...more })
const tasksOf = async ({ id }: { id: number }) =>
  (await admin.get(`/v2/tasks?$filter=Matter/Id eq ${id}&$orderby=Id`)).json<{ items: { name: string }[] }>()
    .items
const namesOf = async (matter: { id: number }) => (await tasksOf(matter)).map((task) => task.name)

test('a matter gets the tasks of its type when it is opened, and those of a status when it first comes to it [M-210]', async () => {
  await name({ template: first }, { template: closing, status: 'Active' })
  expect((await admin.get(path)).json()).toEqual({
    items: [
      { template: { ...first, name: 'First steps' }, status: null },
      { template: { ...closing, name: 'Closing' }, status: 'Active' },
    ],
  })
  const claim = await open()
  expect(await tasksOf(claim)).toMatchObject([
    { name: 'Read the claim', assignee: { id: manager.id }, dueDate: '2026-03-05T00:00:00' },
    { name: 'Answer', assignee: { id: manager.id }, dueDate: null },
  ])
  for (const status of ['Active', 'OnHold', 'Active'])
    expect((await admin.patch(`/v2/matters/${claim.id}`, { status })).statusCode).toBe(204)
  expect(await namesOf(claim)).toEqual(['Read the claim', 'Answer', 'Return the file'])
  const history = (await admin.get(`/v2/matters/${claim.id}/history`)).body
  expect(history).toContain('Return the file')
  // another type has none, and neither has this one when no template is named any more
  const other = await made('/v2/matterTypes', { name: 'Advice' })
  expect(await namesOf(await open({ type: other }))).toEqual([])
  await name()
  expect(await namesOf(await open())).toEqual([])
})

test('one in intake gets them when it is taken on, and none when it is declined [M-211]', async () => {
  await name({ template: first }, { template: closing, status: 'Complete' })
  const business = await callerFor(parts, await createUser(parts.app, { organisationId, role: 'Standard' }))
  const ask = async () =>
    (await business.post('/v2/matters', { name: 'Please', type })).json<{ id: number }>()
  const [taken, declined] = [await ask(), await ask()]
  expect(await namesOf(taken)).toEqual([])
  expect((await admin.post(`/v2/matters/${taken.id}/intake/accept`, {})).statusCode).toBe(204)
  expect(await namesOf(taken)).toEqual(['Read the claim', 'Answer'])
  expect((await admin.post(`/v2/matters/${declined.id}/intake/decline`, { reason: 'No' })).statusCode).toBe(
    204,
  )
  expect(await namesOf(declined)).toEqual([])
})

test('tasks that somebody added from a template before are not added again, and imports add none [M-211]', async () => {
  await name({ template: first, status: 'Active' })
  const claim = await open()
  await admin.post(`/v2/matters/${claim.id}/taskTemplates`, { template: first })
  await admin.patch(`/v2/matters/${claim.id}`, { status: 'Active' })
  expect(await namesOf(claim)).toEqual(['Read the claim', 'Answer'])
  await name({ template: first })
  const imports = importsOf(parts.app, organisationId, admin)
  const { id } = await imports.send('matters', `Name,Type,Manager\nOld,Disputes,${manager.email}`)
  await imports.act(id, 'check')
  expect(await imports.act(id, 'run')).toMatchObject({ made: 1 })
  const { items } = (await admin.get("/v2/matters?$filter=Name eq 'Old'")).json<{ items: { id: number }[] }>()
  expect(await namesOf(items[0] ?? { id: 0 })).toEqual([])
})

test('a deleted template and a feature that is off add nothing, and keep nobody from opening a matter [M-211]', async () => {
  await name({ template: first }, { template: closing })
  await admin.delete(`/v2/taskTemplates/${first.id}`)
  expect(await namesOf(await open())).toEqual(['Return the file'])
  await admin.patch('/v2/features/TASKS', { enabled: false })
  const quiet = await open()
  await admin.patch('/v2/features/TASKS', { enabled: true })
  expect(await namesOf(quiet)).toEqual([])
})

test.each([
  [{ items: [{ template: { id: 2_000_000_000 } }] }, 'items[0].template'],
  [{ items: [{}] }, 'items[0].template'],
  [{ items: 'all' }, 'items'],
])('what is wrong is refused, and nothing is changed: case %# [M-210]', async (body, property) => {
  await name({ template: first })
  const refused = await admin.put(path, body)
  expect([refused.statusCode, Object.keys(refused.json<{ errors: object }>().errors)]).toEqual([
    400,
    [property],
  ])
  for (const items of [[{ template: first, status: 'Archived' }], [{ template: first }, { template: first }]])
    expect((await admin.put(path, { items })).statusCode).toBe(400)
  expect((await admin.get(path)).json()).toMatchObject({ items: [{ template: first }] })
  const colleague = await callerFor(parts, await createUser(parts.app, { organisationId }))
  expect((await colleague.put(path, { items: [] })).statusCode).toBe(403)
})
