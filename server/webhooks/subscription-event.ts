// Events about subscriptions, for the history of the owner's organisation.
import type { Actor } from '../platform/actor.ts'
import type { DomainEvent } from '../platform/events/change.ts'
import type { NameOf } from '../platform/events/event-names.ts'

/**
 * An event of a subscription. Its facts never include the whole address: the query may contain something only the
 * receiver should know.
 */
export const subscriptionEvent = (
  name: NameOf<'subscription'>,
  actor: Pick<Actor, 'organisationId'>,
  id: number,
  facts: Record<string, unknown>,
): DomainEvent => ({
  name,
  organisationId: actor.organisationId,
  resource: { kind: 'subscription', id },
  subject: null,
  facts,
})
