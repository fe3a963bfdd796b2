import { beforeEach, expect, test } from 'vitest'
import { actorFor } from '../../../test/fixtures/actors.ts'
import { createOrganisation, createUser, type TestUser } from '../../../test/factories.ts'
import { insertMatter, mattersPath as matters } from '../../../test/fixtures/matters.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { callerFor } from '../../../test/tokens.ts'
import type { Actor } from '../../platform/actor.ts'
import { updateTask } from '../../tasks/commands/update-task.ts'
import { createTask } from '../../tasks/commands/create-task.ts'
import { updateMatter } from './update-matter.ts'
import { notifyOverdue } from './notify-overdue.ts'

const parts = useTestApp()

let owner: TestUser
let actor: Actor
beforeEach(async () => {
  const { app, clock } = parts
  clock.set(new Date('2026-03-02T09:00:00Z'))
  const { id: organisationId } = await createOrganisation(app, { timeZone: 'Pacific/Auckland' })
  owner = await createUser(app, { organisationId })
  actor = await actorFor(app, owner)
  // what other tests left
  await notifyOverdue(app)
})

const notifiedStates = async (id: number) => {
  const rows = await parts.app.db
    .selectFrom('events')
    .where('organisation_id', '=', owner.organisationId)
    .where('subject_kind', '=', 'matter')
    .where('subject_id', '=', id)
    .where('name', '=', 'matter.status.updated')
    .orderBy('id')
    .select(['facts', 'user_id'])
    .execute()
  return rows.map(({ facts }) => {
    const { from, to } = facts as { from: string; to: string }
    return `${from} → ${to}`
  })
}
const seen = async (id: number) =>
  (await (await callerFor(parts, owner)).get(`${matters}/${id}`)).json<{ status: string }>().status

test('a matter that becomes late at its local time is published once, and so is each later state [M-62]', async () => {
  const { app, clock } = parts
  const id = await insertMatter(app, { owner })
  await insertMatter(app, { owner })
  // the end of 3 March in Auckland is 11:00 of 3 March in UTC
  const task = await createTask(app, actor, id, { name: 'Letter', due: '2026-03-03' })
  await createTask(app, actor, id, { name: 'Signed', type: 'Milestone', due: '2026-03-04' })
  clock.set(new Date('2026-03-03T10:59:00Z'))
  expect([await seen(id), await notifyOverdue(app)]).toEqual(['Active', 0])
  clock.set(new Date('2026-03-03T11:00:00Z'))
  expect([await seen(id), await notifyOverdue(app), await notifyOverdue(app)]).toEqual(['TasksLate', 1, 0])
  clock.set(new Date('2026-03-04T11:00:00Z'))
  expect([await seen(id), await notifyOverdue(app)]).toEqual(['TasksAndMilestonesLate', 1])
  await updateTask(app, actor, task, { status: 'Complete' })
  expect([await seen(id), await notifyOverdue(app)]).toEqual(['MilestonesLate', 1])
  expect(await notifiedStates(id)).toEqual([
    'Active → TasksLate',
    'TasksLate → TasksAndMilestonesLate',
    'TasksAndMilestonesLate → MilestonesLate',
  ])
})

test('a late matter that leaves Active publishes nothing more until it is Active again', async () => {
  const { app } = parts
  const id = await insertMatter(app, { owner, values: { manager_id: owner.id } })
  await createTask(app, actor, id, { name: 'Letter', due: '2026-02-03' })
  expect(await notifyOverdue(app)).toBe(1)
  await updateMatter(app, actor, id, () => ({ state: 'OnHold' }))
  expect([await seen(id), await notifyOverdue(app), await notifyOverdue(app)]).toEqual(['OnHold', 1, 0])
  await updateMatter(app, actor, id, () => ({ state: 'Active' }))
  expect([await seen(id), await notifyOverdue(app)]).toEqual(['TasksLate', 1])
  expect(await notifiedStates(id)).toEqual([
    'Active → TasksLate',
    'Active → OnHold',
    'OnHold → Active',
    'Active → TasksLate',
  ])
})
