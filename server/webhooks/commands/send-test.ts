// A test notification without data, to see whether the receiver accepts it.
import { randomUUID } from 'node:crypto'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { change } from '../../platform/events/change.ts'
import { badInput } from '../../platform/errors.ts'
import { isTopic } from '../../platform/events/topics.ts'
import { checkNotDisabled, getSubscriptionToChange } from '../access.ts'
import { subscriptionEvent } from '../subscription-event.ts'

/** No resource has this id: a receiver that requests it gets 404. */
const noResource = 0

/**
 * Sends a test of one of the subscription's topics, once and even while it is paused; returns the delivery id. Throws
 * not_found, conflict for a disabled subscription, and bad_request for a topic it does not have.
 */
export async function sendTest(
  app: App,
  actor: Actor,
  { id, topic: wanted }: { readonly id: number; readonly topic: string | undefined },
): Promise<number> {
  const deliveryId = await change(app, actor, async (tx, now) => {
    const subscription = await getSubscriptionToChange(tx, actor, id)
    checkNotDisabled(subscription)
    const topic = wanted ?? subscription.topics[0]
    if (!topic || !isTopic(topic) || !subscription.topics.includes(topic)) {
      throw badInput(
        'topic',
        `must be one of the topics of the subscription: ${subscription.topics.join(', ')}.`,
      )
    }
    const { id: made } = await tx
      .insertInto('webhook_deliveries')
      .values({
        organisation_id: actor.organisationId,
        subscription_id: id,
        message_id: `msg_${randomUUID()}`,
        kind: 'test',
        event_id: 0,
        event_at: now,
        topic,
        resource_id: noResource,
        // topics begin with the kind of the record
        subject_kind: topic.slice(0, topic.indexOf('.')),
        subject_id: noResource,
        collecting: false,
        state: 'pending',
        due_at: now,
        created_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { result: made, events: [subscriptionEvent('subscription.tested', actor, id, { topic })] }
  })
  app.signals.deliveriesDue()
  return deliveryId
}
