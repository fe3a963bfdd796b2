// Events about subscriptions, for the history of the owner's organisation.
import type { Actor } from '../platform/actor.ts'
import type { DomainEvent } from '../platform/change.ts'

/**
 * The event `subscription.<what>`. Its facts never include the whole address: the query may contain something only the
 * receiver should know.
 */
export const subscriptionEvent = (
  what: string,
  actor: Pick<Actor, 'organisationId'>,
  id: number,
  facts: Record<string, unknown>,
): DomainEvent => ({
  name: `subscription.${what}`,
  organisationId: actor.organisationId,
  resource: { kind: 'subscription', id },
  subject: null,
  facts,
})
