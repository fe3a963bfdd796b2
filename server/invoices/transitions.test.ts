// Every transition from every status, by either side.
import { describe, expect, test } from 'vitest'
import { AppError } from '../platform/errors.ts'
import { type Invoice, type InvoiceStatus, invoiceStatuses } from './invoice.ts'
import { applyTransition, type Party, type Transition } from './transitions.ts'

const now = new Date('2026-05-06T10:00:00Z')
const userId = '5d7c1b1e-0f53-4c0e-9f38-8f9d2c1b7a10'

const invoice = (status: InvoiceStatus, values: Partial<Invoice> = {}): Invoice => ({
  organisationId: 1,
  id: 1,
  matterId: 1,
  number: 'INV-1',
  status,
  authorOrganisationId: 2,
  serviceProviderId: 2,
  fees: '375.00',
  disbursements: '0',
  otherFees: '0',
  totalTax: '0',
  creditsId: null,
  credited: '0',
  approvedWithheld: null,
  creditedWithheld: '0',
  paidAmount: null,
  currency: 'NZD',
  approvedFees: null,
  approvedDisbursements: null,
  approvedOtherFees: null,
  approvedTax: null,
  approvedBy: null,
  approvedAt: null,
  declinedBecause: null,
  postedAt: null,
  paidAt: status === 'Paid' ? now : null,
  paymentNote: null,
  internalNotes: null,
  purchaseOrder: null,
  version: 1,
  ...values,
})

const moves: Readonly<Record<Transition['kind'], Transition>> = {
  post: { kind: 'post' },
  review: { kind: 'review' },
  approve: { kind: 'approve' },
  decline: { kind: 'decline', reason: 'Not agreed' },
  pay: { kind: 'pay' },
  unpay: { kind: 'unpay' },
  void: { kind: 'void' },
}

const moverOf = (side: 'customer' | 'provider'): Party => ({
  userId,
  involvement: {
    kind: 'matter',
    isOwn: side === 'customer',
    roles: new Set(['member']),
    opened: new Set(),
    meets: new Set(['billing']),
  },
})

const outcome = (status: InvoiceStatus, kind: Transition['kind'], side: 'customer' | 'provider'): string => {
  try {
    return applyTransition(invoice(status), moves[kind], moverOf(side), now).status
  } catch (error) {
    if (error instanceof AppError) return error.code
    throw error
  }
}

describe.each([
  [
    'customer',
    {
      Draft: ['Posted', '', '', '', '', '', 'Void'],
      Posted: ['', 'InReview', 'Approved', 'Declined', '', '', 'Void'],
      InReview: ['', '', 'Approved', 'Declined', '', '', 'Void'],
      Approved: ['', '', '', '', 'Paid', '', 'Void'],
      Declined: ['Posted', '', '', '', '', '', 'Void'],
      Paid: ['', '', '', '', '', 'Approved', ''],
      Void: ['', '', '', '', '', '', ''],
    },
  ],
  [
    'provider',
    {
      Draft: ['Posted', '', '', '', '', '', 'Void'],
      Posted: ['', '-', '-', '-', '', '', 'Void'],
      InReview: ['', '', '-', '-', '', '', '-'],
      Approved: ['', '', '', '', '-', '', '-'],
      Declined: ['Posted', '', '', '', '', '', 'Void'],
      Paid: ['', '', '', '', '', '-', ''],
      Void: ['', '', '', '', '', '', ''],
    },
  ],
] as const)('what the %s can do', (side, table) => {
  test.each(invoiceStatuses)('with an invoice that is %s [I-5]', (status) => {
    const expected = table[status].map((each) =>
      each === '' ? 'conflict' : each === '-' ? 'forbidden' : each,
    )
    const kinds = Object.keys(moves) as Transition['kind'][]
    expect(kinds.map((kind) => outcome(status, kind, side))).toEqual(expected)
  })
})

const byCustomer = moverOf('customer')

test('an error names what is possible [I-6]', () => {
  expect(() => applyTransition(invoice('Posted'), moves.pay, byCustomer, now)).toThrow(
    'An invoice that is Posted cannot be paid; it can be taken into review, approved, declined or voided.',
  )
  expect(() => applyTransition(invoice('Paid'), moves.void, byCustomer, now)).toThrow(
    'An invoice that is Paid cannot be voided; it can be marked as unpaid.',
  )
  expect(() => applyTransition(invoice('Void'), moves.pay, byCustomer, now)).toThrow(
    'An invoice that is Void cannot be paid; nothing more can be done with it.',
  )
})

test('approving records who, when and how much of the fees: all, or less [I-22]', () => {
  const approve = (fees?: string, of = '375.00') =>
    applyTransition(
      invoice('InReview', { fees: of }),
      { kind: 'approve', ...(fees === undefined ? {} : { fees }) },
      byCustomer,
      now,
    )
  expect(approve()).toMatchObject({ approvedFees: '375.00', approvedBy: userId, approvedAt: now })
  expect(approve('300')).toMatchObject({ approvedFees: '300' })
  expect(approve('-10', '-20.00')).toMatchObject({ approvedFees: '-10' })
  for (const fees of ['375.01', '-1', 'much']) {
    expect(() => approve(fees)).toThrow('fees must be an amount between 0 and 375.00.')
  }
})

test('declining requires a reason, which posting again clears [I-22]', () => {
  expect(() => applyTransition(invoice('Posted'), { kind: 'decline', reason: ' ' }, byCustomer, now)).toThrow(
    /reason is missing/,
  )
  const declined = applyTransition(invoice('Posted'), { kind: 'decline', reason: ' Twice ' }, byCustomer, now)
  expect(declined).toMatchObject({ status: 'Declined', declinedBecause: 'Twice' })
  expect(applyTransition(declined, { kind: 'post' }, byCustomer, now)).toMatchObject({
    status: 'Posted',
    declinedBecause: null,
    postedAt: now,
  })
})

test('paying records the day and the note; undoing it keeps the approval and the note', () => {
  const paidAt = new Date('2026-05-01T00:00:00Z')
  const paid = applyTransition(invoice('Approved'), { kind: 'pay', paidAt, note: 'Batch 7' }, byCustomer, now)
  expect(paid).toMatchObject({ status: 'Paid', paidAt, paymentNote: 'Batch 7' })
  expect(applyTransition(paid, { kind: 'unpay' }, byCustomer, now)).toMatchObject({
    status: 'Approved',
    paidAt: null,
    paymentNote: 'Batch 7',
  })
})
