// The examples of docs/reports.md, budgets, firms, and reports as of an earlier day.
import { beforeEach, expect, test } from 'vitest'
import {
  createInvoiceWorld,
  draftInvoice,
  type InvoiceWorld,
  moveInvoiceTo,
} from '../../../test/fixtures/invoices.ts'
import type { Caller } from '../../../test/http.ts'
import { callerFor } from '../../../test/tokens.ts'
import { useTestApp } from '../../../test/test-app.ts'

const parts = useTestApp()
let world: InvoiceWorld
beforeEach(async () => {
  parts.clock.set(new Date('2026-05-06T09:00:00Z'))
  world = await createInvoiceWorld(parts)
})

const bill = async (prices: readonly (readonly [string, string])[], currency = 'GBP') => {
  const { lawyer, matterId } = world
  const lines = prices.map(([quantity, unitPrice]) => ({
    kind: 'Fee' as const,
    description: 'Advice',
    quantity,
    unitPrice,
  }))
  const id = await draftInvoice(parts.app, lawyer.actor, matterId, { currency, lines })
  await moveInvoiceTo(parts.app, lawyer.actor, id, 'Posted')
  return id
}

interface Figures {
  readonly totals: readonly {
    readonly values: readonly (number | null)[]
    readonly currency: string | null
  }[]
  readonly groups: readonly {
    readonly keys: readonly { readonly label: string }[]
    readonly values: readonly (number | null)[]
  }[]
  readonly complete: boolean
  readonly notes: readonly string[]
}

async function figures(query: string, caller: Caller = world.payer.caller): Promise<Figures> {
  const answer = await caller.get(`/v2/reports/figures?${query}`)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<Figures>()
}

test('what is billed, approved, pending and reduced, as in docs/reports.md [K-1]', async () => {
  const first = await bill([['1', '1000']])
  await bill([['1', '500']])
  expect((await world.payer.caller.post(`/v2/invoices/${first}/approve`, { fees: 900 })).statusCode).toBe(200)
  const measures = 'billed,approved,pending,reduced,reducedPercent'
  expect(await figures(`list=invoices&measures=${measures}`)).toMatchObject({
    totals: [{ currency: 'GBP', values: [1500, 900, 500, 100, 10] }],
    groups: [],
    complete: true,
  })
  const lines = await figures('list=invoiceLines&measures=billed,approved,pending,reduced')
  expect(lines.totals).toMatchObject([{ currency: 'GBP', values: [1500, 900, 500, 100] }])
})

test('what an hour costs, as in docs/reports.md [K-1] [K-86]', async () => {
  const id = await bill([
    ['2', '300'],
    ['6', '100'],
  ])
  const { totals } = await figures('list=invoiceLines&measures=hours,fees,blendedRate')
  expect(totals).toMatchObject([{ values: [8, 1200, 150] }])
  expect((await world.payer.caller.post(`/v2/invoices/${id}/approve`, { fees: 1000 })).statusCode).toBe(200)
  const of = await figures('list=invoices&measures=hours,blendedRate,approvedRate')
  expect(of.totals).toMatchObject([{ values: [8, 150, 125] }])
})

test('savings by reason, as in docs/reports.md, which nobody sees before the approval [K-88]', async () => {
  const { payer, lawyer } = world
  const id = await bill([
    ['1', '1000'],
    ['1', '500'],
  ])
  const decided = await payer.caller.post(`/v2/invoices/${id}/review/lines`, {
    lines: [{ number: 1, decision: 'Reduced', approvedAmount: 900, reason: 'Rate' }],
  })
  expect(decided.statusCode, decided.body).toBe(200)
  const whole = { appliesTo: 'All', percent: 10, reason: 'Scope' }
  expect((await payer.caller.put(`/v2/invoices/${id}/review/reduction`, whole)).statusCode).toBe(200)
  const reasons = 'list=invoiceLines&by=reductionReason&measures=reduced,count'
  const shown = async (caller: Caller) =>
    (await figures(reasons, caller)).groups.map(({ keys, values }) => [keys[0]?.label, ...values])
  for (const { caller } of [payer, lawyer]) expect(await shown(caller)).toEqual([['None', null, 2]])
  expect((await payer.caller.post(`/v2/invoices/${id}/approve`, {})).statusCode).toBe(200)
  const expected = [
    ['Rate', 190, 1],
    ['Scope', 50, 1],
  ]
  for (const { caller } of [payer, lawyer]) expect(await shown(caller)).toEqual(expected)
  const listed = await payer.caller.get("/v2/invoiceLines?$filter=ReductionReason eq 'Scope'")
  expect(listed.json()).toMatchObject({
    items: [{ number: 2, reductionReason: 'Scope', approvedAmount: 450 }],
  })
})

test('budgets leave out what has no rate of exchange and say so, and firms have no part in them [K-11]', async () => {
  const { payer, lawyer, matterId } = world
  await payer.caller.put(`/v2/matters/${matterId}/budget`, { amount: 2000, currency: 'GBP' })
  await bill([['1', '500']])
  const query = 'list=matters&by=matter&measures=budget,approved,pending,available,usedPercent'
  expect(await figures(query)).toMatchObject({
    groups: [{ values: [2000, null, 500, 1500, 25] }],
    complete: true,
  })
  await bill([['1', '700']], 'EUR')
  const other = await figures(query)
  expect(other).toMatchObject({ groups: [{ values: [2000, null, 500, 1500, null] }], complete: false })
  expect(other.notes.join(' ')).toContain('whose rate of exchange is missing')
  const refused = await lawyer.caller.get(`/v2/reports/figures?${query}`)
  expect([refused.statusCode, refused.json<{ errors: object }>().errors]).toMatchObject([
    400,
    { measures: {} },
  ])
  const own = await figures('list=invoices&by=matter&measures=billed', lawyer.caller)
  expect(own.totals.map(({ currency, values }) => [currency, values[0]])).toEqual([
    ['EUR', 700],
    ['GBP', 500],
  ])
})

test('as of an earlier day, what came later is left out, and ages are of that day [K-12]', async () => {
  parts.clock.set(new Date('2026-05-16T09:00:00Z'))
  await bill([['1', '500']])
  const caller = await callerFor(parts, world.payer.user)
  const now = await figures('list=matters&measures=count,medianAge', caller)
  expect(now.totals[0]?.values).toEqual([1, 10])
  const then = await figures('list=matters&measures=count,medianAge&asOf=2026-05-10', caller)
  expect(then.totals[0]?.values[1]).toBeCloseTo(4.6, 1)
  const invoices = 'list=invoices&measures=count'
  expect((await figures(invoices, caller)).totals[0]?.values).toEqual([1])
  expect((await figures(`${invoices}&asOf=2026-05-10`, caller)).totals).toEqual([])
})

test('periods follow the end of the fiscal year [K-10]', async () => {
  await parts.app.database.pool.query(
    `insert into financial_settings (organisation_id, year_end_day, year_end_month, updated_at) values ($1, 30, 6, now())`,
    [world.organisationId],
  )
  await bill([['1', '500']])
  const labels = async (unit: string) =>
    (
      await figures(`list=invoices&by=invoiceDate/${unit}&measures=count&range=invoiceDate/ThisYear`)
    ).groups.map(({ keys }) => keys[0]?.label)
  expect([await labels('Year'), await labels('Quarter')]).toEqual([['FY2026'], ['Q4 FY2026']])
})

test.each([
  [{ list: 'nothing', measures: 'count' }, 'list'],
  [{ list: 'invoices' }, 'measures'],
  [{ list: 'invoices', measures: 'spend' }, 'measures'],
  [{ list: 'invoices', measures: 'count', by: 'firm,firm' }, 'by'],
  [{ list: 'invoices', measures: 'count', by: 'firm/Month' }, 'by'],
  [{ list: 'invoices', measures: 'count', by: 'invoiceDate/Week' }, 'by'],
  [{ list: 'invoices', measures: 'count', by: 'firm,matter,team' }, 'by'],
  [{ list: 'invoices', measures: 'count', by: 'constructor' }, 'by'],
  [{ list: 'invoices', measures: 'count', range: 'firm/ThisYear' }, 'range'],
  [{ list: 'invoices', measures: 'count', range: 'invoiceDate/Sometime' }, 'range'],
  [{ list: 'invoices', measures: 'count', range: 'invoiceDate/2026-02-30..' }, 'range'],
  [{ list: 'invoices', measures: 'count', range: 'invoiceDate/2026-02-01..2026-01-01' }, 'range'],
  [{ list: 'invoices', measures: 'count', top: '0' }, 'top'],
  [{ list: 'invoices', measures: 'count', order: 'Size' }, 'order'],
  [{ list: 'invoices', measures: 'count', filter: 'Nmae eq 1' }, 'filter'],
  [{ list: 'invoices', measures: 'count', filter: "Status eq 'Paid' and (" }, 'filter'],
  [{ list: 'invoices', measures: 'count', asOf: 'yesterday' }, 'asOf'],
  [{ list: 'invoices', measures: 'count', groupBy: 'firm' }, 'groupBy'],
])('%j is refused by name [K-7]', async (query, name) => {
  const answer = await world.payer.caller.get(
    `/v2/reports/figures?${new URLSearchParams(query as Record<string, string>).toString()}`,
  )
  expect(
    [answer.statusCode, Object.keys(answer.json<{ errors?: object }>().errors ?? {})],
    answer.body,
  ).toEqual([400, [name]])
})
