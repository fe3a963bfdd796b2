// Reading files of invoices: what was written is read, and everything that is wrong is reported with its place.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  ledes1998B,
  ledes98BI,
  type LedesCells,
  ledesXml,
  rows1998B,
  rows98BI,
  xmlInvoice,
} from '../../../test/documents/ledes.ts'
import { productOf, rounded, sumOf } from '../../platform/decimal.ts'
import { createProblems } from './ledes.ts'
import { readLedes } from './read-ledes.ts'
import { checkTotals } from './totals.ts'

const read = (file: string | Buffer) => readLedes(Buffer.from(file))

/** Everything that is wrong, totals included: row, field and message. */
function wrongIn(file: string | Buffer) {
  const { invoices, problems } = read(file)
  const totals = createProblems()
  for (const invoice of invoices) checkTotals(invoice, invoice.currency ?? 'USD', totals)
  return [...problems, ...totals.all].map(({ row, field, message }) => [row, field, message])
}

/** The rows of a valid invoice with other cells in one of them. */
const withCells = (rows: readonly LedesCells[], index: number, cells: LedesCells) =>
  rows.map((row, at) => (at === index ? { ...row, ...cells } : row))

test.each([
  ['1998B', ledes1998B(rows1998B())],
  ['98BI V2', ledes98BI(rows98BI())],
  ['XML 2.1', ledesXml([xmlInvoice()])],
])('finds no problem in a correct file of %s', (_, file) => {
  expect(wrongIn(file)).toEqual([])
})

describe('the text of a file', () => {
  const file = ledes1998B(rows1998B({ INVOICE_DESCRIPTION: 'Für März – 5 €' }))
  const [cp1252, utf16] = [
    Buffer.from(
      file.replaceAll('ü', '\xfc').replaceAll('ä', '\xe4').replaceAll('–', '\x96').replaceAll('€', '\x80'),
      'latin1',
    ),
    Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(file, 'utf16le')]),
  ]
  test.each([
    ['UTF-8', Buffer.from(file)],
    ['UTF-8 with a byte order mark', Buffer.from(`\uFEFF${file}`)],
    ['windows-1252', cp1252],
    ['UTF-16 with a byte order mark', utf16],
    [
      'UTF-8 with Unix line endings and blank lines at the end',
      Buffer.from(`${file.replaceAll('\r', '')}\n\n`),
    ],
  ])('may be %s [I-72]', (_, bytes) => {
    expect(wrongIn(bytes)).toEqual([])
    expect(read(bytes).invoices[0]?.description).toBe('Für März – 5 €')
  })
})

describe('tables: problems are reported with row and column,', () => {
  const bad = (index: number, cells: LedesCells) => ledes1998B(withCells(rows1998B(), index, cells))

  test.each<[number, LedesCells, string, RegExp]>([
    [1, { INVOICE_NUMBER: ' ' }, 'INVOICE_NUMBER', /is empty/],
    [0, { INVOICE_DATE: '20260230' }, 'INVOICE_DATE', /must be a day as YYYYMMDD; it is "20260230"/],
    [0, { BILLING_END_DATE: '20251201' }, 'BILLING_END_DATE', /must not be before/],
    [1, { CLIENT_ID: 'OTHER' }, 'CLIENT_ID', /must be the same in all rows of invoice A-1/],
    [1, { LINE_ITEM_NUMBER: '1' }, 'LINE_ITEM_NUMBER', /1 occurs twice/],
    [1, { LINE_ITEM_NUMBER: 'x' }, 'LINE_ITEM_NUMBER', /must be a whole number/],
    [2, { 'EXP/FEE/INV_ADJ_TYPE': 'X' }, 'EXP/FEE/INV_ADJ_TYPE', /must be F for a fee/],
    [0, { LINE_ITEM_NUMBER_OF_UNITS: '1,5' }, 'LINE_ITEM_NUMBER_OF_UNITS', /with a point .* it is "1,5"/],
    [0, { LINE_ITEM_UNIT_COST: '' }, 'LINE_ITEM_UNIT_COST', /it is empty/],
    [0, { LINE_ITEM_TOTAL: '24.51' }, 'LINE_ITEM_TOTAL', /must be 24\.50 \(0\.3 x 165\.00 \+ -25\.00\)/],
    [0, { LINE_ITEM_DATE: '' }, 'LINE_ITEM_DATE', /is empty/],
    [0, { LINE_ITEM_TASK_CODE: 'L999' }, 'LINE_ITEM_TASK_CODE', /UTBMS task code .* "L999" is not/],
    [0, { LINE_ITEM_ACTIVITY_CODE: 'A112' }, 'LINE_ITEM_ACTIVITY_CODE', /A101 to A111/],
    [0, { LINE_ITEM_EXPENSE_CODE: 'E101' }, 'LINE_ITEM_EXPENSE_CODE', /must be empty on a fee/],
    [1, { LINE_ITEM_EXPENSE_CODE: 'E125' }, 'LINE_ITEM_EXPENSE_CODE', /E101 to E124/],
    [1, { LINE_ITEM_ACTIVITY_CODE: 'A101' }, 'LINE_ITEM_ACTIVITY_CODE', /must be empty on an expense/],
    [0, { TIMEKEEPER_ID: '' }, 'TIMEKEEPER_ID', /is empty/],
    [0, { TIMEKEEPER_CLASSIFICATION: 'BOSS' }, 'TIMEKEEPER_CLASSIFICATION', /"BOSS" is not/],
    [1, { LINE_ITEM_DESCRIPTION: '' }, 'LINE_ITEM_DESCRIPTION', /is empty/],
  ])('row %i + 3, %j [I-70]', (index, cells, field, message) => {
    expect(wrongIn(bad(index, cells))).toContainEqual([index + 3, field, expect.stringMatching(message)])
  })

  test('all at once [I-70]', () => {
    const file = bad(1, { LINE_ITEM_DATE: 'x', LINE_ITEM_UNIT_COST: 'y', LINE_ITEM_EXPENSE_CODE: 'z' })
    expect(wrongIn(file).map(([row, field]) => [row, field])).toEqual([
      [4, 'LINE_ITEM_DATE'],
      [4, 'LINE_ITEM_UNIT_COST'],
      [4, 'LINE_ITEM_EXPENSE_CODE'],
    ])
  })

  test('even if the table is malformed [I-70]', () => {
    const file = ledes1998B(rows1998B(), '\n')
    const rows = file.split('\n')
    const [format = '', names = '', first = ''] = rows
    const changed = (index: number, row: string) =>
      rows.map((each, at) => (at === index ? row : each)).join('\n')
    expect(wrongIn(changed(2, first.slice(0, -2)))).toEqual([
      [3, 'CLIENT_MATTER_ID', 'The row must end with [].'],
    ])
    expect(wrongIn(changed(2, `x|${first}`))[0]).toEqual([
      3,
      '',
      expect.stringContaining('25 columns and must have 24'),
    ])
    expect(wrongIn(changed(3, ''))[0]).toEqual([4, 'INVOICE_DATE', 'The row is empty.'])
    expect(wrongIn(changed(1, names.replace('CLIENT_ID', 'CLIENT')))).toEqual([
      [2, 'CLIENT', 'This format has no column "CLIENT".'],
      [2, 'CLIENT_ID', 'The column CLIENT_ID is missing; it is column 3 of the format.'],
    ])
    const swapped = names.replace('CLIENT_ID|LAW_FIRM_MATTER_ID', 'LAW_FIRM_MATTER_ID|CLIENT_ID')
    expect(wrongIn(changed(1, swapped))[0]).toEqual([
      2,
      'CLIENT_ID',
      expect.stringContaining('not in the order'),
    ])
    expect(wrongIn(changed(0, format.replace('1998B', '2000')))[0]).toEqual([1, 'format', expect.any(String)])
    expect(wrongIn(changed(0, 'LEDES1998B'))[0]).toEqual([1, 'format', 'The row must end with [].'])
  })

  test.each<[number, LedesCells, string, RegExp]>([
    [0, { LINE_ITEM_TAX_TOTAL: '3.69' }, 'LINE_ITEM_TOTAL', /must be 28\.19/],
    [0, { LINE_ITEM_TAX_TOTAL: '3.69', LINE_ITEM_TOTAL: '28.19' }, 'LINE_ITEM_TAX_TOTAL', /must be 3\.68/],
    [1, { LINE_ITEM_TAX_RATE: '15' }, 'LINE_ITEM_TAX_RATE', /0\.15 for 15 percent/],
    [1, { LINE_ITEM_TAX_TYPE: '' }, 'LINE_ITEM_TAX_TYPE', /is empty/],
  ])('taxes of row %i + 3, %j', (index, cells, field, message) => {
    const file = ledes98BI(withCells(rows98BI(), index, cells))
    expect(wrongIn(file)).toContainEqual([index + 3, field, expect.stringMatching(message)])
  })

  test.each<[LedesCells, string, RegExp]>([
    [{ INVOICE_TOTAL: '490.48' }, 'INVOICE_TOTAL', /must be 490\.47/],
    [{ INVOICE_NET_TOTAL: '426.51' }, 'INVOICE_NET_TOTAL', /must be 426\.50/],
    [{ INVOICE_TAX_TOTAL: '63.98' }, 'INVOICE_TAX_TOTAL', /must be 63\.97/],
    [{ INVOICE_REPORTED_TAX_TOTAL: '63.98' }, 'INVOICE_REPORTED_TAX_TOTAL', /must be 63\.97/],
    [{ INVOICE_CURRENCY: 'NZ' }, 'INVOICE_CURRENCY', /ISO 4217/],
  ])('totals with taxes, %j', (cells, field, message) => {
    expect(wrongIn(ledes98BI(rows98BI(cells)))).toContainEqual([3, field, expect.stringMatching(message)])
  })
})

describe('reads what was written', () => {
  const words = fc
    .stringMatching(/^[A-Za-zäöüß€é][\w äöüß€é.,;:'"()/-]{0,40}$/)
    .map((text) => `${text.trim()}x`)
  const cents = (most: number) =>
    fc.integer({ min: -most, max: most }).map((each) => rounded(productOf(String(each), '0.01'), 2))
  const line = fc.record({
    units: fc.integer({ min: 1, max: 9_999 }).map((each) => productOf(String(each), '0.1')),
    rate: fc.nat(99_999).map((each) => productOf(String(each), '0.01')),
    adjustment: cents(10_000),
    description: words,
  })
  const amountOf = (each: { units: string; rate: string; adjustment: string }) =>
    rounded(sumOf([productOf(each.units, each.rate), each.adjustment]), 2)

  test('in tables [I-71]', () => {
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 30 }), words, (lines, description) => {
        const total = sumOf(lines.map(amountOf))
        const [fee = {}] = rows1998B({ INVOICE_DESCRIPTION: description, INVOICE_TOTAL: total })
        const rows = lines.map((each, index) => ({
          ...fee,
          LINE_ITEM_NUMBER: String(index + 1),
          LINE_ITEM_NUMBER_OF_UNITS: each.units,
          LINE_ITEM_UNIT_COST: each.rate,
          LINE_ITEM_ADJUSTMENT_AMOUNT: each.adjustment,
          LINE_ITEM_TOTAL: amountOf(each),
          LINE_ITEM_DESCRIPTION: each.description,
        }))
        const file = ledes1998B(rows)
        expect(wrongIn(file)).toEqual([])
        const [invoice] = read(file).invoices
        expect(invoice).toMatchObject({ description, total: { amount: total }, date: '2026-02-05' })
        expect(
          invoice?.lines.map((each) => [each.units, each.rate, each.adjustment, each.description]),
        ).toEqual(lines.map((each) => [each.units, each.rate, each.adjustment, each.description]))
      }),
      { numRuns: 60 },
    )
  })

  test('in XML [I-71]', () => {
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 30 }), words, (lines, description) => {
        const total = sumOf(lines.map(amountOf))
        const fee = lines.map((each) => ({
          charge_date: '2026-01-03',
          tk_id: 'TK01',
          charge_desc: `${each.description} <&> "x"`,
          units: each.units,
          rate: each.rate,
          item_disc_cred_amount: each.adjustment,
          total_amount: amountOf(each),
        }))
        const whole = xmlInvoice({
          invoice: { inv_desc: description, inv_total_net_due: total },
          matter: { lf_matter_id: 'M-1' },
        })
        const matter = { cl_matter_id: 'C-1', fee }
        const file = ledesXml([{ ...whole, matter }], 'ledesxml')
        expect(wrongIn(file)).toEqual([])
        const [invoice] = read(file).invoices
        expect(invoice).toMatchObject({
          description,
          total: { amount: total },
          period: { start: '2026-01-01' },
        })
        expect(invoice?.lines.map((each) => [each.units, each.rate, each.description])).toEqual(
          lines.map((each) => [each.units, each.rate, `${each.description} <&> "x"`]),
        )
      }),
      { numRuns: 60 },
    )
  })

  test('and rejects anything else with a message [I-71]', () => {
    const valid = [ledes1998B(rows1998B()), ledes98BI(rows98BI()), ledesXml([xmlInvoice()])]
    const damaged = fc
      .tuple(fc.constantFrom(...valid), fc.nat(3_000), fc.string({ maxLength: 8 }), fc.nat(20))
      .map(([file, at, text, gone]) => Buffer.from(file.slice(0, at) + text + file.slice(at + gone)))
    const garbage = fc.uint8Array({ maxLength: 400 }).map((bytes) => Buffer.from(bytes))
    fc.assert(
      fc.property(fc.oneof(damaged, garbage), (bytes) => {
        const { format, invoices, problems } = readLedes(bytes)
        if (format === null || invoices.length === 0) expect(problems.length).toBeGreaterThan(0)
        for (const { row, column, message } of problems) {
          expect(row).toBeGreaterThan(0)
          expect(column).toBeGreaterThan(0)
          expect(message).not.toBe('')
        }
        wrongIn(bytes)
      }),
      { numRuns: 400 },
    )
  })
})
