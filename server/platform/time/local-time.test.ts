import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, addWorkingDays, readLocalTime } from './local-time.ts'

test.each([
  ['2026-05-06', '2026-05-06T00:00:00'],
  ['2026-05-06T17:30', '2026-05-06T17:30:00'],
  ['2026-05-06T17:30:15', '2026-05-06T17:30:15'],
  ['2024-02-29', '2024-02-29T00:00:00'],
  ['2026-05-06T17:30:15.1234567', '2026-05-06T17:30:15.123456'],
])('%s is the local time %s [G-38]', (text, time) => {
  expect(readLocalTime(text)).toBe(time)
})

test.each([
  '2026-02-30',
  '2026-13-01',
  '0000-01-01',
  '2026-05-06T24:00',
  '2026-05-06Z',
  '6 May',
  '',
  null,
  5,
])('%s is not a local time', (text) => {
  expect(readLocalTime(text)).toBeUndefined()
})

test('days are added across the ends of months and years, and subtracted again', () => {
  expect(addDays('2026-02-27', 2)).toBe('2026-03-01')
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
  expect(addDays('2024-03-01', -1)).toBe('2024-02-29')
})

// 2026-05-01 is a Friday
test.each([
  ['2026-05-01', 1, '2026-05-04'],
  ['2026-05-01', 5, '2026-05-08'],
  ['2026-05-01', 0, '2026-05-01'],
  ['2026-05-02', 0, '2026-05-04'],
  ['2026-05-02', 1, '2026-05-04'],
  ['2026-05-04', -1, '2026-05-01'],
  ['2026-05-03', -1, '2026-05-01'],
  ['2026-05-04', -6, '2026-04-24'],
])('%s and %i working days is %s', (day, workingDays, expected) => {
  expect(addWorkingDays(day, workingDays)).toBe(expected)
})

test('the working days between a day and the computed day are exactly as many weekdays', () => {
  const weekday = (day: string) => ![0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay())
  fc.assert(
    fc.property(fc.nat(3_000), fc.integer({ min: 1, max: 300 }), (offset, workingDays) => {
      const from = addDays('2026-01-01', offset)
      const to = addWorkingDays(from, workingDays)
      let passed = 0
      for (let day = addDays(from, 1); day <= to; day = addDays(day, 1)) if (weekday(day)) passed++
      expect(weekday(to)).toBe(true)
      expect(passed).toBe(workingDays)
    }),
  )
})
