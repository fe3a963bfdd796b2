// CSV files as people send them.
import { expect, test } from 'vitest'
import { csvRows } from './csv-rows.ts'

test.each([
  [
    'a,b\n1,2\n',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  [
    'a;b\r\n1;2,5',
    [
      ['a', 'b'],
      ['1', '2,5'],
    ],
  ],
  [
    'name\ttext\nx\t"two\nlines ""quoted"""\n',
    [
      ['name', 'text'],
      ['x', 'two\nlines "quoted"'],
    ],
  ],
  [
    'a,b\n\n,\n',
    [
      ['a', 'b'],
      ['', ''],
    ],
  ],
  ['', []],
])('%j', (text, rows) => {
  expect(csvRows(text, 100)).toEqual(rows)
})

test('stops at the number of rows that are shown', () => {
  expect(csvRows('a\n'.repeat(1_000), 10)).toHaveLength(10)
})
