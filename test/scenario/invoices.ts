// Invoices in the scenario: listed, paid, addressed.
import { expect } from 'vitest'
import { type People, the } from './integration.ts'

const api = '/invoice-apis/v1'

interface ListedInvoice {
  readonly id: number
  readonly status: string
}

/** Calls the operations of invoice-apis. */
export async function invoices({ administrator }: People): Promise<void> {
  const list = () =>
    administrator.get<{ data: readonly ListedInvoice[]; total: number }>(`${api}/invoices?take=1000`)
  const { data, total } = await list()
  expect(data).toHaveLength(total)
  expect(new Set(data.map(({ status }) => status))).toEqual(
    new Set(['Draft', 'Posted', 'InReview', 'Approved', 'Declined', 'Paid', 'Void']),
  )
  const approved = the(data, ({ status }) => status === 'Approved')
  await administrator.patch(`${api}/invoices/${approved.id}`, [
    { op: 'replace', path: '/Paid', value: true },
    { op: 'replace', path: '/PaymentNote', value: 'Transfer of Monday' },
    { op: 'replace', path: '/InternalNotes', value: 'Within the budget' },
    { op: 'replace', path: '/PurchaseOrderNo', value: 'PO-77' },
  ])
  expect(the((await list()).data, ({ id }) => id === approved.id).status).toBe('Paid')
  await administrator.get(`${api}/invoices/recipients`)
}
