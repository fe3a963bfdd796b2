// Lines that are keyed in: numbers and days as people write them, pasted tables, problems at their cells.
import { expect, test } from 'vitest'
import {
  amountsOf,
  type Cells,
  cellOf,
  emptyRow,
  linesOf,
  pasted,
  readNumber,
  type SheetRow,
} from './sheet-rows.ts'

const english = { decimal: '.', group: ',', datePattern: 'mm/dd/yyyy', show: String, date: String }
const german = { decimal: ',', group: '.', datePattern: 'dd.mm.yyyy', show: String, date: String }
const french = { decimal: ',', group: '\u202F', datePattern: 'dd/mm/yyyy', show: String, date: String }
const words = { number: 'a number', needed: 'needed' }
const row = (cells: Partial<Cells>): SheetRow => {
  const empty = emptyRow()
  return { ...empty, cells: { ...empty.cells, ...cells } }
}

test.each([
  ['1,250.50', english, 1250.5],
  ['1.250,5', german, 1250.5],
  ['1 250,5', french, 1250.5],
  ['-25', english, -25],
  ['1.5h', english, undefined],
  ['1,5,', german, undefined],
  ['.5', english, 0.5],
  ['2,3', english, 2.3],
  ['2.345', german, 2345],
  ['2,345', german, 2.345],
  ['1,234,567.5', english, 1_234_567.5],
])('the number %s is read', (text, writing, number) => {
  expect(readNumber(text, writing)).toBe(number)
})

test('amounts follow from the cells as they are', () => {
  const cells = { quantity: '1.5', unitPrice: '333.33', adjustment: '-0.005', taxRate: '15' }
  expect(amountsOf(row(cells), english)).toEqual({ amount: 499.99, tax: 75 })
  expect(amountsOf(row({ unitPrice: '402' }), english)).toEqual({ amount: 402, tax: 0 })
  expect(amountsOf(row({ unitPrice: 'x' }), english)).toEqual({ amount: 0, tax: 0 })
})

test('a pasted table fills cells and adds rows', () => {
  const text = 'F\t3/2/2026\tH. Ashfield\nE\t03/01/2026\t\r\n'
  const rows = pasted([row({ description: 'kept' })], { row: 0, column: 'kind' }, { text, writing: english })
  expect(
    rows.map(({ cells: { kind, workDate, timekeeper, description } }) => [
      kind,
      workDate,
      timekeeper,
      description,
    ]),
  ).toEqual([
    ['Fee', '2026-03-02', 'H. Ashfield', 'kept'],
    ['Disbursement', '2026-03-01', '', ''],
  ])
  expect(
    pasted([row({})], { row: 0, column: 'taxRate' }, { text: '15\tbeyond', writing: english }),
  ).toHaveLength(1)
})

test('lines have what was keyed in, without empty rows; what cannot be read is named', () => {
  const rows = [
    row({ description: 'Advice', unitPrice: '300', quantity: '2', code: 'a104' }),
    row({}),
    row({ kind: 'Disbursement', description: 'Search', unitPrice: '20', code: 'e106' }),
  ]
  expect(linesOf(rows, english, words)).toMatchObject({
    lines: [
      { kind: 'Fee', quantity: 2, unitPrice: 300, activityCode: 'A104', expenseCode: null, workDate: null },
      { kind: 'Disbursement', quantity: 1, activityCode: null, expenseCode: 'E106' },
    ],
  })
  const wrong = linesOf([row({ description: 'Advice', quantity: 'two' })], english, words)
  expect('problems' in wrong && [...wrong.problems]).toEqual([
    ['0.unitPrice', 'needed'],
    ['0.quantity', 'a number'],
  ])
  expect(cellOf(rows, 1, 'expenseCode')).toBe('2.code')
  expect(cellOf(rows, 5, 'expenseCode')).toBeUndefined()
})
