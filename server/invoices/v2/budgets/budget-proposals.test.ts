// Budgets that law firms propose, and what they expect a matter still to cost.
import { beforeEach, expect, test } from 'vitest'
import { createFirm, createUser } from '../../../../test/factories.ts'
import {
  createInvoiceWorld,
  draftInvoice,
  type InvoiceWorld,
  moveInvoiceTo,
} from '../../../../test/fixtures/invoices.ts'
import { insertMatter } from '../../../../test/fixtures/matters.ts'
import { notificationsOf } from '../../../../test/fixtures/notifications.ts'
import { useTestApp } from '../../../../test/test-app.ts'
import { callerFor } from '../../../../test/tokens.ts'

const parts = useTestApp()
let world: InvoiceWorld
let [proposals, money, estimate] = ['', '', '']
beforeEach(async () => {
  world = await createInvoiceWorld(parts)
  at(world.matterId)
})

function at(matterId: number) {
  proposals = `/v2/matters/${matterId}/budgetProposals`
  money = `/v2/matters/${matterId}/money`
  estimate = `/v2/matters/${matterId}/estimate`
}

const plan = { currency: 'GBP', parts: [{ phase: 'L300', amount: 700 }, { amount: 300 }] }

async function propose(body: object = plan) {
  const answer = await world.lawyer.caller.post(proposals, body)
  return { statusCode: answer.statusCode, id: answer.json<{ id: number }>().id }
}

test('a firm proposes, and the organisation approves: it is the next version of the budget [I-153]', async () => {
  const { payer, lawyer, member } = world
  const { statusCode, id } = await propose({ ...plan, note: 'With a second expert' })
  expect(statusCode).toBe(201)
  const [notified] = await notificationsOf(parts.app, payer.caller)
  expect(notified?.text).toBe('Robin Marsh proposed a budget: “With a second expert”')
  expect((await member.caller.get(proposals)).json()).toMatchObject({
    proposals: [{ id, state: 'Proposed', amount: 1000, firm: { id: world.firmId } }],
  })
  expect((await lawyer.caller.post(`${proposals}/${id}/approve`, {})).statusCode).toBe(403)
  expect((await member.caller.post(`${proposals}/${id}/approve`, {})).statusCode).toBe(403)
  expect((await payer.caller.post(`${proposals}/${id}/withdraw`, {})).statusCode).toBe(403)
  const both = await Promise.all(
    [0, 1].map(() => payer.caller.post(`${proposals}/${id}/approve`, { note: 'Agreed' })),
  )
  expect(both.map((answer) => answer.statusCode).toSorted()).toEqual([204, 409])
  expect((await payer.caller.get(money)).json()).toMatchObject({
    budget: {
      version: 1,
      amount: 1000,
      parts: [
        { phase: 'L300', amount: 700 },
        { phase: null, amount: 300 },
      ],
    },
  })
  expect((await lawyer.caller.get(proposals)).json()).toMatchObject({
    proposals: [{ state: 'Approved', answer: 'Agreed' }],
  })
  const [answered] = await notificationsOf(parts.app, lawyer.caller)
  expect(answered?.text).toBe('Robin Marsh approved the budget that you proposed: “Agreed”')
})

test('it is declined with a reason, withdrawn, or followed by another one [I-153]', async () => {
  const { payer, lawyer } = world
  const first = await propose()
  const second = await propose({ ...plan, currency: 'GBP', includesTax: true })
  const without = await payer.caller.post(`${proposals}/${second.id}/decline`, {})
  expect([without.statusCode, without.json<{ errors: object }>().errors]).toMatchObject([400, { reason: {} }])
  await payer.caller.post(`${proposals}/${second.id}/decline`, { reason: 'Too much' })
  const third = await propose()
  expect((await lawyer.caller.post(`${proposals}/${third.id}/withdraw`, {})).statusCode).toBe(204)
  expect((await payer.caller.post(`${proposals}/${third.id}/approve`, {})).statusCode).toBe(409)
  const { proposals: all } = (await payer.caller.get(proposals)).json<{
    proposals: { state: string; id: number }[]
  }>()
  expect(all.map(({ id, state }) => [id, state])).toEqual([
    [third.id, 'Withdrawn'],
    [second.id, 'Declined'],
    [first.id, 'Withdrawn'],
  ])
  expect((await payer.caller.post(proposals, plan)).statusCode).toBe(403)
})

test('no firm sees proposals and estimates of another, nor the budget [I-153] [I-155]', async () => {
  const { app } = parts
  const other = await createFirm(app, world.organisationId)
  const rival = await createUser(app, { organisationId: other.id, role: 'MatterManager' })
  at(await insertMatter(app, { owner: world.payer.user, members: [world.lawyer.user, rival] }))
  const theirs = await callerFor(parts, rival)
  const { id } = await propose({ ...plan, note: 'Marked' })
  await world.lawyer.caller.put(estimate, { amount: 5000, currency: 'GBP', note: 'Marked' })
  expect((await theirs.get(proposals)).json()).toEqual({ proposals: [] })
  expect((await theirs.get(estimate)).json()).toEqual({ versions: [] })
  expect((await theirs.post(`${proposals}/${id}/withdraw`, {})).statusCode).toBe(404)
  const history = await theirs.get(proposals.replace('budgetProposals', 'history'))
  expect(history.body).not.toContain('Marked')
  expect((await notificationsOf(app, theirs)).map(({ text }) => text).join()).not.toContain('budget')
})

test('the forecast is what is approved, pending and still to come, without tax [I-155]', async () => {
  const { payer, lawyer, matterId } = world
  await payer.caller.put(`/v2/matters/${matterId}/budget`, { amount: 2000, currency: 'GBP' })
  expect((await payer.caller.get(money)).json()).toMatchObject({ forecast: null, estimates: [] })
  for (const unitPrice of ['300', '100']) {
    const lines = [{ kind: 'Fee', description: 'Advice', unitPrice, taxRate: '20' }] as const
    const id = await draftInvoice(parts.app, lawyer.actor, matterId, { currency: 'GBP', lines })
    await moveInvoiceTo(parts.app, lawyer.actor, id, 'Posted')
    if (unitPrice === '300') await payer.caller.post(`/v2/invoices/${id}/approve`, { fees: 250 })
  }
  expect(
    (await lawyer.caller.put(estimate, { amount: 900, currency: 'gbp', note: 'Trial' })).statusCode,
  ).toBe(204)
  const stale = { headers: { 'if-match': '"0"' } }
  expect((await lawyer.caller.put(estimate, { amount: 1 }, stale)).statusCode).toBe(412)
  await lawyer.caller.put(estimate, { amount: 650.5 })
  expect((await lawyer.caller.get(estimate)).json()).toMatchObject({
    versions: [
      { version: 2, amount: 650.5, currency: 'GBP', note: null },
      { version: 1, amount: 900, note: 'Trial' },
    ],
  })
  expect((await payer.caller.get(money)).json()).toMatchObject({
    estimates: [{ firm: { id: world.firmId }, amount: 650.5 }],
    forecast: 1000.5,
    complete: true,
  })
  await lawyer.caller.put(estimate, { amount: 5, currency: 'EUR' })
  expect((await payer.caller.get(money)).json()).toMatchObject({ forecast: null, complete: false })
})

test.each([
  [{ amount: -1 }, 'amount'],
  [{ amount: null }, 'amount'],
  [{}, 'amount'],
  [{ amount: 1, currency: 'XXQ' }, 'currency'],
  [{ amount: 1, note: 7 }, 'note'],
])('the estimate %j is refused by name [I-155]', async (body, name) => {
  const answer = await world.lawyer.caller.put(estimate, body)
  expect([answer.statusCode, Object.keys(answer.json<{ errors: object }>().errors)]).toEqual([400, [name]])
})
