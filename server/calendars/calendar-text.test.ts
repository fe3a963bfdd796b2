// The text of calendars against RFC 5545: by rules of the standard, and as another program reads it.
import fc from 'fast-check'
import ICAL from 'ical.js'
import { expect, test } from 'vitest'
import { wrongInCalendar } from '../../test/documents/calendars.ts'
import { calendarText, type Entry, folded } from './calendar-text.ts'

const entry: Entry = {
  uid: 'key-date-1-7@chancery.example',
  start: '2027-01-31',
  summary: 'Renewal; notice, "now" \\ never\nand more: Hafenmiete für Zürich 🏢',
  description: 'Line one\r\nline two',
  category: 'Renewal',
  page: 'https://chancery.example/#/contracts/17',
  recurrence: 'FREQ=YEARLY;COUNT=3',
  reminders: [30, 1, 0],
  sequence: 4,
  createdAt: new Date('2026-05-06T10:00:00.500Z'),
  changedAt: new Date('2026-06-06T10:00:00Z'),
}

const eventsIn = (text: string) => new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent')

test('a calendar keeps the standard, and another program reads what was written [C-190]', () => {
  const task = {
    ...entry,
    uid: 'task-1-8@x',
    start: new Date('2026-07-01T05:00:00Z'),
    recurrence: null,
    reminders: [],
  }
  const text = calendarText('Mine, all mine', [entry, task])
  expect(wrongInCalendar(text)).toEqual([])
  const [first, second] = eventsIn(text).map((each) => new ICAL.Event(each))
  expect(first?.uid).toBe(entry.uid)
  expect(first?.summary).toBe(entry.summary)
  expect(first?.description).toBe('Line one\nline two')
  expect(first?.sequence).toBe(4)
  expect(first?.startDate.isDate).toBe(true)
  const iterator = first?.iterator()
  expect([1, 2, 3, 4].map(() => iterator?.next()?.toString())).toEqual([
    '2027-01-31',
    '2028-01-31',
    '2029-01-31',
    undefined,
  ])
  const alarms = first?.component.getAllSubcomponents('valarm') ?? []
  const start = first?.startDate
  expect(
    alarms.map((alarm) => {
      const trigger = alarm.getFirstPropertyValue('trigger')
      const at = start?.clone()
      at?.addDuration(ICAL.Duration.fromString(String(trigger)))
      return String(trigger)
    }),
  ).toEqual(['-P29DT17H', '-PT17H', 'PT7H'])
  expect(second?.startDate.toJSDate()).toEqual(task.start)
  expect(second?.isRecurring()).toBe(false)
})

test('without entries it is a calendar all the same [C-190]', () => {
  const text = calendarText('Mine', [])
  expect(wrongInCalendar(text)).toEqual([])
  expect(eventsIn(text)).toEqual([])
})

test('any text comes back as it was, in lines of 75 bytes at most [C-190]', () => {
  const texts = fc.string({ unit: 'binary', maxLength: 300 })
  fc.assert(
    fc.property(texts, texts, (summary, description) => {
      const text = calendarText('x', [{ ...entry, summary, description }])
      expect(wrongInCalendar(text)).toEqual([])
      const [event] = eventsIn(text).map((each) => new ICAL.Event(each))
      const kept = (some: string) =>
        some.replaceAll(/\r\n|\r/g, '\n').replaceAll(/[\u0000-\u0008\u000b-\u001f\u007f]/g, '')
      expect(event?.summary).toBe(kept(summary))
      expect(event?.description).toBe(kept(description))
    }),
  )
  expect(folded('x'.repeat(75))).not.toContain('\r\n')
  expect(folded('x'.repeat(76))).toContain('\r\n x')
})
