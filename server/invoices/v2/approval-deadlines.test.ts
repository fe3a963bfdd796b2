// Deadlines of the steps in which invoices are approved: the reminder on the last day, and who is asked after it.
import { expect, test } from 'vitest'
import { approvalRules, decideOn, peopleOf } from '../../../test/fixtures/invoice-approvals.ts'
import { invoiceDeadlines } from '../../../test/fixtures/invoice-deadlines.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { watchInvoiceDeadlines } from '../approvals/deadlines.ts'

const parts = useTestApp()
const { people, as, own, setRules, asked, approvalOf, waitingFor, textsFor, at } = invoiceDeadlines(parts)

test('a step has the deadline of its rule, or that of the organisation where the rule says nothing [I-250]', async () => {
  const { chief, ...made } = people()
  const admin = await own(made.admin)
  const usual = { deadline: { workingDays: 4, escalateTo: null } }
  expect((await admin.put('/v2/approvalDefaults', usual)).statusCode).toBe(200)
  const rule = { approvers: peopleOf(made.finance) }
  const set = await admin.put(approvalRules, {
    rules: [
      { name: 'Own', ...rule, deadline: { workingDays: 2, escalateTo: { id: chief.id } } },
      { name: 'Usual', ...rule },
      { name: 'None', ...rule, deadline: null },
    ],
  })
  expect(set.json()).toMatchObject({
    rules: [
      { deadline: { workingDays: 2, escalateTo: { id: chief.id, firstName: 'Carla' } } },
      { deadline: { workingDays: 4, escalateTo: null } },
      { deadline: null },
    ],
  })
  const wrong: readonly (readonly [object, string])[] = [
    [{ workingDays: 0, escalateTo: null }, 'rules[0].deadline.workingDays'],
    [{ workingDays: 61, escalateTo: null }, 'rules[0].deadline.workingDays'],
    [{ workingDays: 1, escalateTo: { id: made.world.lawyer.user.id } }, 'rules[0].deadline.escalateTo'],
    [{ escalateTo: null }, 'rules[0].deadline.workingDays'],
  ]
  for (const [deadline, name] of wrong) {
    const answer = await admin.put(approvalRules, { rules: [{ name: 'A', ...rule, deadline }] })
    expect([answer.statusCode, Object.keys(answer.json<{ errors: object }>().errors)]).toEqual([400, [name]])
  }
  const invoice = await asked()
  // each runs from the day on which its people are asked
  const dues = async () => (await approvalOf(invoice)).approval.steps.map(({ due }) => due)
  expect(await dues()).toEqual(['2026-03-04', null, null])
  parts.clock.set(new Date('2026-03-05T09:00:00Z'))
  expect((await decideOn({ caller: await own(made.finance) }, invoice)).statusCode).toBe(200)
  expect(await dues()).toEqual(['2026-03-04', '2026-03-11', null])
})

test('approvers are reminded on the last day, and then the named person is asked, who decides for them [I-251]', async () => {
  const { chief, ...made } = people()
  await setRules({
    name: 'Finance',
    approvers: peopleOf(made.finance),
    deadline: { workingDays: 3, escalateTo: { id: chief.id } },
  })
  const invoice = await asked()
  expect(await waitingFor(made.finance.user)).toMatchObject([{ due: '2026-03-05' }])
  expect(await at('2026-03-05T08:59:00Z')).toBe(0)
  expect(await at('2026-03-05T09:00:00Z')).toBe(1)
  expect(await at('2026-03-05T09:01:00Z')).toBe(0)
  expect((await textsFor(made.finance.user))[0]).toMatch(
    /^Your approval of .* is needed by the end of today\.$/,
  )
  expect((await (await as(chief)).get(invoice)).statusCode).toBe(404)
  const late = await Promise.all([at('2026-03-06T09:00:00Z'), watchInvoiceDeadlines(parts.app)])
  expect(late).toContain(1)
  expect(await watchInvoiceDeadlines(parts.app)).toBe(0)
  expect((await textsFor(chief))[0]).toMatch(/was due on 5 March 2026, and you can decide on it: “Finance”$/)
  expect((await textsFor(made.world.payer.user))[0]).toContain('was due on 5 March 2026')
  // the law firm is told nothing
  expect((await textsFor(made.world.lawyer.user)).join(' ')).not.toContain('was due')
  const seen = await approvalOf(invoice, chief)
  expect(seen.can.decideFor.map(({ id }) => id)).toEqual([made.finance.user.id])
  expect(seen.approval.steps[0]?.escalated).toBe('2026-03-06T09:00:00.000Z')
  expect((await waitingFor(chief)).map(({ approver }) => approver.id)).toEqual([made.finance.user.id])
  const caller = await as(chief)
  expect((await decideOn({ caller }, invoice)).statusCode).toBe(403)
  const verdict = { decision: 'Approved', for: { id: made.finance.user.id } }
  expect((await decideOn({ caller }, invoice, verdict)).statusCode).toBe(200)
  expect(await approvalOf(invoice)).toMatchObject({
    approval: { state: 'Approved', steps: [{ approvers: [{ decidedBy: { id: chief.id } }] }] },
  })
  expect(await waitingFor(chief)).toEqual([])
})

test('without a person who can decide the administrators are asked; of what does not wait nobody is [I-251]', async () => {
  const { chief, ...made } = people()
  const lateStep = (escalateTo: { id: string } | null, approver = made.finance) => ({
    name: 'Finance',
    approvers: peopleOf(approver),
    deadline: { workingDays: 1, escalateTo },
  })
  // who asks for the approval is not the one to decide it
  await setRules(lateStep({ id: made.world.payer.user.id }))
  await asked()
  expect([await at('2026-03-03T09:00:00Z'), await at('2026-03-04T09:00:00Z')]).toEqual([1, 1])
  expect((await textsFor(made.admin.user))[0]).toMatch(/and you can decide on it: “Finance”$/)
  parts.clock.set(new Date('2026-03-02T09:00:00Z'))
  await setRules(lateStep({ id: chief.id }))
  const [decided, withdrawn, declined, again] = [await asked(), await asked(), await asked(), await asked()]
  expect((await decideOn({ caller: await own(made.finance) }, decided)).statusCode).toBe(200)
  const payer = await as(made.world.payer.user)
  expect((await payer.post(`${withdrawn}/approval/withdraw`)).statusCode).toBe(200)
  expect((await payer.post(`${declined}/decline`, { reason: 'Wrong matter.' })).statusCode).toBe(200)
  // asked again, with a deadline of its own
  expect((await payer.post(`${again}/approval/withdraw`)).statusCode).toBe(200)
  parts.clock.set(new Date('2026-03-03T10:00:00Z'))
  const later = await as(made.world.payer.user)
  expect((await later.post(`${again}/approval`, {})).statusCode).toBe(200)
  expect(await at('2026-03-04T08:59:00Z')).toBe(0)
  expect(await at('2026-03-04T09:00:00Z')).toBe(1)
  expect((await approvalOf(again)).approval.steps).toMatchObject([{ due: '2026-03-04', escalated: null }])
  expect(await textsFor(chief)).toEqual([])
})
