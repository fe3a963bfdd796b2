import { expect, test } from 'vitest'
import { periodAround, periodFrom, periodLabel, periodLater, shiftOf } from './fiscal-calendar.ts'

const calendar = shiftOf({ yearEndDay: 31, yearEndMonth: 12 })
const june = shiftOf({ yearEndDay: 30, yearEndMonth: 6 })
const april = shiftOf({ yearEndDay: 5, yearEndMonth: 4 })

test('a year begins on the day after the one before has ended [K-10]', () => {
  expect(periodAround('2026-05-06', 'Year', calendar)).toEqual({ from: '2026-01-01', to: '2027-01-01' })
  expect(periodAround('2026-06-30', 'Year', june)).toEqual({ from: '2025-07-01', to: '2026-07-01' })
  expect(periodAround('2026-07-01', 'Year', june)).toEqual({ from: '2026-07-01', to: '2027-07-01' })
  expect(periodAround('2026-04-05', 'Year', april)).toEqual({ from: '2025-04-06', to: '2026-04-06' })
  expect(periodAround('2024-02-29', 'Year', shiftOf({ yearEndDay: 28, yearEndMonth: 2 }))).toEqual({
    from: '2023-03-01',
    to: '2024-03-01',
  })
})

test('quarters and months begin on the same day of later months [K-10]', () => {
  expect(periodAround('2026-05-06', 'Quarter', calendar)).toEqual({ from: '2026-04-01', to: '2026-07-01' })
  expect(periodAround('2026-03-31', 'Quarter', june)).toEqual({ from: '2026-01-01', to: '2026-04-01' })
  expect(periodAround('2026-07-05', 'Quarter', april)).toEqual({ from: '2026-04-06', to: '2026-07-06' })
  expect(periodAround('2026-05-05', 'Month', april)).toEqual({ from: '2026-04-06', to: '2026-05-06' })
  expect(periodLater(periodFrom('2026-01-01', 'Quarter', calendar), -1, 'Quarter', calendar).from).toBe(
    '2025-10-01',
  )
})

test('every day is in exactly one period, which begins on its first day [K-10]', () => {
  for (const shift of [calendar, june, april, shiftOf({ yearEndDay: 30, yearEndMonth: 1 })]) {
    for (const unit of ['Month', 'Quarter', 'Year'] as const) {
      for (let at = 0; at < 800; at += 3) {
        const day = new Date(Date.UTC(2023, 11, 1) + at * 86_400_000).toISOString().slice(0, 10)
        const { from, to } = periodAround(day, unit, shift)
        expect(from <= day && day < to, `${day} in ${from} to ${to}`).toBe(true)
        expect(periodAround(from, unit, shift)).toEqual({ from, to })
      }
    }
  }
})

test('periods are called as people call them [K-10]', () => {
  expect(periodLabel({ from: '2026-04-01' }, 'Quarter', { shift: calendar })).toBe('Q2 2026')
  expect(periodLabel({ from: '2026-01-01' }, 'Year', { shift: calendar })).toBe('2026')
  expect(periodLabel({ from: '2026-05-01' }, 'Month', { shift: calendar })).toBe('May 2026')
  expect(periodLabel({ from: '2025-07-01' }, 'Year', { shift: june })).toBe('FY2026')
  expect(periodLabel({ from: '2026-01-01' }, 'Quarter', { shift: june })).toBe('Q3 FY2026')
  expect(periodLabel({ from: '2026-04-06' }, 'Month', { shift: april })).toBe('6 Apr 2026')
  // as lists and pages write it
  expect(periodLabel({ from: '2026-09-01' }, 'Month', { shift: calendar })).toBe('Sept 2026')
  expect(periodLabel({ from: '2026-09-01' }, 'Month', { shift: calendar, locale: 'en-US' })).toBe('Sep 2026')
})
