import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compareDecimals, decimalText, isOnStep } from './decimal.ts'

describe('a number as it was written', () => {
  test.each([
    [0, '0'],
    [-0, '0'],
    [0.1, '0.1'],
    [-12.5, '-12.5'],
    [1e21, '1000000000000000000000'],
    [1e-7, '0.0000001'],
    [-1.25e-7, '-0.000000125'],
    [0.1 + 0.2, '0.30000000000000004'],
  ])('%d is %s', (value, text) => {
    expect(decimalText(value)).toBe(text)
  })

  test.each([Number.NaN, Number.POSITIVE_INFINITY])('%d is no decimal', (value) => {
    expect(decimalText(value)).toBeUndefined()
  })

  test('reads back as the same number', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        expect(Number(decimalText(value))).toBe(value + 0)
      }),
    )
  })
})

test.each([
  ['0.1', '0.10', 0],
  ['-0.5', '-0.05', -1],
  ['10', '9.99', 1],
  ['-1', '1', -1],
])('%s compared with %s is %d', (a, b, order) => {
  expect(compareDecimals(a, b)).toBe(order)
})

describe('steps', () => {
  test.each([
    ['0.3', '0', '0.1', true],
    ['0.7', '0', '0.1', true],
    ['1.1', '0', '0.1', true],
    ['0.35', '0', '0.1', false],
    ['5', '2', '1.5', true],
    ['4', '2', '1.5', false],
    ['-0.3', '0', '0.1', true],
    ['0.30000000000000004', '0', '0.1', false],
  ])('%s from %s by %s: %s', (value, start, step, fits) => {
    expect(isOnStep(value, start, step)).toBe(fits)
  })

  test('every multiple of a step is on it, whatever its fraction [D-21]', () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer({ min: 1, max: 100_000 }), fc.nat(6), (times, units, scale) => {
        const text = (whole: number) => String(decimalText(Number(`${whole}e-${scale}`)))
        expect(isOnStep(text(times), '0', text(1))).toBe(true)
        expect(isOnStep(text(units * 3), text(units), text(units))).toBe(true)
      }),
    )
  })
})
