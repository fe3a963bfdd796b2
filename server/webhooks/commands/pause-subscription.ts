// Pausing a subscription, and letting it go on.
import { sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { change } from '../../platform/change.ts'
import { conflict } from '../../platform/errors.ts'
import { getSubscriptionToChange } from '../access.ts'
import { subscriptionEvent } from '../subscription-event.ts'

// what was held goes out at this distance, so that the receiver is not run over by it: 500 a second
const apartMs = 2

/**
 * Pauses the actor's subscription, or lets a paused one go on: then what was held goes out. Nothing happens when it stands so
 * already. Throws not_found, and conflict for one that was disabled, because that is final.
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
        set state = 'pending', due_at = ${now}::timestamptz + held.place * ${apartMs} * interval '1 millisecond'
        from (
          select organisation_id, id, row_number() over (order by due_at, id) - 1 as place
          from webhook_deliveries where subscription_id = ${id} and state = 'held') held
        where d.organisation_id = held.organisation_id and d.id = held.id`.execute(tx)
    }
    const what = paused ? 'paused' : 'resumed'
    return { result: undefined, events: [subscriptionEvent(what, actor, id, {})] }
  })
  app.signals.deliveriesDue()
}
