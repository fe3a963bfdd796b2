import fc from 'fast-check'
import { expect, test } from 'vitest'
import { useTestApp } from '../../test/test-app.ts'
import { lineOf, lineProblems, type NewInvoiceLine, sumsOf } from './lines.ts'
import { currencyDigits } from '../platform/currencies.ts'

const parts = useTestApp()

const line = (values: Partial<NewInvoiceLine> = {}): NewInvoiceLine => ({
  kind: 'Fee',
  description: 'Advice',
  unitPrice: '100',
  ...values,
})

test('a line is quantity times price with its adjustment, rounded to the currency, and its tax is computed from that [I-18]', () => {
  const hours = line({ quantity: '0.3', unitPrice: '187.55', adjustment: '-1.00', taxRate: '15' })
  // 56.265 - 1.00 = 55.265; 15 % of 55.27 = 8.2905
  expect(lineOf(hours, 2)).toMatchObject({ amount: '55.27', tax: '8.29' })
  expect(lineOf(hours, 0)).toMatchObject({ amount: '55', tax: '8' })
  expect(lineOf(hours, 3)).toMatchObject({ amount: '55.265', tax: '8.290' })
})

test('each kind is summed separately, without tax, and the tax over all [I-19]', () => {
  const lines = [
    line({ unitPrice: '0.1', taxRate: '10' }),
    line({ unitPrice: '0.2', taxRate: '10' }),
    line({ kind: 'Disbursement', unitPrice: '20' }),
    line({ kind: 'OtherFee', unitPrice: '-5.5', taxRate: '10' }),
  ].map((each) => lineOf(each, 2))
  expect(sumsOf(lines)).toEqual({
    fees: '0.30',
    disbursements: '20.00',
    otherFees: '-5.50',
    totalTax: '-0.52',
  })
})

test("amounts match the database's numeric arithmetic [I-18]", async () => {
  const decimal = (whole: number, behind: number) =>
    fc
      .tuple(fc.nat(10 ** whole - 1), fc.nat(10 ** behind - 1))
      .map(([a, b]) => `${a}.${String(b).padStart(behind, '0')}`)
  const written = fc.record({
    quantity: decimal(3, 4),
    unitPrice: decimal(5, 4),
    adjustment: decimal(3, 2),
    taxRate: decimal(2, 2),
    digits: fc.constantFrom(0, 2, 3),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(written, { minLength: 1, maxLength: 50 }), async (all) => {
      const { rows } = await parts.app.database.pool.query<{ amount: string; tax: string }>(
        `select amount::text, round(amount * rate / 100, digits)::text as tax from (
           select round(q * p + a, digits) as amount, digits, rate
           from unnest($1::numeric[], $2::numeric[], $3::numeric[], $4::numeric[], $5::int[])
             with ordinality as given(q, p, a, rate, digits, place) order by place) lines`,
        [
          all.map(({ quantity }) => quantity),
          all.map(({ unitPrice }) => unitPrice),
          all.map(({ adjustment }) => `-${adjustment}`),
          all.map(({ taxRate }) => taxRate),
          all.map(({ digits }) => digits),
        ],
      )
      const ours = all.map(({ digits, adjustment, ...each }) =>
        lineOf(line({ ...each, adjustment: `-${adjustment}` }), digits),
      )
      expect(ours.map(({ amount, tax }) => ({ amount, tax }))).toEqual(rows)
    }),
    { numRuns: 40 },
  )
})

test.each([
  ['NZD', 2],
  ['JPY', 0],
  ['KWD', 3],
])('%s has %i digits', (currency, digits) => {
  expect(currencyDigits(currency)).toBe(digits)
})

test.each<[string, Partial<NewInvoiceLine>, string]>([
  ['without a description', { description: ' ' }, 'lines[0].description'],
  ['with a price in words', { unitPrice: 'ten' }, 'lines[0].unitPrice'],
  ['with a price of five digits behind the point', { unitPrice: '1.00001' }, 'lines[0].unitPrice'],
  ['with a quantity with a comma', { quantity: '1,5' }, 'lines[0].quantity'],
  ['with a negative tax', { taxRate: '-15' }, 'lines[0].taxRate'],
  ['done on no day', { workDate: '2026-02-30' }, 'lines[0].workDate'],
])('a line %s is rejected [I-20]', (_, values, name) => {
  expect(Object.keys(lineProblems([line(values)]))).toEqual([name])
})

test('an invoice has at least one line', () => {
  expect(lineProblems([])).toHaveProperty('lines')
  expect(lineProblems([line()])).toEqual({})
})
