// Deadlines of the steps of approvals: the reminder on the last day, and who is asked when it is over.
import { beforeEach, expect, test } from 'vitest'
import { historyOf } from '../../../test/fixtures/answers-by-mail.ts'
import { approvalWorld, setRules } from '../../../test/fixtures/approvals.ts'
import { createUser, type TestUser } from '../../../test/factories.ts'
import { notificationsOf } from '../../../test/fixtures/notifications.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { watchDeadlines } from '../approvals/deadlines.ts'

const parts = useTestApp()

interface Shown {
  readonly id: number
  readonly state: string
  readonly steps: {
    name: string
    due: string | null
    escalated: string | null
    approvers: { decision: string | null; decidedBy: { id: string } | null }[]
  }[]
  readonly can: { readonly decideFor: { id: string }[] }
}

let made: Awaited<ReturnType<typeof approvalWorld>>
let chief: TestUser
beforeEach(async () => {
  // a Monday
  parts.clock.set(new Date('2026-03-02T09:00:00Z'))
  made = await approvalWorld(parts)
  chief = await createUser(parts.app, {
    organisationId: made.organisationId,
    role: 'Standard',
    firstName: 'Carla',
  })
})

/** Goes to this time, and does what is due by then. */
async function at(time: string): Promise<number> {
  parts.clock.set(new Date(time))
  return watchDeadlines(parts.app)
}

async function asked(deadline: object, more: object = {}) {
  await setRules(made, {
    rules: [{ name: 'Finance', approvers: [{ id: made.finance.id }], deadline, ...more }],
  })
  const asOwner = await made.as(made.owner)
  const contractId = await made.make()
  const answer = await asOwner.post(`/v2/contracts/${contractId}/approvals`, {})
  expect(answer.statusCode, answer.body).toBe(201)
  const path = `/v2/contracts/${contractId}/approvals`
  return { contractId, path: `${path}/${answer.json<Shown>().id}`, first: answer.json<Shown>() }
}

const shown = async (path: string, user: TestUser = made.owner) =>
  (await (await made.as(user)).get(path)).json<Shown>()
const textsFor = async (user: TestUser) =>
  (await notificationsOf(parts.app, await made.as(user))).map(({ text }) => text)

test('approvers are reminded on the last working day, and then the named person is asked, who decides for them [C-376]', async () => {
  const holiday = { holidays: [{ date: '2026-03-04', name: 'Founders’ day' }] }
  expect((await made.asAdministrator.patch('/v2/workingCalendar', holiday)).statusCode).toBe(204)
  const { contractId, path, first } = await asked({ workingDays: 3, escalateTo: { id: chief.id } })
  expect(first.steps).toMatchObject([{ name: 'Finance', due: '2026-03-06', escalated: null }])
  expect(await at('2026-03-06T08:59:00Z')).toBe(0)
  expect((await (await made.as(chief)).get(path)).statusCode).toBe(404)
  expect(await at('2026-03-06T09:00:00Z')).toBe(1)
  expect(await at('2026-03-06T09:01:00Z')).toBe(0)
  expect(await textsFor(made.finance)).toContain('Your approval is needed by the end of today.')
  // nobody works at the weekend
  expect(await at('2026-03-08T12:00:00Z')).toBe(0)
  expect(await Promise.all([at('2026-03-09T09:00:00Z'), watchDeadlines(parts.app)])).toContain(1)
  expect(await watchDeadlines(parts.app)).toBe(0)
  expect((await textsFor(chief))[0]).toBe(
    'An approval was due on 6 March 2026, and you can decide on it: “Finance”',
  )
  expect((await textsFor(made.owner))[0]).toContain('The approval was due on 6 March 2026')
  const asChief = await made.as(chief)
  const seen = await shown(path, chief)
  expect(seen.can.decideFor.map(({ id }) => id)).toEqual([made.finance.id])
  expect(seen.steps[0]?.escalated).toBe('2026-03-09T09:00:00.000Z')
  const handed = { from: { id: made.finance.id }, to: { id: made.director.id } }
  expect((await asChief.post(`${path}/delegate`, handed)).statusCode).toBe(403)
  const asDirector = await made.as(made.director)
  expect((await asDirector.post(`${path}/approve`, { for: { id: made.finance.id } })).statusCode).toBe(404)
  const decided = await asChief.post(`${path}/approve`, { for: { id: made.finance.id } })
  expect(decided.statusCode, decided.body).toBe(200)
  expect(decided.json<Shown>()).toMatchObject({
    state: 'Approved',
    steps: [{ approvers: [{ decision: 'Approved', decidedBy: { id: chief.id } }] }],
  })
  const history = await historyOf(await made.as(made.owner), contractId)
  const labels = (action: string) =>
    history.find((each) => each.action === action)?.changes.map(({ label }) => label)
  expect(labels('contract.approval.escalated')).toEqual(['Step', 'Due', 'Escalated to'])
  expect(labels('contract.approval.decided')).toEqual(['Step', 'Decision', 'On behalf of', 'As'])
})

test('the named person decides the late step only, and not before it is late [C-377]', async () => {
  const approvers = [{ id: made.finance.id }]
  await setRules(made, {
    inOrder: false,
    rules: [
      { name: 'Finance', approvers, deadline: { workingDays: 1, escalateTo: { id: chief.id } } },
      { name: 'Budget', approvers, deadline: { workingDays: 9, escalateTo: { id: chief.id } } },
    ],
  })
  const contractId = await made.make()
  const body = { steps: [{ name: 'Second look', approvers: [{ id: chief.id }] }] }
  const answer = await made.asOwner.post(`/v2/contracts/${contractId}/approvals`, body)
  const path = `/v2/contracts/${contractId}/approvals/${answer.json<Shown>().id}`
  const approve = async () => (await made.as(chief)).post(`${path}/approve`, { for: { id: made.finance.id } })
  expect((await approve()).statusCode).toBe(403)
  expect(await at('2026-03-04T09:00:00Z')).toBe(1)
  expect((await approve()).statusCode).toBe(200)
  expect((await shown(path)).steps.map(({ name, approvers: [one] }) => [name, one?.decision])).toEqual([
    ['Finance', 'Approved'],
    ['Budget', null],
    ['Second look', null],
  ])
  expect((await approve()).statusCode).toBe(403)
})

test('without a person who can decide, the administrators are asked; of what does not wait nobody is [C-378]', async () => {
  const late = async () => [await at('2026-03-03T09:00:00Z'), await at('2026-03-04T09:00:00Z')]
  const { contractId } = await asked({ workingDays: 1, escalateTo: { id: made.owner.id } })
  expect(await late()).toEqual([1, 1])
  const { changes } =
    (await historyOf(await made.as(made.owner), contractId)).find(
      ({ action }) => action === 'contract.approval.escalated',
    ) ?? {}
  expect(changes).toContainEqual(expect.objectContaining({ label: 'Escalated to', to: 'Administrators' }))
  parts.clock.set(new Date('2026-03-02T09:00:00Z'))
  const deadline = { workingDays: 1, escalateTo: { id: chief.id } }
  const decided = await asked(deadline)
  expect((await (await made.as(made.finance)).post(`${decided.path}/approve`)).statusCode).toBe(200)
  const withdrawn = await asked(deadline)
  const asOwner = await made.as(made.owner)
  expect((await asOwner.post(`${withdrawn.path}/withdraw`)).statusCode).toBe(200)
  const binned = await asked(deadline)
  expect((await asOwner.delete(`/v2/contracts/${binned.contractId}`)).statusCode).toBe(204)
  expect(await late()).toEqual([0, 0])
  expect(await textsFor(chief)).toEqual([])
  const left = await parts.app.db
    .selectFrom('contract_approval_steps')
    .where('organisation_id', '=', made.organisationId)
    .where('approval_id', '<>', binned.first.id)
    .where((eb) => eb.or([eb('remind_at', 'is not', null), eb('escalate_at', 'is not', null)]))
    .selectAll()
    .execute()
  expect(left).toEqual([])
})

test('wrong deadlines are named, and what was read can be sent back [C-376]', async () => {
  const address = `/v2/contractTypes/${made.typeId}/approvalRules`
  const approvers = [{ id: made.finance.id }]
  const elsewhere = await approvalWorld(parts)
  const wrong = [
    [{ workingDays: 0 }, 'workingDays'],
    [{ workingDays: 61 }, 'workingDays'],
    [{ workingDays: 1.5 }, 'workingDays'],
    [{ escalateTo: null }, 'workingDays'],
    [{ workingDays: 3, escalateTo: { id: elsewhere.owner.id } }, 'escalateTo'],
  ] as const
  for (const [deadline, name] of wrong) {
    const refused = await made.asAdministrator.put(address, { rules: [{ name: 'A', approvers, deadline }] })
    expect(refused.statusCode, refused.body).toBe(400)
    expect(Object.keys(refused.json<{ errors: object }>().errors)).toEqual([`rules[0].deadline.${name}`])
  }
  const deadline = { workingDays: 3, escalateTo: { id: chief.id } }
  await setRules(made, { rules: [{ name: 'A', approvers, deadline }] })
  const read = (await made.asAdministrator.get(address)).json<{ rules: object[] }>()
  expect(read.rules).toMatchObject([{ deadline }])
  expect((await made.asAdministrator.put(address, read)).json()).toEqual(read)
})
