import { expect, test } from 'vitest'
import { aboveAgreed } from './agreed.ts'
import { groupedLines, shownLines, sum } from './grouped-lines.ts'
import type { Line } from './invoice-calls.ts'

const line = (number: number, values: Partial<Line>) =>
  ({ number, kind: 'Fee', amount: 10.1, approvedAmount: 5.05, review: null, ...values }) as Line

const lines = [
  line(1, { timekeeper: 'H. Ashfield', workDate: '2026-05-07' }),
  line(2, { timekeeper: null, workDate: '2026-05-06', approvedAmount: null }),
  line(3, { timekeeper: 'H. Ashfield', workDate: '2026-05-06', amount: 0.2 }),
]

test('lines are grouped in the order in which groups appear, with the sums of both amounts', () => {
  const groups = groupedLines(lines, 'timekeeper', String)
  expect(
    groups.map(({ title, amount, remaining, lines: its }) => [title, its.length, amount, remaining]),
  ).toEqual([
    ['H. Ashfield', 2, 10.3, 10.1],
    ['No timekeeper', 1, 10.1, null],
  ])
  expect(groupedLines(lines, 'day', String).map(({ title }) => title)).toEqual(['2026-05-06', '2026-05-07'])
  expect(groupedLines(lines, 'none', String)).toHaveLength(1)
})

test('only lines without a decision are shown, or only those that were cut', () => {
  const review = (decision: string) => ({ decision }) as Line['review']
  const some = [line(1, {}), line(2, { review: review('Accepted') }), line(3, { review: review('Rejected') })]
  const numbers = (show: 'all' | 'open' | 'cut') => shownLines(some, show).map(({ number }) => number)
  expect([numbers('all'), numbers('open'), numbers('cut')]).toEqual([[1, 2, 3], [1], [3]])
})

test('only lines above their agreed rate are shown', () => {
  const some = [
    line(1, { unitPrice: 430, agreedRate: 412.5 }),
    line(2, { unitPrice: 400, agreedRate: 400 }),
    line(3, { unitPrice: 900, agreedRate: null }),
  ]
  expect(shownLines(some, 'above').map(({ number }) => number)).toEqual([1])
  expect(some.map(aboveAgreed)).toEqual([17.5, 0, 0])
})

test('sums of amounts have no rests of binary fractions', () => {
  expect(sum([0.1, 0.2, -0.3])).toBe(0)
})
