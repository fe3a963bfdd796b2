// Invoices that are written as LEDES, and what is read from their files.
import fc from 'fast-check'
import { expect } from 'vitest'
import { productOf, roundedHalfEven } from '../../server/platform/decimal.ts'
import { newInvoiceOf } from '../../server/invoices/imports/invoice-of-file.ts'
import { lineOf } from '../../server/invoices/lines.ts'
import { createProblems } from '../../server/invoices/ledes/ledes.ts'
import { readLedes } from '../../server/invoices/ledes/read-ledes.ts'
import { checkTotals } from '../../server/invoices/ledes/totals.ts'
import type { WrittenInvoice, WrittenLine } from '../../server/invoices/ledes/write-ledes.ts'

/** An approved invoice with these lines. */
export const invoice = (
  lines: readonly WrittenLine[],
  more: Partial<WrittenInvoice> = {},
): WrittenInvoice => ({
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

/** A fee, approved as it was billed. */
export const line = (more: Partial<WrittenLine> = {}): WrittenLine => ({
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

/** The invoice that the importer reads from a file, in which it finds nothing wrong. */
export function invoiceIn(file: string, { currency }: Pick<WrittenInvoice, 'currency'>) {
  const { invoices, problems } = readLedes(Buffer.from(file))
  const totals = createProblems()
  for (const each of invoices) checkTotals(each, currency, totals)
  expect([...problems, ...totals.all]).toEqual([])
  const [found, ...more] = invoices
  expect(more).toEqual([])
  if (!found) throw new Error('no invoice')
  return newInvoiceOf({ invoice: found, currency })
}

const cents = (most: number) => fc.integer({ min: 0, max: most }).map((amount) => (amount / 100).toFixed(2))
/** Any line with any decision on it. */
export const anyLine = fc
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
