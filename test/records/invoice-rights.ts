// How the rights on the invoices of a matter are tried.
import type { RecordRight } from '../../server/records/rights/rights-table.ts'
import type { Attempt } from './rights-attempts.ts'

const i2 = '/v2/invoices'
const moved = (state: NonNullable<Attempt['with']>, move: string, body: object = {}): Attempt => ({
  with: state,
  call: (caller, { invoiceId }) => caller.post(`${i2}/${invoiceId}/${move}`, body),
})
const invoicePatched = (state: NonNullable<Attempt['with']>, body: object): readonly Attempt[] => [
  { with: state, call: (caller, { invoiceId }) => caller.patch(`${i2}/${invoiceId}`, body) },
]
const line = { kind: 'Fee', description: 'Advice', quantity: 2, unitPrice: 100 }

/** The rights on invoices. */
export const invoiceAttempts: Partial<Record<RecordRight, readonly Attempt[]>> = {
  createInvoices: [
    {
      call: (caller, { id, isFirm }) =>
        caller.post(i2, {
          matter: { id },
          number: `R-${id}`,
          invoiceDate: '2026-05-06',
          ...(isFirm ? {} : { vendorName: 'Land Registry' }),
          lines: [line],
        }),
    },
  ],
  changeInvoices: invoicePatched('draftInvoice', { description: 'Other' }),
  postInvoices: [moved('draftInvoice', 'post')],
  reviewInvoices: [
    moved('postedInvoice', 'review'),
    moved('postedInvoice', 'review/lines', { lines: [{ number: 1, decision: 'Accepted' }] }),
  ],
  approveInvoices: [moved('postedInvoice', 'approve'), moved('askedInvoice', 'approval/withdraw')],
  declineInvoices: [moved('postedInvoice', 'decline', { reason: 'Not agreed' })],
  payInvoices: [
    moved('approvedInvoice', 'pay'),
    {
      with: 'approvedInvoice',
      call: (caller, { invoiceId }) => caller.patch(`/invoice-apis/v1/invoices/${invoiceId}`, { Paid: true }),
    },
  ],
  noteInvoices: [
    ...invoicePatched('postedInvoice', { internalNotes: 'Too much' }),
    {
      with: 'postedInvoice',
      call: (caller, { invoiceId }) =>
        caller.patch(`/invoice-apis/v1/invoices/${invoiceId}`, { InternalNotes: 'Too much' }),
    },
  ],
  setBudget: [
    { call: (caller, { id }) => caller.put(`/v2/matters/${id}/budget`, { amount: 1000, currency: 'GBP' }) },
    {
      call: (caller, { id }) =>
        caller.put(`/v2/matters/${id}/exposure`, { amount: 1000, currency: 'GBP', probability: 40 }),
    },
    {
      call: (caller, { id, firmId }) =>
        caller.post(`/v2/matters/${id}/feeArrangements`, {
          firm: { id: firmId },
          title: 'First instance',
          amount: 1000,
          currency: 'GBP',
        }),
    },
  ],
  proposeBudget: [
    {
      call: (caller, { id }) =>
        caller.post(`/v2/matters/${id}/budgetProposals`, { amount: 1000, currency: 'GBP' }),
    },
    { call: (caller, { id }) => caller.put(`/v2/matters/${id}/estimate`, { amount: 500, currency: 'GBP' }) },
  ],
  decideForInvoiceApprovers: [
    {
      with: 'askedInvoice',
      call: (caller, { invoiceId, other }) =>
        caller.post(`${i2}/${invoiceId}/approval/decide`, { decision: 'Approved', for: { id: other.id } }),
    },
  ],
  setRates: [
    {
      // no law firm sets rates, whatever it sees
      unseenWith: 403,
      call: (caller, { id, firmId }) =>
        caller.post('/v2/agreedRates', {
          firm: { id: firmId },
          matter: { id },
          currency: 'GBP',
          rate: 400,
          from: '2026-01-01',
        }),
    },
  ],
  voidInvoices: [moved('postedInvoice', 'void')],
}
