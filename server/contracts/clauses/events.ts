// Events of clauses; none has a topic, they are history only.
import type { DomainEvent } from '../../platform/events/change.ts'
import type { NameOf } from '../../platform/events/event-names.ts'

/** What happened to a clause. */
export const clauseEvent = (
  name: NameOf<'clause'>,
  { organisationId, id }: { readonly organisationId: number; readonly id: number },
  facts: Readonly<Record<string, unknown>>,
): DomainEvent => ({ name, organisationId, resource: { kind: 'clause', id }, subject: null, facts })
