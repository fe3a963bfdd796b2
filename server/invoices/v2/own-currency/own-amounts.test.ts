// What invoices come to in the currency of the organisation that pays: the examples of docs/money.md, and a plain
// evaluation of generated lines.
import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { createOwnCurrencyWorld, type OwnCurrencyWorld } from '../../../../test/fixtures/own-currency.ts'
import { repetitions } from '../../../../test/repetitions.ts'
import { useTestApp } from '../../../../test/test-app.ts'

import { differenceOf, productOf, roundedHalfEven, sumOf } from '../../../platform/decimal.ts'

const parts = useTestApp()
let world: OwnCurrencyWorld

beforeEach(async () => {
  parts.clock.set(new Date('2026-03-02T09:00:00Z'))
  world = await createOwnCurrencyWorld(parts)
})

test('the total and the net are converted once, and the lines come to them, as in docs/money.md [I-174]', async () => {
  await world.rate('2026-02-01', 2.2415)
  const id = await world.bill([
    ['10.01', '20'],
    ['10.01', '20'],
    ['10.01', '20'],
  ])
  const { ownCurrency, lines } = await world.shown(id)
  expect(ownCurrency).toMatchObject({
    currency: 'NZD',
    rate: 2.2415,
    rateDate: '2026-02-01',
    source: 'Entered',
    frozen: false,
    net: 67.31,
    tax: 13.45,
    total: 80.76,
    approvedNet: null,
    missingRate: null,
  })
  expect(lines.map((line) => line.ownCurrency?.amount)).toEqual([22.43, 22.44, 22.44])
  expect(lines.map((line) => line.ownCurrency?.tax)).toEqual([4.49, 4.48, 4.48])
})

test('an own currency without decimals has whole amounts [I-174]', async () => {
  await world.set({ currency: 'JPY' })
  await world.rate('2026-02-01', 201.37)
  const id = await world.bill([['10.10', '10'], ['0.01'], ['-3.33']])
  const { ownCurrency, lines } = await world.shown(id)
  // 6.78 × 201.37 = 1,365.29, and 1.01 of tax make 7.79 × 201.37 = 1,568.67
  expect(ownCurrency).toMatchObject({ net: 1365, total: 1569, tax: 204 })
  expect(lines.map((line) => line.ownCurrency?.amount)).toEqual([2034, 2, -671])
})

test('lines come to the invoice to the cent, whatever they are, as a plain evaluation says [I-174]', async () => {
  // what credit notes among them credit
  const credited = await world.bill([['900000000']])
  await world.approve(credited)
  const amount = fc.integer({ min: -500_000, max: 900_000 }).map((cents) => (cents / 100).toFixed(2))
  const line = fc.tuple(amount, fc.constantFrom('0', '7.7', '15', '20'))
  const worldOf = fc.record({
    lines: fc.array(line, { minLength: 1, maxLength: 40 }),
    digits: fc.constantFrom(['NZD', 2] as const, ['JPY', 0] as const, ['KWD', 3] as const),
    value: fc.integer({ min: 1, max: 3_000_000 }).map((part) => part / 10_000),
  })
  await fc.assert(
    fc.asyncProperty(worldOf, async ({ lines, digits: [currency, digits], value }) => {
      await parts.app.database.pool.query('delete from exchange_rates where organisation_id = $1', [
        world.organisationId,
      ])
      await world.set({ currency })
      await world.rate('2026-02-01', value)
      const net100 = lines.reduce((sum, [price, rate]) => sum + Number(price) * (100 + Number(rate)), 0)
      const id = await world.bill(lines, net100 < 0 ? { credits: { id: credited } } : {})
      const stored = await parts.app.database.pool.query<{ amount: string; tax: string }>(
        'select amount, tax from invoice_lines where invoice_id = $1 order by number',
        [id],
      )
      const sum = (name: 'amount' | 'tax') => sumOf(stored.rows.map((row) => row[name]))
      const own = (text: string) => roundedHalfEven(productOf(text, String(value)), digits)
      const net = own(sum('amount'))
      const total = own(sumOf([sum('amount'), sum('tax')]))
      const answer = await world.shown(id)
      expect(answer.ownCurrency).toMatchObject({
        net: Number(net),
        total: Number(total),
        tax: Number(differenceOf(total, net)),
      })
      const step = 10 ** -digits
      for (const name of ['amount', 'tax'] as const) {
        const each = answer.lines.map((line) => String(line.ownCurrency?.[name].toFixed(digits)))
        expect(Number(sumOf(each))).toBe(Number(name === 'amount' ? net : differenceOf(total, net)))
        for (const [index, text] of each.entries()) {
          const alone = own(stored.rows[index]?.[name] ?? '0')
          expect(Math.abs(Number(differenceOf(text, alone)))).toBeLessThanOrEqual(step * 1.001)
          if (Number(stored.rows[index]?.[name]) === 0) expect(Number(text)).toBe(0)
        }
      }
    }),
    { numRuns: repetitions(25, 300) },
  )
})
