// Attempts to deliver notifications: begun for many at once, so that asking who may still be told costs little, and sent one by
// one. An attempt is written before it goes out, so that one that is cut short can be seen.
import { sql } from 'kysely'
import type { App } from '../platform/app.ts'
import { bookkeeping } from '../platform/change.ts'
import { type Claimed, ownKeys } from './claim.ts'
import { renderBody } from './notification-body.ts'
import { isAcknowledged, recordOutcome } from './outcome.ts'
import { secretPurpose, signatureHeaders } from './signature.ts'
import { findRecipients, type Recipient, sightOfSubscribers } from './subscribers.ts'

/** A claimed delivery whose attempt has been written and may go out. */
export interface Ready {
  readonly delivery: Claimed
  readonly recipient: Recipient
  readonly body: Buffer
}

type Refusal = 'the subscription has ended' | 'the subscription is disabled' | 'the subscriber has no access'

/** Begins the attempts of those deliveries whose subscribers may still be told, and ends the others. */
export async function beginAttempts(app: App, claimed: readonly Claimed[]): Promise<readonly Ready[]> {
  if (claimed.length === 0) return []
  const recipients = await findRecipients(
    app.db,
    claimed.map(({ subscriptionId }) => subscriptionId),
  )
  const maySee = await sightOfSubscribers(app, app.db, {
    userIds: [...recipients.values()].map(({ userId }) => userId),
    told: claimed,
  })
  const ready: Ready[] = []
  const refused = new Map<Refusal, Claimed[]>()
  const refuse = (delivery: Claimed, because: Refusal) =>
    refused.set(because, [...(refused.get(because) ?? []), delivery])
  for (const delivery of claimed) {
    const recipient = recipients.get(delivery.subscriptionId)
    if (!recipient) refuse(delivery, 'the subscription has ended')
    else if (recipient.status === 'disabled') refuse(delivery, 'the subscription is disabled')
    else if (!maySee(recipient.userId, delivery)) refuse(delivery, 'the subscriber has no access')
    else ready.push({ delivery, recipient, body: bodyOf(delivery, recipient) })
  }
  await bookkeeping(app, async (tx, now) => {
    for (const [because, deliveries] of refused) {
      const state = because === 'the subscription is disabled' ? 'suppressed' : 'cancelled'
      await sql`
        update webhook_deliveries d set state = ${state}, ended_at = ${now}, ended_because = ${because},
          claim = null, claimed_until = null
        from ${ownKeys(deliveries)}
        where d.organisation_id = named.organisation_id and d.id = named.id and d.claim = named.claim`.execute(
        tx,
      )
    }
    if (ready.length === 0) return
    await tx
      .insertInto('webhook_attempts')
      .values(
        ready.map(({ delivery }) => ({
          organisation_id: delivery.organisationId,
          delivery_id: delivery.id,
          number: delivery.attempts + 1,
          started_at: now,
          claim: delivery.claim,
        })),
      )
      .execute()
  })
  return ready
}

const bodyOf = (delivery: Claimed, { clientState }: Recipient) =>
  delivery.body ?? renderBody({ ...delivery, clientState })

/**
 * Sends an attempt and writes down what came of it; answers whether the receiver acknowledged. Throws when the database cannot
 * be reached: the claim runs out then and the notification is sent again.
 */
export async function send(app: App, { delivery, recipient, body }: Ready): Promise<boolean> {
  const secret = await app.vault.open(recipient.secret, secretPurpose)
  // real time: receivers compare it with their own clocks
  const signedAt = new Date()
  const answer = await app.outbound.post({
    url: recipient.url,
    body,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Chancery-Webhooks/1.0',
      ...signatureHeaders(secret, { messageId: delivery.messageId, body, at: signedAt }),
    },
  })
  await recordOutcome(app, delivery, { body, answer })
  return isAcknowledged(answer)
}
