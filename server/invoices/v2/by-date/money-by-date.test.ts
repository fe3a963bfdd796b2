// Money by date: the examples of docs/money.md, who sees it, and as of an earlier day.
import { beforeEach, expect, test } from 'vitest'
import {
  createInvoiceWorld,
  draftInvoice,
  type InvoiceWorld,
  moveInvoiceTo,
} from '../../../../test/fixtures/invoices.ts'
import type { Caller } from '../../../../test/http.ts'
import { recountAll } from '../../../../test/lists/counts.ts'
import { useTestApp } from '../../../../test/test-app.ts'
import { callerFor } from '../../../../test/tokens.ts'
import { internalTransaction } from '../../../platform/events/change.ts'

const parts = useTestApp()
let world: InvoiceWorld
let payer: Caller

/** Whose tokens are new: they do not last as long as the days between two steps. */
async function goTo(moment: string) {
  parts.clock.set(new Date(moment))
  payer = await callerFor(parts, world.payer.user)
}

beforeEach(async () => {
  parts.clock.set(new Date('2026-02-10T09:00:00Z'))
  world = await createInvoiceWorld(parts)
  payer = world.payer.caller
  await parts.app.database.pool.query(
    `insert into financial_settings (organisation_id, year_end_day, year_end_month, updated_at) values ($1, 31, 12, now())`,
    [world.organisationId],
  )
})

const budget = async (body: object) => {
  const answer = await payer.put(`/v2/matters/${world.matterId}/budget`, {
    currency: 'GBP',
    reason: 'Plan',
    ...body,
  })
  expect(answer.statusCode, answer.body).toBe(204)
}

async function bill(invoiceDate: string, unitPrice: string, approved?: number) {
  const { lawyer, matterId } = world
  const lines = [{ kind: 'Fee' as const, description: 'Advice', unitPrice, taxRate: '20' }]
  const id = await draftInvoice(parts.app, lawyer.actor, matterId, { invoiceDate, currency: 'GBP', lines })
  await moveInvoiceTo(parts.app, lawyer.actor, id, 'Posted')
  if (approved === undefined) return
  const answer = await payer.post(`/v2/invoices/${id}/approve`, { fees: approved })
  expect(answer.statusCode, answer.body).toBe(200)
}

const estimate = async (amount: number) => {
  const lawyer = await callerFor(parts, world.lawyer.user)
  const answer = await lawyer.put(`/v2/matters/${world.matterId}/estimate`, { amount, currency: 'GBP' })
  expect(answer.statusCode, answer.body).toBe(204)
}

/** A month that is closed, with what it accrued and reversed. */
const closeMonth = (
  month: string,
  closedAt: string,
  lines: Readonly<Record<'Accrual' | 'Reversal', string | null>>,
) =>
  internalTransaction(parts.app, async (tx) => {
    const { organisationId: organisation_id, matterId: matter_id, lawyer } = world
    const of = { organisation_id, month }
    const next = `2026-${String(Number(month.slice(5, 7)) + 1).padStart(2, '0')}-01`
    await tx
      .insertInto('accrual_periods')
      .values({
        ...of,
        cut_off_at: new Date(`${next}T00:00:00Z`),
        closes_on: closedAt.slice(0, 10),
        opened_at: new Date(closedAt),
        closed_at: new Date(closedAt),
      })
      .execute()
    const entry = { ...of, matter_id, provider_id: lawyer.actor.organisationId, currency: 'GBP' }
    const basis = lines.Accrual ?? '0'
    await tx
      .insertInto('accrual_entries')
      .values({ ...entry, stated: basis, basis, source: 'Stated' })
      .execute()
    for (const kind of ['Accrual', 'Reversal'] as const) {
      const amount = lines[kind]
      if (amount === null) continue
      await tx
        .insertInto('accrual_lines')
        .values({ ...entry, kind, amount, source: 'Stated' })
        .execute()
    }
  })

interface Figures {
  readonly groups: readonly {
    readonly keys: readonly { readonly label: string }[]
    readonly values: readonly (number | null)[]
    readonly filter: string | null
  }[]
  readonly totals: readonly { readonly values: readonly (number | null)[] }[]
  readonly measures: readonly { readonly name: string; readonly drawnAs: string | null }[]
}

const measures = ['actual', 'pending', 'accrued', 'budget', 'forecast'] as const

async function figures(more: Readonly<Record<string, string>> = {}, caller = payer): Promise<Figures> {
  const query = { list: 'moneyByDate', by: 'date/Quarter', measures: measures.join(','), ...more }
  const answer = await caller.get(`/v2/reports/figures?${new URLSearchParams(query).toString()}`)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<Figures>()
}

const rowsOf = ({ groups }: Figures) => groups.map(({ keys: [key], values }) => [key?.label, ...values])

test('a yearly budget is divided over its months, and the forecast continues it, as in docs/money.md [K-67, K-68]', async () => {
  await budget({
    span: 'Yearly',
    parts: [
      { phase: 'L300', year: 2026, amount: 900 },
      { year: 2026, amount: 100 },
    ],
  })
  await bill('2026-02-03', '210', 200)
  expect(rowsOf(await figures())).toEqual([
    ['Q1 2026', 200, null, null, 250.02, 283.34],
    ['Q2 2026', null, null, null, 250, 250],
    ['Q3 2026', null, null, null, 249.99, 249.99],
    ['Q4 2026', null, null, null, 249.99, 249.99],
  ])
})

test('a budget for the whole life is for a year from the opening, longer while the matter is open, and an estimate until its end [K-67, K-68, K-101]', async () => {
  await budget({ amount: 1200 })
  await estimate(300)
  await bill('2026-02-03', '90')
  expect(rowsOf(await figures())).toEqual([
    ['Q1 2026', null, 90, null, 200, 140],
    ['Q2 2026', null, null, null, 300, 75],
    ['Q3 2026', null, null, null, 300, 75],
    ['Q4 2026', null, null, null, 300, 75],
    ['Q1 2027', null, null, null, 100, 25],
  ])
  // a matter that is still open has it until the end of the fiscal year that is under way: over 23 months
  await goTo('2027-11-10T09:00:00Z')
  const measures = 'budget,forecast,overForecast'
  const later = async () => rowsOf(await figures({ range: 'date/2027-07-01..', measures }))
  expect(await later()).toEqual([
    ['Q3 2027', 156.51, null, -156.51],
    ['Q4 2027', 156.51, 300, 143.49],
  ])
  // once it is closed, until then; what comes after is over no budget
  await goTo('2027-12-02T09:00:00Z')
  await parts.app.database.pool.query(
    `update matters set status = 'Complete', closed_at = '2027-08-31T12:00:00Z' where id = $1`,
    [world.matterId],
  )
  await recountAll(parts.app)
  expect(await later()).toEqual([
    ['Q3 2027', 126.3, null, -126.3],
    ['Q4 2027', null, 300, null],
  ])
})

test('what a matter without a budget costs is over no budget, and the report says so [K-101]', async () => {
  await bill('2026-02-03', '210', 200)
  const answer = await payer.get(
    '/v2/reports/figures?list=moneyByDate&by=date/Quarter&measures=budget,forecast,overForecast',
  )
  expect(answer.json()).toMatchObject({ groups: [{ values: [null, 200, null] }], complete: false })
  expect(answer.json<{ notes: string[] }>().notes.join()).toContain('a month for which a matter has a budget')
})

test('accruals are of the days of the ledger, less what was billed of the latest month, as in docs/money.md [K-70]', async () => {
  await closeMonth('2026-03-01', '2026-04-04T09:00:00Z', { Accrual: '400', Reversal: null })
  await goTo('2026-04-10T09:00:00Z')
  await bill('2026-04-10', '150')
  const byMonth = async (more = {}) =>
    rowsOf(await figures({ by: 'date/Month', measures: 'pending,accrued,forecast', ...more }))
  expect(await byMonth()).toEqual([
    ['Mar 2026', null, 400, 400],
    ['Apr 2026', 150, -150, 0],
  ])
  await goTo('2026-05-04T10:00:00Z')
  await closeMonth('2026-04-01', '2026-05-04T09:00:00Z', { Accrual: '250', Reversal: '-400' })
  expect(await byMonth()).toEqual([
    ['Mar 2026', null, 400, 400],
    ['Apr 2026', 150, -150, 0],
  ])
  expect(await byMonth({ asOf: '2026-04-05' })).toEqual([['Mar 2026', null, 400, 400]])
})

test('as of an earlier day it is what was known then [K-71]', async () => {
  await budget({ amount: 1200 })
  await bill('2026-02-03', '100')
  await goTo('2026-02-20T09:00:00Z')
  await budget({ amount: 2400 })
  await estimate(240)
  const invoice = (await payer.get('/v2/invoices')).json<{ items: { id: number }[] }>().items[0]?.id
  expect((await payer.post(`/v2/invoices/${invoice}/approve`, { fees: 80 })).statusCode).toBe(200)
  const [now, then] = [await figures({ by: '' }), await figures({ by: '', asOf: '2026-02-15' })]
  expect([now.totals[0]?.values, then.totals[0]?.values]).toEqual([
    [80, null, null, 2400, 320],
    [null, 100, null, 1200, 1200],
  ])
  // the list has the amounts of today
  expect((await figures({ asOf: '2026-02-15' })).groups.map(({ filter }) => filter)).toEqual(
    Array.from({ length: 5 }, () => null),
  )
})

test('each bar opens the amounts that it is of, and law firms have no part in it [K-69]', async () => {
  await budget({ amount: 1200 })
  await bill('2026-02-03', '210', 200)
  const { groups } = await figures({ by: 'kind,date/Quarter', measures: 'actual,budget' })
  for (const { values, filter } of groups) {
    const query = new URLSearchParams({ $filter: filter ?? '', $top: '100' }).toString()
    const { items } = (await payer.get(`/v2/moneyByDate?${query}`)).json<{
      items: { amount: number; kind: string }[]
    }>()
    const sum = (kind: string) => {
      const some = items.filter((row) => row.kind === kind)
      return some.length === 0 ? null : some.reduce((total, { amount }) => total + amount, 0)
    }
    expect([sum('Actual'), sum('Budget')]).toEqual(values)
  }
  const [first] = (await payer.get(`/v2/moneyByDate?$filter=Kind eq 'Actual'`)).json<{ items: object[] }>()
    .items
  expect(first).toMatchObject({
    kind: 'Actual',
    date: '2026-02-03',
    matter: { id: world.matterId },
    currency: 'GBP',
    amount: 200,
    forecast: 200,
  })
  const lawyer = await callerFor(parts, world.lawyer.user)
  expect((await lawyer.get('/v2/moneyByDate')).json()).toMatchObject({ items: [] })
  const refused = await lawyer.get('/v2/reports/figures?list=moneyByDate&measures=budget')
  expect([refused.statusCode, refused.json<{ errors: object }>().errors]).toMatchObject([
    400,
    { measures: {} },
  ])
})

test('it says which measures a chart draws, and how [K-72]', async () => {
  const drawn = async (chart: string) => (await figures({ chart })).measures.map(({ drawnAs }) => drawnAs)
  expect(await drawn('First')).toEqual(['Bar', null, null, null, null])
  expect(await drawn('Stacked')).toEqual(['Bar', 'Bar', 'Bar', 'Line', 'Line'])
  expect(await drawn('Grouped')).toEqual(['Bar', 'Bar', 'Bar', 'Line', 'Line'])
  for (const query of ['chart=Pie&measures=actual', 'chart=Stacked&measures=budget']) {
    const answer = await payer.get(`/v2/reports/figures?list=moneyByDate&${query}`)
    expect([answer.statusCode, Object.keys(answer.json<{ errors: object }>().errors)]).toEqual([
      400,
      ['chart'],
    ])
  }
})
