// Who may read that an event happened on a record they see, by the rules of the history (access.ts): for many people at
// once, before a notification or mail is written. Files and invoices are checked where the notification is made.
// test/house/hidden/notices.test.ts compares both forms.
import { readByPayers } from '../invoices/access.ts'
import { isForOwnOrganisation } from '../platform/events/own-organisation.ts'
import type { Principal } from '../platform/subject.ts'
import { meetsSomewhere } from '../records/rights/involvement.ts'

/** An event on a record. */
interface OnRecord {
  readonly name: string
  readonly resource: { readonly kind: string }
  readonly organisationId: number
  /** What changed; absent where nothing of it decides. */
  readonly facts?: Readonly<Record<string, unknown>>
}

/** Whether a person who sees the record may read that this happened. */
export function mayReadEvent(event: OnRecord, person: Principal): boolean {
  const { name, resource, organisationId, facts = {} } = event
  if (resource.kind === 'purchaseOrder' && !meetsSomewhere(person, 'billing')) return false
  if (person.organisationId === organisationId) return true
  if (isForOwnOrganisation(event)) return false
  return !(name === 'invoice.updated' && isOfPayersOnly(facts))
}

/** Whether nothing has changed of an invoice but what only those who pay read. */
function isOfPayersOnly(facts: NonNullable<OnRecord['facts']>): boolean {
  const changes = Object.keys((facts['changes'] as object | undefined) ?? {})
  return (
    readByPayers.some((name) => Object.hasOwn(facts, name)) &&
    changes.every((name) => (readByPayers as readonly string[]).includes(name))
  )
}
