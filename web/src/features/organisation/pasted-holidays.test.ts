import { expect, test } from 'vitest'
import { formatFor } from '../../lib/format.ts'
import { holidaysIn, withHolidays } from './pasted-holidays.ts'

const london = formatFor({ locale: 'en-GB', timeZone: 'UTC' })
const newYork = formatFor({ locale: 'en-US', timeZone: 'UTC' })

test('a line is a day and its name, with any separator between', () => {
  expect(holidaysIn('2026-12-25 Christmas Day\n\n  2026-12-26;Boxing Day\r\n', london)).toEqual({
    holidays: [
      { date: '2026-12-25', name: 'Christmas Day' },
      { date: '2026-12-26', name: 'Boxing Day' },
    ],
  })
})

test.each([
  ['25.12.2026 Christmas Day', london],
  ['25/12/2026\tChristmas Day', london],
  ['12/25/2026 Christmas Day', newYork],
  ['25 December 2026 Christmas Day', london],
  ['December 25, 2026: Christmas Day', newYork],
])('a day is read as days are everywhere: %j', (text, format) => {
  expect(holidaysIn(text, format)).toEqual({ holidays: [{ date: '2026-12-25', name: 'Christmas Day' }] })
})

test('a day is in the order in which the person writes days', () => {
  expect(holidaysIn('04/07/2026 Day', london)).toEqual({ holidays: [{ date: '2026-07-04', name: 'Day' }] })
  expect(holidaysIn('04/07/2026 Day', newYork)).toEqual({ holidays: [{ date: '2026-04-07', name: 'Day' }] })
})

test.each([
  ['25 December', /Write it like/],
  ['2026-02-30 Never', /Write it like/],
  ['2026-12-25', /no name/],
  ['2026-12-25 ', /no name/],
])('%j is no holiday, and why is said', (text, problem) => {
  expect(holidaysIn(text, london)).toEqual({ wrong: text.trim(), problem: expect.stringMatching(problem) })
})

test('those that are there stay, and all are in the order of their days', () => {
  const known = [{ date: '2026-12-25', name: 'Christmas' }]
  const more = [
    { date: '2026-12-26', name: 'Boxing Day' },
    { date: '2026-12-25', name: 'Christmas Day' },
    { date: '2026-01-01', name: 'New Year' },
  ]
  expect(withHolidays(known, more).map(({ name }) => name)).toEqual(['New Year', 'Christmas', 'Boxing Day'])
})
