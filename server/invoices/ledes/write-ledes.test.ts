// Writing an invoice as LEDES: the reader finds nothing wrong with it, and reads the same amounts.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyLine, invoice, invoiceIn, line } from '../../../test/documents/written-ledes.ts'
import { rounded, sumOf } from '../../platform/decimal.ts'
import { unwritableLines, writeLedes, type WrittenInvoice } from './write-ledes.ts'

const readBack = (written: WrittenInvoice, format: 'LEDES1998B' | 'LEDES98BI V2') =>
  invoiceIn(writeLedes(written, format), written)

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
