// Events of people and teams. None has a topic: they are history only.
import type { DomainEvent } from '../../platform/events/change.ts'
import type { NameOf } from '../../platform/events/event-names.ts'

/** An event of a person, such as `disabled`. */
export const personEvent = (
  name: NameOf<'user'>,
  { organisationId, userId }: { readonly organisationId: number; readonly userId: string },
  facts: Readonly<Record<string, unknown>> = {},
): DomainEvent => ({
  name,
  organisationId,
  resource: { kind: 'user', id: null },
  subject: null,
  facts: { userId, ...facts },
})

/** An event of a team. */
export const teamEvent = (
  name: NameOf<'team'>,
  { organisationId, id }: { readonly organisationId: number; readonly id: number },
  facts: Readonly<Record<string, unknown>>,
): DomainEvent => ({
  name,
  organisationId,
  resource: { kind: 'team', id },
  subject: null,
  facts,
})
