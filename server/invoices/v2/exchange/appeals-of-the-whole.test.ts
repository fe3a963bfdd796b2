// Appeals of the law firm against the reduction of a whole invoice.
import { beforeEach, expect, test } from 'vitest'
import {
  type Approving,
  approvalRules,
  createApprovalWorld,
  decideOn,
  peopleOf,
  postedInvoice,
} from '../../../../test/fixtures/invoice-approvals.ts'
import type { InvoiceWorld } from '../../../../test/fixtures/invoices.ts'
import { useTestApp } from '../../../../test/test-app.ts'

const parts = useTestApp()
let world: InvoiceWorld
let admin: Approving
let finance: Approving
/** Posted by the firm: two hours at 500, and travel of 10. */
let invoice: string
beforeEach(async () => {
  ;({ world, admin, finance } = await createApprovalWorld(parts))
  invoice = await postedInvoice(parts.app, world, '500')
})

const payer = (path: string, body: object = {}) => world.payer.caller.post(`${invoice}/${path}`, body)
const firm = (path: string, body: object = {}) => world.lawyer.caller.post(`${invoice}/${path}`, body)
const reduce = (reduction: object) =>
  world.payer.caller.put(`${invoice}/review/reduction`, {
    appliesTo: 'All',
    reason: 'Hours',
    note: 'Too much in all.',
    ...reduction,
  })
const namesOf = ({ body }: { body: string }) => Object.keys((JSON.parse(body) as { errors: object }).errors)
const totalOf = async () =>
  (await world.payer.caller.get(invoice)).json<{ review: { total: number } | null }>().review?.total

async function sent(reduction: object = { amount: 101 }): Promise<void> {
  expect((await reduce(reduction)).statusCode).toBe(200)
  expect((await payer('exchange/decisions')).statusCode).toBe(200)
}

const whole = { reduction: { reason: 'It was agreed.' } }

test('the firm appeals against the reduction of the whole; it is restored, in part, or stays, with a reason [I-256]', async () => {
  await sent()
  const appealed = await firm('exchange/appeals', whole)
  expect([appealed.statusCode, appealed.json()]).toMatchObject([
    200,
    {
      waitsFor: 'Payer',
      decisions: {
        outcome: 'Appealed',
        appeals: [],
        reductionAppeal: { reason: 'It was agreed.', outcome: null, note: null },
      },
    },
  ])
  expect((await payer('approve')).statusCode).toBe(409)
  const part = { outcome: 'PartlyRestored', amount: 40.4, note: 'Half of it.' }
  const refused: readonly (readonly [object, string])[] = [
    [{ lines: [{ number: 1, outcome: 'Restored' }] }, 'lines[0].number'],
    [{ reduction: { ...part, amount: 101 } }, 'reduction.amount'],
    [{ reduction: { ...part, amount: 0 } }, 'reduction.amount'],
    [{ reduction: { ...part, amount: 1.005 } }, 'reduction.amount'],
    [{ reduction: { ...part, amount: null } }, 'reduction.amount'],
    [{ reduction: { ...part, note: null } }, 'reduction.note'],
    [{ reduction: { outcome: 'Stays' } }, 'reduction.note'],
    [{ reduction: { outcome: 'Restored', amount: 1 } }, 'reduction.amount'],
    [{ reduction: { outcome: 'Lost' } }, 'reduction.outcome'],
  ]
  for (const [body, name] of refused) {
    const answer = await payer('exchange/appeals/decisions', body)
    expect([answer.statusCode, namesOf(answer)]).toEqual([400, [name]])
  }
  expect((await firm('exchange/appeals/decisions', { reduction: part })).statusCode).toBe(403)
  const decided = await payer('exchange/appeals/decisions', { reduction: part })
  expect([decided.statusCode, decided.json()]).toMatchObject([
    200,
    {
      waitsFor: null,
      decisions: { reductionAppeal: { outcome: 'PartlyRestored', note: 'Half of it.' } },
    },
  ])
  expect(await totalOf()).toBe(969.6)
  await payer('approve')
  expect((await world.lawyer.caller.get(invoice)).json()).toMatchObject({
    approvedTotal: 969.6,
    review: { reduction: { amount: 40.4, note: 'Half of it.' } },
    lines: [{ approvedAmount: 960 }, { approvedAmount: 9.6 }],
  })
  const history = (await world.lawyer.caller.get(`/v2/matters/${world.matterId}/history`)).json<{
    items: { action: string; changes: { label: string; to: unknown }[] }[]
  }>()
  expect(
    history.items.find(({ action }) => action === 'invoiceExchange.appealsDecided')?.changes,
  ).toContainEqual(expect.objectContaining({ label: 'Reduction of the whole', to: 'PartlyRestored' }))
})

test('a line and the whole are appealed together, and each decision counts; restored is nothing taken off [I-256]', async () => {
  await payer('review/lines', {
    lines: [{ number: 1, decision: 'Reduced', approvedAmount: 700, reason: 'Hours', note: 'Too long' }],
  })
  await sent({ percent: 10 })
  const lines = [{ number: 1, reason: 'Two hearings.' }]
  expect((await firm('exchange/appeals', { lines, ...whole })).statusCode).toBe(200)
  const left = await payer('exchange/appeals/decisions', { reduction: { outcome: 'Restored' } })
  expect([left.statusCode, namesOf(left)]).toEqual([400, ['lines']])
  const only = await payer('exchange/appeals/decisions', { lines: [{ number: 1, outcome: 'Restored' }] })
  expect([only.statusCode, namesOf(only)]).toEqual([400, ['reduction']])
  const decided = await payer('exchange/appeals/decisions', {
    lines: [{ number: 1, outcome: 'PartlyRestored', approvedAmount: 850, note: 'One hearing.' }],
    reduction: { outcome: 'Restored' },
  })
  expect(decided.statusCode, decided.body).toBe(200)
  expect(await totalOf()).toBe(860)
  expect((await world.payer.caller.get(invoice)).json()).toMatchObject({ review: { reduction: null } })
})

test('a percentage that is restored in part becomes an amount, less than it took; what stays is as it was [I-256]', async () => {
  await sent({ percent: 10 })
  await firm('exchange/appeals', whole)
  const as = (amount: number) =>
    payer('exchange/appeals/decisions', {
      reduction: { outcome: 'PartlyRestored', amount, note: 'Less.' },
    })
  expect((await as(101)).statusCode).toBe(400)
  expect((await as(100.99)).statusCode).toBe(200)
  expect(await totalOf()).toBe(909.01)
})

test('without a reduction there is nothing to appeal against, and nothing to decide [I-256]', async () => {
  await payer('review/lines', {
    lines: [{ number: 1, decision: 'Reduced', approvedAmount: 700, reason: 'Hours', note: 'Too long' }],
  })
  await payer('exchange/decisions')
  const none = await firm('exchange/appeals', whole)
  expect([none.statusCode, namesOf(none)]).toEqual([400, ['reduction']])
  for (const [body, name] of [
    [{ reduction: { reason: ' ' } }, 'reduction.reason'],
    [{ reduction: { reason: 'A', amount: 1 } }, 'reduction.amount'],
    [{}, 'lines'],
  ] as const)
    expect(namesOf(await firm('exchange/appeals', body))).toEqual([name])
  await firm('exchange/appeals', { lines: [{ number: 1, reason: 'Two hearings.' }] })
  const stray = await payer('exchange/appeals/decisions', {
    lines: [{ number: 1, outcome: 'Restored' }],
    reduction: { outcome: 'Restored' },
  })
  expect([stray.statusCode, namesOf(stray)]).toEqual([400, ['reduction']])
})

test('approvers are asked again if the appeal leaves more, and not if the reduction stays [I-256]', async () => {
  const rules = [{ name: 'Finance', approvers: peopleOf(finance) }]
  await admin.caller.put(approvalRules, { rules })
  for (const [decision, state] of [
    [{ outcome: 'Stays', note: 'As agreed.' }, 200],
    [{ outcome: 'Restored' }, 200],
  ] as const) {
    invoice = await postedInvoice(parts.app, world, '500')
    await reduce({ amount: 101 })
    await payer('approval')
    await payer('exchange/decisions')
    await firm('exchange/appeals', whole)
    expect((await decideOn(finance, invoice)).statusCode).toBe(409)
    const decided = await payer('exchange/appeals/decisions', { reduction: decision })
    expect(decided.statusCode, decided.body).toBe(state)
    const { approval } = (await world.payer.caller.get(`${invoice}/approval`)).json<{
      approval: { total: number }
    }>()
    expect(approval.total).toBe(decision.outcome === 'Stays' ? 909 : 1010)
    expect((await decideOn(finance, invoice)).statusCode).toBe(200)
  }
})
