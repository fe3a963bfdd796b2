// Lists of invoices and of their lines with what they come to in the own currency: what their pages say, filtered and
// sorted, and nothing for law firms.
import { expect, test } from 'vitest'
import { createOwnCurrencyWorld } from '../../../../test/fixtures/own-currency.ts'
import type { Caller } from '../../../../test/http.ts'
import { useTestApp } from '../../../../test/test-app.ts'

const parts = useTestApp()

interface Listed {
  readonly id: number
  readonly ownCurrency: Readonly<Record<string, unknown>> | null
}
const listed = async (caller: Caller, path: string) => {
  const answer = await caller.get(path)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<{ items: readonly Listed[] }>().items
}
const query = (filter: string) => `$filter=${encodeURIComponent(filter)}`

test('invoices are listed with what their pages say in the own currency, and filter by it [I-228]', async () => {
  const world = await createOwnCurrencyWorld(parts)
  await world.rate('2026-02-01', 2.2415)
  await world.rate('2026-02-01', 0.0112, 'JPY')
  const prices = [
    ['10.01', '20'],
    ['10.01', '20'],
    ['10.01', '20'],
  ] as const
  const approved = await world.bill(prices)
  await world.approve(approved)
  const waiting = await world.bill(prices)
  const yen = await world.bill([['101']], { currency: 'JPY' })
  const own = await world.bill([['5']], { currency: 'NZD' })
  const missing = await world.bill([['7']], { currency: 'CHF' })
  await world.approve(missing)
  const items = new Map(
    (await listed(world.payer(), '/v2/invoices')).map((each) => [each.id, each.ownCurrency]),
  )
  for (const id of [approved, waiting, yen, own, missing]) {
    const { ownCurrency } = await world.shown(id)
    const shown = ownCurrency && { ...ownCurrency, missingRate: id === missing }
    expect(items.get(id), String(id)).toEqual(shown)
  }
  const found = async (filter: string) =>
    (await listed(world.payer(), `/v2/invoices?${query(filter)}&$orderby=Id`)).map(({ id }) => id)
  expect(await found('OwnCurrency/Total eq 80.76')).toEqual([approved, waiting])
  expect(await found('OwnCurrency/ApprovedNet eq 67.31')).toEqual([approved])
  expect(await found('OwnCurrency/Frozen eq true')).toEqual([approved])
  expect(await found("OwnCurrency/Currency eq 'NZD' and OwnCurrency/Net lt 2")).toEqual([yen])
  expect(await found('OwnCurrency/MissingRate eq true')).toEqual([missing])
  const sorted = await listed(world.payer(), '/v2/invoices?$orderby=OwnCurrency/Net desc,Id&$top=2')
  expect(sorted.map(({ id }) => id)).toHaveLength(2)
})

test('lines are listed with what the invoice says of them, and law firms see nothing of it [I-228]', async () => {
  const world = await createOwnCurrencyWorld(parts)
  await world.rate('2026-02-01', 2.2415)
  const prices = [
    ['10.01', '20'],
    ['10.01', '20'],
    ['10.01', '20'],
  ] as const
  const approved = await world.bill(prices)
  await world.approve(approved)
  const waiting = await world.bill(prices)
  for (const id of [approved, waiting]) {
    const lines = await listed(
      world.payer(),
      `/v2/invoiceLines?${query(`Invoice/Id eq ${id}`)}&$orderby=Number`,
    )
    const shown = await world.shown(id)
    expect(lines.map(({ ownCurrency }) => ownCurrency)).toEqual(
      shown.lines.map(({ ownCurrency }) => ownCurrency),
    )
    expect(lines.map(({ ownCurrency }) => ownCurrency?.['amount'])).toEqual([22.43, 22.44, 22.44])
  }
  const refused = await world.payer().get(`/v2/invoiceLines?${query('OwnCurrency/Amount gt 1')}`)
  expect(refused.statusCode).toBe(400)
  const { caller } = world.lawyer
  for (const path of ['/v2/invoices', '/v2/invoiceLines'])
    for (const { ownCurrency } of await listed(caller, path)) expect(ownCurrency).toBeNull()
  for (const filter of ['OwnCurrency/Total gt 0', 'OwnCurrency/Rate gt 0', 'OwnCurrency/Frozen eq true'])
    expect(await listed(caller, `/v2/invoices?${query(filter)}`)).toEqual([])
})
