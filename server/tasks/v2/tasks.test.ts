// v2 of tasks and task templates, through the server.
import { expect, test } from 'vitest'
import { createOrganisation, createUser } from '../../../test/factories.ts'
import { eventsOf } from '../../../test/fixtures/files.ts'
import { insertMatter } from '../../../test/fixtures/matters.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { callerFor } from '../../../test/tokens.ts'
import { taskProperties } from './tasks.wire.ts'
import { taskTemplateProperties } from './templates.wire.ts'

const parts = useTestApp()

async function world() {
  const { app } = parts
  const { id: organisationId } = await createOrganisation(app)
  const owner = await createUser(app, { organisationId, role: 'Administrator' })
  const member = await createUser(app, { organisationId, role: 'Standard' })
  const matterId = await insertMatter(app, { owner, members: [member] })
  const caller = await callerFor(parts, owner)
  const guest = await callerFor(parts, member)
  return { organisationId, owner, member, matterId, caller, guest, tasks: `/v2/matters/${matterId}/tasks` }
}

test('a task is created, shown, read by v1, updated, completed and deleted [M-130]', async () => {
  const { caller, guest, member, matterId, tasks, organisationId } = await world()
  const parent = (await caller.post(tasks, { name: 'Claim' })).json<{ id: number }>()
  const made = await caller.post(tasks, {
    name: ' Hearing ',
    type: 'courtdate',
    assignee: { id: member.id },
    parent: { id: parent.id },
    dueDate: '2026-11-12',
    duration: 2.5,
  })
  expect(made.statusCode, made.body).toBe(201)
  const { id } = made.json<{ id: number }>()
  const own = `/v2/tasks/${id}`
  expect(made.headers.location).toBe(own)
  const whole = {
    id,
    name: 'Hearing',
    description: null,
    type: 'CourtDate',
    status: 'NotStarted',
    assignee: { id: member.id, email: member.email },
    dueDate: '2026-11-12T00:00:00',
    duration: 2.5,
    position: 2,
    matter: { id: matterId },
    parent: { id: parent.id, name: 'Claim' },
  }
  expect(made.json()).toMatchObject(whole)
  const v1 = (await caller.get('/matter-apis/v1/matters/tasks')).json<object[]>()
  expect(v1[1]).toMatchObject({ id, type: 'CourtDate', dueDate: '2026-11-12T00:00:00', parentId: parent.id })
  const read = (await guest.get(own)).json<object>()
  expect(read).toMatchObject(whole)
  expect((await guest.get('/v2/tasks?$select=id,DueDate')).json<{ items: object[] }>().items[1]).toEqual({
    id,
    dueDate: '2026-11-12T00:00:00',
  })
  // the assignee, too, can send back what they read
  expect((await guest.patch(own, { ...read, status: 'InProgress', dueDate: null })).statusCode).toBe(204)
  expect((await guest.post(`${own}/complete`)).statusCode).toBe(204)
  expect((await guest.post(`${own}/complete`)).statusCode).toBe(204)
  expect((await caller.get(own)).json()).toMatchObject({ status: 'Complete', dueDate: null, duration: 2.5 })
  // the guest did not create it
  expect((await guest.delete(own)).statusCode).toBe(403)
  expect((await caller.delete(`/v2/tasks/${parent.id}`)).statusCode).toBe(409)
  expect((await caller.delete(own)).statusCode).toBe(204)
  expect((await caller.delete(`/v2/tasks/${parent.id}`)).statusCode).toBe(204)
  expect((await caller.get(own)).statusCode).toBe(404)
  expect((await eventsOf(parts.app, organisationId)).map(([name]) => name)).toEqual([
    'task.created',
    'task.created',
    'task.updated',
    'task.updated',
    'task.deleted',
    'task.deleted',
  ])
})

test('files that were added for a task stay on the matter when it is deleted [M-131]', async () => {
  const { caller, tasks, matterId } = await world()
  const { id } = (await caller.post(tasks, { name: 'Claim' })).json<{ id: number }>()
  const file = await caller.post(`/file-apis/v1/files/Task/${id}?fileName=a.txt`, 'text', {
    headers: { 'content-type': 'text/plain' },
  })
  expect(file.statusCode, file.body).toBe(200)
  expect((await caller.delete(`/v2/tasks/${id}`)).statusCode).toBe(204)
  expect((await caller.get(`/v2/matters/${matterId}/files/${file.body}`)).statusCode).toBe(200)
})

test.each([
  [{}, 'name'],
  [{ name: 'A', type: 'Party' }, 'type'],
  [{ name: 'A', dueDate: 'soon' }, 'dueDate'],
  [{ name: 'A', duration: -1 }, 'duration'],
  [{ name: 'A', position: '1' }, 'position'],
  [{ name: 'A', assignee: { id: '5d7c1b1e-0f53-4c0e-9f38-8f9d2c1b7a10' } }, 'assignee'],
  [{ name: 'A', parent: { id: 2_000_000_000 } }, 'parent'],
  [{ name: 'A', done: true }, 'done'],
])('%j is rejected by name, and no task is created [M-132]', async (body, name) => {
  const { caller, tasks } = await world()
  const answer = await caller.post(tasks, body)
  expect(answer.statusCode, answer.body).toBe(400)
  expect(answer.json<{ errors: object }>().errors).toHaveProperty(name)
  expect((await caller.get('/v2/tasks')).json()).toEqual({ items: [] })
})

test('tasks are filtered and sorted by every property, counted and paged [M-133]', async () => {
  const { caller, tasks, matterId } = await world()
  for (const [name, dueDate] of [
    ['B', '2026-03-01'],
    ['A', '2026-02-01T10:00:00'],
    ['C', null],
  ]) {
    await caller.post(tasks, { name, dueDate })
  }
  const names = async (query: string) => {
    const answer = await caller.get(query.startsWith('/') ? query : `/v2/tasks?${query}`)
    expect(answer.statusCode, `${query}: ${answer.body}`).toBe(200)
    const page = answer.json<{ items: { name: string }[]; count?: number; nextLink?: string }>()
    return { ...page, names: page.items.map(({ name }) => name).join('') }
  }
  expect((await names('$orderby=DueDate desc')).names).toBe('BAC')
  expect((await names(`$filter=Matter/Id eq ${matterId} and DueDate lt 2026-03-01`)).names).toBe('A')
  const first = await names('$orderby=Name&$top=2&$count=true')
  expect([first.count, first.names]).toEqual([3, 'AB'])
  expect((await names((first.nextLink ?? '').replace(/^https?:\/\/[^/]+/, ''))).names).toBe('C')
  for (const [name, { sorted }] of Object.entries(taskProperties)) {
    await names(`$filter=${name} eq null or ${name} ne null`)
    if (sorted) await names(`$orderby=${name} desc`)
  }
})

test('a template is created, updated, added to a matter and deleted [M-134]', async () => {
  parts.clock.set(new Date('2026-05-04T10:00:00Z'))
  const { caller, matterId, owner } = await world()
  const templates = '/v2/taskTemplates'
  const made = await caller.post(templates, {
    name: 'Claim',
    description: 'Small ones',
    items: [
      { name: 'Open the file', assignTo: 'owner', due: { offset: 1, unit: 'Days' } },
      {
        name: 'Hearing',
        type: 'CourtDate',
        duration: 3,
        parent: 1,
        due: { offset: 2, unit: 'Days', after: 1 },
      },
    ],
  })
  expect(made.statusCode, made.body).toBe(201)
  const { id } = made.json<{ id: number }>()
  const own = `${templates}/${id}`
  expect(made.headers.location).toBe(own)
  const read = (await caller.get(own)).json<object>()
  expect(read).toMatchObject({
    id,
    name: 'Claim',
    items: [
      { number: 1, name: 'Open the file', assignTo: 'Owner', due: { offset: 1, unit: 'Days', after: null } },
      { number: 2, type: 'CourtDate', duration: 3, parent: 1, due: { after: 1 } },
    ],
  })
  expect((await caller.patch(own, read)).statusCode).toBe(204)
  expect((await caller.patch(own, { name: 'Claims', description: null })).statusCode).toBe(204)
  expect((await caller.get(own)).json()).toMatchObject({ name: 'Claims', description: null, items: [{}, {}] })
  for (const name of Object.keys(taskTemplateProperties)) {
    const page = await caller.get(`${templates}?$filter=${name} eq null or ${name} ne null&$orderby=${name}`)
    expect(page.json(), name).toMatchObject({ items: [{ id, name: 'Claims' }] })
  }
  const add = `/v2/matters/${matterId}/taskTemplates`
  expect((await caller.post(add, { template: { id } })).statusCode).toBe(204)
  expect((await caller.get('/v2/tasks?$orderby=Position')).json()).toMatchObject({
    items: [
      { name: 'Open the file', dueDate: '2026-05-05T00:00:00', assignee: { id: owner.id } },
      { name: 'Hearing', dueDate: '2026-05-07T00:00:00', parent: { name: 'Open the file' } },
    ],
  })
  expect((await caller.delete(own)).statusCode).toBe(204)
  expect((await caller.get(own)).statusCode).toBe(404)
  const gone = await caller.post(add, { template: { id } })
  expect(gone.statusCode).toBe(400)
  expect(gone.json()).toMatchObject({ errors: { template: [expect.stringContaining('template must be')] } })
  expect((await caller.post(templates, { name: 'claims', items: [{ name: 'A' }] })).statusCode).toBe(201)
  expect((await caller.post(templates, { name: 'CLAIMS', items: [{ name: 'A' }] })).statusCode).toBe(409)
})

test.each([
  [{ items: [{ name: 'A' }] }, 'name'],
  [{ name: 'A' }, 'items'],
  [{ name: 'A', items: [{ name: ' ' }] }, 'items[0].name'],
  [{ name: 'A', items: [{ name: 'A', parent: 2 }] }, 'items[0].parent'],
  [{ name: 'A', items: [{ name: 'A', due: { offset: 1 } }] }, 'items[0].due.unit'],
  [{ name: 'A', items: [{ name: 'A', due: { offset: 1, unit: 'Days', after: 1 } }] }, 'items[0].due'],
  [{ name: 'A', items: [{ name: 'A', assignTo: 'Anybody' }] }, 'items[0].assignTo'],
])('a template %j is rejected by name [M-134]', async (body, name) => {
  const { caller } = await world()
  const answer = await caller.post('/v2/taskTemplates', body)
  expect(answer.statusCode, answer.body).toBe(400)
  expect(answer.json<{ errors: object }>().errors).toHaveProperty([name])
  expect((await caller.get('/v2/taskTemplates')).json()).toEqual({ items: [] })
})
