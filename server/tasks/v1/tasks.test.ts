import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { actorFor } from '../../../test/fixtures/actors.ts'
import { createOrganisation, createTeam, createUser, type TestUser } from '../../../test/factories.ts'
import type { Caller } from '../../../test/http.ts'
import { askList, type Row } from '../../../test/lists/lists.ts'
import { insertMatter } from '../../../test/fixtures/matters.ts'
import { type FilteredColumns, filterCases, holds, inOrderOf } from '../../../test/lists/naive-filter.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { callerFor } from '../../../test/tokens.ts'
import { updateTask } from '../commands/update-task.ts'
import { createTask, type NewTask } from '../commands/create-task.ts'
import { createTaskTemplate } from '../commands/create-task-template.ts'
import { taskStatuses, taskTypes } from '../task.ts'
import { repetitions } from '../../../test/repetitions.ts'

const parts = useTestApp()
const matters = '/matter-apis/v1/matters'

const list = (caller: Caller, query: Record<string, string | number> = {}) =>
  askList<Row[]>(caller, `${matters}/tasks`, query)

async function makeTask(user: TestUser, matterId: number, task: NewTask): Promise<number> {
  return createTask(parts.app, await actorFor(parts.app, user), matterId, task)
}

test('a task has all its properties [M-80]', async () => {
  const { app, clock } = parts
  clock.set(new Date('2026-05-01T08:00:00Z'))
  const { id: organisationId } = await createOrganisation(app)
  const me = await createUser(app, { organisationId })
  const matterId = await insertMatter(app, { owner: me })
  const parentId = await makeTask(me, matterId, { name: 'Claim' })
  const id = await makeTask(me, matterId, {
    name: 'Hearing',
    type: 'CourtDate',
    parentId,
    assigneeId: me.id,
    due: '2026-06-01T09:30',
    duration: 2.25,
  })
  clock.advance({ minutes: 1 })
  await updateTask(app, await actorFor(app, me), id, { status: 'InProgress' })
  const [, task] = await list(await callerFor(parts, me))
  expect(task).toEqual({
    id,
    name: 'Hearing',
    parentId,
    matterId,
    type: 'CourtDate',
    order: 2,
    userAssignedId: me.id,
    createdDateUtc: '2026-05-01T08:00:00.000',
    modifiedDateUtc: '2026-05-01T08:01:00.000',
    dueDate: '2026-06-01T09:30:00',
    duration: 2.25,
    status: 'InProgress',
  })
})

test('tasks are as visible as their matter [P-44]', async () => {
  const { app } = parts
  const { id: organisationId } = await createOrganisation(app)
  const firm = await createOrganisation(app, { type: 'ServiceProvider' })
  const owner = await createUser(app, { organisationId })
  const member = await createUser(app, { organisationId, role: 'Standard' })
  const inTeam = await createUser(app, { organisationId })
  const administrator = await createUser(app, { organisationId, groups: ['MatterAdministrators'] })
  const lawyer = await createUser(app, { organisationId: firm.id, role: 'MatterManager' })
  const teamId = await createTeam(app, { organisationId, members: [inTeam] })
  const open = await insertMatter(app, { owner, members: [member, lawyer], values: { team_id: teamId } })
  const closed = await insertMatter(app, { owner, values: { team_id: teamId, restricted: true } })
  await makeTask(owner, open, { name: 'Open' })
  await makeTask(owner, closed, { name: 'Restricted' })
  const seenBy = async (user: TestUser) => (await list(await callerFor(parts, user))).map(({ name }) => name)
  expect(await seenBy(owner)).toEqual(['Open', 'Restricted'])
  for (const user of [member, inTeam, administrator, lawyer]) expect(await seenBy(user)).toEqual(['Open'])
  expect(await seenBy(await createUser(app, { organisationId }))).toEqual([])
})

describe('filters, order and pages', () => {
  const texts = ['Alpha', 'alpha beta', "it's 100%", 'under_score', 'back\\slash', 'Ünïcode', '"quoted"']
  let caller: Caller
  let rows: Row[]
  let columns: FilteredColumns

  beforeAll(async () => {
    const { app, clock } = parts
    const { id: organisationId } = await createOrganisation(app)
    const me = await createUser(app, { organisationId })
    const other = await createUser(app, { organisationId })
    const [one, two] = [
      await insertMatter(app, { owner: me, members: [other] }),
      await insertMatter(app, { owner: me, members: [other] }),
    ]
    let parentId: number | null = null
    for (let i = 0; i < 40; i++) {
      clock.set(new Date(Date.UTC(2026, 0, 1 + (i % 7))))
      const id: number = await makeTask(me, i % 3 === 0 ? one : two, {
        name: texts[i % texts.length] ?? '',
        type: taskTypes[i % taskTypes.length] ?? 'Standard',
        status: taskStatuses[i % taskStatuses.length] ?? 'NotStarted',
        assigneeId: [me.id, other.id, null][i % 3] ?? null,
        due: i % 4 === 0 ? null : `2027-0${(i % 9) + 1}-01${i % 2 === 0 ? 'T10:30' : ''}`,
        duration: (i % 6) / 2,
        ...(i % 3 !== 0 && i % 2 === 0 ? { parentId } : {}),
      })
      if (i === 1) parentId = id
    }
    caller = await callerFor(parts, me)
    rows = await list(caller, { take: 1000 })
    columns = {
      id: { kind: 'number', values: rows.slice(0, 5).map(({ id }) => String(id)) },
      name: { kind: 'text', values: texts },
      parentId: { kind: 'number', values: [String(parentId), '1'], nullable: true },
      matterId: { kind: 'number', values: [String(one), String(two)] },
      type: { kind: 'choice', values: [...taskTypes, 'courtdate'] },
      order: { kind: 'number', values: ['1', '5', '12'] },
      userAssignedId: { kind: 'uuid', values: [me.id, other.id.toUpperCase()], nullable: true },
      createdDateUtc: { kind: 'time', values: ['2026-01-03', '2026-01-05T00:00:00.000'] },
      modifiedDateUtc: { kind: 'time', values: ['2026-01-04T00:00:00Z'] },
      dueDate: { kind: 'time', values: ['2027-03-01', '2027-05-01T10:30', '2027-07-01'], nullable: true },
      duration: { kind: 'number', values: ['0', '0.5', '2', '9'] },
      status: { kind: 'choice', values: [...taskStatuses, 'ONHOLD'] },
    }
  })

  test('filters match a plain evaluation of the rows [M-80]', async () => {
    expect(rows).toHaveLength(40)
    await fc.assert(
      fc.asyncProperty(filterCases(columns), async (each) => {
        const { field, operator, value } = each
        const found = await list(caller, {
          take: 1000,
          'filtering.field': field,
          'filtering.operator': operator,
          'filtering.value': value,
        })
        expect(found).toEqual(rows.filter((row) => holds(row, each, columns)))
      }),
      { numRuns: repetitions(40, 500) },
    )
  })

  test('every column sorts, both ways, and pages neither repeat nor skip a row [M-80]', async () => {
    for (const field of Object.keys(columns)) {
      for (const direction of ['asc', 'desc'] as const) {
        const sorting = { 'sorting.field': field, 'sorting.direction': direction }
        const pages: Row[] = []
        for (let skip = 0; skip < 40; skip += 15) {
          pages.push(...(await list(caller, { ...sorting, skip, take: 15 })))
        }
        const expected = inOrderOf(rows, { field, direction }, columns)
        expect(
          pages.map(({ id }) => id),
          `${field} ${direction}`,
        ).toEqual(expected.map(({ id }) => id))
      }
    }
  })

  test.each([
    ['filtering.field=name', /filtering.operator is missing/],
    ['filtering.field=secret&filtering.operator=eq&filtering.value=1', /cannot be filtered by .*secret/],
    ['filtering.field=type&filtering.operator=eq&filtering.value=Party', /must be one of Standard/],
    ['sorting.field=secret', /cannot be sorted by .*secret/],
    ['take=1001', /take/],
    ['skip=-1', /skip/],
  ])('%s is rejected [M-81]', async (query, message) => {
    const answer = await caller.get(`${matters}/tasks?${query}`)
    expect(answer.statusCode).toBe(400)
    expect(answer.body).toMatch(message)
  })
})

test('the templates of the organisation by name, and adding one of them to a matter [M-82, M-83]', async () => {
  const { app, clock } = parts
  clock.set(new Date('2026-05-01T08:00:00Z'))
  const { id: organisationId } = await createOrganisation(app)
  const me = await createUser(app, { organisationId })
  const actor = await actorFor(app, me)
  const matterId = await insertMatter(app, { owner: me })
  const make = (name: string, description?: string) =>
    createTaskTemplate(app, actor, {
      organisationId,
      name,
      items: [{ name: 'Sign', due: { offset: 1, unit: 'WorkingDays' } }],
      ...(description === undefined ? {} : { description }),
    })
  const [lease, claim] = [await make('lease'), await make('Claim', 'From notice to judgment')]
  const caller = await callerFor(parts, me)
  expect((await caller.get(`${matters}/tasktemplates`)).json()).toEqual([
    {
      id: claim,
      name: 'Claim',
      description: 'From notice to judgment',
      createdDateUtc: '2026-05-01T08:00:00.000',
    },
    { id: lease, name: 'lease', description: null, createdDateUtc: '2026-05-01T08:00:00.000' },
  ])
  const added = await caller.post(`${matters}/${matterId}/taskTemplates`, { TemplateId: lease })
  expect([added.statusCode, added.body]).toEqual([204, ''])
  expect(await list(caller)).toMatchObject([{ name: 'Sign', matterId, dueDate: '2026-05-04T00:00:00' }])
})

test.each([
  [{}, /templateId/],
  [{ templateId: 'x' }, /templateId/],
  [{ templateId: 2_000_000_000 }, /templateId must be the id of a task template/],
  [{ templateId: 99_999_999_999 }, /templateId/],
])('a template as %o is rejected', async (body, message) => {
  const { id: organisationId } = await createOrganisation(parts.app)
  const me = await createUser(parts.app, { organisationId })
  const matterId = await insertMatter(parts.app, { owner: me })
  const caller = await callerFor(parts, me)
  const answer = await caller.post(`${matters}/${matterId}/taskTemplates`, body)
  expect([answer.statusCode, answer.body]).toEqual([400, expect.stringMatching(message)])
  expect(await list(caller)).toEqual([])
})
