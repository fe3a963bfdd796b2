import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  compareDecimals,
  isDecimal,
  productOf,
  rounded,
  roundedHalfEven,
  shareOut,
  sumOf,
} from './decimal.ts'

const decimals = fc
  .tuple(fc.bigInt({ min: -(10n ** 9n), max: 10n ** 9n }), fc.nat(4), fc.nat(9_999))
  .map(([whole, scale, behind]) => {
    const text = String(behind).padStart(4, '0').slice(0, scale)
    return scale === 0 ? String(whole) : `${whole}.${text}`
  })

/** The number in units of 10^-8, computed differently from the code under test. */
const units = (decimal: string): bigint => {
  const negative = decimal.startsWith('-')
  const [whole = '0', behind = ''] = decimal.replace('-', '').split('.')
  const value = BigInt(whole) * 10n ** 8n + BigInt(behind.padEnd(8, '0'))
  return negative ? -value : value
}

test('sums and products are exact', () => {
  fc.assert(
    fc.property(fc.array(decimals, { maxLength: 20 }), decimals, (terms, factor) => {
      expect(units(sumOf(terms))).toBe(terms.reduce((sum, each) => sum + units(each), 0n))
      const [first = '1'] = terms
      expect(units(productOf(first, factor)) * 10n ** 8n).toBe(units(first) * units(factor))
    }),
  )
  expect(sumOf(['0.1', '0.2'])).toBe('0.3')
  expect(productOf('-0.05', '3')).toBe('-0.15')
})

test('comparing ignores trailing zeros', () => {
  fc.assert(
    fc.property(decimals, decimals, (a, b) => {
      expect(Math.sign(compareDecimals(a, b))).toBe(units(a) < units(b) ? -1 : units(a) > units(b) ? 1 : 0)
    }),
  )
  expect(compareDecimals('1.50', '1.5')).toBe(0)
  expect(compareDecimals('-1', '-2')).toBe(1)
})

test.each([
  ['2.345', 2, '2.35'],
  ['-2.345', 2, '-2.35'],
  ['2.344999', 2, '2.34'],
  ['1.005', 2, '1.01'],
  ['7', 2, '7.00'],
  ['2.5', 0, '3'],
  ['-0.004', 2, '0.00'],
  ['0.0005', 3, '0.001'],
])('%s rounded to %i digits is %s', (decimal, digits, expected) => {
  expect(rounded(decimal, digits)).toBe(expected)
})

test.each(['1', '-1.5', '123456.7890'])('%s is a decimal', (text) => {
  expect(isDecimal(text, 6, 4)).toBe(true)
})

test.each(['', '1.', '.5', '1e3', '1234567', '1.23456', '1,5', '+1', ' 1', 1])(
  '%s is not a decimal',
  (text) => {
    expect(isDecimal(text, 6, 4)).toBe(false)
  },
)

test('half to even is as near as any rounding, and even where two are as near', () => {
  expect(
    ['0.125', '0.135', '-0.125', '2.675', '1', '0.1251'].map((each) => roundedHalfEven(each, 2)),
  ).toEqual(['0.12', '0.14', '-0.12', '2.68', '1.00', '0.13'])
  fc.assert(
    fc.property(decimals, fc.nat(4), (decimal, digits) => {
      const distance = units(decimal) - units(roundedHalfEven(decimal, digits))
      const other = units(decimal) - units(rounded(decimal, digits))
      const size = (value: bigint) => (value < 0n ? -value : value)
      expect(size(distance)).toBe(size(other))
    }),
  )
})

test('shares are exactly the whole, proportional to less than a unit, and never more than their weight', () => {
  expect(shareOut('100', ['1', '1', '1'], 2)).toEqual(['33.34', '33.33', '33.33'])
  expect(shareOut('0.05', ['30', '0', '70'], 2)).toEqual(['0.02', '0.00', '0.03'])
  expect(shareOut('5', ['0', '0'], 2)).toEqual(['0.00', '0.00'])
  const weights = fc.array(
    fc.nat(1_000_000).map((cents) => `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`),
    { minLength: 1, maxLength: 30 },
  )
  fc.assert(
    fc.property(weights, fc.nat(100), (lines, percent) => {
      const all = sumOf(lines)
      const whole = rounded(productOf(all, `0.${String(percent % 100).padStart(2, '0')}`), 2)
      const shares = shareOut(whole, lines, 2)
      expect(compareDecimals(sumOf(shares), compareDecimals(all, '0') === 0 ? '0' : whole)).toBe(0)
      for (const [index, share] of shares.entries()) {
        expect(compareDecimals(share, lines[index] ?? '0')).toBeLessThanOrEqual(0)
      }
    }),
  )
})
