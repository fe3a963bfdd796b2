// Changing a subscription: its topics and its client state, pausing and resuming it.
import { sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { change, type DomainEvent } from '../../platform/events/change.ts'
import { conflict } from '../../platform/errors.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { getSubscriptionToChange } from '../access.ts'
import { checkSubscription } from '../subscription.ts'
import { subscriptionEvent } from '../subscription-event.ts'

// held notifications go out this far apart, 500 a second, so that the receiver is not overwhelmed
const spacingMs = 2

export interface SubscriptionChanges {
  readonly id: number
  /** Whether it is to be paused; otherwise it is resumed. */
  readonly paused?: boolean | undefined
  readonly topics?: readonly string[] | undefined
  /** Null for none. */
  readonly clientState?: string | null | undefined
}

/**
 * Changes the actor's subscription; what is absent stays. Other topics hold from the next event on, another client
 * state for what has not been rendered yet. Resuming sends what was held. Throws not_found, bad_request for topics and
 * a client state that a new subscription could not have, and conflict for a disabled subscription, because disabling is
 * final.
 */
export async function changeSubscription(
  app: App,
  actor: Actor,
  { id, paused, ...wanted }: SubscriptionChanges,
): Promise<void> {
  await change(app, actor, async (tx, now) => {
    const before = await getSubscriptionToChange(tx, actor, id)
    if (before.status === 'disabled') {
      throw conflict(
        'This subscription was disabled, which is final. Create a new one; what was suppressed can be replayed to it.',
      )
    }
    const { topics: given = before.topics, clientState = before.clientState } = wanted
    const topics = checkSubscription({ topics: given, url: before.url, clientState })
    const status = paused === undefined ? before.status : paused ? 'paused' : 'active'
    const events: DomainEvent[] = []
    const otherTopics = topics.toSorted().join() !== before.topics.toSorted().join()
    if (otherTopics || clientState !== before.clientState) {
      // the client state proves to the receiver where a notification comes from, so the history does not tell it
      const facts = { topics, clientStateChanged: clientState !== before.clientState }
      events.push(subscriptionEvent('subscription.updated', actor, id, facts))
    }
    if (status !== before.status) {
      const name = status === 'paused' ? 'subscription.paused' : 'subscription.resumed'
      events.push(subscriptionEvent(name, actor, id, {}))
    }
    if (events.length === 0) return { result: undefined, events }
    await tx
      .updateTable('webhook_subscriptions')
      .set({
        topics: [...topics],
        client_state: clientState,
        status,
        modified_at: now,
        modified_by: actor.userId,
      })
      .where('id', '=', id)
      .execute()
    if (before.status === 'paused' && status === 'active') await sendHeld(tx, id, now)
    return { result: undefined, events }
  })
  app.signals.deliveriesDue()
}

async function sendHeld(tx: Tx, id: number, now: Date): Promise<void> {
  await sql`
    /* every organisation: a subscription goes on as a whole */
    update webhook_deliveries d
    set state = 'pending', due_at = ${now}::timestamptz + held.place * ${spacingMs} * interval '1 millisecond'
    from (
      select organisation_id, id, row_number() over (order by due_at, id) - 1 as place
      from webhook_deliveries where subscription_id = ${id} and state = 'held') held
    where d.organisation_id = held.organisation_id and d.id = held.id`.execute(tx)
}
