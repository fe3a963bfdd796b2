import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, addWorkingDays, addWorkingHours, readLocalTime, weekdayOf } from './local-time.ts'

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

// 2026-05-01 is a Friday; in Berlin the clocks go forward on Sunday 2026-03-29
test.each([
  ['2026-05-01T09:00:00Z', 4, 'UTC', '2026-05-01T13:00:00Z'],
  ['2026-05-01T06:00:00Z', 8, 'UTC', '2026-05-01T17:00:00Z'],
  ['2026-05-01T15:00:00Z', 4, 'UTC', '2026-05-04T11:00:00Z'],
  ['2026-05-01T17:00:00Z', 1, 'UTC', '2026-05-04T10:00:00Z'],
  ['2026-05-02T12:00:00Z', 9, 'UTC', '2026-05-05T10:00:00Z'],
  ['2026-05-01T15:00:00Z', 4, 'America/New_York', '2026-05-01T19:00:00Z'],
  ['2026-03-27T15:00:00Z', 2, 'Europe/Berlin', '2026-03-30T08:00:00Z'],
  ['2026-05-01T09:00:00Z', 40, 'UTC', '2026-05-07T17:00:00Z'],
])('%s and %i working hours in %s is %s', (from, hours, timeZone, expected) => {
  const time = { timeZone, isWorkingDay: (day: number) => weekdayOf(day) < 5, beginsAt: 540, endsAt: 1_020 }
  expect(addWorkingHours(new Date(from), hours, time)).toEqual(new Date(expected))
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
