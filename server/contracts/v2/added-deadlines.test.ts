// Deadlines of the steps that people add to a request for approval, and answers to late steps from a mail.
import { beforeEach, expect, test } from 'vitest'
import {
  answersByMail,
  approvalAt,
  historyOf,
  openQuestion,
  sendAnswer,
} from '../../../test/fixtures/answers-by-mail.ts'
import { setRules } from '../../../test/fixtures/approvals.ts'
import { createUser, type TestUser } from '../../../test/factories.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { internalTransaction } from '../../platform/events/change.ts'
import { watchDeadlines } from '../approvals/deadlines.ts'

const parts = useTestApp()
const defaults = '/v2/approvalDefaults'

let made: Awaited<ReturnType<typeof answersByMail>>
let chief: TestUser
let administrator: TestUser
beforeEach(async () => {
  // a Monday
  parts.clock.set(new Date('2026-03-02T09:00:00Z'))
  made = await answersByMail(parts)
  const { organisationId } = made
  chief = await createUser(parts.app, { organisationId, role: 'Standard', firstName: 'Carla' })
  administrator = await createUser(parts.app, { organisationId, role: 'Administrator', firstName: 'Amir' })
})

/** Goes to this time, does what is due by then, and sends the mails about it. */
async function at(time: string): Promise<void> {
  parts.clock.set(new Date(time))
  await watchDeadlines(parts.app)
  await made.mailed()
}

const deadline = (workingDays: number, to?: TestUser) => ({
  workingDays,
  escalateTo: to ? { id: to.id } : null,
})

const stepsAt = async (path: string) =>
  (await made.asOwner.get(path)).json<{ steps: { name: string; due: string | null }[] }>().steps

test('an added step has the deadline of the organisation unless another one, or none, is set [C-379]', async () => {
  expect((await made.asOwner.get(defaults)).json()).toEqual({ deadline: null })
  const { path: before } = await made.asked([made.finance])
  expect(await stepsAt(before)).toMatchObject([{ due: null }])
  const set = await made.asAdministrator.put(defaults, { deadline: deadline(2, chief) })
  expect(set.statusCode, set.body).toBe(200)
  expect(set.json()).toMatchObject({ deadline: { workingDays: 2, escalateTo: { id: chief.id } } })
  expect((await made.asOwner.put(defaults, { deadline: null })).statusCode).toBe(403)
  await setRules(made, { inOrder: false, rules: [{ name: 'Board', approvers: [{ id: made.director.id }] }] })
  const { path } = await made.asked([made.finance], {
    steps: [
      { name: 'Tax', approvers: [{ id: made.finance.id }], deadline: deadline(5) },
      { name: 'Whenever', approvers: [{ id: made.finance.id }], deadline: null },
    ],
  })
  const due = async (of: string) => (await stepsAt(of)).map(({ name, due: day }) => [name, day])
  expect(await due(path)).toEqual([
    ['Board', null],
    ['Further approval', '2026-03-04'],
    ['Tax', '2026-03-09'],
    ['Whenever', null],
  ])
  // asking again keeps what was set
  await made.asAdministrator.put(defaults, { deadline: null })
  const again = await made.asOwner.post(`${path}/restart`, { reason: 'The annex was missing.' })
  expect(again.statusCode, again.body).toBe(201)
  expect((await due(again.headers.location as string)).slice(1)).toEqual([
    ['Further approval', '2026-03-04'],
    ['Tax', '2026-03-09'],
    ['Whenever', null],
  ])
})

test('wrong deadlines of added steps and of the organisation are named [C-379]', async () => {
  const contractId = await made.make()
  const approvers = [{ id: made.finance.id }]
  const elsewhere = (await answersByMail(parts)).owner
  const wrong = [
    [{ workingDays: 0 }, 'workingDays'],
    [{ workingDays: 61, escalateTo: null }, 'workingDays'],
    [{ workingDays: '3' }, 'workingDays'],
    [deadline(3, elsewhere), 'escalateTo'],
  ] as const
  const refused = async (sent: Promise<{ statusCode: number; body: string; json: () => unknown }>) => {
    const answer = await sent
    expect(answer.statusCode, answer.body).toBe(400)
    return Object.keys((answer.json() as { errors: object }).errors)
  }
  const path = `/v2/contracts/${contractId}/approvals`
  for (const [given, name] of wrong) {
    const steps = [{ name: 'Tax', approvers, deadline: given }]
    expect(await refused(made.asOwner.post(path, { approvers, deadline: given }))).toEqual([
      `deadline.${name}`,
    ])
    expect(await refused(made.asOwner.post(path, { steps }))).toEqual([`steps[0].deadline.${name}`])
    expect(await refused(made.asAdministrator.put(defaults, { deadline: given }))).toEqual([
      `deadline.${name}`,
    ])
  }
  expect(await refused(made.asAdministrator.put(defaults, {}))).toEqual(['deadline'])
  expect((await made.asOwner.get(path)).json()).toMatchObject({ items: [] })
})

test('who is asked after the deadline of an added step answers from the mail, for that step only [C-380]', async () => {
  const approvers = [{ id: made.finance.id }]
  const { path, contractId } = await made.asked([], {
    approvers: undefined,
    steps: [
      { name: 'Tax', approvers, deadline: deadline(1, chief) },
      { name: 'Budget', approvers, deadline: deadline(9, chief) },
    ],
  })
  const browser = await made.visitor()
  expect(await made.addressOf(chief)).toBe('')
  await at('2026-03-03T09:00:00Z')
  // the approver is reminded by a mail with a new address
  expect((await openQuestion(browser, await made.addressOf(made.finance))).json()).toMatchObject({
    steps: ['Tax', 'Budget'],
  })
  expect(await made.addressOf(chief)).toBe('')
  await at('2026-03-04T09:00:00Z')
  const address = await made.addressOf(chief)
  const shown = await openQuestion(browser, address)
  expect(shown.statusCode, shown.body).toBe(200)
  expect(shown.json()).toMatchObject({
    approver: expect.stringContaining('Finn'),
    isForAnother: true,
    steps: ['Tax'],
  })
  const both = await Promise.all([
    sendAnswer(browser, address, { decision: 'Approved' }),
    sendAnswer(browser, address, { decision: 'Approved' }),
  ])
  expect(both.map(({ statusCode }) => statusCode).sort((a, b) => a - b)[0]).toBe(204)
  expect(both.map(({ statusCode }) => statusCode)).not.toEqual([204, 204])
  const asOwner = await made.as(made.owner)
  const { steps } = await approvalAt(asOwner, path)
  expect(steps.map((step) => step.approvers[0]?.decision)).toEqual(['Approved', null])
  expect((await openQuestion(browser, address)).statusCode).toBe(404)
  const decided = (await historyOf(asOwner, contractId)).find(
    ({ action }) => action === 'contract.approval.decided',
  )
  expect(decided?.user?.id).toBe(chief.id)
  expect(decided?.changes).toContainEqual(expect.objectContaining({ label: 'Answered from', to: 'Mail' }))
  expect(decided?.changes).toContainEqual(expect.objectContaining({ label: 'As', to: 'Escalation' }))
})

test('an address of a late step ends with the decision of the approver, the rights of its person and for the owner [C-381]', async () => {
  const { path } = await made.asked([made.finance], { deadline: deadline(1, chief) })
  await at('2026-03-04T09:00:00Z')
  const browser = await made.visitor()
  const address = await made.addressOf(chief)
  const statusOf = async () => (await openQuestion(browser, address)).statusCode
  expect(await statusOf()).toBe(200)
  const asAdministrator = await made.as(administrator)
  const needSignIn = (approvalsNeedSignIn: boolean) =>
    asAdministrator.patch('/v2/signInPolicy', { approvalsNeedSignIn })
  await needSignIn(true)
  expect(await statusOf()).toBe(401)
  await needSignIn(false)
  const become = (status: 'Active' | 'Disabled') =>
    internalTransaction(parts.app, (tx) =>
      tx.updateTable('users').set({ status }).where('id', '=', chief.id).execute(),
    )
  await become('Disabled')
  expect(await statusOf()).toBe(404)
  await become('Active')
  expect((await (await made.as(made.finance)).post(`${path}/approve`, {})).statusCode).toBe(200)
  expect(await statusOf()).toBe(404)
})

test('without a person who can decide, administrators who see the contract answer from the mail [C-381]', async () => {
  const { path, contractId } = await made.asked([made.finance, made.director], {
    deadline: deadline(1, made.owner),
  })
  const joined = await made.asOwner.put(`/v2/contracts/${contractId}/members/${administrator.id}`, {
    roles: ['Member'],
  })
  expect(joined.statusCode, joined.body).toBe(204)
  await at('2026-03-04T09:00:00Z')
  expect(await made.addressOf(made.owner)).toBe('')
  const seen = await (await made.as(administrator)).get(`/v2/contracts/${contractId}`)
  expect(seen.statusCode).toBe(200)
  const browser = await made.visitor()
  // the last of two: one for each approver
  const address = await made.addressOf(administrator)
  const shown = await openQuestion(browser, address)
  expect(shown.statusCode, shown.body).toBe(200)
  expect(shown.json()).toMatchObject({ isForAnother: true })
  const answer = await sendAnswer(browser, address, { decision: 'Declined', comment: 'Too dear.' })
  expect(answer.statusCode, answer.body).toBe(204)
  expect(await approvalAt(await made.as(made.owner), path)).toMatchObject({ state: 'Declined' })
})
