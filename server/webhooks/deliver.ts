// One attempt to deliver a notification.
import type { App } from '../platform/app.ts'
import { cancel, recordAttempt } from './outcome.ts'
import type { Claimed } from './claim.ts'
import { renderBody } from './notification-body.ts'
import { secretPurpose, signatureHeaders } from './signature.ts'
import { findActiveSubscriber, maySeeSubject, type Subscriber } from './subscribers.ts'

/**
 * Sends a claimed delivery, if its subscriber may still be told, and writes down what came of it. Throws when the database
 * cannot be reached: the claim runs out then and the notification is sent again.
 */
export async function deliver(app: App, delivery: Claimed): Promise<void> {
  const subscriber = await findActiveSubscriber(app.db, delivery.subscriptionId)
  if (!subscriber) return cancel(app, delivery, 'the subscription has ended')
  if (!(await maySeeSubject(app, app.db, subscriber.userId, delivery.subject))) {
    return cancel(app, delivery, 'the subscriber has no access')
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
}

async function signingSecret(app: App, { subscriptionId }: Subscriber): Promise<string> {
  const { secret } = await app.db
    .selectFrom('webhook_subscriptions')
    .where('id', '=', subscriptionId)
    .select('secret')
    .executeTakeFirstOrThrow()
  return app.vault.open(secret, secretPurpose)
}
