// Events of invoices: history of their matter. They have no topic (docs/decisions/0028).
import type { DomainEvent } from '../platform/change.ts'
import type { NameOf } from '../platform/event-names.ts'
import { differencesOf } from '../platform/differences.ts'
import type { Invoice } from './invoice.ts'

const event = (
  { organisationId, id, matterId }: Pick<Invoice, 'organisationId' | 'id' | 'matterId'>,
  name: NameOf<'invoice'>,
  facts: NonNullable<DomainEvent['facts']>,
): DomainEvent => ({
  name,
  organisationId,
  resource: { kind: 'invoice', id },
  subject: { kind: 'matter', id: matterId },
  facts,
})

/** An invoice was created. */
export const invoiceCreated = (invoice: Invoice, facts: Readonly<Record<string, string>>): DomainEvent =>
  event(invoice, 'invoice.created', { number: invoice.number, ...facts })

/** The content of a draft was updated: which properties. */
export const draftUpdated = (invoice: Invoice, changed: readonly string[]): DomainEvent =>
  event(invoice, 'invoice.updated', { changed })

const told = [
  'status',
  'approvedFees',
  'declinedBecause',
  'paidAt',
  'paymentNote',
  'purchaseOrder',
] as const satisfies readonly (keyof Invoice)[]

/**
 * The differences between two states of an invoice; no event if there are none. Changed internal notes are mentioned,
 * without their text.
 */
export function eventsOfChange(before: Invoice, after: Invoice): readonly DomainEvent[] {
  const changes = differencesOf(before, after, told)
  const notes = before.internalNotes === after.internalNotes ? {} : { internalNotes: true }
  if (Object.keys({ ...changes, ...notes }).length === 0) return []
  const name = before.status === after.status ? 'invoice.updated' : 'invoice.status.updated'
  return [event(after, name, { changes, ...notes })]
}
