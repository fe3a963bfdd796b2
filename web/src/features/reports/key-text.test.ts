// Months in charts and tables of reports, written as in lists.
import { expect, test } from 'vitest'
import { formatFor } from '../../lib/format.ts'
import { keyText } from './key-text.ts'

const london = formatFor({ locale: 'en-GB', timeZone: 'UTC' })
const berlin = formatFor({ locale: 'de-DE', timeZone: 'UTC' })
const september = { value: '2026-09-01', label: 'Sep 2026' }

test('a month of a report is written as the days of lists are', () => {
  expect(keyText(london, september, 'Month')).toBe(london.date('2026-09-14').slice('14 '.length))
  expect(keyText(berlin, september, 'Month')).toBe('Sept. 2026')
})

test('a month that begins on another day is called by that day, and all else as the report says', () => {
  expect(keyText(london, { value: '2026-02-06', label: '6 Feb 2026' }, 'Month')).toBe('6 Feb 2026')
  expect(keyText(london, { value: '2026-07-01', label: 'Q3 2026' }, 'Quarter')).toBe('Q3 2026')
  expect(keyText(london, { value: '7', label: 'Ashfield LLP' }, null)).toBe('Ashfield LLP')
  expect(keyText(london, { value: null, label: 'None' }, 'Month')).toBe('None')
  expect(keyText(london, undefined, 'Month')).toBe('')
})

test('what only looks like a month is called as the report says, however long it is', () => {
  const rates = { value: '2026-09-01', label: 'Rates from 1 Sept 2026', to: '2026-10-01' }
  expect(keyText(london, rates, null)).toBe('Rates from 1 Sept 2026')
})
