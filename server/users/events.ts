// What is told of people and teams. None of it has a topic: it is history.
import type { DomainEvent } from '../platform/change.ts'

/** What happened to a person, such as `disabled`. */
export const personEvent = (
  name: string,
  { organisationId, userId }: { readonly organisationId: number; readonly userId: string },
  facts: Readonly<Record<string, unknown>> = {},
): DomainEvent => ({
  name: `user.${name}`,
  organisationId,
  resource: { kind: 'user', id: null },
  subject: null,
  facts: { userId, ...facts },
})

/** What happened to a team. */
export const teamEvent = (
  name: string,
  { organisationId, id }: { readonly organisationId: number; readonly id: number },
  facts: Readonly<Record<string, unknown>>,
): DomainEvent => ({
  name: `team.${name}`,
  organisationId,
  resource: { kind: 'team', id },
  subject: null,
  facts,
})
