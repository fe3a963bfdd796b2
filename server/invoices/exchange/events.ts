// Events of what passes between payer and law firm: history of both sides, and what their people are notified of.
import { kinds } from '../../records/kinds.ts'
import type { DomainEvent } from '../../platform/events/change.ts'
import type { EventName } from '../../platform/events/event-names.ts'
import type { Invoice } from '../invoice.ts'

/** A step of an exchange. Its facts are shown to both sides. */
export const exchangeEvent = (
  { organisationId, id, matterId }: Pick<Invoice, 'organisationId' | 'id' | 'matterId'>,
  name: Extract<EventName, `invoiceExchange.${string}`>,
  facts: NonNullable<DomainEvent['facts']>,
): DomainEvent => ({
  name,
  organisationId,
  resource: { kind: 'invoice', id },
  subject: { kind: kinds.matter.one, id: matterId },
  facts,
})
