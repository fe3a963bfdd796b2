// What is proposed for the cells of a file that are wrong.
import { expect, test } from 'vitest'
import { ledes1998B, ledes98BI, type LedesCells, rows1998B, rows98BI } from '../../../test/documents/ledes.ts'
import { createProblems, type LedesProblem } from './ledes.ts'
import { readLedes } from './read-ledes.ts'
import { checkTotals } from './totals.ts'

/** Everything that is wrong, totals included. */
function problemsOf(file: string): readonly LedesProblem[] {
  const { invoices, problems } = readLedes(Buffer.from(file))
  const totals = createProblems()
  for (const invoice of invoices) checkTotals(invoice, invoice.currency ?? 'USD', totals)
  return [...problems, ...totals.all]
}

const proposedIn = (file: string) =>
  problemsOf(file).map(({ row, field, proposed }) => [row, field, proposed] as const)

/** The rows of an invoice with other cells in one of them. */
const withCells = (rows: readonly LedesCells[], index: number, cells: LedesCells) =>
  rows.map((row, at) => (at === index ? { ...row, ...cells } : row))

const bad = (index: number, cells: LedesCells) => ledes1998B(withCells(rows1998B(), index, cells))

test('what a cell could say is proposed where it can be read in one way only [I-291]', () => {
  for (const [written, proposed] of [
    ['2,604.00', '2604.00'],
    ['1.234.567,50', '1234567.50'],
    ['2604,5', '2604.5'],
    ['NZ$ 2,604.00', '2604.00'],
    ['1,234,567', '1234567'],
    ['2,604', undefined],
    ['2.604.00', undefined],
    ['1,234,567,890,123.00', undefined],
  ] as const)
    expect(proposedIn(bad(0, { LINE_ITEM_TOTAL: written }))).toEqual([[3, 'LINE_ITEM_TOTAL', proposed]])
  for (const [written, proposed] of [
    ['2026-02-05', '20260205'],
    ['2026/02/05', '20260205'],
    ['05/02/2026', undefined],
    ['2026-02-30', undefined],
  ] as const)
    expect(proposedIn(bad(0, { LINE_ITEM_DATE: written }))).toEqual([[3, 'LINE_ITEM_DATE', proposed]])
})

test('a total is proposed as the lines will be once they are right, or not at all [I-291]', () => {
  // the invoice says what its right lines come to
  expect(proposedIn(bad(0, { LINE_ITEM_TOTAL: '-24.50' }))).toEqual([[3, 'LINE_ITEM_TOTAL', '24.50']])
  const rows = ledes1998B(rows1998B(), '\n').split('\n')
  const divided = rows.map((row, at) => (at === 2 ? row.replace(/\|(?=TK01)/, '\n') : row)).join('\n')
  const fields = proposedIn(divided).map(([, field]) => field)
  expect(fields.length).toBeGreaterThan(1)
  expect(fields).not.toContain('INVOICE_TOTAL')
})

test('taking all that is proposed leaves nothing wrong [I-291]', () => {
  const rows = withCells(rows98BI({ INVOICE_TOTAL: '1' }), 1, {
    LINE_ITEM_TAX_TOTAL: '60.31',
    LINE_ITEM_TOTAL: '462.31',
    LINE_ITEM_DATE: '2026-01-11',
  })
  const proposed = proposedIn(ledes98BI(rows))
  expect(proposed.map(([, field]) => field).toSorted()).toEqual([
    'INVOICE_TOTAL',
    'LINE_ITEM_DATE',
    'LINE_ITEM_TAX_TOTAL',
    'LINE_ITEM_TOTAL',
  ])
  const taken = rows.map((cells, at) => ({
    ...cells,
    ...Object.fromEntries(
      proposed.flatMap(([row, field, value]) =>
        row === at + 3 || field === 'INVOICE_TOTAL' ? [[field, value]] : [],
      ),
    ),
  }))
  expect(problemsOf(ledes98BI(taken))).toEqual([])
})

test('a file with other separators is told so once [I-291]', () => {
  const commas = ledes1998B(rows1998B()).replaceAll('|', ',')
  expect(problemsOf(commas)).toEqual([
    {
      row: 2,
      column: 1,
      field: '',
      message: 'The columns are separated by commas; LEDES separates them by |.',
    },
  ])
})
