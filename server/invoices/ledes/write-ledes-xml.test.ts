// Writing an invoice as LEDES XML 2.1: the reader finds nothing wrong with it, and reads the same amounts.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyLine, invoice, invoiceIn, line } from '../../../test/documents/written-ledes.ts'
import { rounded, sumOf } from '../../platform/decimal.ts'
import { unwritableInXml, writeLedesXml } from './write-ledes-xml.ts'

test('what was taken off a line is its discount, and the totals are those of the approval [I-254]', () => {
  const written = invoice([
    line({ amount: '500.00', taxRate: '15', tax: '75.00' }),
    line({
      number: 2,
      kind: 'Disbursement',
      quantity: '1',
      unitPrice: '10',
      billed: '10',
      amount: '0',
      expenseCode: 'E112',
      timekeeperNumber: null,
    }),
  ])
  const file = writeLedesXml(written)
  expect(file).toContain('<item_disc_cred_amount>-333.325</item_disc_cred_amount>')
  expect(file).toContain('<inv_total_net_due>575.00</inv_total_net_due>')
  expect(invoiceIn(file, written)).toMatchObject({
    currency: 'GBP',
    purchaseOrder: 'PO-1',
    billingPeriod: { start: '2026-09-03', end: '2026-09-03' },
    lines: [
      {
        kind: 'Fee',
        quantity: '2.5',
        unitPrice: '333.33',
        adjustment: '-333.325',
        amount: '500.00',
        tax: '75.00',
        timekeeper: 'Ruth Calder',
        timekeeperNumber: '14',
        taskCode: 'L110',
      },
      { kind: 'Disbursement', adjustment: '-10', amount: '0.00', expenseCode: 'E112' },
    ],
  })
})

test('text cannot break out of its element, and a fee without a timekeeper is of the whole matter [I-254]', () => {
  const written = invoice(
    [
      line({ description: 'a</charge_desc><fee>&x;\u0007\uD800 ]]>\r\nb' }),
      line({ number: 2, description: `Fixed fee ${'x'.repeat(300)}`, timekeeperNumber: null }),
      line({ number: 3, kind: 'OtherFee', workDate: null, billed: '-5', amount: '-5' }),
    ],
    { number: 'A<1>&"', matterName: '<!DOCTYPE x [<!ENTITY a "b">]>' },
  )
  const read = invoiceIn(writeLedesXml(written), written)
  expect(read).toMatchObject({
    number: 'A<1>&"',
    lines: [
      { description: 'a</charge_desc><fee>&x;\uFFFD ]]> b' },
      { kind: 'Fee', amount: '833.33', taxRate: '0' },
      { kind: 'Fee', amount: '-5.00' },
    ],
  })
})

test('what the format has no words for is named [I-254]', () => {
  const unnamed = { timekeeperNumber: null, taxRate: '20', tax: '166.67' }
  const lines = [line(), line({ number: 2, ...unnamed }), line({ number: 3, taxRate: '8.875', tax: '73.96' })]
  expect(unwritableInXml({ lines }).map(({ number }) => number)).toEqual([2, 3])
})

test('any approval is read back to the cent [I-254]', () => {
  fc.assert(
    fc.property(fc.array(anyLine, { minLength: 1, maxLength: 12 }), (some) => {
      const lines = some.map((each, index) => ({ ...each, number: index + 1 }))
      const written = invoice(lines.filter((each) => unwritableInXml({ lines: [each] }).length === 0))
      fc.pre(written.lines.length > 0)
      const read = invoiceIn(writeLedesXml(written), written)
      const amounts = (all: readonly { readonly amount?: string }[]) =>
        all.map(({ amount = '' }) => rounded(amount, 2)).toSorted()
      expect(amounts(read.lines)).toEqual(amounts(written.lines))
      const taxOf = (all: readonly { readonly tax?: string }[]) =>
        rounded(sumOf(all.map(({ tax = '0' }) => tax)), 2)
      expect(taxOf(read.lines)).toEqual(taxOf(written.lines))
    }),
  )
})
