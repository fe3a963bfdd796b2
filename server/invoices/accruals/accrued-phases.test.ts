// Accruals by phase: the examples of docs/money.md, and that phases always come to the accrual of the matter.
import { expect, test } from 'vitest'
import { compareDecimals, sumOf } from '../../platform/decimal.ts'
import { accrualOf } from './accrual.ts'
import { accruedPhases } from './accrued-phases.ts'
import { randomFrom, testSeed } from '../../../test/chance.ts'

const stated = [
  { phase: 'L300', amount: '400' },
  { phase: 'L400', amount: '100' },
]
const accrued = (posted: string, postedByPhase: Readonly<Record<string, string>>) =>
  accruedPhases({ currency: 'GBP', basis: '500', phases: stated, posted, postedByPhase }).map(
    ({ phase, amount }) => [phase, Number(amount)],
  )

test('each phase is what is stated less what was posted of it [I-280]', () => {
  expect(accrued('150', { L300: '150' })).toEqual([
    ['L300', 250],
    ['L400', 100],
  ])
  expect(accrued('100', { L400: '100' })).toEqual([['L300', 400]])
})

test('what is beyond a phase, or without one, is taken off the others, and the matter is never below zero [I-281]', () => {
  expect(accrued('160', { L400: '160' })).toEqual([['L300', 340]])
  expect(accrued('50', {})).toEqual([
    ['L300', 360],
    ['L400', 90],
  ])
  expect(accrued('0.01', {})).toEqual([
    ['L300', 399.99],
    ['L400', 100],
  ])
  expect(accrued('700', { L400: '700' })).toEqual([])
  expect(accrued('-50', {})).toEqual([
    ['L300', 400],
    ['L400', 100],
    [null, 50],
  ])
})

test('an estimate, and what is stated in all, has no phase [I-281]', () => {
  const of = { currency: 'GBP', basis: '500', phases: null, posted: '20', postedByPhase: { L300: '20' } }
  expect(accruedPhases(of)).toEqual([{ phase: null, amount: '480' }])
})

test('phases come to the accrual, and none is below zero, whatever was stated and posted [I-281]', () => {
  const names = ['L100', 'L200', 'L300', null] as const
  const next = randomFrom(testSeed)
  const random = (most: number) => Math.floor(next() * most)
  for (let round = 0; round < 500; round++) {
    const currency = round % 3 === 0 ? 'JPY' : 'GBP'
    const money = (most: number) =>
      currency === 'JPY' ? String(random(most)) : (random(most) / 100).toFixed(2)
    const phases = names.slice(random(3)).map((phase) => ({ phase, amount: money(50_000) }))
    const basis = sumOf(phases.map(({ amount }) => amount))
    const postedByPhase = {
      L100: money(30_000),
      L300: `${random(2) === 0 ? '' : '-'}${money(9_000)}`,
      L500: money(999),
    }
    const posted = sumOf([...Object.values(postedByPhase), money(5_000)])
    const parts = accruedPhases({ currency, basis, phases, posted, postedByPhase })
    const all = sumOf(parts.map(({ amount }) => amount))
    expect(compareDecimals(all, accrualOf(basis, posted)), `seed ${testSeed}, round ${round}`).toBe(0)
    expect(parts.every(({ amount }) => compareDecimals(amount, '0') > 0)).toBe(true)
  }
})
