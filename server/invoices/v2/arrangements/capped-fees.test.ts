// Caps on hourly fees: what counts against one, what guidelines take off, and who is told.
import { beforeEach, expect, test } from 'vitest'
import {
  type ArrangementWorld,
  createArrangementWorld,
  errorsOf,
} from '../../../../test/fixtures/arrangements.ts'
import { ledes1998B, rows1998B } from '../../../../test/documents/ledes.ts'
import { runJobs } from '../../../../test/fixtures/jobs.ts'
import { insertMatter } from '../../../../test/fixtures/matters.ts'
import { notificationsOf } from '../../../../test/fixtures/notifications.ts'
import { useTestApp } from '../../../../test/test-app.ts'
import { transitionInvoice } from '../../commands/transition-invoice.ts'

const parts = useTestApp()
let world: ArrangementWorld
beforeEach(async () => {
  world = await createArrangementWorld(parts)
})

const cap = (more: object = {}) =>
  world.agreed({ kind: 'Capped', title: 'Due diligence', amount: 1000, ...more })
const hours = (unitPrice: string, taskCode?: string) => ({
  unitPrice,
  timekeeperNumber: '14',
  ...(taskCode === undefined ? {} : { taskCode }),
})

test('hours count against a cap as approved, before as billed, and guidelines reduce them to it, as in docs/money.md [I-239]', async () => {
  const id = await cap()
  const rule = { rule: 'overCap', severity: 'Reduce', settings: {}, firmText: 'Over the cap.' }
  const set = await world.payer.caller.put('/v2/invoices/guidelines', { rules: [rule], note: 'Caps' })
  expect(set.statusCode, set.body).toBe(204)
  await world.billed([hours('600')], { fees: '500' })
  expect(await world.only()).toMatchObject({
    id,
    kind: 'Capped',
    billed: 500,
    remaining: 500,
    committed: 0,
    over: 0,
  })
  // what names nobody is not by the hour
  const second = await world.billed([hours('400'), hours('300'), { unitPrice: '50' }])
  expect(await world.only()).toMatchObject({ billed: 1200, remaining: 0, over: 200 })
  const { caller } = world.payer
  expect((await caller.get(`/v2/invoices/${second}`)).json()).toMatchObject({
    lines: [
      { review: null },
      { review: { decision: 'Reduced', approvedAmount: 100, reason: 'Agreement', rule: 'overCap' } },
      { review: null },
    ],
  })
  expect((await caller.get(`/v2/invoices/${second}/feeArrangements`)).json()).toMatchObject({
    items: [{ id, before: 500, own: 700, remaining: 0, over: 200 }],
  })
  await transitionInvoice(parts.app, world.payer.actor, second, { kind: 'approve' })
  expect(await world.only()).toMatchObject({ billed: 1000, remaining: 0, over: 0 })
  const money = await caller.get(`/v2/matters/${world.matterId}/money`)
  expect(money.json()).toMatchObject({ spends: [{ approved: 1050, committed: 0 }] })
})

test('a cap is by phase, not by milestones, and beside a fixed fee whose number is not by the hour [I-239]', async () => {
  expect(errorsOf(await world.add({ kind: 'Capped', billedAs: 'FF' }))).toEqual([400, 'billedAs'])
  const milestones = [{ name: 'Filed', amount: 10_000 }]
  expect(errorsOf(await world.add({ kind: 'Capped', parts: milestones }))).toEqual([400, 'parts[0].phase'])
  await world.agreed({ billedAs: 'FF', amount: 50 })
  await cap({ amount: undefined, parts: [{ phase: 'L200', amount: 100 }] })
  expect((await world.add({ kind: 'Capped', amount: 5 })).statusCode).toBe(409)
  await world.billed([
    hours('130', 'L210'),
    hours('70', 'L310'),
    { unitPrice: '40', taskCode: 'L210', timekeeperNumber: 'FF' },
  ])
  expect(await world.listed()).toMatchObject([
    { kind: 'Fixed', billed: 40, committed: 10, remaining: null },
    { kind: 'Capped', billed: 130, remaining: 0, over: 30, parts: [{ phase: 'L200', billed: 130 }] },
  ])
})

test('invoices of one file count together against a cap when it is checked [I-239]', async () => {
  const { lawyer, payer, firmId } = world
  const values = { reference: 'REF-1' }
  const id = await insertMatter(parts.app, { owner: payer.user, members: [lawyer.user], values })
  const body = { firm: { id: firmId }, kind: 'Capped', title: 'Advice', currency: 'USD', amount: 30 }
  const agreed = await payer.caller.post(`/v2/matters/${id}/feeArrangements`, body)
  expect(agreed.statusCode, agreed.body).toBe(201)
  const rules = [{ rule: 'overCap', severity: 'Flag', settings: {}, firmText: 'Over the cap.' }]
  await payer.caller.put('/v2/invoices/guidelines', { rules, note: 'Caps' })
  // a fee of 24.50 in each
  const same = { CLIENT_MATTER_ID: 'REF-1', LAW_FIRM_MATTER_ID: '' }
  const rows = ['F-1', 'F-2'].flatMap((number) => rows1998B({ ...same, INVOICE_NUMBER: number }))
  const file = ledes1998B(rows)
  const headers = { 'content-type': 'text/plain' }
  const answer = await lawyer.caller.post('/v2/invoices/imports?checkOnly=true', file, { headers })
  const { invoices } = answer.json<{ invoices: { flags: { text: string }[] }[] }>()
  expect(invoices.map(({ flags }) => flags.map(({ text }) => text))).toEqual([[], ['Over the cap.']])
})

test('those responsible are told once for a version that 90 percent of a cap are used [I-240]', async () => {
  const { payer } = world
  const told = async () => {
    await runJobs(parts.app, 'tell-budget')
    const all = await notificationsOf(parts.app, payer.caller)
    return all.flatMap(({ text }) => (text.includes('cap on fees') ? [text] : []))
  }
  const id = await cap()
  await world.billed([hours('899')])
  expect(await told()).toEqual([])
  await world.billed([hours('6')])
  expect(await told()).toEqual(['90.5 % of the cap on fees “Due diligence” is used.'])
  await world.billed([hours('6')])
  expect(await told()).toHaveLength(1)
  const lower = { title: 'Due diligence', amount: 950, reason: 'Less to do' }
  expect((await payer.caller.put(`${world.url}/${id}`, lower)).statusCode).toBe(204)
  expect((await told())[0]).toBe('95.9 % of the cap on fees “Due diligence” is used.')
  expect(await told()).toHaveLength(2)
})
