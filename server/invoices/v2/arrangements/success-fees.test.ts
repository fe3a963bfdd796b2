// Success fees: contingent until their success is recorded, committed from then on; flagged when they are billed too
// early or too high; outcomes and their corrections.
import { beforeEach, expect, test } from 'vitest'
import {
  type ArrangementWorld,
  createArrangementWorld,
  errorsOf,
} from '../../../../test/fixtures/arrangements.ts'
import { repetitions } from '../../../../test/repetitions.ts'
import { useTestApp } from '../../../../test/test-app.ts'
import { transitionInvoice } from '../../commands/transition-invoice.ts'

const parts = useTestApp()
let world: ArrangementWorld
beforeEach(async () => {
  world = await createArrangementWorld(parts)
})

const dismissed = { condition: 'The claim is dismissed', latest: '2027-06-30' }
const agreed = (more: object = {}) =>
  world.agreed({ kind: 'Success', title: 'Dismissal', billedAs: 'SUCCESS', success: dismissed, ...more })
const recovery = { condition: 'Damages are recovered', percent: 12.5, minimum: 1000, maximum: 25_000 }
const inPercent = (success: object = {}) =>
  agreed({ amount: undefined, success: { ...recovery, ...success } })

const outcome = (id: number, body: object, version?: number) =>
  world.payer.caller.put(
    `${world.url}/${id}/outcome`,
    { reason: 'Judgment', ...body },
    version === undefined ? {} : { headers: { 'if-match': `"${version}"` } },
  )
const recorded = async (id: number, body: object) => {
  const answer = await outcome(id, body)
  expect(answer.statusCode, answer.body).toBe(204)
}
const succeeded = { state: 'Succeeded', date: '2026-03-02' }
const line = (unitPrice: string) => ({ unitPrice, timekeeperNumber: ' success' })
/** Reports are in the currency of the budget. */
const budgeted = async () => {
  const budget = { amount: 50_000, currency: 'GBP' }
  const set = await world.payer.caller.put(`/v2/matters/${world.matterId}/budget`, budget)
  expect(set.statusCode, set.body).toBe(204)
}
const spends = async () => {
  const money = await world.payer.caller.get(`/v2/matters/${world.matterId}/money`)
  return money.json<{ spends: object[] }>().spends
}

test('a success fee is contingent, and committed once its success is recorded, as in docs/money.md [I-244]', async () => {
  const id = await agreed({ amount: 10_000 })
  expect(await world.only()).toMatchObject({
    kind: 'Success',
    amount: 10_000,
    billed: 0,
    committed: 0,
    over: 0,
    success: { ...dismissed, percent: null, state: 'Open', contingent: 10_000, outcomes: [] },
  })
  expect(await spends()).toEqual([
    { currency: 'GBP', approved: 0, pending: 0, accrued: 0, committed: 0, contingent: 10_000 },
  ])
  await recorded(id, succeeded)
  expect(await world.only()).toMatchObject({ committed: 10_000, success: { contingent: 0 } })
  // hours and a fixed fee are not of it
  await world.billed([line('4000'), { unitPrice: '180', timekeeperNumber: '14' }, { unitPrice: '70' }])
  expect(await world.only()).toMatchObject({ billed: 4000, committed: 6000, over: 0 })
  expect(await spends()).toEqual([
    { currency: 'GBP', approved: 0, pending: 4250, accrued: 0, committed: 6000, contingent: 0 },
  ])
  await world.billed([line('6500')])
  expect(await world.only()).toMatchObject({ billed: 10_500, committed: 0, over: 500 })
})

test('a percentage of a result is due between its minimum and its maximum, as in docs/money.md [I-245]', async () => {
  const id = await inPercent()
  expect(await world.only()).toMatchObject({ amount: 25_000, success: { contingent: 25_000 } })
  const due = async (result: number | string) => {
    await recorded(id, { ...succeeded, result })
    return (await world.only()).committed
  }
  // 12.5 % of 40,000.20 is 5,000.025: half even
  expect(await due('40000.20')).toBe(5000.02)
  expect(await due(4000)).toBe(1000)
  expect(await due(900_000)).toBe(25_000)
  await recorded(id, { state: 'Failed', date: '2026-03-01' })
  expect(await world.only()).toMatchObject({ committed: 0, success: { state: 'Failed', contingent: 0 } })
})

test('what a percentage without a maximum can come to is not known, and no total hides it [I-245]', async () => {
  await inPercent({ maximum: null })
  await agreed({ amount: 300, title: 'Costs', billedAs: 'COSTS' })
  expect((await world.listed()).map((each) => each)).toMatchObject([
    { amount: 0, success: { contingent: null } },
    { amount: 300, success: { contingent: 300 } },
  ])
  expect(await spends()).toMatchObject([{ committed: 0, contingent: null }])
  await budgeted()
  const query = '/v2/reports/figures?list=matters&by=matter&measures=contingent'
  const figures = await world.payer.caller.get(query)
  expect(figures.json()).toMatchObject({ complete: false, groups: [{ values: [300] }] })
})

test('reports add up what is contingent and what is committed [I-244]', async () => {
  await agreed({ amount: 10_000 })
  const won = await agreed({ amount: 500, title: 'Costs', billedAs: 'COSTS' })
  await recorded(won, succeeded)
  await budgeted()
  const query = '/v2/reports/figures?list=matters&by=matter&measures=committed,contingent'
  const figures = await world.payer.caller.get(query)
  expect(figures.json()).toMatchObject({ complete: true, groups: [{ values: [500, 10_000] }] })
})

test('an outcome is corrected with a reason while nothing of it is billed [I-246]', async () => {
  const id = await agreed({ amount: 10_000 })
  expect(errorsOf(await outcome(id, { ...succeeded, reason: ' ' }))).toEqual([400, 'reason'])
  expect(errorsOf(await outcome(id, { state: 'Won' }))).toEqual([400, 'state'])
  expect(errorsOf(await outcome(id, { state: 'Open' }))).toEqual([400, 'state'])
  expect(errorsOf(await outcome(id, { ...succeeded, date: '2026-03-03' }))).toEqual([400, 'date'])
  expect(errorsOf(await outcome(id, { ...succeeded, result: 5 }))).toEqual([400, 'result'])
  expect(errorsOf(await outcome(id, { state: 'Failed', result: 5 }))).toEqual([400, 'result'])
  expect((await outcome(999_999, succeeded)).statusCode).toBe(404)
  await recorded(id, succeeded)
  await recorded(id, succeeded)
  expect((await outcome(id, { state: 'Failed' }, 0)).statusCode).toBe(412)
  expect((await outcome(id, { state: 'Open', reason: 'An appeal was lodged' }, 1)).statusCode).toBe(204)
  await recorded(id, { ...succeeded, reason: 'The appeal was withdrawn' })
  expect(await world.only()).toMatchObject({
    committed: 10_000,
    success: {
      state: 'Succeeded',
      outcomes: [
        {
          version: 3,
          state: 'Succeeded',
          date: '2026-03-02',
          due: 10_000,
          reason: 'The appeal was withdrawn',
          set: { user: { id: world.payer.user.id } },
        },
        { version: 2, state: 'Open', date: null, due: null, reason: 'An appeal was lodged' },
        { version: 1, state: 'Succeeded', due: 10_000 },
      ],
    },
  })
  const invoice = await world.billed([line('2500')])
  const refused = await outcome(id, { state: 'Failed' })
  expect([refused.statusCode, refused.body]).toEqual([409, expect.stringContaining('GBP 2500.00')])
  const { app } = parts
  await transitionInvoice(app, world.payer.actor, invoice, { kind: 'decline', reason: 'Too early' })
  await recorded(id, { state: 'Failed' })
  const history = await world.payer.caller.get(`/v2/matters/${world.matterId}/history`)
  expect(history.body).toContain('An appeal was lodged')
})

test('terms do not change while an outcome is recorded, and a latest day bounds it [I-246]', async () => {
  const id = await agreed({ amount: 10_000, success: { ...dismissed, latest: '2026-02-28' } })
  expect(errorsOf(await outcome(id, succeeded))).toEqual([400, 'date'])
  await recorded(id, { ...succeeded, date: '2026-02-28' })
  const terms = { title: 'Dismissal', billedAs: 'SUCCESS', success: dismissed, reason: 'More time' }
  const change = (body: object) => world.payer.caller.put(`${world.url}/${id}`, body)
  expect((await change({ ...terms, amount: 12_000 })).statusCode).toBe(409)
  expect((await change({ amount: null, reason: 'No more' })).statusCode).toBe(409)
  await recorded(id, { state: 'Open' })
  expect((await change({ ...terms, amount: 12_000 })).statusCode).toBe(204)
  expect((await change({ amount: null, reason: 'No more' })).statusCode).toBe(204)
  expect((await outcome(id, succeeded)).statusCode).toBe(409)
  expect(await world.only()).toMatchObject({ amount: null, committed: 0, success: { contingent: 0 } })
})

test('what is wrong with a success fee is refused under its name [I-247]', async () => {
  const refused = async (more: object, success: object = dismissed) =>
    errorsOf(await world.add({ kind: 'Success', billedAs: 'SUCCESS', success, ...more }))
  const share = { amount: undefined }
  expect(await refused({ success: null })).toEqual([400, 'success'])
  expect(await refused({ success: 'yes' })).toEqual([400, 'success'])
  expect(await refused({ billedAs: null })).toEqual([400, 'billedAs'])
  expect(await refused(share)).toEqual([400, 'amount'])
  expect(await refused({ from: '2026-01-01' })).toEqual([400, 'from'])
  expect(await refused({ parts: [{ name: 'Half', amount: 10_000 }] })).toEqual([400, 'parts'])
  expect(await refused({}, { condition: ' ' })).toEqual([400, 'success.condition'])
  expect(await refused({}, { ...dismissed, latest: '2026-02-30' })).toEqual([400, 'success.latest'])
  expect(await refused({}, { ...dismissed, maximum: 5 })).toEqual([400, 'success.maximum'])
  expect(await refused({}, recovery)).toEqual([400, 'amount'])
  expect(await refused(share, { ...recovery, percent: 100.5 })).toEqual([400, 'success.percent'])
  expect(await refused(share, { ...recovery, percent: 0 })).toEqual([400, 'success.percent'])
  expect(await refused(share, { ...recovery, maximum: 999 })).toEqual([400, 'success.maximum'])
  expect(await refused(share, { ...recovery, minimum: 10.005 })).toEqual([400, 'success.minimum'])
  expect(await refused({ kind: 'Fixed' })).toEqual([400, 'success'])
  expect(await world.listed()).toEqual([])
  await agreed({ amount: 10 })
  expect(await refused({ billedAs: ' success' })).toEqual([400, 'billedAs'])
  expect(errorsOf(await world.add({ billedAs: 'Success' }))).toEqual([400, 'billedAs'])
  const general = { firm: { id: world.firmId }, title: 'All', amount: 5, billedAs: 'X', success: dismissed }
  const forAll = await world.payer.caller.post('/v2/feeArrangements', { ...general, kind: 'Success' })
  expect(errorsOf(forAll)).toEqual([400, 'kind'])
})

test('guidelines find a success fee before its success, and more than is due [I-248]', async () => {
  const id = await agreed({ amount: 1000 })
  await world.agreed({ amount: 5000 })
  const names = ['earlySuccessFee', 'overSuccessFee', 'hourlyInFixedFee', 'rateAboveAgreed']
  const rules = names.map((rule) => ({ rule, severity: 'Flag', settings: {}, firmText: 'Agreed.' }))
  const set = await world.payer.caller.put('/v2/invoices/guidelines', { rules, note: 'Success fees' })
  expect(set.statusCode, set.body).toBe(204)
  const rate = { firm: { id: world.firmId }, currency: 'GBP', rate: 300, from: '2026-01-01' }
  const rated = await world.payer.caller.post('/v2/agreedRates', rate)
  expect(rated.statusCode, rated.body).toBe(201)
  const flagsOf = async (invoice: number) => {
    const flags = await world.payer.caller.get(`/v2/invoices/${invoice}/flags`)
    return flags
      .json<{ items: { line: number; rule: string; excess: number }[] }>()
      .items.map((flag) => [flag.line, flag.rule, flag.excess])
  }
  const early = await world.billed([line('400'), { unitPrice: '70' }])
  expect(await flagsOf(early)).toEqual([[1, 'earlySuccessFee', 400]])
  await transitionInvoice(parts.app, world.payer.actor, early, { kind: 'decline', reason: 'Too early' })
  await recorded(id, succeeded)
  expect(await flagsOf(await world.billed([line('700')]))).toEqual([])
  const late = await world.billed([line('200'), line('250')])
  expect(await flagsOf(late)).toEqual([[2, 'overSuccessFee', 150]])
  const used = await world.payer.caller.get(`/v2/invoices/${late}/feeArrangements`)
  expect(used.json<{ items: object[] }>().items[0]).toMatchObject({ id, before: 700, own: 450, over: 150 })
})

test('an invoice that is posted while its success is taken back is flagged, or keeps it [I-246, I-248]', async () => {
  const id = await agreed({ amount: 1000 })
  const rules = [{ rule: 'earlySuccessFee', severity: 'Flag', settings: {}, firmText: 'Too early.' }]
  const set = await world.payer.caller.put('/v2/invoices/guidelines', { rules, note: 'Success fees' })
  expect(set.statusCode, set.body).toBe(204)
  for (let time = 0; time < repetitions(4, 40); time++) {
    await recorded(id, succeeded)
    const invoice = await world.drafted([line('400')])
    const [taken] = await Promise.all([
      outcome(id, { state: 'Open', reason: 'An appeal' }),
      transitionInvoice(parts.app, world.lawyer.actor, invoice, { kind: 'post' }),
    ])
    const flags = await world.payer.caller.get(`/v2/invoices/${invoice}/flags`)
    const found = flags.json<{ items: { rule: string }[] }>().items.map(({ rule }) => rule)
    expect([taken.statusCode, found]).toEqual(
      taken.statusCode === 204 ? [204, ['earlySuccessFee']] : [409, []],
    )
    await transitionInvoice(parts.app, world.payer.actor, invoice, { kind: 'decline', reason: 'Later' })
  }
})

test('a law firm sees its own success fee without reasons, and records nothing [I-249]', async () => {
  const { lawyer, member } = world
  const id = await agreed({ amount: 1000 })
  await recorded(id, { ...succeeded, reason: 'They were lucky' })
  const seen = await world.only(lawyer.caller)
  expect(seen).toMatchObject({
    success: { state: 'Succeeded', outcomes: [{ due: 1000, reason: null, set: { userName: '' } }] },
  })
  for (const caller of [lawyer.caller, member.caller]) {
    const answer = await caller.put(`${world.url}/${id}/outcome`, { state: 'Failed', reason: 'No' })
    expect(answer.statusCode).toBe(403)
  }
  const history = await lawyer.caller.get(`/v2/matters/${world.matterId}/history`)
  expect(history.body).not.toContain('lucky')
})
