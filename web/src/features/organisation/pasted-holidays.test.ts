import { expect, test } from 'vitest'
import { holidaysIn, withHolidays } from './pasted-holidays.ts'

test('a line is a day and its name, with any separator between', () => {
  expect(holidaysIn('2026-12-25 Christmas Day\n\n  2026-12-26;Boxing Day\r\n')).toEqual({
    holidays: [
      { date: '2026-12-25', name: 'Christmas Day' },
      { date: '2026-12-26', name: 'Boxing Day' },
    ],
  })
})

test.each(['25 December', '2026-02-30 Never', '2026-12-25', '2026-12-25 '])('%j is no holiday', (text) => {
  expect(holidaysIn(text)).toEqual({ wrong: text.trim() })
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
