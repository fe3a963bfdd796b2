// Budgets in another currency at the rate at which they are planned, and what of their use comes from the rates alone.
import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { createOwnCurrencyWorld, type OwnCurrencyWorld } from '../../../../test/fixtures/own-currency.ts'
import { errorsOf } from '../../../../test/fixtures/arrangements.ts'
import { repetitions } from '../../../../test/repetitions.ts'
import { useTestApp } from '../../../../test/test-app.ts'
import { differenceOf, productOf, roundedHalfEven, sumOf } from '../../../platform/decimal.ts'
import { internalTransaction } from '../../../platform/events/change.ts'
import { atRate } from '../../budgets/plan-rate.ts'

const parts = useTestApp()
let world: OwnCurrencyWorld
beforeEach(async () => {
  parts.clock.set(new Date('2026-03-02T09:00:00Z'))
  world = await createOwnCurrencyWorld(parts)
})

const setBudget = (body: object) =>
  world.payer().put(`/v2/matters/${world.matterId}/budget`, { currency: 'GBP', reason: 'Plan', ...body })
const planned = async (body: object = {}) => {
  const answer = await setBudget({ amount: 10_000, planRate: 2.1, ...body })
  expect(answer.statusCode, answer.body).toBe(204)
}
interface Money {
  readonly budget: { readonly planRate: number | null; readonly version: number }
  readonly versions: readonly { readonly planRate: number | null }[]
  readonly ownBudget: object | null
}
const read = async () => (await world.payer().get(`/v2/matters/${world.matterId}/money`)).json<Money>()

/** What is accrued for January, in a month that is closed. */
const accrue = (basis: string) =>
  internalTransaction(parts.app, async (tx, now) => {
    const month = { organisation_id: world.organisationId, month: '2026-01-01' }
    const { id } = world.lawyer.user
    const closed = { closes_on: '2026-02-05', opened_at: now, closed_at: now, closed_by: id }
    await tx
      .insertInto('accrual_periods')
      .values({ ...month, cut_off_at: now, ...closed })
      .execute()
    await tx
      .insertInto('accrual_entries')
      .values({
        ...month,
        matter_id: world.matterId,
        provider_id: world.lawyer.actor.organisationId,
        currency: 'GBP',
        stated: basis,
        basis,
        source: 'Stated',
      })
      .execute()
  })

const figures = async () => {
  const measures = 'budget,usedAtPlan,used,rateDifference,available'
  const query = `/v2/reports/figures?list=plannedBudgets&by=matter&measures=${measures}`
  const { groups, complete } = (await world.payer().get(query)).json<{
    groups: { currency: string; values: (number | null)[] }[]
    complete: boolean
  }>()
  return { complete, groups: groups.map(({ currency, values }) => [currency, ...values]) }
}

test('a budget at its plan rate, and the difference of rates apart, as in docs/money.md [I-261, I-262, K-65]', async () => {
  await world.rate('2026-01-20', 2.2415)
  await world.rate('2026-02-21', 2.2)
  await planned()
  expect((await read()).ownBudget).toEqual({
    currency: 'NZD',
    planRate: 2.1,
    budget: 21_000,
    atPlan: { approved: 0, pending: 0, accrued: 0, available: 21_000 },
    atRates: { approved: 0, pending: 0, accrued: 0, available: 21_000 },
    difference: { approved: 0, pending: 0, accrued: 0, inAll: 0 },
    years: [],
  })
  await accrue('300')
  await world.approve(await world.bill([['1000']], { invoiceDate: '2026-02-20' }))
  await world.bill([['2000.05']], { invoiceDate: '2026-02-22' })
  // another currency is in no figure, and the budget says so
  await world.bill([['70']], { currency: 'USD' })
  // 1,000 × 2.2415 is frozen, and no correction changes it; 2,000.05 × 2.1 is 4,200.105, half even
  const own = {
    budget: 21_000,
    atPlan: { approved: 2100, pending: 4200.1, accrued: 0, available: 14_699.9 },
    atRates: { approved: 2241.5, pending: 4400.11, accrued: 0, available: 14_358.39 },
    difference: { approved: -141.5, pending: -200.01, accrued: 0, inAll: -341.51 },
  }
  expect(await read()).toMatchObject({ ownBudget: own, complete: false })
  expect(await figures()).toEqual({
    complete: false,
    groups: [['NZD', 21_000, 6300.1, 6641.61, -341.51, 14_358.39]],
  })
})

test('accruals come to the own currency at the rate of the last day of their month [I-262]', async () => {
  await world.rate('2026-01-31', 2.3)
  await world.rate('2026-02-01', 5)
  await planned()
  await accrue('100')
  expect((await read()).ownBudget).toMatchObject({
    atPlan: { accrued: 210 },
    atRates: { accrued: 230, available: 20_770 },
    difference: { accrued: -20, inAll: -20 },
  })
  expect((await figures()).groups).toEqual([['NZD', 21_000, 210, 230, -20, 20_770]])
})

test('fiscal years come to the whole, also of a budget with tax, to the cent [I-263]', async () => {
  await world.rate('2025-12-20', 1.5)
  await world.rate('2026-01-20', 1.7)
  // 10.01, 10.02 and 10.03 at 1.115 are 11.16115, 11.1723 and 11.18345; in all 33.5169
  await planned({
    amount: undefined,
    span: 'Yearly',
    includesTax: true,
    planRate: 1.115,
    parts: [10.01, 10.02, 10.03].map((amount, index) => ({ year: 2025 + index, amount })),
  })
  await world.bill([['1.00', '20']], { invoiceDate: '2025-12-31' })
  await world.bill([['2.00', '20']], { invoiceDate: '2026-02-01' })
  const { ownBudget } = await read()
  expect(ownBudget).toMatchObject({
    budget: 33.52,
    // 1.20 × 1.115 is 1.338, 2.40 × 1.115 is 2.676, 3.60 × 1.115 is 4.014: what rounding gave most is taken back
    atPlan: { pending: 4.01, available: 29.51 },
    atRates: { pending: 5.88, available: 27.64 },
    difference: { pending: -1.87, inAll: -1.87 },
    years: [
      { year: 2025, budget: 11.16, atPlan: { pending: 1.34 }, atRates: { pending: 1.8 } },
      { year: 2026, budget: 11.17, atPlan: { pending: 2.67 }, atRates: { pending: 4.08 } },
      { year: 2027, budget: 11.19, atPlan: { pending: 0 }, atRates: { pending: 0 } },
    ],
  })
  expect((await figures()).groups).toEqual([['NZD', 33.52, 4.01, 5.88, -1.87, 27.64]])
})

test('parts at a rate come to their whole, whatever they are [I-263]', () => {
  const amount = fc.integer({ min: -500_000, max: 900_000 }).map((cents) => (cents / 100).toFixed(2))
  const rate = fc.integer({ min: 1, max: 3_000_000 }).map((part) => (part / 10_000).toFixed(4))
  fc.assert(
    fc.property(
      fc.array(amount, { maxLength: 30 }),
      rate,
      fc.constantFrom(0, 2, 3),
      (amounts, at, digits) => {
        const { whole, parts: spread } = atRate(amounts, { rate: at, digits })
        expect(whole).toBe(roundedHalfEven(productOf(sumOf(amounts), at), digits))
        expect(Number(differenceOf(whole, sumOf(spread)))).toBe(0)
        for (const [index, part] of spread.entries()) {
          const far = Number(differenceOf(part, productOf(amounts[index] ?? '0', at)))
          expect(Math.abs(far)).toBeLessThan(1.5 * 10 ** -digits)
        }
      },
    ),
    { numRuns: repetitions(200, 5_000) },
  )
})

test('a missing rate blocks what depends on it, and nothing else [I-264, K-65]', async () => {
  await planned()
  await world.bill([['1000']])
  expect((await read()).ownBudget).toMatchObject({
    budget: 21_000,
    atPlan: { pending: 2100, available: 18_900 },
    atRates: null,
    difference: null,
  })
  expect(await figures()).toEqual({ complete: false, groups: [['NZD', 21_000, 2100, null, null, null]] })
  await world.rate('2026-02-01', 2.2)
  expect((await read()).ownBudget).toMatchObject({ difference: { inAll: -100 } })
  expect((await figures()).complete).toBe(true)
})

test('the plan rate is kept with its version, and no other invents one [I-261]', async () => {
  await planned({ planRate: undefined })
  expect(await read()).toMatchObject({ budget: { planRate: null }, ownBudget: null })
  expect((await figures()).groups).toEqual([])
  await planned()
  // the same rate in other digits changes nothing
  await planned({ planRate: '2.10' })
  expect((await read()).budget.version).toBe(2)
  // a client that knows no plan rate keeps it
  await planned({ amount: 12_000, planRate: undefined })
  await planned({ planRate: 2.25 })
  await planned({ planRate: null })
  await planned({ currency: 'USD', planRate: 1.6 })
  await planned({ currency: 'EUR', planRate: undefined })
  const { versions } = await read()
  expect(versions.map(({ planRate }) => planRate)).toEqual([null, 1.6, null, 2.25, 2.1, 2.1, null])
  await planned({ planRate: 2.1 })
  // after a change of the own currency the rate is into another one
  await world.set({ currency: 'AUD' })
  expect(await read()).toMatchObject({ budget: { planRate: 2.1 }, ownBudget: null })
  expect((await figures()).groups).toEqual([])
})

test('law firms see no plan rate, and have no part in the report [K-65]', async () => {
  await planned()
  const { caller } = world.lawyer
  expect((await caller.get(`/v2/matters/${world.matterId}/money`)).statusCode).toBe(403)
  const report = await caller.get('/v2/reports/figures?list=plannedBudgets&measures=budget')
  expect(report.statusCode).toBe(400)
  const history = await caller.get(`/v2/matters/${world.matterId}/history`)
  expect(history.body).not.toContain('planRate')
})

test('what is wrong with a plan rate is refused under its name [I-261]', async () => {
  const refused = async (body: object) => errorsOf(await setBudget({ amount: 5, ...body }))
  for (const planRate of [0, -1, 'two', '1.00000000001', '12345678901'])
    expect(await refused({ planRate }), String(planRate)).toEqual([400, 'planRate'])
  expect(await refused({ planRate: 1, currency: 'NZD' })).toEqual([400, 'planRate'])
})
