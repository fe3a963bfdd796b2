// Writing an invoice as LEDES: the reader finds nothing wrong with it, and reads the same amounts.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { productOf, rounded, roundedHalfEven, sumOf } from '../../platform/decimal.ts'
import { newInvoiceOf } from '../imports/invoice-of-file.ts'
import { lineOf } from '../lines.ts'
import { createProblems } from './ledes.ts'
import { readLedes } from './read-ledes.ts'
import { checkTotals } from './totals.ts'
import { unwritableLines, writeLedes, type WrittenInvoice, type WrittenLine } from './write-ledes.ts'

const invoice = (lines: readonly WrittenLine[], more: Partial<WrittenInvoice> = {}): WrittenInvoice => ({
  number: 'A-1',
  date: '2026-10-05',
  period: null,
  description: 'Services',
  purchaseOrder: 'PO-1',
  currency: 'GBP',
  clientId: '5',
  clientName: 'Harbour Foods',
  clientMatterId: 'C-1',
  matterName: 'Lease',
  firmId: '6',
  firmName: 'Ashfield Partners',
  firmMatterId: '',
  lines,
  ...more,
})

const line = (more: Partial<WrittenLine> = {}): WrittenLine => ({
  number: 1,
  kind: 'Fee',
  workDate: '2026-09-03',
  description: 'Advice',
  quantity: '2.5',
  unitPrice: '333.33',
  adjustment: '0',
  billed: '833.33',
  amount: '833.33',
  taxRate: '0',
  tax: '0',
  timekeeper: 'Ruth Calder',
  timekeeperNumber: '14',
  timekeeperClass: 'PARTNR',
  taskCode: 'L110',
  activityCode: 'A104',
  expenseCode: null,
  ...more,
})

function readBack(written: WrittenInvoice, format: 'LEDES1998B' | 'LEDES98BI V2') {
  const { invoices, problems } = readLedes(Buffer.from(writeLedes(written, format)))
  const totals = createProblems()
  for (const each of invoices) checkTotals(each, written.currency, totals)
  expect([...problems, ...totals.all]).toEqual([])
  const [found, ...more] = invoices
  expect(more).toEqual([])
  if (!found) throw new Error('no invoice')
  return newInvoiceOf({ invoice: found, currency: written.currency })
}

test('what was taken off a line is its adjustment, and the totals are those of the approval [I-119]', () => {
  const written = invoice([
    line({ amount: '500.00' }),
    line({
      number: 2,
      kind: 'Disbursement',
      quantity: '1',
      unitPrice: '10',
      billed: '10',
      amount: '0',
      taskCode: null,
    }),
  ])
  expect(writeLedes(written, 'LEDES1998B')).toContain('|2.5|-333.325|500.00|20260903|')
  expect(readBack(written, 'LEDES1998B').lines).toMatchObject([
    {
      quantity: '2.5',
      unitPrice: '333.33',
      adjustment: '-333.325',
      amount: '500.00',
      timekeeperNumber: '14',
    },
    { kind: 'Disbursement', adjustment: '-10', amount: '0.00' },
  ])
})

test('text cannot break out of its cell, and a fee without a timekeeper is one of the whole invoice [I-119]', () => {
  const written = invoice([
    line({ description: 'a|b\r\nLEDES1998B[]', timekeeperNumber: null, timekeeperClass: 'Senior' }),
    line({ number: 2, kind: 'OtherFee', workDate: null }),
  ])
  expect(readBack(written, 'LEDES98BI V2')).toMatchObject({
    currency: 'GBP',
    purchaseOrder: 'PO-1',
    billingPeriod: { start: '2026-09-03', end: '2026-09-03' },
    lines: [{ kind: 'Fee', description: 'a/b LEDES1998B[ ]', timekeeperClass: null }, { kind: 'Fee' }],
  })
})

test('what a format has no words for is named [I-119]', () => {
  const taxed = invoice([line(), line({ number: 2, taxRate: '20', tax: '166.67' })])
  expect(unwritableLines(taxed, 'LEDES98BI V2')).toEqual([])
  expect(unwritableLines(taxed, 'LEDES1998B')).toMatchObject([{ number: 2 }])
  expect(unwritableLines(invoice([line({ taxRate: '8.875' })]), 'LEDES98BI V2')).toMatchObject([
    { number: 1 },
  ])
})

const cents = (most: number) => fc.integer({ min: 0, max: most }).map((amount) => (amount / 100).toFixed(2))
const anyLine = fc
  .record({
    quantity: fc.integer({ min: 1, max: 9_999_999 }).map((units) => (units / 10_000).toFixed(4)),
    unitPrice: fc.integer({ min: 1, max: 99_999_999 }).map((price) => (price / 10_000).toFixed(4)),
    left: fc.oneof(fc.constant(null), cents(100)),
    taxRate: fc.constantFrom('0', '5', '8.25', '15', '20'),
    kind: fc.constantFrom('Fee', 'Disbursement', 'OtherFee'),
  })
  .map(({ quantity, unitPrice, left, taxRate, kind }) => {
    const { amount: billed, tax } = lineOf({ kind: 'Fee', description: 'A', quantity, unitPrice, taxRate }, 2)
    const amount = left === null ? billed : roundedHalfEven(productOf(billed, left), 2)
    const taxed = left === null ? tax : roundedHalfEven(productOf(productOf(amount, taxRate), '0.01'), 2)
    return line({
      kind,
      quantity,
      unitPrice,
      billed,
      amount,
      taxRate,
      tax: taxed,
    })
  })

test('any approval is read back to the cent [I-119]', () => {
  fc.assert(
    fc.property(fc.array(anyLine, { minLength: 1, maxLength: 12 }), (some) => {
      const lines = some.map((each, index) => ({ ...each, number: index + 1 }))
      const read = readBack(invoice(lines), 'LEDES98BI V2')
      expect(read.lines.map(({ amount = '' }) => rounded(amount, 2))).toEqual(
        lines.map(({ amount }) => rounded(amount, 2)),
      )
      const taxOf = (some: readonly { readonly tax?: string }[]) =>
        rounded(sumOf(some.map(({ tax = '0' }) => tax)), 2)
      expect(taxOf(read.lines)).toEqual(taxOf(lines))
    }),
  )
})
