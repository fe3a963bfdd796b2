// What counts against a budget in another currency: at the rates of invoices, accruals and estimates.
import { beforeEach, expect, test } from 'vitest'
import { createOwnCurrencyWorld, type OwnCurrencyWorld } from '../../../../test/fixtures/own-currency.ts'
import { useTestApp } from '../../../../test/test-app.ts'
import { callerFor } from '../../../../test/tokens.ts'

const parts = useTestApp()
let world: OwnCurrencyWorld
beforeEach(async () => {
  parts.clock.set(new Date('2026-03-02T09:00:00Z'))
  world = await createOwnCurrencyWorld(parts)
})

const budget = async (body: object) => {
  const answer = await world.payer().put(`/v2/matters/${world.matterId}/budget`, { reason: 'Plan', ...body })
  expect(answer.statusCode, answer.body).toBe(204)
}
const money = async () => (await world.payer().get(`/v2/matters/${world.matterId}/money`)).json<object>()
const estimate = async (body: object) => {
  const lawyer = await callerFor(parts, world.lawyer.user)
  expect((await lawyer.put(`/v2/matters/${world.matterId}/estimate`, body)).statusCode).toBe(204)
}

test('invoices in other currencies count at their rates, and those without a rate are named, as in docs/money.md [I-300]', async () => {
  await world.rate('2026-01-20', 2.2415)
  await world.rate('2026-02-21', 2.2)
  await budget({ amount: 10_000, currency: 'NZD' })
  await world.approve(await world.bill([['1000']], { invoiceDate: '2026-02-20' }))
  await world.bill([['2000.05']], { invoiceDate: '2026-02-22' })
  await world.bill([['200']], { currency: 'NZD' })
  const used = { approved: 2241.5, pending: 4600.11, accrued: 0, available: 3158.39 }
  expect(await money()).toMatchObject({ available: 3158.39, complete: true, notCounted: [], periods: [used] })
  await world.bill([['70']], { currency: 'USD' })
  await estimate({ amount: 30, currency: 'USD' })
  const spends = [
    { currency: 'GBP', approved: 1000, pending: 2000.05 },
    { currency: 'NZD', pending: 200 },
    { currency: 'USD', pending: 70 },
  ]
  expect(await money()).toMatchObject({
    available: 3158.39,
    complete: false,
    notCounted: [{ currency: 'USD', amount: 100 }],
    forecast: null,
    spends,
  })
  const query = '/v2/reports/figures?list=matters&by=matter&measures=available,usedPercent'
  const report = async () =>
    (await world.payer().get(query)).json<{ groups: { values: number[] }[]; complete: boolean }>()
  expect(await report()).toMatchObject({ groups: [{ values: [3158.39, null] }], complete: false })
  await world.rate('2026-02-01', 1.5, 'USD')
  expect(await money()).toMatchObject({ available: 3053.39, complete: true, forecast: 6991.61 })
  expect(await report()).toMatchObject({ groups: [{ values: [3053.39, 69.47] }], complete: true })
})

test('a budget in a foreign currency counts invoices over the own one, and phases come to the invoice [I-300]', async () => {
  await world.rate('2026-02-20', 2.5)
  await world.rate('2026-02-20', 1.5, 'USD')
  await budget({ amount: 1000, currency: 'GBP', parts: [{ phase: 'L300', amount: 1000 }] })
  // 500 ÷ 2.5, and three times 10.01 × 1.5 ÷ 2.5 = 6.006, in all 18.018
  await world.bill([['500']], { currency: 'NZD' })
  const line = (taskCode: string) => ({
    kind: 'Fee' as const,
    description: 'Advice',
    unitPrice: '10.01',
    taxRate: '0',
    taskCode,
  })
  await world.bill([], { currency: 'USD', lines: [line('L110'), line('L210'), line('L310')] })
  expect(await money()).toMatchObject({
    available: 781.98,
    periods: [
      {
        pending: 218.02,
        phases: [
          { phase: 'L100', pending: 6 },
          { phase: 'L200', pending: 6.01 },
          { phase: 'L300', pending: 6.01 },
          { phase: null, pending: 200 },
        ],
      },
    ],
  })
})

test('an approval and a guideline compare an invoice in another currency with the budget [I-301]', async () => {
  await world.rate('2026-02-01', 2)
  await budget({ amount: 500, currency: 'NZD' })
  const rule = { name: 'Over budget', matterManager: true, overBudget: true }
  expect((await world.admin().put('/v2/invoices/approvalRules', { rules: [rule] })).statusCode).toBe(200)
  const guidelines = { note: 'For 2026', rules: [{ rule: 'overBudget' }] }
  expect((await world.admin().put('/v2/invoices/guidelines', guidelines)).statusCode).toBe(204)
  const planned = async (id: number) =>
    (await world.payer().get(`/v2/invoices/${id}/approval`)).json<{ planned: object[] }>().planned
  const flags = async (id: number) =>
    (await world.payer().get(`/v2/invoices/${id}/flags`)).json<{ items: object[] }>().items
  const within = await world.bill([['250']])
  expect([await planned(within), await flags(within)]).toEqual([[], []])
  await world.approve(within)
  const over = await world.bill([['0.01']])
  expect(await planned(over)).toMatchObject([{ name: 'Over budget' }])
  expect(await flags(over)).toMatchObject([{ rule: 'overBudget', why: expect.stringContaining('0.01 over') }])
  // without a rate it cannot be compared: it needs the approval, and has no flag
  const unknown = await world.bill([['1']], { currency: 'USD' })
  expect([await planned(unknown), await flags(unknown)]).toMatchObject([[{ name: 'Over budget' }], []])
})

test('money by date adds up in the own currency, and a missing rate blocks it [K-102]', async () => {
  await world.rate('2026-02-20', 2)
  await budget({ amount: 1200, currency: 'GBP', planRate: 2.5 })
  await world.approve(await world.bill([['100']], { invoiceDate: '2026-03-01' }))
  await world.bill([['50']], { currency: 'NZD', invoiceDate: '2026-03-02' })
  const figures = async () => {
    const measures = 'actual,pending,budget,forecast,overForecast'
    const query = `list=moneyByDate&by=&measures=${measures}&ownCurrency=true`
    const answer = await world.payer().get(`/v2/reports/figures?${query}`)
    return answer.json<{ totals: { currency: string; values: number[] }[]; missingRates: object[] }>()
  }
  // 100 × 2 and 50; 1,200 × 2.5; eleven months of 250 are still expected
  expect(await figures()).toMatchObject({
    totals: [{ currency: 'NZD', values: [200, 50, 3000, 3000, 0] }],
    missingRates: [],
  })
  await world.bill([['70']], { currency: 'USD' })
  expect(await figures()).toMatchObject({
    totals: [{ currency: 'NZD', values: [null, null, null, null, null] }],
    missingRates: [{ currency: 'USD', invoices: 1 }],
  })
})
