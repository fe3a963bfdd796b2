// Pausing and resuming a subscription.
import { sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { change } from '../../platform/events/change.ts'
import { conflict } from '../../platform/errors.ts'
import { getSubscriptionToChange } from '../access.ts'
import { subscriptionEvent } from '../subscription-event.ts'

// held notifications go out this far apart, 500 a second, so that the receiver is not overwhelmed
const spacingMs = 2

/**
 * Pauses the actor's subscription, or resumes a paused one: held notifications are then sent. Does nothing if the
 * subscription is already in that state. Throws not_found, and conflict for a disabled subscription, because disabling
 * is final.
 */
export async function setPaused(
  app: App,
  actor: Actor,
  { id, paused }: { readonly id: number; readonly paused: boolean },
): Promise<void> {
  await change(app, actor, async (tx, now) => {
    const subscription = await getSubscriptionToChange(tx, actor, id)
    const status = paused ? 'paused' : 'active'
    if (subscription.status === 'disabled') {
      throw conflict(
        'This subscription was disabled, which is final. Create a new one; what was suppressed can be replayed to it.',
      )
    }
    if (subscription.status === status) return { result: undefined, events: [] }
    await tx
      .updateTable('webhook_subscriptions')
      .set({ status, modified_at: now, modified_by: actor.userId })
      .where('id', '=', id)
      .execute()
    if (!paused) {
      await sql`
        /* every organisation: a subscription goes on as a whole */
        update webhook_deliveries d
        set state = 'pending', due_at = ${now}::timestamptz + held.place * ${spacingMs} * interval '1 millisecond'
        from (
          select organisation_id, id, row_number() over (order by due_at, id) - 1 as place
          from webhook_deliveries where subscription_id = ${id} and state = 'held') held
        where d.organisation_id = held.organisation_id and d.id = held.id`.execute(tx)
    }
    const name = paused ? 'subscription.paused' : 'subscription.resumed'
    return { result: undefined, events: [subscriptionEvent(name, actor, id, {})] }
  })
  app.signals.deliveriesDue()
}
