// Tax codes in reports: cost, reverse charges and what is withheld, by code, in the currency of invoices and in the own
// one. Invoices and their lines come to the same, to the cent.
import { beforeEach, expect, test } from 'vitest'
import { createTaxWorld, taxedLine, type TaxWorld } from '../../../../test/fixtures/taxes.ts'
import type { Caller } from '../../../../test/http.ts'
import { useTestApp } from '../../../../test/test-app.ts'
import { differenceOf, productOf, roundedHalfEven, sumOf } from '../../../platform/decimal.ts'

const parts = useTestApp()
let world: TaxWorld
beforeEach(async () => {
  world = await createTaxWorld(parts)
})

interface Figures {
  readonly groups: readonly {
    readonly keys: readonly { readonly label: string | null }[]
    readonly values: readonly (number | null)[]
  }[]
  readonly totals: readonly { readonly values: readonly (number | null)[] }[]
}

const measures = [
  'billed',
  'cost',
  'approvedCost',
  'reverseChargeTax',
  'approvedReverseChargeTax',
  'withheld',
]
const ask = (query: Record<string, string>, caller: Caller = world.payer.caller) =>
  caller.get(
    `/v2/reports/figures?${new URLSearchParams({ measures: measures.join(','), ...query }).toString()}`,
  )
async function figures(query: Record<string, string>): Promise<Figures> {
  const answer = await ask(query)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<Figures>()
}
const totals = async (query: Record<string, string>) => (await figures(query)).totals[0]?.values

test('reports have cost, reverse charges and what is withheld, also by tax code; firms have no cost [I-225]', async () => {
  const half = await world.code('GB20', 20, {}, { recoverable: 50, withholding: 10 })
  const reverse = await world.code('GBRC', 20, { kind: 'ReverseCharge' }, { recoverable: 25 })
  const lines = [
    taxedLine(100.25, { taxCode: { id: half } }),
    taxedLine(50, { taxCode: { id: reverse } }),
    taxedLine(9),
  ]
  await world.approved(lines)
  await world.posted(lines)
  // 159.25 each, 10.02 and 7.50 of tax that is not recoverable
  const expected = [318.5, 353.54, 176.77, 20, 10, 10.02]
  expect(await totals({ list: 'invoices', by: 'firm' })).toEqual(expected)
  expect(await totals({ list: 'invoiceLines', by: 'firm' })).toEqual(expected)
  const byCode = await figures({ list: 'invoiceLines', by: 'taxCode' })
  expect(new Map(byCode.groups.map(({ keys, values }) => [keys[0]?.label, values]))).toEqual(
    new Map([
      ['GB20', [200.5, 220.54, 110.27, 0, 0, 10.02]],
      ['GBRC', [100, 115, 57.5, 20, 10, 0]],
      [byCode.groups.find(({ values }) => values[0] === 18)?.keys[0]?.label, [18, 18, 9, 0, 0, 0]],
    ]),
  )
  const catalogue = await world.lawyer.caller.get('/v2/reports/catalogue')
  expect(catalogue.body).toContain('approvedReverseChargeTax')
  expect(catalogue.body).not.toContain('approvedCost')
  for (const list of ['invoices', 'invoiceLines']) {
    const refused = await ask({ list, by: 'firm', measures: 'cost' }, world.lawyer.caller)
    expect(refused.json(), refused.body).toMatchObject({
      status: 400,
      errors: { measures: [expect.any(String)] },
    })
  }
})

test('in the own currency invoices and their lines come to the same cost, to the cent [I-225]', async () => {
  const settings = { currency: 'NZD', exchangeRateDay: 'InvoiceDate' }
  expect((await world.admin.patch('/v2/financialSettings', settings)).statusCode).toBe(204)
  const rate = '2.2415'
  await world.admin.post('/v2/exchangeRates', { currency: 'GBP', from: '2026-02-01', rate: Number(rate) })
  const third = await world.code('GB20', 20, {}, { recoverable: 66.6667, withholding: 3.3333 })
  const reverse = await world.code('GBRC', 17.77, { kind: 'ReverseCharge' }, { recoverable: 33.3333 })
  const lines = [10.01, 10.01, 10.01, 0.01, 333.33].flatMap((price) => [
    taxedLine(price, { taxCode: { id: third } }),
    taxedLine(price, { taxCode: { id: reverse } }),
  ])
  const approved = await world.approved(lines)
  await world.posted(lines)
  const own = { ownCurrency: 'true', by: 'firm' }
  const ofInvoices = await totals({ list: 'invoices', ...own })
  expect(await totals({ list: 'invoiceLines', ...own })).toEqual(ofInvoices)
  const shown = await world.shown(approved)
  const at = (amount: string) => roundedHalfEven(productOf(amount, rate), 2)
  const text = (amount: number | null) => String(amount ?? 0)
  const net = sumOf(shown.lines.map((line) => text(line.approvedAmount)))
  const cost = at(text(shown.cost))
  const beside = (amount: number | null) => differenceOf(at(sumOf([net, text(amount)])), at(net))
  const owed = beside(shown.reverseChargeTax)
  expect(ofInvoices).toEqual(
    [
      sumOf([at(net), at(net)]),
      sumOf([cost, cost]),
      cost,
      sumOf([owed, owed]),
      owed,
      beside(shown.approvedWithheld),
    ].map(Number),
  )
  const page = await world.payer.caller.get(`/v2/invoices/${approved}`)
  expect(page.json()).toMatchObject({ ownCurrency: { cost: Number(cost), approvedCost: Number(cost) } })
  const firm = await world.lawyer.caller.get(`/v2/invoices/${approved}`)
  expect(firm.json()).toMatchObject({ ownCurrency: null })
})

test('shares come to the cost, and to what is to be paid, to the cent, as in docs/money.md [I-229]', async () => {
  const code = await world.code('GB20', 20, {}, { recoverable: 50, withholding: 10 })
  const centres: number[] = []
  for (const name of ['4100', '4200', '4300']) {
    const made = await world.admin.post('/v2/costCentres', { code: name, name })
    expect(made.statusCode, made.body).toBe(201)
    centres.push(made.json<{ id: number }>().id)
  }
  const id = await world.posted([taxedLine(100.25, { taxCode: { id: code } })])
  const percents = [33.3333, 33.3333, 33.3334]
  const shares = percents.map((percent, index) => ({ costCentre: { id: centres[index] }, percent }))
  const set = await world.payer.caller.put(`/v2/invoices/${id}/allocation`, { shares })
  expect(set.statusCode, set.body).toBe(200)
  await world.approve(id)
  // 10.02 are not recoverable and 10.02 withheld: three times 3.34; 110.27 in all, 110.28 to be paid
  const list = await world.payer.caller.get('/v2/invoiceAllocations?$orderby=Id')
  const { items } = list.json<{ items: readonly { approvedCost: number; withheld: number }[] }>()
  expect(items.map(({ withheld }) => withheld)).toEqual([3.34, 3.34, 3.34])
  expect(sumOf(items.map(({ approvedCost }) => String(approvedCost)))).toBe('110.27')
  const asked = { list: 'invoiceAllocations', by: 'costCentre', measures: 'cost,approvedCost,withheld' }
  expect((await figures(asked)).totals[0]?.values).toEqual([110.27, 110.27, 10.02])
  const made = await world.payer.caller.post('/v2/financeExports', { invoices: [{ id }] })
  const path = `/v2/financeExports/${made.json<{ id: number }>().id}/allocations/export?format=json`
  const rows = JSON.parse((await world.payer.caller.get(path)).body) as readonly Record<string, string>[]
  expect(sumOf(rows.map((row) => row['toPay'] ?? ''))).toBe('110.28')
  expect(sumOf(rows.map((row) => row['cost'] ?? ''))).toBe('110.27')
})
