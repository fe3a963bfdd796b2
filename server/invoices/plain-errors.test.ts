// Plain errors of invoices: what each is, and where a file has it.
import { expect, test } from 'vitest'
import { ledes1998B, ledesXml, rows1998B, xmlInvoice } from '../../test/documents/ledes.ts'
import { addPlainErrors } from './imports/plain-problems.ts'
import { createProblems } from './ledes/ledes.ts'
import { readLedes } from './ledes/read-ledes.ts'
import { latestDayAt, plainErrorsOf } from './plain-errors.ts'

const now = new Date('2026-03-02T09:00:00Z')
const fee = {
  kind: 'Fee',
  unitPrice: '300',
  quantity: '9',
  workDate: '2026-03-01',
  timekeeper: 'H. Ashfield',
} as const
const expense = { kind: 'Disbursement', unitPrice: '40', workDate: '2026-03-01' } as const
const errorsOf = (lines: Parameters<typeof plainErrorsOf>[0]['lines'], invoiceDate = '2026-03-02') =>
  plainErrorsOf({ invoiceDate, lines }, now).map(({ line, property }) => [line, property])

test('days that have not come anywhere are errors [I-166]', () => {
  expect(latestDayAt(new Date('2026-03-02T09:59:59Z'))).toBe('2026-03-02')
  expect(latestDayAt(new Date('2026-03-02T10:00:00Z'))).toBe('2026-03-03')
  expect(errorsOf([fee], '2026-03-03')).toEqual([[null, 'invoiceDate']])
  expect(errorsOf([fee, { ...fee, workDate: '2026-03-03' }])).toEqual([[2, 'workDate']])
})

test('more hours of a timekeeper on a day than it has are an error of each line beyond [I-166]', () => {
  expect(errorsOf([fee, fee, { ...fee, quantity: '6' }])).toEqual([])
  const beyond = plainErrorsOf(
    { invoiceDate: '2026-03-02', lines: [fee, fee, { ...fee, timekeeper: 'h. ashfield', quantity: '8' }] },
    now,
  )
  expect(beyond).toEqual([
    {
      line: 3,
      property: 'quantity',
      message: 'h. ashfield has 26 hours on 2026-03-01 with this line; a day has 24.',
    },
  ])
  const others = [
    { ...fee, timekeeper: 'P. Reed' },
    { ...fee, workDate: '2026-02-28' },
  ]
  expect(errorsOf([fee, fee, ...others, { ...expense, quantity: '90', expenseCode: 'E101' }])).toEqual([])
})

test('an expense without a code is an error, an adjustment of the whole is not [I-166]', () => {
  expect(errorsOf([expense, { ...expense, unitPrice: '0' }, { ...expense, expenseCode: 'E124' }])).toEqual([
    [1, 'expenseCode'],
  ])
})

test.each([
  [
    'LEDES 1998B',
    ledes1998B(rows1998B({ LINE_ITEM_DATE: '20270101', LINE_ITEM_EXPENSE_CODE: '' })),
    [
      [3, 14, 'LINE_ITEM_DATE'],
      [4, 14, 'LINE_ITEM_DATE'],
      [4, 16, 'LINE_ITEM_EXPENSE_CODE'],
      [5, 14, 'LINE_ITEM_DATE'],
    ],
  ],
  [
    'LEDES XML 2.1',
    ledesXml([xmlInvoice({ expense: { expense_code: '' }, invoice: { inv_date: '2027-01-01' } })]),
    [
      [7, 7, '/ledesxmlebilling2.1/firm/client/invoice/inv_date'],
      [
        expect.any(Number),
        expect.any(Number),
        '/ledesxmlebilling2.1/firm/client/invoice/matter/expense/expense_code',
      ],
    ],
  ],
])('%s: each has its cell [I-166]', (_, text, places) => {
  const { invoices, problems: wrong, format } = readLedes(Buffer.from(text))
  expect(wrong).toEqual([])
  const problems = createProblems()
  for (const invoice of invoices) addPlainErrors(invoice, { format, now, problems })
  expect(problems.all.map(({ row, column, field }) => [row, column, field])).toEqual(places)
})
