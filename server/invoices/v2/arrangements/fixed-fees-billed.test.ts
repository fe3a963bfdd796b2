// What guidelines, invoices and reports say of fixed fees.
import { beforeEach, expect, test } from 'vitest'
import { type ArrangementWorld, createArrangementWorld } from '../../../../test/fixtures/arrangements.ts'
import { useTestApp } from '../../../../test/test-app.ts'
import { transitionInvoice } from '../../commands/transition-invoice.ts'

const parts = useTestApp()
let world: ArrangementWorld
beforeEach(async () => {
  world = await createArrangementWorld(parts)
})

test('hours for work with a fixed fee, and more than the fee, are found by guidelines [I-234]', async () => {
  await world.agreed({ amount: 1000 })
  const rule = (name: string, severity: string) => ({
    rule: name,
    severity,
    settings: {},
    firmText: 'Fixed.',
  })
  const rules = [rule('hourlyInFixedFee', 'Flag'), rule('overFixedFee', 'Reduce')]
  const set = await world.payer.caller.put('/v2/invoices/guidelines', { rules, note: 'Fixed fees' })
  expect(set.statusCode, set.body).toBe(204)
  await world.billed([{ unitPrice: '700' }])
  const id = await world.billed([
    { unitPrice: '200' },
    { unitPrice: '180', timekeeperNumber: '14' },
    { unitPrice: '250' },
  ])
  const flags = await world.payer.caller.get(`/v2/invoices/${id}/flags`)
  expect(flags.json()).toMatchObject({
    items: [
      { line: 2, rule: 'hourlyInFixedFee', excess: 180 },
      { line: 3, rule: 'overFixedFee', excess: 150 },
    ],
  })
  const invoice = await world.payer.caller.get(`/v2/invoices/${id}`)
  expect(invoice.json()).toMatchObject({
    lines: [
      { review: null },
      { review: null },
      { review: { decision: 'Reduced', approvedAmount: 100, reason: 'Agreement', rule: 'overFixedFee' } },
    ],
  })
})

test('an invoice says what is billed of each before it and with it [I-230]', async () => {
  const id = await world.agreed({ amount: 1000 })
  await world.billed([{ unitPrice: '700' }])
  const draft = await world.drafted([{ unitPrice: '450' }])
  const at = `/v2/invoices/${draft}/feeArrangements`
  const used = { id, title: 'First instance', amount: 1000, before: 700, own: 450, committed: 0, over: 150 }
  expect((await world.lawyer.caller.get(at)).json()).toMatchObject({ items: [used] })
  expect((await world.payer.caller.get(at)).statusCode).toBe(404)
  await transitionInvoice(parts.app, world.lawyer.actor, draft, { kind: 'post' })
  expect((await world.payer.caller.get(at)).json()).toMatchObject({ items: [used] })
})

test('reports add up what is committed by matter, in the currency of its budget [I-230]', async () => {
  await world.agreed()
  await world.billed([{ unitPrice: '3000' }])
  const read = async () => {
    const query = '/v2/reports/figures?list=matters&by=matter&measures=committed'
    const { groups } = (await world.payer.caller.get(query)).json<{
      groups: { currency: string; values: number[] }[]
    }>()
    return groups.map(({ currency, values }) => [currency, ...values])
  }
  const budget = await world.payer.caller.put(`/v2/matters/${world.matterId}/budget`, {
    amount: 50_000,
    currency: 'GBP',
  })
  expect(budget.statusCode).toBe(204)
  expect(await read()).toEqual([['GBP', 7000]])
})
