// Budgets by phase and fiscal year, with or without tax: the examples of docs/money.md, to the cent.
import { beforeEach, expect, test } from 'vitest'
import {
  createInvoiceWorld,
  draftInvoice,
  type InvoiceWorld,
  moveInvoiceTo,
} from '../../../../test/fixtures/invoices.ts'
import { useTestApp } from '../../../../test/test-app.ts'
import type { NewInvoiceLine } from '../../lines.ts'

const parts = useTestApp()
let world: InvoiceWorld
beforeEach(async () => {
  world = await createInvoiceWorld(parts)
})

const set = (body: object) =>
  world.payer.caller.put(`/v2/matters/${world.matterId}/budget`, { currency: 'GBP', reason: 'Plan', ...body })

interface Row {
  budget: number | null
  approved: number
  pending: number
  available: number | null
}
interface Money {
  budget: { amount: number; parts: object[] }
  available: number
  periods: (Row & { year: number | null; from: string; to: string; phases: (Row & { phase: string })[] })[]
}
const read = async () => (await world.payer.caller.get(`/v2/matters/${world.matterId}/money`)).json<Money>()

const fee = (taskCode: string | null, unitPrice: string): NewInvoiceLine => ({
  kind: 'Fee',
  description: 'Advice',
  unitPrice,
  taxRate: '20',
  taskCode,
})

async function post(invoiceDate: string, lines: readonly NewInvoiceLine[]): Promise<string> {
  const { lawyer, matterId } = world
  const id = await draftInvoice(parts.app, lawyer.actor, matterId, { invoiceDate, currency: 'GBP', lines })
  await moveInvoiceTo(parts.app, lawyer.actor, id, 'Posted')
  return `/v2/invoices/${id}`
}

test('a budget by phase is beside what the task codes of lines are of [I-150]', async () => {
  expect((await set({ parts: [{ amount: 50 }, { phase: 'l300', amount: 500 }] })).statusCode).toBe(204)
  const first = await post('2026-05-06', [fee('L310', '300'), fee('L330', '150.50'), fee(null, '20')])
  await post('2026-05-20', [fee('L430', '80.25'), fee('L310', '100')])
  const lines = [{ number: 2, decision: 'Reduced', reason: 'Duplicate', approvedAmount: 100 }]
  expect((await world.payer.caller.post(`${first}/review/lines`, { lines })).statusCode).toBe(200)
  await world.payer.caller.post(`${first}/approve`, {})
  const { budget, available, periods } = await read()
  expect(budget).toMatchObject({
    amount: 550,
    span: 'Lifetime',
    includesTax: false,
    parts: [
      { phase: 'L300', year: null, amount: 500 },
      { phase: null, year: null, amount: 50 },
    ],
  })
  expect(available).toBe(-50.25)
  expect(periods).toEqual([
    {
      year: null,
      from: null,
      to: null,
      budget: 550,
      approved: 420,
      pending: 180.25,
      accrued: 0,
      available: -50.25,
      phases: [
        { phase: 'L300', budget: 500, approved: 400, pending: 100, accrued: 0, available: 0 },
        { phase: 'L400', budget: null, approved: 0, pending: 80.25, accrued: 0, available: null },
        { phase: null, budget: 50, approved: 20, pending: 0, accrued: 0, available: 30 },
      ],
    },
  ])
})

test('what is approved below the lines is without phase, so that phases come to the whole [I-150]', async () => {
  await set({ amount: 1000 })
  const url = await post('2026-05-06', [fee('L310', '300'), fee('L430', '100')])
  await world.payer.caller.post(`${url}/approve`, {})
  await parts.app.database.pool.query(
    `update invoice_lines set approved_amount = null, approved_tax = null where invoice_id = $1`,
    [Number(url.split('/').at(-1))],
  )
  await parts.app.database.pool.query(`update invoices set approved_fees = 350 where id = $1`, [
    Number(url.split('/').at(-1)),
  ])
  const [period] = (await read()).periods
  expect(period).toMatchObject({ approved: 350, available: 650 })
  expect(period?.phases.map(({ phase, approved }) => [phase, approved])).toEqual([
    ['L300', 300],
    ['L400', 100],
    [null, -50],
  ])
})

test('a yearly budget has an amount for each fiscal year, which the day of the invoice chooses [I-151]', async () => {
  await parts.app.database.pool.query(
    `insert into financial_settings (organisation_id, year_end_day, year_end_month, updated_at) values ($1, 30, 6, now())`,
    [world.organisationId],
  )
  const years = [
    { year: 2026, amount: 1000 },
    { year: 2027, amount: 600 },
  ]
  expect((await set({ span: 'Yearly', parts: years })).statusCode).toBe(204)
  await post('2026-06-30', [fee(null, '900')])
  await post('2026-07-01', [fee(null, '100')])
  await post('2027-07-01', [fee(null, '10')])
  const { available, periods } = await read()
  expect(available).toBe(590)
  expect(
    periods.map(({ year, from, to, budget, pending, available: left }) => [
      year,
      from,
      to,
      budget,
      pending,
      left,
    ]),
  ).toEqual([
    [2026, '2025-07-01', '2026-06-30', 1000, 900, 100],
    [2027, '2026-07-01', '2027-06-30', 600, 100, 500],
    [2028, '2027-07-01', '2028-06-30', 0, 10, -10],
  ])
})

test('a budget with tax is beside invoices with tax [I-152]', async () => {
  await set({ amount: 1000, includesTax: true })
  const first = await post('2026-05-06', [fee(null, '300')])
  await world.payer.caller.post(`${first}/approve`, { fees: 250 })
  await post('2026-05-06', [fee(null, '100')])
  expect((await read()).periods).toMatchObject([{ approved: 300, pending: 120, accrued: 0, available: 580 }])
})

test.each([
  [{ parts: [{ phase: 'L310', amount: 1 }] }, 'parts[0].phase'],
  [{ parts: [{ phase: 7, amount: 1 }] }, 'parts[0].phase'],
  [{ parts: [{ year: 2026, amount: 1 }] }, 'parts[0].year'],
  [{ span: 'Yearly', parts: [{ amount: 1 }] }, 'parts[0].year'],
  [{ span: 'Yearly', parts: [{ year: 2026.5, amount: 1 }] }, 'parts[0].year'],
  [{ span: 'Yearly', parts: [{ year: 1e9, amount: 1 }] }, 'parts[0].year'],
  [{ span: 'Yearly', amount: 10 }, 'parts'],
  [{ span: 'Monthly', amount: 10 }, 'span'],
  [{ amount: 10, includesTax: 'yes' }, 'includesTax'],
  [{ amount: 3, parts: [{ amount: 1 }] }, 'amount'],
  [{ parts: [{ amount: 1.005 }] }, 'parts[0].amount'],
  [
    {
      parts: [
        { phase: 'L100', amount: 1 },
        { phase: 'L100', amount: 2 },
      ],
    },
    'parts[1]',
  ],
  [{ parts: [{ phase: 'L100' }] }, 'parts[0].amount'],
  [{ parts: 'all' }, 'parts'],
])('%j is refused by name [I-150] [I-151]', async (body, name) => {
  const answer = await set(body)
  expect([answer.statusCode, Object.keys(answer.json<{ errors: object }>().errors)]).toEqual([400, [name]])
})
