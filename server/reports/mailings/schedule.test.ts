// When reports are due: weeks, months of any length, and clocks that are changed.
import { expect, test } from 'vitest'
import { nextDue, type Schedule, scheduleText } from './schedule.ts'

const weekly = (weekday: Schedule['weekday'], hour: number): Schedule => ({ weekday, monthDay: null, hour })
const monthly = (monthDay: number, hour: number): Schedule => ({ weekday: null, monthDay, hour })

/** The times at which it is due after a moment, in the form of JSON. */
function dueAfter(schedule: Schedule, after: string, timeZone: string, count: number): readonly string[] {
  const times = [new Date(after)]
  for (let some = 0; some < count; some++)
    times.push(nextDue(schedule, times.at(-1) ?? new Date(after), timeZone))
  return times.slice(1).map((time) => time.toISOString().slice(0, 16))
}

test('a weekly report is due on its weekday, also later on the same day [K-44]', () => {
  // a Monday
  expect(dueAfter(weekly('Monday', 9), '2026-03-02T08:59:59Z', 'UTC', 2)).toEqual([
    '2026-03-02T09:00',
    '2026-03-09T09:00',
  ])
  expect(dueAfter(weekly('Monday', 9), '2026-03-02T09:00:00Z', 'UTC', 1)).toEqual(['2026-03-09T09:00'])
  expect(dueAfter(weekly('Sunday', 0), '2026-02-26T12:00:00Z', 'Asia/Tokyo', 1)).toEqual(['2026-02-28T15:00'])
})

test('a monthly report is due on its day, or the last one of a shorter month [K-44]', () => {
  expect(dueAfter(monthly(31, 7), '2027-12-31T08:00:00Z', 'UTC', 4)).toEqual([
    '2028-01-31T07:00',
    '2028-02-29T07:00',
    '2028-03-31T07:00',
    '2028-04-30T07:00',
  ])
  expect(dueAfter(monthly(29, 7), '2027-02-01T00:00:00Z', 'UTC', 2)).toEqual([
    '2027-02-28T07:00',
    '2027-03-29T07:00',
  ])
})

test('the hour stays that of the clocks when they are changed, once a day [K-44]', () => {
  expect(dueAfter(weekly('Sunday', 8), '2026-03-20T00:00:00Z', 'Europe/London', 3)).toEqual([
    '2026-03-22T08:00',
    '2026-03-29T07:00',
    '2026-04-05T07:00',
  ])
  // 01:00 is skipped on 29 March, and there twice on 25 October
  expect(dueAfter(weekly('Sunday', 1), '2026-03-22T12:00:00Z', 'Europe/London', 2)).toEqual([
    '2026-03-29T01:00',
    '2026-04-05T00:00',
  ])
  expect(dueAfter(weekly('Sunday', 1), '2026-10-18T12:00:00Z', 'Europe/London', 2)).toEqual([
    '2026-10-25T01:00',
    '2026-11-01T01:00',
  ])
})

test('a schedule is said in words [K-44]', () => {
  expect([
    scheduleText(weekly('Friday', 16)),
    scheduleText(monthly(31, 7)),
    scheduleText(monthly(5, 7)),
  ]).toEqual([
    'every Friday at 16:00',
    'on the last day of the month at 07:00',
    'on day 5 of the month at 07:00',
  ])
})
