// Sending a notification now that would be sent, or tried again, later.
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { change } from '../../platform/events/change.ts'
import { conflict } from '../../platform/errors.ts'
import { checkNotDisabled, getSubscriptionToChange } from '../access.ts'
import { getDelivery } from '../delivery-log.ts'
import { subscriptionEvent } from '../subscription-event.ts'

/**
 * Makes the notification due. The attempt counts like any other, and a failure is retried on the usual schedule. Throws
 * conflict for one that has ended, that is held by a pause, or that still collects changes.
 */
export async function sendNow(
  app: App,
  actor: Actor,
  { id, deliveryId }: { readonly id: number; readonly deliveryId: number },
): Promise<void> {
  await change(app, actor, async (tx, now) => {
    const subscription = await getSubscriptionToChange(tx, actor, id)
    checkNotDisabled(subscription)
    const { organisationId, state } = await getDelivery(tx, actor, { subscriptionId: id, deliveryId })
    if (state === 'held')
      throw conflict('It is held because the subscription is paused. Resume the subscription.')
    if (state !== 'pending') throw conflict('It has ended. Replay it to send it again.')
    const { numUpdatedRows } = await tx
      .updateTable('webhook_deliveries')
      .set({ due_at: now })
      .where('organisation_id', '=', organisationId)
      .where('id', '=', deliveryId)
      .where('state', '=', 'pending')
      .where('collecting', '=', false)
      .executeTakeFirst()
    if (numUpdatedRows === 0n)
      throw conflict('It still collects changes: it is sent at the end of its two minutes, with all of them.')
    const facts = { deliveryId }
    return { result: undefined, events: [subscriptionEvent('subscription.sent-now', actor, id, facts)] }
  })
  app.signals.deliveriesDue()
}
