// What happens to invoices: history of their matter. No topic tells of it (docs/decisions/0028).
import type { DomainEvent } from '../platform/change.ts'
import { differencesOf } from '../platform/differences.ts'
import type { Invoice } from './invoice.ts'

const event = (
  { organisationId, id, matterId }: Pick<Invoice, 'organisationId' | 'id' | 'matterId'>,
  name: string,
  facts: NonNullable<DomainEvent['facts']>,
): DomainEvent => ({
  name,
  organisationId,
  resource: { kind: 'invoice', id },
  subject: { kind: 'matter', id: matterId },
  facts,
})

/** An invoice was written. */
export const invoiceCreated = (invoice: Invoice, facts: Readonly<Record<string, string>>): DomainEvent =>
  event(invoice, 'invoice.created', { number: invoice.number, ...facts })

/** What is written in a draft was changed: which of it. */
export const draftChanged = (invoice: Invoice, changed: readonly string[]): DomainEvent =>
  event(invoice, 'invoice.updated', { changed })

const told = [
  'status',
  'approvedFees',
  'declinedBecause',
  'paidAt',
  'paymentNote',
  'purchaseOrder',
] as const satisfies readonly (keyof Invoice)[]

/** What changed between two states of an invoice: no event when nothing has. That internal notes changed is told, not what they say. */
export function eventsOfChange(before: Invoice, after: Invoice): readonly DomainEvent[] {
  const changes = differencesOf(before, after, told)
  const notes = before.internalNotes === after.internalNotes ? {} : { internalNotes: true }
  if (Object.keys({ ...changes, ...notes }).length === 0) return []
  const name = before.status === after.status ? 'invoice.updated' : 'invoice.status.updated'
  return [event(after, name, { changes, ...notes })]
}
