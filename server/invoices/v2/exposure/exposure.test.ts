// What matters may cost: stated in versions, added up in reports, hidden from law firms.
import { beforeEach, expect, test } from 'vitest'
import { createInvoiceWorld, type InvoiceWorld } from '../../../../test/fixtures/invoices.ts'
import type { Caller } from '../../../../test/http.ts'
import { useTestApp } from '../../../../test/test-app.ts'

const parts = useTestApp()
let world: InvoiceWorld
let url: string
beforeEach(async () => {
  world = await createInvoiceWorld(parts)
  url = `/v2/matters/${world.matterId}/exposure`
})

const stated = { amount: 250_000, currency: 'GBP', probability: 40, reserve: 80_000, note: 'Advice of March' }

async function set(body: object, headers: Record<string, string> = {}) {
  const answer = await world.payer.caller.put(url, body, { headers })
  return [answer.statusCode, Object.keys(answer.json<{ errors?: object } | null>()?.errors ?? {})]
}

const versions = async (caller: Caller = world.payer.caller) =>
  (await caller.get(url)).json<{ versions: Record<string, unknown>[] }>().versions

test('an exposure is stated in versions, and taken away [I-260]', async () => {
  const { payer } = world
  expect(await versions()).toEqual([])
  expect((await payer.caller.put(url, stated)).statusCode).toBe(204)
  expect((await payer.caller.put(url, stated)).statusCode).toBe(204)
  const first = await payer.caller.get(url)
  expect(first.json()).toMatchObject({
    versions: [{ version: 1, ...stated, set: { user: { id: payer.user.id } } }],
  })
  const etag = String(first.headers['etag'])
  // the currency stays
  const next = { amount: '300000.55', probability: 55 }
  expect((await payer.caller.put(url, next, { headers: { 'if-match': etag } })).statusCode).toBe(204)
  expect((await payer.caller.put(url, stated, { headers: { 'if-match': etag } })).statusCode).toBe(412)
  expect((await payer.caller.put(url, { amount: null })).statusCode).toBe(204)
  expect(await versions()).toMatchObject([
    { version: 3, amount: null },
    { version: 2, amount: 300_000.55, currency: 'GBP', probability: 55, reserve: null, note: null },
    { version: 1 },
  ])
})

test('what is wrong is refused under its name [I-260]', async () => {
  const refused = async (change: object) => await set({ ...stated, ...change })
  expect(await refused({ amount: -1 })).toEqual([400, ['amount']])
  expect(await refused({ amount: 'much' })).toEqual([400, ['amount']])
  expect(await refused({ reserve: -1 })).toEqual([400, ['reserve']])
  expect(await refused({ probability: 101 })).toEqual([400, ['probability']])
  expect(await refused({ probability: 12.5 })).toEqual([400, ['probability']])
  expect(await refused({ probability: null })).toEqual([400, ['probability']])
  expect(await refused({ currency: 'EURO' })).toEqual([400, ['currency']])
  expect(await refused({ note: 'x'.repeat(2_001) })).toEqual([400, ['note']])
  expect(await set({ probability: 40 })).toEqual([400, ['amount']])
  expect(await refused({ chance: 1 })).toEqual([400, ['chance']])
  expect(await versions()).toEqual([])
})

test('law firms neither see nor set it, and find no matter by it [I-260]', async () => {
  const { payer, lawyer } = world
  expect((await payer.caller.put(url, stated)).statusCode).toBe(204)
  expect((await lawyer.caller.get(url)).statusCode).toBe(403)
  expect((await lawyer.caller.put(url, stated)).statusCode).toBe(403)
  const found = async (caller: Caller) => {
    const filter = encodeURIComponent(
      "Exposure/Amount gt 1000 and Exposure/Currency eq 'GBP' and Exposure/Probability le 40",
    )
    return (await caller.get(`/v2/matters?$filter=${filter}`)).json<{ items: object[] }>().items.length
  }
  expect([await found(payer.caller), await found(lawyer.caller)]).toEqual([1, 0])
  const figures = await lawyer.caller.get('/v2/reports/figures?list=exposures&measures=exposure')
  expect(figures.statusCode).toBe(400)
  const history = await lawyer.caller.get(`/v2/matters/${world.matterId}/history`)
  expect(history.body).not.toContain('exposure')
})

test('open exposure, as in docs/reports.md [K-63]', async () => {
  const { payer, matterId } = world
  const query = 'list=exposures&by=matter&measures=exposure,expected,reserve,unreserved,count'
  const read = async () =>
    (await payer.caller.get(`/v2/reports/figures?${query}`)).json<{
      groups: { keys: { value: string }[]; currency: string; values: number[]; filter: string }[]
    }>().groups
  expect(await read()).toEqual([])
  expect((await payer.caller.put(url, stated)).statusCode).toBe(204)
  const groups = await read()
  expect(groups).toMatchObject([
    { keys: [{ value: String(matterId) }], currency: 'GBP', values: [250_000, 100_000, 80_000, 20_000, 1] },
  ])
  const opened = await payer.caller.get(`/v2/matters?$filter=${encodeURIComponent(groups[0]?.filter ?? '')}`)
  expect(opened.json()).toMatchObject({ items: [{ id: matterId }] })
  expect((await payer.caller.put(url, { amount: null })).statusCode).toBe(204)
  expect(await read()).toEqual([])
})
