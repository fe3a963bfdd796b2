// Dates and lengths of time as contracts write them.
import { expect, test } from 'vitest'
import { datesIn, dayOrderIn } from './dates.ts'
import { dayAfter, durationsIn } from './durations.ts'
import { moneyIn } from './money.ts'

test.each([
  ['made on March 27, 2017', '2017-03-27'],
  ['made this 27t h day of March, 2017', '2017-03-27'],
  ['on 31 October 2019', '2019-10-31'],
  ['this 19 DAY OF MAY , 2010', '2010-05-19'],
  ['the first day of June 2021', '2021-06-01'],
  ['the twenty-third day of May, 2010', '2010-05-23'],
  ['on 2024-02-29', '2024-02-29'],
  ['on 31/01/2025', '2025-01-31'],
  ['Sept. 4, 1999', '1999-09-04'],
  ['as of _Dec. 8, 2005', '2005-12-08'],
  ['on 12-23-2019', '2019-12-23'],
])('%s is a day', (text, date) => {
  expect(datesIn(text).map((found) => found.date)).toEqual([date])
})

test.each([
  '30 February 2024',
  '3/4/2020',
  'June 2021',
  'the __ day of May, 2020',
  '[ ] June, 20[ ]',
  '12/1999',
  'sections 5-13-15',
])('%s is none', (text) => {
  expect(datesIn(text)).toEqual([])
})

test('which of two numbers is the month follows from other dates of the text', () => {
  const text = 'from 3/4/2020 to 3/31/2020'
  expect(dayOrderIn(text)).toBe('month first')
  expect(datesIn(text, dayOrderIn(text)).map(({ date }) => date)).toEqual(['2020-03-04', '2020-03-31'])
  expect(dayOrderIn('31/3/2020 and 3/31/2020')).toBe('unknown')
})

test.each([
  ['five (5) years', 5, 'years'],
  ['twelve months', 12, 'months'],
  ['sixty (60) days', 60, 'days'],
  ['a one-year term', 1, 'years'],
  ['one hundred eighty days', 180, 'days'],
  ['twenty-five years', 25, 'years'],
  ['the fifth (5th) anniversary', 5, 'years'],
  ['three (3) successive months', 3, 'months'],
  ['twelve (12) full calendar months', 12, 'months'],
])('%s is a length of time', (text, amount, unit) => {
  expect(durationsIn(text).map((found) => [found.amount, found.unit])).toEqual([[amount, unit]])
})

test.each([
  ['2024-01-31', { amount: 1, unit: 'months' }, '2024-02-29'],
  ['2024-02-29', { amount: 1, unit: 'years' }, '2025-02-28'],
  ['2023-12-30', { amount: 10, unit: 'days' }, '2024-01-09'],
] as const)('%s and %j later is %s', (day, duration, later) => {
  expect(dayAfter(day, duration)).toBe(later)
})

test.each([
  ['US$1,250,000.50', '1250000.50', 'USD'],
  ['£2.5 million', '2500000.00', 'GBP'],
  ['€ 300', '300.00', 'EUR'],
  ['200,000 Swiss francs', '200000.00', 'CHF'],
  ['(US$200,000)', '200000.00', 'USD'],
])('%s is an amount', (text, amount, currency) => {
  expect(moneyIn(text).map((found) => [found.amount, found.currency])).toEqual([[amount, currency]])
})
