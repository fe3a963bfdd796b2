// Events of allocations: history of the organisation that pays, which law firms do not read.
import type { DomainEvent } from '../../platform/events/change.ts'
import { kinds } from '../../records/kinds.ts'
import type { OfMatter } from '../budgets/figures.ts'
import type { Invoice } from '../invoice.ts'

type Facts = Readonly<Record<string, unknown>>

/** An invoice goes to other cost centres or legal entities. */
export const invoiceAllocated = (
  { organisationId, id, matterId }: Pick<Invoice, 'organisationId' | 'id' | 'matterId'>,
  facts: Facts,
): DomainEvent => ({
  name: 'invoiceAllocation.set',
  organisationId,
  // not `invoice`: law firms see their invoices, and not where these are booked
  resource: { kind: 'invoiceAllocation', id },
  subject: { kind: kinds.matter.one, id: matterId },
  facts,
})

/** Invoices of a matter begin with other cost centres or legal entities. */
export const defaultAllocated = ({ organisationId, id }: OfMatter, facts: Facts): DomainEvent => ({
  name: 'invoiceAllocation.default.set',
  organisationId,
  resource: { kind: 'invoiceAllocation', id: null },
  subject: { kind: kinds.matter.one, id },
  facts,
})
