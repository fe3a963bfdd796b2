// Says that a law firm works for a customer, so that its people can be put on the customer's records.
import type { App } from '../../platform/app.ts'
import { change, type SystemActor } from '../../platform/change.ts'

/** Links the two; nothing happens when they are linked already. */
export function linkOrganisations(
  app: App,
  actor: SystemActor,
  { customerId, providerId }: { readonly customerId: number; readonly providerId: number },
): Promise<void> {
  return change(app, actor, async (tx, now) => {
    const linked = await tx
      .insertInto('organisation_links')
      .values({ customer_id: customerId, provider_id: providerId, created_at: now })
      .onConflict((conflict) => conflict.doNothing())
      .returning('provider_id')
      .execute()
    return {
      result: undefined,
      events: linked.map(() => ({
        name: 'organisation.linked',
        organisationId: customerId,
        resource: { kind: 'organisation', id: providerId },
        subject: null,
      })),
    }
  })
}
