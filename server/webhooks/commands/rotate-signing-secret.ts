// The signing secret of a subscription: shown to its owner, and rotated with an overlap.
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { change } from '../../platform/events/change.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { getSubscription, getSubscriptionToChange } from '../access.ts'
import { newSigningSecret } from '../../platform/secrets/webhook-signatures.ts'
import { secretPurpose } from '../secret-purpose.ts'
import { subscriptionEvent } from '../subscription-event.ts'

/** The current signing secret in clear text; throws not_found. */
export async function showSigningSecret(app: App, actor: Actor, id: number): Promise<string> {
  const { id: own } = await getSubscription(app.db, actor, id)
  // not through access.ts: getSubscription has just checked that it belongs to the actor
  const { secret } = await app.db
    .selectFrom('webhook_subscriptions')
    .where('id', '=', own)
    .select('secret')
    .executeTakeFirstOrThrow()
  return app.vault.open(secret, secretPurpose)
}

export interface RotatedSigningSecret {
  readonly secret: string
  readonly previousExpireAt: Date
}

// each is a signature in every notification, and receivers limit the size of headers
const mostSecrets = 5

/** With the current secret, there are no more than five. */
async function endOldest(tx: Tx, id: number): Promise<void> {
  const previous = await tx
    .selectFrom('webhook_previous_secrets')
    .where('subscription_id', '=', id)
    .select('id')
    .orderBy('id', 'desc')
    .execute()
  const tooMany = previous.slice(mostSecrets - 1)
  if (tooMany.length === 0) return
  await tx
    .deleteFrom('webhook_previous_secrets')
    .where('subscription_id', '=', id)
    .where(
      'id',
      'in',
      tooMany.map((each) => each.id),
    )
    .execute()
}

/**
 * Creates a new secret. For `overlapHours`, earlier secrets continue to sign as well, so that receivers can switch over
 * in their own time; five secrets sign at most, so that a sixth ends the oldest at once.
 */
export async function rotateSigningSecret(
  app: App,
  actor: Actor,
  { id, overlapHours }: { readonly id: number; readonly overlapHours: number },
): Promise<RotatedSigningSecret> {
  const secret = newSigningSecret()
  const sealed = await app.vault.seal(secret, secretPurpose)
  return change(app, actor, async (tx, now) => {
    const subscription = await getSubscriptionToChange(tx, actor, id)
    const previousExpireAt = new Date(now.getTime() + overlapHours * 60 * 60_000)
    // not through access.ts: as above
    const { secret: previous } = await tx
      .selectFrom('webhook_subscriptions')
      .where('id', '=', subscription.id)
      .select('secret')
      .executeTakeFirstOrThrow()
    await tx
      .updateTable('webhook_previous_secrets')
      .set({ expires_at: previousExpireAt })
      .where('subscription_id', '=', id)
      .where('expires_at', '>', previousExpireAt)
      .execute()
    await tx
      .insertInto('webhook_previous_secrets')
      .values({ subscription_id: id, secret: previous, expires_at: previousExpireAt })
      .execute()
    await endOldest(tx, id)
    await tx
      .updateTable('webhook_subscriptions')
      .set({ secret: sealed, modified_at: now, modified_by: actor.userId })
      .where('id', '=', id)
      .execute()
    return {
      result: { secret, previousExpireAt },
      events: [subscriptionEvent('subscription.secret.rotated', actor, id, { overlapHours })],
    }
  })
}
