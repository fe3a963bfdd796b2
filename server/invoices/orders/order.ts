// Purchase orders.
//
// order      what an organisation has ordered of a law firm, without tax, under the number of its finance system
// named      an invoice is billed against the order of its firm whose number its purchase order is
// approved   of the invoices that name it, what was approved, paid or not; pending: what is posted or in review
// remaining  amount − approved − pending: below 0 the order is exceeded
import type { DomainEvent } from '../../platform/events/change.ts'
import type { NameOf } from '../../platform/events/event-names.ts'
import { kinds } from '../../records/kinds.ts'
import type { Invoice } from '../invoice.ts'

/** What an order is made of. Amounts are decimal text, days `2026-05-06`. */
export interface OrderValues {
  readonly number: string
  readonly matterId: number | null
  readonly currency: string
  readonly amount: string
  readonly from: string | null
  readonly to: string | null
  readonly costCentreId: number | null
  readonly legalEntityId: number | null
  readonly note: string | null
  readonly open: boolean
}

/** What speaks against billing an invoice against the order that it names. */
export const orderProblems = [
  'unknown',
  'exceeded',
  'otherCurrency',
  'otherMatter',
  'outsideDays',
  'closed',
] as const
export type OrderProblem = (typeof orderProblems)[number]

interface Key {
  readonly organisationId: number
  readonly id: number
  readonly matterId: number | null
}

/** What happened to an order: history of the organisation, and of the matter that it is for. */
export const orderEvent = (
  name: Exclude<NameOf<'purchaseOrder'>, 'purchaseOrder.exceeded'>,
  { organisationId, id, matterId }: Key,
  facts: Readonly<Record<string, unknown>>,
): DomainEvent => ({
  name,
  organisationId,
  resource: { kind: 'purchaseOrder', id },
  subject: matterId === null ? null : { kind: kinds.matter.one, id: matterId },
  facts,
})

/** An approved invoice exceeds its order: history of the matter, which law firms do not read. */
export const orderExceeded = (
  { organisationId, matterId, number }: Pick<Invoice, 'organisationId' | 'matterId' | 'number'>,
  orderId: number,
  facts: Readonly<Record<string, unknown>>,
): DomainEvent => ({
  name: 'purchaseOrder.exceeded',
  organisationId,
  resource: { kind: 'purchaseOrder', id: orderId },
  subject: { kind: kinds.matter.one, id: matterId },
  facts: { invoice: number, ...facts },
})
