// Filters of lists of matters on what a matter does not show in v2.
import { beforeAll, expect, test } from 'vitest'
import { createUser, createOrganisation, type TestUser } from '../../../test/factories.ts'
import type { Caller } from '../../../test/http.ts'
import { insertMatter } from '../../../test/fixtures/matters.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { callerFor } from '../../../test/tokens.ts'

const parts = useTestApp()
let owner: TestUser
let outsideCounsel: TestUser
let caller: Caller
let plainId: number
let urgentId: number

beforeAll(async () => {
  const { app, clock } = parts
  clock.set(new Date('2026-05-06T09:00:00Z'))
  const { id: organisationId } = await createOrganisation(app)
  owner = await createUser(app, { organisationId, role: 'Administrator', permissions: ['ManageIntake'] })
  const firm = await createOrganisation(app, { type: 'ServiceProvider' })
  outsideCounsel = await createUser(app, { organisationId: firm.id, role: 'MatterManager' })
  const tenth = { number: 10_001 }
  plainId = await insertMatter(app, { owner, values: { name: 'Plain', ...tenth } })
  urgentId = await insertMatter(app, {
    owner,
    members: [outsideCounsel],
    values: { name: 'Urgent', urgent: true, parent_id: plainId, manager_id: owner.id },
  })
  await insertMatter(app, { owner, values: { name: 'Waiting', in_intake: true, number: 9_999 } })
  caller = await callerFor(parts, owner)
})

async function ask(query: Record<string, string>, by = caller): Promise<string[]> {
  const answer = await by.get(`/v2/matters?${new URLSearchParams(query).toString()}`)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<{ items: { name: string }[] }>().items.map(({ name }) => name)
}
const names = (filter: string, by = caller) => ask({ $filter: filter }, by)

test('flags, parents and members [V-335]', async () => {
  expect(await names('Urgent')).toEqual(['Urgent'])
  expect(await names('Urgent eq false and InIntake ne true')).toEqual(['Plain'])
  expect(await names('InIntake')).toEqual(['Waiting'])
  expect(await names(`Parent/Id eq ${plainId}`)).toEqual(['Urgent'])
  const firm = `Members/any(m: m/organizationId eq ${outsideCounsel.organisationId})`
  expect(await names(firm)).toEqual(['Urgent'])
  expect(await names(`not ${firm}`)).toEqual(['Plain', 'Waiting'])
  expect(await names(firm, await callerFor(parts, outsideCounsel))).toEqual(['Urgent'])
  expect(await names("Members/all(m: m/email eq 'nobody@example.com')")).toEqual([])
})

test('tags, by their words and ids [V-335]', async () => {
  const made = await caller.post(`/v2/matters/${plainId}/tags`, { description: 'Board' })
  const { id } = made.json<{ id: number }>()
  expect(await names("Tags/any(t: t/description eq 'board')")).toEqual(['Plain'])
  expect(await names(`Tags/any(t: t/id eq ${id})`)).toEqual(['Plain'])
  expect(await names('not Tags/any()')).toEqual(['Urgent', 'Waiting'])
})

test('the next due date is that of the first task that is still to be done [V-335]', async () => {
  const add = (matterId: number, name: string, due: string | null, status = 'NotStarted') =>
    caller.post(`/v2/matters/${matterId}/tasks`, { name, dueDate: due, status })
  for (const [due, status] of [
    ['2026-05-07T00:00:00', 'Complete'],
    ['2026-05-09T00:00:00', 'NotStarted'],
    ['2026-05-20T00:00:00', 'NotStarted'],
  ] as const) {
    const answer = await add(plainId, `Due ${due}`, due, status)
    expect(answer.statusCode, answer.body).toBe(201)
  }
  expect(await names('NextDue eq today(3)')).toEqual(['Plain'])
  expect(await names('NextDue le today(2)')).toEqual([])
  expect(await names('NextDue gt today(3)')).toEqual([])
  expect(await names('NextDue ne null and NextDue ge today(3)')).toEqual(['Plain'])
  expect(await names('NextDue eq null')).toEqual(['Urgent', 'Waiting'])
  expect(await names('NextDue ne 2026-05-09T00:00:00')).toEqual(['Urgent', 'Waiting'])
})

test('when it was changed and closed, and by number [V-335]', async () => {
  const finish = await caller.patch(`/v2/matters/${urgentId}`, { status: 'Complete' })
  expect(finish.statusCode, finish.body).toBe(204)
  expect(await names('Closed/DateUtc ge today()')).toEqual(['Urgent'])
  expect(await names('Modified/DateUtc ge today() and Closed/DateUtc ne null')).toEqual(['Urgent'])
  const again = await caller.patch(`/v2/matters/${urgentId}`, { status: 'Active' })
  expect(again.statusCode, again.body).toBe(204)
  expect(await names('Closed/DateUtc ne null')).toEqual([])
  expect(await ask({ $orderby: 'DisplayId desc' })).toEqual(['Plain', 'Waiting', 'Urgent'])
  const first = await caller.get('/v2/matters?$orderby=DisplayId&$top=1')
  const { nextLink } = first.json<{ nextLink: string }>()
  const second = await caller.get(nextLink.replace(/^https?:\/\/[^/]+/, ''))
  expect(second.json<{ items: { name: string }[] }>().items[0]?.name).toBe('Waiting')
})
