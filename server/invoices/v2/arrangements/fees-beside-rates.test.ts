// Fixed and success fees that are billed under a number, beside rates that are agreed for everybody: they are no hours.
import { beforeEach, expect, test } from 'vitest'
import { ledes1998B, rows1998B } from '../../../../test/documents/ledes.ts'
import { type ArrangementWorld, createArrangementWorld } from '../../../../test/fixtures/arrangements.ts'
import { useTestApp } from '../../../../test/test-app.ts'
import { transitionInvoice } from '../../commands/transition-invoice.ts'

const parts = useTestApp()
let world: ArrangementWorld
beforeEach(async () => {
  world = await createArrangementWorld(parts)
  const everybody = { firm: { id: world.firmId }, currency: 'GBP', rate: 300, from: '2025-01-01' }
  const rated = await world.payer.caller.post('/v2/agreedRates', everybody)
  expect(rated.statusCode, rated.body).toBe(201)
})

const fixed = { unitPrice: '5000', timekeeperNumber: ' fixed' }
const won = { unitPrice: '900', timekeeperNumber: 'WON' }
const hour = { unitPrice: '350', timekeeperNumber: '14' }
const agreeBoth = async () => {
  await world.agreed({ billedAs: 'FIXED' })
  const success = { condition: 'The claim is dismissed' }
  await world.agreed({ kind: 'Success', title: 'Dismissal', billedAs: 'Won', success })
}
const linesOf = async (invoice: number, caller = world.payer.caller) =>
  (await caller.get(`/v2/invoices/${invoice}`)).json<{
    lines: { agreedRate: number | null; review: object | null }[]
  }>().lines
const ratesOf = async (invoice: number, caller = world.payer.caller) =>
  (await linesOf(invoice, caller)).map(({ agreedRate }) => agreedRate)

test('a fixed and a success fee show no agreed rate and are not reduced; an hour beside them is [I-277]', async () => {
  await agreeBoth()
  const invoice = await world.billed([fixed, hour, won])
  for (const caller of [world.payer.caller, world.lawyer.caller]) {
    expect(await ratesOf(invoice, caller)).toEqual([null, 300, null])
  }
  const reduced = await world.payer.caller.post(`/v2/invoices/${invoice}/review/rates`)
  expect(reduced.statusCode, reduced.body).toBe(200)
  const reviews = (await linesOf(invoice)).map(({ review }) => review)
  expect(reviews).toMatchObject([null, { decision: 'Reduced', approvedUnitPrice: 300, reason: 'Rate' }, null])
  const alone = await world.billed([fixed, won])
  expect((await world.payer.caller.post(`/v2/invoices/${alone}/review/rates`)).statusCode).toBe(409)
})

test('guidelines find the hour alone, as travel too [I-277]', async () => {
  await agreeBoth()
  const rules = ['rateAboveAgreed', 'timekeeperNotAgreed', 'travel'].map((rule) => ({
    rule,
    severity: 'Flag',
    settings: rule === 'travel' ? { phrases: ['instalment'] } : {},
    firmText: 'As agreed.',
  }))
  const set = await world.payer.caller.put('/v2/invoices/guidelines', { rules, note: 'Rates' })
  expect(set.statusCode, set.body).toBe(204)
  const flags = await world.payer.caller.get(`/v2/invoices/${await world.billed([fixed, hour, won])}/flags`)
  const found = flags.json<{ items: { line: number; rule: string; excess: number }[] }>().items
  expect(found.map(({ line, rule, excess }) => [line, rule, excess])).toEqual([
    [2, 'rateAboveAgreed', 50],
    [2, 'travel', 200],
  ])
})

test('an approved invoice keeps that there was no rate for a fee, whatever is agreed later [I-277, I-124]', async () => {
  const id = await world.agreed({ billedAs: 'FIXED' })
  const [approved, open] = [await world.billed([fixed, hour]), await world.billed([fixed, hour])]
  await transitionInvoice(parts.app, world.payer.actor, approved, { kind: 'approve' })
  const away = { amount: null, reason: 'Hours instead' }
  expect((await world.payer.caller.put(`${world.url}/${id}`, away)).statusCode).toBe(204)
  expect(await ratesOf(approved)).toEqual([null, 300])
  expect(await ratesOf(open)).toEqual([300, 300])
})

test('the number means a fee in its currency and on its matter only [I-277]', async () => {
  await world.agreed({ billedAs: 'FIXED', currency: 'EUR' })
  expect(await ratesOf(await world.billed([fixed, hour]))).toEqual([300, 300])
})

test('the check of a file names the hour above its rate, and no fee [I-277]', async () => {
  await parts.app.database.pool.query(
    'update matters set reference = $1, manager_reference = $2 where id = $3',
    ['C-1', 'M-1', world.matterId],
  )
  const [fee, ...others] = rows1998B()
  const amount = { LINE_ITEM_UNIT_COST: '365', LINE_ITEM_TOTAL: '84.50' }
  const file = ledes1998B(
    [
      { ...fee, ...amount },
      { ...fee, ...amount, TIMEKEEPER_ID: 'Fixed', TIMEKEEPER_NAME: 'Fee' },
      ...others,
    ].map((row, index) => ({ ...row, LINE_ITEM_NUMBER: String(index + 1), INVOICE_TOTAL: '561.00' })),
  )
  const check = async () => {
    const options = { headers: { 'content-type': 'text/plain' } }
    const answer = await world.lawyer.caller.post('/v2/invoices/imports?checkOnly=true', file, options)
    return answer.json<{
      valid: boolean
      invoices: { currency: string }[]
      aboveRates: { lines: { row: number }[] }
    }>()
  }
  const { invoices } = await check()
  const currency = invoices[0]?.currency
  const everybody = { firm: { id: world.firmId }, currency, rate: 300, from: '2025-01-01' }
  if (currency !== 'GBP') await world.payer.caller.post('/v2/agreedRates', everybody)
  const rowsOf = async () => {
    const { valid, aboveRates } = await check()
    return [valid, aboveRates.lines.map(({ row }) => row)]
  }
  expect(await rowsOf()).toEqual([true, [3, 4]])
  const id = await world.agreed({ billedAs: 'FIXED', currency })
  expect(await rowsOf()).toEqual([true, [3]])
  await world.payer.caller.put(`${world.url}/${id}`, { amount: null, reason: 'Hours instead' })
  expect(await rowsOf()).toEqual([true, [3, 4]])
})

test('what a proposal would cost counts hours, and no fees under a number [I-277]', async () => {
  await agreeBoth()
  const dated = { workDate: '2026-02-02' }
  await world.billed([
    { ...fixed, ...dated },
    { ...hour, ...dated, quantity: '10' },
    { ...won, ...dated },
  ])
  const proposed = await world.lawyer.caller.post('/v2/rateProposals', {
    customer: { id: world.organisationId },
    rates: [{ currency: 'GBP', rate: 330, from: '2026-04-01' }],
    note: 'With the next year of practice',
  })
  expect(proposed.statusCode, proposed.body).toBe(201)
  const { id } = proposed.json<{ id: number }>()
  expect((await world.payer.caller.get(`/v2/rateProposals/${id}`)).json()).toMatchObject({
    rates: [{ currentRate: 300, hours: 10, proposed: { percent: 10, yearlyCost: 300 } }],
  })
})
