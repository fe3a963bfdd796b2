// Dates, times, numbers and money in the habits of people of several places.
import { expect, test } from 'vitest'
import { formatFor } from './format.ts'

const london = formatFor({ locale: 'en-GB', timeZone: 'Europe/London' })
const newYork = formatFor({ locale: 'en-US', timeZone: 'America/New_York' })
const berlin = formatFor({ locale: 'de-DE', timeZone: 'Europe/Berlin' })

test('an instant is shown in the person’s zone, a day and a local time as they stand', () => {
  expect(london.date('2026-07-01T23:30:00.000Z')).toBe('2 Jul 2026')
  expect(newYork.date('2026-07-01T23:30:00.000Z')).toBe('Jul 1, 2026')
  expect(newYork.date('2026-07-01')).toBe('Jul 1, 2026')
  expect(newYork.date('2026-07-01T00:00:00')).toBe('Jul 1, 2026')
  expect(london.dateTime('2026-07-01T16:05:00')).toBe('1 Jul 2026, 16:05')
  expect(london.dateTime('2026-07-01T16:05:00Z')).toBe('1 Jul 2026, 17:05')
  expect(london.dateTime('2026-07-01')).toBe('1 Jul 2026')
  expect(london.date('not a date')).toBe('not a date')
})

test('a month is written as in the days of the person, everywhere', () => {
  for (const format of [london, newYork, berlin]) {
    const inDay = format.date('2026-09-14').replace(/\b14\b[.,]? ?/, '')
    for (const month of ['2026-09', '2026-09-01']) expect(format.month(month)).toBe(inDay)
  }
  // of an organisation whose months begin on the 6th
  expect(london.month('2026-10-06')).toBe('6 Oct 2026')
  expect(london.month('no month')).toBe('no month')
})

test('the pattern of days is that of the person', () => {
  expect(london.datePattern).toBe('dd/mm/yyyy')
  expect(newYork.datePattern).toBe('mm/dd/yyyy')
  expect(berlin.datePattern).toBe('dd.mm.yyyy')
  expect(formatFor({ locale: 'sv-SE', timeZone: 'UTC' }).datePattern).toBe('yyyy-mm-dd')
})

test('how far a day is away is seen from the person’s today', () => {
  const now = Date.parse('2026-03-02T02:00:00Z')
  expect(london.day('2026-03-02', now)).toBe('today')
  expect(newYork.day('2026-03-02', now)).toBe('tomorrow')
  expect(london.day('2026-02-27T17:00:00', now)).toBe('3 days ago')
  expect(london.day('2027-01-01', now)).toBe('1 Jan 2027')
})

test('a day begins when it does in the person’s zone, also where the clocks change', () => {
  const now = Date.parse('2026-03-02T02:00:00Z')
  expect(london.startOfDay(0, now)).toBe('2026-03-02T00:00:00.000Z')
  expect(newYork.startOfDay(-1, now)).toBe('2026-02-28T05:00:00.000Z')
  expect(berlin.startOfDay(0, Date.parse('2026-03-30T12:00:00Z'))).toBe('2026-03-29T22:00:00.000Z')
  expect(berlin.startOfDay(-1, Date.parse('2026-03-30T12:00:00Z'))).toBe('2026-03-28T23:00:00.000Z')
  const kathmandu = formatFor({ locale: 'en-GB', timeZone: 'Asia/Kathmandu' })
  expect(kathmandu.startOfDay(0, now)).toBe('2026-03-01T18:15:00.000Z')
})

test('how long ago something was', () => {
  const now = Date.parse('2026-03-02T12:00:00Z')
  expect(london.relative('2026-03-02T11:55:00Z', now)).toBe('5 minutes ago')
  expect(london.relative('2026-03-02T11:59:40Z', now)).toBe('this minute')
  expect(london.relative('2026-03-01T10:00:00Z', now)).toBe('yesterday')
  expect(london.relative('2026-03-04T13:00:00Z', now)).toBe('in 2 days')
})

test('amounts keep their digits', () => {
  expect(london.money(1234.5, 'GBP')).toBe('£1,234.50')
  expect(berlin.money('1234.5', 'EUR')).toBe('1.234,50\u00a0€')
  expect(london.money(1200, 'JPY')).toBe('JP¥1,200')
  expect(london.money(1234.5, 'KWD')).toBe('KWD\u00a01,234.500')
  // more digits than usual are shown rather than rounded away
  expect(london.money(1234.5, 'JPY')).toBe('JP¥1,234.5')
  expect(london.money('0.0025', 'NZD')).toBe('NZ$0.0025')
  expect(london.number('0.1')).toBe('0.1')
  expect(london.money(5, 'not a currency')).toBe('5 not a currency')
  expect(london.size(3_400_000)).toBe('3.4 MB')
  expect(london.size(12)).toBe('12 bytes')
})

test('an unknown preference falls back', () => {
  const odd = formatFor({ locale: 'no such locale', timeZone: 'Mars/Olympus' })
  expect(odd.dateTime('2026-07-01T16:05:00Z')).toBe('1 Jul 2026, 16:05')
})
