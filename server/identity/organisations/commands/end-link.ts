// Ending the link between a customer and a law firm.
import type { Actor } from '../../../platform/actor.ts'
import type { App } from '../../../platform/app.ts'
import { change } from '../../../platform/events/change.ts'
import { notFound } from '../../../platform/errors.ts'
import { getOrganisationToChange } from '../access.ts'
import { linkEvent, pairOf } from './link-organisations.ts'

/**
 * Ends the link of the actor's organisation with another one; for administrators of either side. People of the firm can
 * no longer be added to the customer's records, and the two no longer find each other in directories. Existing members
 * stay on their records until they are removed, because work in progress is handed over record by record. Throws
 * not_found if there is no link.
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
