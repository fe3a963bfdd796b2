// Creating and updating tasks, and adding them from templates.
import { expect, test } from 'vitest'
import { actorFor } from '../../../test/fixtures/actors.ts'
import { createOrganisation, createUser, type TestUser } from '../../../test/factories.ts'
import { eventsOf } from '../../../test/fixtures/files.ts'
import { insertMatter } from '../../../test/fixtures/matters.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { systemActor } from '../../platform/events/change.ts'
import { addTasksFromTemplate } from './add-tasks-from-template.ts'
import { updateTask } from './update-task.ts'
import { createTask } from './create-task.ts'
import { createTaskTemplate } from './create-task-template.ts'

const parts = useTestApp()

async function makeWorld({ timeZone = 'UTC' } = {}) {
  const { app } = parts
  const { id: organisationId } = await createOrganisation(app, { timeZone })
  const owner = await createUser(app, { organisationId })
  const member = await createUser(app, { organisationId, role: 'Standard' })
  const colleague = await createUser(app, { organisationId, role: 'Contributor' })
  const matterId = await insertMatter(app, { owner, members: [member] })
  return { organisationId, owner, member, colleague, matterId, act: (user: TestUser) => actorFor(app, user) }
}

const tasksOf = (organisationId: number) =>
  parts.app.db
    .selectFrom('tasks')
    .where('organisation_id', '=', organisationId)
    .orderBy('position')
    .selectAll()
    .execute()

test('a new task is the last one, keeps its texts, and is late when its day is over [M-85]', async () => {
  const { organisationId, owner, matterId, act } = await makeWorld()
  const actor = await act(owner)
  const first = await createTask(parts.app, actor, matterId, { name: ' Review ', due: '2026-05-06' })
  await createTask(parts.app, actor, matterId, {
    name: 'Hearing',
    type: 'CourtDate',
    parentId: first,
    due: '2026-05-06T09:30',
    duration: 1.5,
    assigneeId: owner.id,
  })
  expect(await tasksOf(organisationId)).toMatchObject([
    {
      name: 'Review',
      position: 1,
      type: 'Standard',
      status: 'NotStarted',
      due_at: '2026-05-06T00:00:00',
      late_from: '2026-05-07T00:00:00',
      assigned_to: null,
    },
    {
      name: 'Hearing',
      position: 2,
      parent_id: first,
      due_at: '2026-05-06T09:30:00',
      late_from: '2026-05-06T09:30:00',
      duration: '1.50',
      assigned_to: owner.id,
    },
  ])
  expect((await eventsOf(parts.app, organisationId)).map(([name]) => name)).toEqual([
    'task.created',
    'task.created',
  ])
})

test.each([
  ['no name', { name: ' ' }, /name must be/],
  ['a due date that is no day', { name: 'A', due: '2026-02-30' }, /due must be/],
  ['a duration below zero', { name: 'A', duration: -1 }, /duration must be/],
  ['a parent that is not there', { name: 'A', parentId: 2_000_000_000 }, /parentId must be/],
])('a task with %s is rejected and writes nothing', async (_, input, message) => {
  const { organisationId, owner, matterId, act } = await makeWorld()
  await expect(createTask(parts.app, await act(owner), matterId, input)).rejects.toThrow(message)
  expect(await tasksOf(organisationId)).toEqual([])
})

test('a task of another matter cannot be the parent', async () => {
  const { owner, matterId, act } = await makeWorld()
  const other = await insertMatter(parts.app, { owner })
  const actor = await act(owner)
  const parentId = await createTask(parts.app, actor, other, { name: 'Elsewhere' })
  await expect(createTask(parts.app, actor, matterId, { name: 'Here', parentId })).rejects.toThrow(
    /parentId must be the id of a task of the same matter/,
  )
})

test('somebody who was invited to the organisation and is on the matter can be assigned [M-86]', async () => {
  const { organisationId, owner, act } = await makeWorld()
  const invited = await createUser(parts.app, { organisationId, status: 'Invited' })
  const matterId = await insertMatter(parts.app, { owner, members: [invited] })
  const other = await insertMatter(parts.app, { owner })
  const actor = await act(owner)
  const task = { name: 'A', assigneeId: invited.id }
  await expect(createTask(parts.app, actor, matterId, task)).resolves.toBeGreaterThan(0)
  await expect(createTask(parts.app, actor, other, task)).rejects.toThrow(/assigneeId must be the id/)
})

test('only people who may see the matter can be assigned, on creation and later [M-86]', async () => {
  const { organisationId, owner, member, colleague, matterId, act } = await makeWorld()
  const actor = await act(owner)
  const refusal = /assigneeId must be the id of an active person who may see the matter/
  await expect(
    createTask(parts.app, actor, matterId, { name: 'A', assigneeId: colleague.id }),
  ).rejects.toThrow(refusal)
  const id = await createTask(parts.app, actor, matterId, { name: 'A', assigneeId: member.id })
  await expect(updateTask(parts.app, actor, id, { assigneeId: colleague.id })).rejects.toThrow(refusal)
  await updateTask(parts.app, actor, id, { assigneeId: null })
  expect(await tasksOf(organisationId)).toMatchObject([{ assigned_to: null }])
})

test('a member updates the tasks they created or are assigned, and no others; a colleague sees none', async () => {
  const { organisationId, owner, member, colleague, matterId, act } = await makeWorld()
  const [boss, guest] = [await act(owner), await act(member)]
  const theirs = await createTask(parts.app, boss, matterId, { name: 'Given', assigneeId: member.id })
  const made = await createTask(parts.app, guest, matterId, { name: 'Made' })
  const other = await createTask(parts.app, boss, matterId, { name: 'Other' })
  await updateTask(parts.app, guest, theirs, { status: 'Complete' })
  await updateTask(parts.app, guest, made, { status: 'InProgress' })
  await updateTask(parts.app, boss, made, { name: 'Made by a guest' })
  await expect(updateTask(parts.app, guest, other, { status: 'Complete' })).rejects.toThrow(
    /Only the person who created this task/,
  )
  await expect(
    updateTask(parts.app, await act(colleague), other, { status: 'Complete' }),
  ).rejects.toMatchObject({ code: 'not_found' })
  expect((await tasksOf(organisationId)).map(({ name, status }) => [name, status])).toEqual([
    ['Given', 'Complete'],
    ['Made by a guest', 'InProgress'],
    ['Other', 'NotStarted'],
  ])
})

test('an update touches the matter and raises one event; without a difference neither', async () => {
  const { organisationId, owner, matterId, act } = await makeWorld()
  const actor = await act(owner)
  const id = await createTask(parts.app, actor, matterId, { name: 'A', due: '2026-05-06' })
  const before = await tasksOf(organisationId)
  parts.clock.advance({ minutes: 1 })
  await updateTask(parts.app, actor, id, { name: 'A', due: '2026-05-06T00:00:00', status: 'NotStarted' })
  expect(await tasksOf(organisationId)).toEqual(before)
  await updateTask(parts.app, actor, id, { due: null, description: ' ' })
  expect(await tasksOf(organisationId)).toMatchObject([{ due_at: null, late_from: null, description: null }])
  const { last_activity_at: activity } = await parts.app.db
    .selectFrom('matters')
    .where('organisation_id', '=', organisationId)
    .where('id', '=', matterId)
    .select('last_activity_at')
    .executeTakeFirstOrThrow()
  expect(activity).toEqual(parts.clock.now())
  expect((await eventsOf(parts.app, organisationId)).map(([name]) => name)).toEqual([
    'task.created',
    'task.updated',
  ])
})

test('concurrent updates are all applied [G-96]', async () => {
  const { organisationId, owner, matterId, act } = await makeWorld()
  const actor = await act(owner)
  const id = await createTask(parts.app, actor, matterId, { name: 'A' })
  await Promise.all([
    updateTask(parts.app, actor, id, { status: 'OnHold' }),
    updateTask(parts.app, actor, id, { due: '2026-05-06' }),
    updateTask(parts.app, actor, id, { position: 7 }),
    updateTask(parts.app, actor, id, { description: 'all of it' }),
  ])
  expect(await tasksOf(organisationId)).toMatchObject([
    { status: 'OnHold', due_at: '2026-05-06T00:00:00', position: 7, description: 'all of it' },
  ])
})

const plan = [
  { name: 'Open the file', due: { offset: 0, unit: 'WorkingDays' }, assignTo: 'Owner' },
  { name: 'Read the claim', parent: 1, due: { offset: 1, unit: 'WorkingDays' }, duration: 2 },
  { name: 'Hearing', type: 'CourtDate', due: { offset: 10, unit: 'Days' } },
  {
    name: 'Prepare',
    type: 'Milestone',
    due: { offset: -2, unit: 'WorkingDays', after: 3 },
    assignTo: 'Manager',
  },
] as const

test("a template's tasks come after the others, nested, with due dates counted from today where the organisation is [M-83]", async () => {
  // Friday the 1st in UTC is Saturday the 2nd there
  parts.clock.set(new Date('2026-05-01T20:00:00Z'))
  const { organisationId, owner, member, matterId, act } = await makeWorld({ timeZone: 'Pacific/Auckland' })
  const actor = await act(owner)
  await createTask(parts.app, actor, matterId, { name: 'First' })
  const templateId = await createTaskTemplate(parts.app, actor, {
    organisationId,
    name: 'Claim',
    items: plan,
  })
  await addTasksFromTemplate(parts.app, actor, matterId, templateId)
  const tasks = await tasksOf(organisationId)
  expect(
    tasks.map((task) => [task.position, task.name, task.due_at?.slice(0, 10), task.assigned_to]),
  ).toEqual([
    [1, 'First', undefined, null],
    [2, 'Open the file', '2026-05-04', owner.id],
    [3, 'Read the claim', '2026-05-04', null],
    [4, 'Hearing', '2026-05-12', null],
    [5, 'Prepare', '2026-05-08', null],
  ])
  expect(tasks[2]?.parent_id).toBe(tasks[1]?.id)
  expect(tasks.map(({ type }) => type)).toEqual([
    'Standard',
    'Standard',
    'Standard',
    'CourtDate',
    'Milestone',
  ])
  await expect(
    addTasksFromTemplate(parts.app, await act(member), matterId, templateId),
  ).rejects.toMatchObject({ code: 'forbidden' })
  expect(await tasksOf(organisationId)).toHaveLength(5)
})

test('a template of another organisation is not found, and names are unique', async () => {
  const ours = await makeWorld()
  const theirs = await makeWorld()
  const foreign = await createTaskTemplate(parts.app, systemActor('test'), {
    organisationId: theirs.organisationId,
    name: 'Theirs',
    items: plan,
  })
  const actor = await ours.act(ours.owner)
  await expect(addTasksFromTemplate(parts.app, actor, ours.matterId, foreign)).rejects.toThrow(
    /templateId must be/,
  )
  const { organisationId } = ours
  await createTaskTemplate(parts.app, actor, { organisationId, name: 'Theirs', items: plan })
  await expect(
    createTaskTemplate(parts.app, actor, { organisationId, name: 'THEIRS', items: plan }),
  ).rejects.toMatchObject({ code: 'conflict' })
})
