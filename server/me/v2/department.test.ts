// The figures of a department: each is what its list counts for the caller, and nobody else gets them.
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createContractTemplate, createOrganisation, createUser } from '../../../test/factories.ts'
import { actorFor } from '../../../test/fixtures/actors.ts'
import { insertContract } from '../../../test/fixtures/contracts.ts'
import { insertMatter } from '../../../test/fixtures/matters.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { callerFor } from '../../../test/tokens.ts'
import { createKeyDate } from '../../contracts/commands/create-key-date.ts'
import { setFeature } from '../../identity/features/commands/set-feature.ts'
import { createTask } from '../../tasks/commands/create-task.ts'

const parts = useTestApp()

interface Department {
  figures: { name: string; list: string; filter: string; count: number }[]
  load: {
    columns: { name: string; list: string; filter: string; person: string }[]
    people: { id: string; name: string; counts: number[] }[]
    complete: boolean
  }
}

async function world() {
  const { app } = parts
  const { id: organisationId } = await createOrganisation(app)
  const person = (values: object) => createUser(app, { organisationId, ...values })
  const leader = await person({
    role: 'InhouseLegal',
    groups: ['MatterAdministrators', 'ContractAdministrators'],
  })
  const ana = await person({ role: 'InhouseLegal', firstName: 'Ana', lastName: 'Prior' })
  const day = (days: number) =>
    new Date(app.clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10)
  const matterId = await insertMatter(app, { owner: ana, values: { manager_id: ana.id } })
  // the leader sees neither of these
  const restricted = await insertMatter(app, { owner: ana, values: { restricted: true } })
  const templateId = await createContractTemplate(app, { organisationId })
  const by = await actorFor(app, ana)
  for (const [where, assigneeId, due] of [
    [matterId, ana.id, day(-3)],
    [matterId, null, day(-3)],
    [matterId, ana.id, day(2)],
    [restricted, ana.id, day(-3)],
  ] as const) {
    await createTask(app, by, where, {
      name: 'Reply',
      due: `${due}T10:00:00`,
      ...(assigneeId && { assigneeId }),
    })
  }
  const requested = await insertMatter(app, { owner: ana, values: { in_intake: true } })
  await sql`insert into requests (organisation_id, matter_id, requester_id, due, created_at)
    values (${organisationId}, ${requested}, ${ana.id}, ${day(-1)}, ${app.clock.now()})`.execute(app.db)
  await insertMatter(app, { owner: ana })
  const contractId = await insertContract(app, {
    owner: ana,
    templateId,
    values: { status: 'Executed', expiry: `${day(30)}T00:00:00` },
  })
  await insertContract(app, { owner: ana, templateId, values: { status: 'Draft' } })
  for (const [category, date] of [
    ['Notice', day(60)],
    ['Notice', day(120)],
    ['Other', day(10)],
    ['Other', day(-1)],
  ] as const) {
    await createKeyDate(app, by, contractId, { name: category, category, date })
  }
  return { app, organisationId, leader, ana, caller: await callerFor(parts, leader), person }
}

test('a leader gets figures that are the counts of their lists, without what they do not see [P-106]', async () => {
  const { caller, ana } = await world()
  const answer = await caller.get('/v2/me/department')
  expect(answer.statusCode, answer.body).toBe(200)
  const { figures, load } = answer.json<Department>()
  expect(Object.fromEntries(figures.map(({ name, count }) => [name, count]))).toEqual({
    lateTasks: 2,
    lateApprovals: 0,
    lateKeyDates: 1,
    lateInvoices: 0,
    noticeDays: 1,
    expiring: 1,
    comingKeyDates: 1,
    comingTasks: 1,
    lateIntake: 1,
    inIntake: 1,
    withoutManager: 1,
    withoutAssignee: 1,
  })
  const counted = async (list: string, filter: string) =>
    (await caller.get(`/v2/${list}?$filter=${encodeURIComponent(filter)}&$count=true&$top=1`)).json<{
      count: number
    }>().count
  for (const { list, filter, count } of figures) expect(await counted(list, filter), filter).toBe(count)
  expect(load).toMatchObject({
    people: [{ id: ana.id, name: 'Ana Prior', counts: [1, 1, 2, 1] }],
    complete: true,
  })
  for (const [index, { list, filter, person }] of load.columns.entries()) {
    expect(await counted(list, `${filter} and ${person} eq ${ana.id}`)).toBe(load.people[0]?.counts[index])
  }
})

test('what belongs to a feature that is off is not counted, and those who lead nothing are refused [P-106]', async () => {
  const { app, caller, organisationId, ana, person } = await world()
  const administrator = await person({ role: 'Administrator' })
  const by = await actorFor(app, administrator)
  await setFeature(app, by, { organisationId, code: 'CONTRACTS', enabled: false })
  const { figures, load } = (await caller.get('/v2/me/department')).json<Department>()
  expect(figures.map(({ list }) => list)).not.toContain('contracts')
  expect(load.columns.map(({ name }) => name)).toEqual(['matters', 'tasks', 'lateTasks'])
  expect((await (await callerFor(parts, administrator)).get('/v2/me/department')).statusCode).toBe(200)
  const business = await person({ role: 'Standard', groups: ['MatterAdministrators'] })
  for (const user of [ana, business]) {
    expect((await (await callerFor(parts, user)).get('/v2/me/department')).statusCode).toBe(403)
    expect((await (await callerFor(parts, user)).get('/v2/me')).json()).toMatchObject({
      can: { leadDepartment: false },
    })
  }
  expect((await caller.get('/v2/me')).json()).toMatchObject({ can: { leadDepartment: true } })
})
