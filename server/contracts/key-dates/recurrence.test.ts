// Recurrence of key dates, compared with another implementation of RFC 5545.
import fc from 'fast-check'
// its types describe another module than the one that is loaded
// oxlint-disable-next-line import/default
import rrule from 'rrule'
import { describe, expect, test } from 'vitest'
import { nextOccurrence, readRecurrence, visitOccurrences, checkStart } from './recurrence.ts'
import { nextReminder } from './reminders.ts'

function first(count: number, date: string, recurrence: string): readonly string[] {
  const days: string[] = []
  visitOccurrences({ date, recurrence }, (day) => days.push(day) >= count)
  return days
}

function firstByOther(count: number, date: string, recurrence: string): readonly string[] {
  const options = rrule.RRule.parseString(recurrence)
  const days: string[] = []
  new rrule.RRule({ ...options, dtstart: new Date(`${date}T00:00:00Z`) }, true).all((day, index) => {
    if (index < count) days.push(day.toISOString().slice(0, 10))
    return index + 1 < count
  })
  return days
}

test.each([
  ['2026-01-31', 'FREQ=MONTHLY'],
  ['2028-02-29', 'FREQ=YEARLY'],
  ['2026-01-30', 'FREQ=MONTHLY;BYDAY=-1FR'],
  ['2026-03-31', 'FREQ=MONTHLY;INTERVAL=3;BYMONTHDAY=-1'],
  ['2026-01-05', 'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,FR;WKST=MO'],
  ['2026-01-30', 'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1'],
  ['2026-01-29', 'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-2'],
  ['2026-04-10', 'FREQ=YEARLY;BYMONTH=4,10;BYMONTHDAY=10'],
  ['2026-12-31', 'FREQ=DAILY;INTERVAL=100;COUNT=5'],
  ['2026-05-06', 'FREQ=WEEKLY;UNTIL=20260610'],
])('from %s by %s come the days of the standard [C-182]', (date, recurrence) => {
  const days = first(8, date, readRecurrence(recurrence))
  expect(days.length).toBeGreaterThan(3)
  expect(days).toEqual(firstByOther(8, date, recurrence))
  // moved one by one they are the same
  const moved = [date]
  for (let at = nextOccurrence({ date, recurrence }); at && moved.length < 8; at = nextOccurrence(at)) {
    moved.push(at.date)
  }
  expect(moved).toEqual(days)
})

const weekdays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']
const some = <Value>(values: fc.Arbitrary<Value>) => fc.uniqueArray(values, { minLength: 1, maxLength: 4 })
const maybe = <Value>(values: fc.Arbitrary<Value>) => fc.option(values, { nil: undefined, freq: 2 })
const numbers = fc.integer({ min: -4, max: 4 }).filter((number) => number !== 0)
const weekday = fc.constantFrom(...weekdays)
const numbered = fc.tuple(numbers, weekday).map(([number, day]) => `${number}${day}`)

const rules = fc.record({
  FREQ: fc.constantFrom('DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'),
  INTERVAL: maybe(fc.integer({ min: 1, max: 4 })),
  COUNT: maybe(fc.integer({ min: 1, max: 12 })),
  BYMONTH: maybe(some(fc.integer({ min: 1, max: 12 }))),
  BYMONTHDAY: maybe(some(fc.integer({ min: -28, max: 28 }).filter((day) => day !== 0))),
  // the other takes a mixture of both for the numbered ones only
  BYDAY: maybe(fc.oneof(some(weekday), some(numbered))),
  // the other finds positions in sets that are too small for them
  BYSETPOS: maybe(fc.constantFrom(1, -1)),
  WKST: maybe(fc.constantFrom(...weekdays)),
})

test('any rule makes the days of the standard [C-182]', () => {
  const dates = fc
    .integer({ min: 0, max: 4_000 })
    .map((day) => new Date(Date.UTC(2024, 0, 1 + day)).toISOString())
  fc.assert(
    fc.property(rules, dates, (given, at) => {
      const text = Object.entries(given)
        .flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${String(value)}`]))
        .join(';')
      let recurrence: string
      try {
        recurrence = readRecurrence(text)
      } catch {
        return
      }
      // both together may have no days at all, for which the other looks for thousands of years
      fc.pre(given.BYMONTHDAY === undefined || given.BYDAY === undefined)
      fc.pre(given.FREQ !== 'DAILY' || given.BYMONTH === undefined || given.BYMONTHDAY === undefined)
      // the other begins the set of the first week with the date itself
      const date = at.slice(0, 10)
      const isFirstOfWeek = weekdays[(new Date(date).getUTCDay() + 6) % 7] === (given.WKST ?? 'MO')
      fc.pre(given.FREQ !== 'WEEKLY' || given.BYSETPOS === undefined || isFirstOfWeek)
      const days = first(6, date, recurrence)
      if (days.length === 0) return
      expect(days, `${date} ${recurrence}`).toEqual(firstByOther(days.length, date, recurrence))
    }),
    { numRuns: 200 },
  )
})

test('a day that two parts of a rule name is one of the days that BYSETPOS counts [C-182]', () => {
  // in February 2024 the third Tuesday is the last but one
  expect(first(2, '2024-01-16', 'FREQ=MONTHLY;BYDAY=3TU,-2TU;BYSETPOS=-2')).toEqual([
    '2024-01-16',
    '2024-04-16',
  ])
})

test.each([
  'FREQ=HOURLY',
  'FREQ=YEARLY;BYHOUR=9',
  'INTERVAL=2',
  'FREQ=DAILY;COUNT=2;UNTIL=20300101',
  'FREQ=DAILY;UNTIL=20300230',
  'FREQ=DAILY;UNTIL=20300101T000000Z',
  'FREQ=DAILY;COUNT=0',
  'FREQ=DAILY;COUNT=1;COUNT=2',
  'FREQ=WEEKLY;BYDAY=1MO',
  'FREQ=WEEKLY;BYMONTHDAY=1',
  'FREQ=YEARLY;BYYEARDAY=1',
  'FREQ=MONTHLY;BYSETPOS=1',
  'FREQ=DAILY\r\nX-EVIL:1',
  'every year',
  '',
])('%j is no rule [C-183]', (text) => {
  expect(() => readRecurrence(text)).toThrow(/^recurrence (must|may)/)
})

test('a date that is none of its days is refused with one that is, and a rule without days too [C-183]', () => {
  expect(() => checkStart({ date: '2026-01-06', recurrence: 'FREQ=WEEKLY;BYDAY=MO' })).toThrow(
    'date must be a day of the recurrence, such as 2026-01-12.',
  )
  expect(() => checkStart({ date: '2026-02-28', recurrence: 'FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30' })).toThrow(
    'recurrence must have days from the date on.',
  )
})

test('a rule is stored in one form, and COUNT says how many are left [C-182]', () => {
  expect(readRecurrence(' rrule:freq=yearly;count=2 ')).toBe('FREQ=YEARLY;COUNT=2')
  const next = nextOccurrence({ date: '2026-05-06', recurrence: 'FREQ=YEARLY;COUNT=2' })
  expect(next).toEqual({ date: '2027-05-06', recurrence: 'FREQ=YEARLY;COUNT=1' })
  expect(next && nextOccurrence(next)).toBeUndefined()
})

describe('the next reminder', () => {
  const keyDate = { date: '2026-06-30', recurrence: null, reminders: [30, 7, 0], done: false }

  test.each([
    ['2026-01-01', '2026-05-31'],
    ['2026-05-31', '2026-05-31'],
    ['2026-06-01', '2026-06-23'],
    ['2026-06-30', '2026-06-30'],
  ])('from %s is on %s [C-184]', (from, on) => {
    expect(nextReminder(keyDate, from)).toEqual({ on, of: '2026-06-30' })
  })

  test('there is none after the last, without reminders, or when it is done [C-184]', () => {
    expect(nextReminder(keyDate, '2026-07-01')).toBeNull()
    expect(nextReminder({ ...keyDate, reminders: [] }, '2026-01-01')).toBeNull()
    expect(nextReminder({ ...keyDate, done: true }, '2026-01-01')).toBeNull()
  })

  test('is of a later occurrence when nobody has done the first, and early ones of later occurrences count [C-184]', () => {
    const weekly = { ...keyDate, recurrence: 'FREQ=WEEKLY', reminders: [10, 1] }
    expect(nextReminder(weekly, '2026-06-28')).toEqual({ on: '2026-06-29', of: '2026-06-30' })
    expect(nextReminder(weekly, '2026-06-27')).toEqual({ on: '2026-06-27', of: '2026-07-07' })
    expect(nextReminder(weekly, '2027-01-01')).toEqual({ on: '2027-01-02', of: '2027-01-12' })
  })
})
