// Undoing an import of what belongs to records: what somebody has touched stays, with the reason.
import { expect, test } from 'vitest'
import { createUser } from '../../../test/factories.ts'
import { importWorld } from '../../../test/fixtures/import-world.ts'
import { importsOf } from '../../../test/fixtures/imports.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { callerFor } from '../../../test/tokens.ts'

const parts = useTestApp()

type World = Awaited<ReturnType<typeof importWorld>>

async function importTable({ imports }: World, kind: string, table: string): Promise<number> {
  const { id } = await imports.send(kind, table)
  expect(await imports.act(id, 'check'), kind).toMatchObject({ state: 'Checked', wrong: 0 })
  expect(await imports.act(id, 'run'), kind).toMatchObject({ state: 'Done' })
  return id
}

const list = async ({ caller }: World, path: string) =>
  (await caller.get(path)).json<{ items: Record<string, unknown>[] }>().items

const idOfName = async (world: World, path: string, property: string, name: string) => {
  const found = (await list(world, path)).find((each) => each[property] === name)
  expect(found, name).toBeDefined()
  return Number(found?.['id'])
}

const invoices = [
  'Matter,Invoice no,Date,Vendor,Net,Status',
  'M-1,R-1,2020-02-01,Print & Co,100,Draft',
  'M-1,R-2,2020-02-02,Print & Co,100,Posted',
  'M-1,R-3,2020-02-03,Print & Co,100,Approved',
  'M-1,R-4,2020-02-04,Print & Co,100,Paid',
].join('\n')

async function withMatter(restricted = 'no') {
  const world = await importWorld(parts)
  await importTable(world, 'matters', `Number,Title,Type,Restricted\nM-1,Lease,Disputes,${restricted}`)
  return world
}

test('invoices that nobody touched are undone in every status; the others stay, and are listed with the reason [X-19]', async () => {
  const world = await withMatter()
  const { caller, imports } = world
  const id = await importTable(world, 'invoices', invoices)
  const posted = await idOfName(world, '/v2/invoices', 'number', 'R-2')
  const approved = await idOfName(world, '/v2/invoices', 'number', 'R-3')
  const done = await caller.post(`/v2/invoices/${posted}/approve`, {})
  expect(done.statusCode, done.body).toBeLessThan(300)
  expect(await imports.act(id, 'undo')).toMatchObject({ state: 'Undone', made: 4, undone: 3 })
  expect(await list(world, `/v2/imports/${id}/rows?outcome=Kept`)).toEqual([
    {
      row: 3,
      outcome: 'Kept',
      made: String(posted),
      reason: 'Somebody has worked on it since, so it stays.',
      title: 'R-2',
    },
  ])
  expect(await list(world, '/v2/invoices')).toMatchObject([{ number: 'R-2', status: 'Approved' }])
  expect((await caller.get(`/v2/invoices/${approved}`)).statusCode).toBe(404)
  // the number is free again, and the history says what was there
  await importTable(world, 'invoices', 'Matter,Invoice no,Date,Vendor,Net\nM-1,R-3,2020-02-03,Print & Co,90')
  const matter = await idOfName(world, '/v2/matters', 'name', 'Lease')
  const history = await list(world, `/v2/matters/${matter}/history?$top=200`)
  expect(history.filter(({ action }) => action === 'invoice.deleted')).toHaveLength(3)
  expect(history.filter(({ action }) => action === 'invoice.created')).toHaveLength(5)
})

test('an invoice on a matter under a legal hold is not undone [X-19]', async () => {
  const world = await withMatter()
  const id = await importTable(world, 'invoices', invoices)
  const matter = await idOfName(world, '/v2/matters', 'name', 'Lease')
  const held = await world.caller.put(`/v2/matters/${matter}/hold`, { reason: 'A dispute' })
  expect(held.statusCode, held.body).toBeLessThan(300)
  expect(await world.imports.act(id, 'undo')).toMatchObject({ state: 'Undone', undone: 0 })
  const kept = await list(world, `/v2/imports/${id}/rows?outcome=Kept`)
  expect(kept).toHaveLength(4)
  expect(kept[0]?.['reason']).toMatch(/legal hold/)
})

test('tasks, teams and people that somebody has changed stay [X-7]', async () => {
  const world = await withMatter()
  const { caller, imports } = world
  const people = await importTable(
    world,
    'people',
    'E-mail,First name,Last name\nana@t.example,Ana,Prior\nbo@t.example,Bo,Berg',
  )
  const teams = await importTable(world, 'teams', 'Team\nOne\nTwo')
  const tasks = await importTable(world, 'tasks', 'Matter,Task\nM-1,File\nM-1,Send')
  const task = await idOfName(world, '/v2/tasks', 'name', 'File')
  const team = await idOfName(world, '/v2/teams', 'name', 'One')
  const ana = (await list(world, '/v2/invitations')).find(
    ({ user }) => (user as { email: string }).email === 'ana@t.example',
  )?.['user'] as { id: string }
  for (const answer of [
    await caller.patch(`/v2/tasks/${task}`, { description: 'By noon' }),
    await caller.patch(`/v2/teams/${team}`, { description: 'The first' }),
    await caller.patch(`/v2/users/${ana.id}/profile`, { jobTitle: 'Counsel' }),
  ])
    expect(answer.statusCode, answer.body).toBeLessThan(300)
  for (const id of [tasks, teams, people]) {
    expect(await imports.act(id, 'undo')).toMatchObject({ state: 'Undone', made: 2, undone: 1 })
    expect(await list(world, `/v2/imports/${id}/rows?outcome=Kept`)).toMatchObject([
      { row: 2, reason: 'Somebody has worked on it since, so it stays.' },
    ])
  }
})

test('who may not change the record is told so: what is there does not count as deleted [X-7]', async () => {
  const world = await withMatter('yes')
  const id = await importTable(world, 'tasks', 'Matter,Task\nM-1,File')
  const { organisationId } = world
  const other = await createUser(parts.app, { organisationId, role: 'Administrator' })
  const others = importsOf(parts.app, organisationId, await callerFor(parts, other))
  expect(await others.act(id, 'undo')).toMatchObject({ state: 'Undone', undone: 0 })
  expect(await list(world, `/v2/imports/${id}/rows?outcome=Kept`)).toMatchObject([
    { title: 'File', reason: expect.stringContaining('Matter administrators') },
  ])
})
