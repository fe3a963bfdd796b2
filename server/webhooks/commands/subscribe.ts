// Creating and deleting subscriptions.
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { checkRoom } from '../../identity/organisations/limits/check-room.ts'
import { change } from '../../platform/events/change.ts'
import { getSubscription } from '../access.ts'
import { newSigningSecret } from '../../platform/secrets/webhook-signatures.ts'
import { secretPurpose } from '../secret-purpose.ts'
import { subscriptionEvent } from '../subscription-event.ts'
import {
  addressRefused,
  checkSubscription,
  type NewSubscription,
  type Subscription,
} from '../subscription.ts'

/** Subscribes the actor; notifications start with the next event. Throws 400 listing everything that is invalid. */
export async function subscribe(app: App, actor: Actor, wanted: NewSubscription): Promise<Subscription> {
  const topics = checkSubscription(wanted)
  const refusal = await app.outbound.refusal(new URL(wanted.url))
  if (refusal !== undefined) throw addressRefused(refusal)
  const { host } = new URL(wanted.url)
  const secret = await app.vault.seal(newSigningSecret(), secretPurpose)
  return change(app, actor, async (tx, now) => {
    await checkRoom(tx, 'ownSubscriptions', actor)
    await checkRoom(tx, 'subscriptions', actor)
    const { id } = await tx
      .insertInto('webhook_subscriptions')
      .values({
        user_id: actor.userId,
        client_id: actor.via.kind === 'token' ? actor.via.clientId : null,
        topics: [...topics],
        url: wanted.url,
        host,
        client_state: wanted.clientState ?? null,
        status: 'active',
        secret,
        created_at: now,
        modified_at: now,
        modified_by: actor.userId,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const facts = { topics, host }
    return {
      result: await getSubscription(tx, actor, id),
      events: [subscriptionEvent('subscription.created', actor, id, facts)],
    }
  })
}

/** Deletes the actor's subscription: no further attempts are started, and pending notifications are not sent. */
export function unsubscribe(app: App, actor: Actor, id: number): Promise<void> {
  return change(app, actor, async (tx, now) => {
    const subscription = await getSubscription(tx, actor, id)
    await tx
      .updateTable('webhook_subscriptions')
      .set({ deleted_at: now, modified_at: now, modified_by: actor.userId })
      .where('id', '=', subscription.id)
      .execute()
    return {
      result: undefined,
      events: [
        subscriptionEvent('subscription.deleted', actor, id, { host: new URL(subscription.url).host }),
      ],
    }
  })
}
