// Linking a law firm to a customer, so that its people can be added to the customer's records.
import type { App } from '../../../platform/app.ts'
import { change, type DomainEvent, type SystemActor } from '../../../platform/events/change.ts'
import type { Tx } from '../../../platform/postgres/database.ts'

/** A customer and a law firm. */
export interface Pair {
  readonly customerId: number
  readonly providerId: number
}

/** Links the two; does nothing if they are already linked. For the operator, who needs nobody's consent. */
export function linkOrganisations(app: App, actor: SystemActor, pair: Pair): Promise<void> {
  return change(app, actor, async (tx, now) => ({
    result: undefined,
    events: await insertLink(tx, pair, now),
  }))
}

/** Links the two as part of the caller's change, and returns its events: none if they were already linked. */
export async function insertLink(
  tx: Tx,
  { customerId, providerId }: Pair,
  now: Date,
): Promise<readonly DomainEvent[]> {
  const linked = await tx
    .insertInto('organisation_links')
    .values({ customer_id: customerId, provider_id: providerId, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('provider_id')
    .execute()
  return linked.map(() => linkEvent('organisation.linked', { customerId, providerId }))
}

/** The event of a link: it belongs to the customer's history. */
export const linkEvent = (
  name: 'organisation.linked' | 'organisation.unlinked',
  { customerId, providerId }: Pair,
): DomainEvent => ({
  name,
  organisationId: customerId,
  resource: { kind: 'organisation', id: providerId },
  subject: null,
})

/** An organisation and another one of the other type, as a pair. */
export const pairOf = (
  own: { readonly id: number; readonly type: 'Customer' | 'ServiceProvider' },
  otherId: number,
): Pair =>
  own.type === 'Customer'
    ? { customerId: own.id, providerId: otherId }
    : { customerId: otherId, providerId: own.id }
