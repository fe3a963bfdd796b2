// One attempt to deliver a notification.
import type { App } from '../platform/app.ts'
import { endUnsent, isAcknowledged, recordAttempt } from './outcome.ts'
import type { Claimed } from './claim.ts'
import { renderBody } from './notification-body.ts'
import { secretPurpose, signatureHeaders } from './signature.ts'
import { findSubscriber, maySee, type Subscriber } from './subscribers.ts'

/**
 * Sends a claimed delivery, if its subscriber may still be told, and writes down what came of it; answers whether the
 * receiver acknowledged it. Throws when the database cannot be reached: the claim runs out then and it is sent again.
 */
export async function deliver(app: App, delivery: Claimed): Promise<boolean> {
  const subscriber = await findSubscriber(app.db, delivery.subscriptionId)
  if (!subscriber) return endUnsent(app, delivery, 'cancelled', 'the subscription has ended')
  if (subscriber.status !== 'active') {
    return endUnsent(app, delivery, 'suppressed', 'the subscription is disabled')
  }
  if (!(await maySee(app, app.db, subscriber.userId, delivery))) {
    return endUnsent(app, delivery, 'cancelled', 'the subscriber has no access')
  }
  const body = delivery.body ?? renderBody({ ...delivery, clientState: subscriber.clientState })
  const startedAt = app.clock.now()
  // real time: receivers compare it with their own clocks
  const signedAt = new Date()
  const answer = await app.outbound.post({
    url: subscriber.url,
    body,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Chancery-Webhooks/1.0',
      ...signatureHeaders(await signingSecret(app, subscriber), {
        messageId: delivery.messageId,
        body,
        at: signedAt,
      }),
    },
  })
  await recordAttempt(app, delivery, { startedAt, body, answer })
  return isAcknowledged(answer)
}

async function signingSecret(app: App, { subscriptionId }: Subscriber): Promise<string> {
  // not through access.ts: the engine works on everybody's
  const { secret } = await app.db
    .selectFrom('webhook_subscriptions')
    .where('id', '=', subscriptionId)
    .select('secret')
    .executeTakeFirstOrThrow()
  return app.vault.open(secret, secretPurpose)
}
