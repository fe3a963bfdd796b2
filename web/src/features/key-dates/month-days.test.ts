// The weeks of a month table.
import { expect, test } from 'vitest'
import { monthAfter, weeksOf } from './month-days.ts'

test('a month has whole weeks from Monday on', () => {
  const weeks = weeksOf('2026-05')
  expect(weeks[0]).toEqual([
    '2026-04-27',
    '2026-04-28',
    '2026-04-29',
    '2026-04-30',
    '2026-05-01',
    '2026-05-02',
    '2026-05-03',
  ])
  expect(weeks.at(-1)?.at(-1)).toBe('2026-05-31')
  expect(weeksOf('2027-02').length).toBe(4)
  expect(weeksOf('2026-08').length).toBe(6)
})

test('months follow one another across years', () => {
  expect(monthAfter('2026-12', 1)).toBe('2027-01')
  expect(monthAfter('2026-01', -1)).toBe('2025-12')
})
