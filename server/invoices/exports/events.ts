// Events of exports to finance, for each invoice: history of the organisation that pays, and topics of v2.
import { kinds } from '../../records/kinds.ts'
import type { DomainEvent } from '../../platform/events/change.ts'
import type { Topic } from '../../platform/events/topics.ts'
import type { Invoice } from '../invoice.ts'

type Exported = Pick<Invoice, 'organisationId' | 'id' | 'matterId' | 'number'>

/** What happened to an invoice of an export. */
export const exportEvent = (
  { organisationId, id, matterId, number }: Exported,
  name: Extract<Topic, `matter.invoice.export.${string}`>,
  facts: NonNullable<DomainEvent['facts']>,
): DomainEvent => ({
  name,
  organisationId,
  // not `invoice`: law firms see their invoices, and not what becomes of them in the books
  resource: { kind: 'invoiceExport', id },
  subject: { kind: kinds.matter.one, id: matterId },
  facts: { invoice: number, ...facts },
})
