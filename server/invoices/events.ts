// Events of invoices: history of their matter. They have no topic (docs/decisions/0028).
import { kinds } from '../records/kinds.ts'
import { isDeepStrictEqual } from 'node:util'
import type { DomainEvent } from '../platform/events/change.ts'
import type { NameOf } from '../platform/events/event-names.ts'
import { differencesOf } from '../platform/events/differences.ts'
import type { Invoice } from './invoice.ts'
import type { StoredLine } from './stored-lines.ts'

const event = (
  { organisationId, id, matterId }: Pick<Invoice, 'organisationId' | 'id' | 'matterId'>,
  name: NameOf<'invoice'>,
  facts: NonNullable<DomainEvent['facts']>,
): DomainEvent => ({
  name,
  organisationId,
  resource: { kind: 'invoice', id },
  subject: { kind: kinds.matter.one, id: matterId },
  facts,
})

/** An invoice was created. */
export const invoiceCreated = (invoice: Invoice, facts: Readonly<Record<string, string>>): DomainEvent =>
  event(invoice, 'invoice.created', { number: invoice.number, ...facts })

/** An invoice that was made by mistake was removed; its history and that of the matter stay. */
export const invoiceDeleted = (invoice: Invoice): DomainEvent =>
  event(invoice, 'invoice.deleted', { number: invoice.number, status: invoice.status })

/** What the discount by volume takes off was worked out again, because an earlier invoice counts for less or more. */
export const discountReworked = (
  invoice: Invoice,
  volumeDiscount: { readonly from: string; readonly to: string },
): DomainEvent => event(invoice, 'invoice.updated', { changes: { volumeDiscount } })

/** The most lines that the history names of those whose tax code was corrected. */
const mostNamed = 20

/** Tax codes of lines were corrected; both sides see it. */
export function taxCodesCorrected(
  invoice: Invoice,
  changed: readonly { readonly number: number; readonly from: string | null; readonly to: string | null }[],
): DomainEvent {
  const words = (way: 'from' | 'to') => {
    const named = changed.slice(0, mostNamed).map((each) => `${each.number}: ${each[way] ?? 'none'}`)
    return changed.length > mostNamed ? [...named, `and ${changed.length - mostNamed} more`] : named
  }
  return event(invoice, 'invoice.updated', {
    changes: { taxCodes: { from: words('from'), to: words('to') } },
  })
}

/** The content of a draft, as far as its history shows it. */
export interface DraftContent {
  readonly lines: readonly Pick<StoredLine, 'description' | 'quantity' | 'unitPrice'>[]
}

/** The content of a draft was updated. */
export function draftUpdated(invoice: Invoice, before: DraftContent, after: DraftContent): DomainEvent {
  const [from, to] = [before, after].map(contentFacts)
  const changes = Object.fromEntries(
    Object.keys(from ?? {}).flatMap((name) =>
      isDeepStrictEqual(from?.[name], to?.[name]) ? [] : [[name, { from: from?.[name], to: to?.[name] }]],
    ),
  )
  return event(invoice, 'invoice.updated', { changed: Object.keys(changes), changes })
}

const contentFacts = ({ lines, ...rest }: DraftContent): Readonly<Record<string, unknown>> => ({
  ...Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, factOf(value)])),
  lines: lines.map(
    ({ description, quantity, unitPrice }) => `${description}: ${short(quantity)} × ${short(unitPrice)}`,
  ),
})

/** A decimal without the zeros at its end. */
export function short(decimal: string): string {
  const [whole = '', behind = ''] = decimal.split('.')
  let end = behind.length
  while (behind[end - 1] === '0') end--
  const digits = behind.slice(0, end)
  return digits === '' ? whole : `${whole}.${digits}`
}

/** A period of two days as a text; what is absent as null. */
function factOf(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value ?? null
  if (value instanceof Date) return value.toISOString()
  return Object.values(value).map(String).join(' – ')
}

const historyProperties = [
  'status',
  'approvedFees',
  'approvedDisbursements',
  'approvedOtherFees',
  'approvedTax',
  'declinedBecause',
  'paidAt',
  'paymentNote',
  'purchaseOrder',
] as const satisfies readonly (keyof Invoice)[]

/**
 * The differences between two states of an invoice; no event if there are none. Changed internal notes are mentioned,
 * without their text, and so is a review of its lines, which is for the organisation that pays until it is finished.
 */
export function eventsOfChange(before: Invoice, after: Invoice, reviewed = false): readonly DomainEvent[] {
  const changes = differencesOf(before, after, historyProperties)
  const notes = {
    ...(before.internalNotes === after.internalNotes ? {} : { internalNotes: true }),
    ...(reviewed ? { reviewedLines: true } : {}),
  }
  if (Object.keys({ ...changes, ...notes }).length === 0) return []
  const name = before.status === after.status ? 'invoice.updated' : 'invoice.status.updated'
  return [event(after, name, { changes, ...notes })]
}
