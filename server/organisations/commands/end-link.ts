// Ends the link between a customer and a law firm.
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { change } from '../../platform/change.ts'
import { notFound } from '../../platform/errors.ts'
import { getOrganisationToChange } from '../access.ts'
import { linkEvent, pairOf } from './link-organisations.ts'

/**
 * Ends the link of the actor's organisation with another one, for administrators of either side: nobody of the firm can be put on
 * the customer's records any more, and neither finds the other in directories. Whoever is on a record stays on it until they are
 * taken off it, because work in progress is handed over record by record. not_found where there is no link.
 */
export function endLink(app: App, actor: Actor, otherId: number): Promise<void> {
  return change(app, actor, async (tx) => {
    const own = await getOrganisationToChange(tx, actor, actor.organisationId)
    const pair = pairOf(own, otherId)
    const ended = await tx
      .deleteFrom('organisation_links')
      .where('customer_id', '=', pair.customerId)
      .where('provider_id', '=', pair.providerId)
      .returning('provider_id')
      .executeTakeFirst()
    if (!ended) throw notFound()
    return { result: undefined, events: [linkEvent('organisation.unlinked', pair)] }
  })
}
