// What becomes of a delivery after an attempt: acknowledged, due again, or abandoned; and of a subscription whose deliveries
// are abandoned too often.
import type { App } from '../platform/app.ts'
import { bookkeeping, change, systemActor } from '../platform/change.ts'
import type { Tx } from '../platform/database.ts'
import type { OutboundAnswer } from '../platform/outbound-http.ts'
import type { Claimed } from './claim.ts'

// the specification's limits table: this many abandoned within this time disable a subscription
const abandonedToDisable = 10
const countedMs = 24 * 60 * 60_000

interface Attempt {
  readonly startedAt: Date
  readonly body: Buffer
  readonly answer: OutboundAnswer
}

/**
 * Writes an attempt and what follows from it. Nothing is written when the claim was lost meanwhile: somebody else has the
 * delivery then.
 */
export async function recordAttempt(app: App, delivery: Claimed, attempt: Attempt): Promise<void> {
  const { organisationId, subscriptionId } = delivery
  const disabled = await bookkeeping(app, async (tx, now) => {
    const next = nextOf(app, delivery, attempt.answer, now)
    const updated = await tx
      .updateTable('webhook_deliveries')
      .set({ ...next, attempts: delivery.attempts + 1, body: attempt.body, claim: null, claimed_until: null })
      .where('organisation_id', '=', organisationId)
      .where('id', '=', delivery.id)
      .where('claim', '=', delivery.claim)
      .executeTakeFirst()
    if (updated.numUpdatedRows === 0n) return false
    await tx
      .insertInto('webhook_attempts')
      .values({
        organisation_id: organisationId,
        delivery_id: delivery.id,
        number: delivery.attempts + 1,
        started_at: attempt.startedAt,
        duration_ms: attempt.answer.durationMs,
        status: attempt.answer.status,
        error: attempt.answer.error,
        excerpt: attempt.answer.excerpt,
      })
      .execute()
    return next.state === 'abandoned' && (await isAbandonedTooOften(tx, subscriptionId, now))
  })
  if (disabled) await disable(app, subscriptionId)
}

/** Whether the receiver took the notification: any 2xx, in time. */
export const isAcknowledged = ({ status }: OutboundAnswer): boolean =>
  status !== null && status >= 200 && status < 300

function nextOf(app: App, { attempts }: Claimed, answer: OutboundAnswer, now: Date) {
  if (isAcknowledged(answer)) return { state: 'acknowledged', ended_at: now }
  const delay = app.config.webhookRetryDelays[attempts]
  if (delay !== undefined) return { state: 'pending', due_at: new Date(now.getTime() + delay * 1_000) }
  return { state: 'abandoned', ended_at: now, ended_because: 'the last attempt failed' }
}

/** Counted under a lock on the subscription, so that two abandoned at once cannot both miss the other. */
async function isAbandonedTooOften(tx: Tx, subscriptionId: number, now: Date): Promise<boolean> {
  // not through access.ts: the engine works on everybody's
  const subscription = await tx
    .selectFrom('webhook_subscriptions')
    .where('id', '=', subscriptionId)
    .where('status', '=', 'active')
    .select('user_id')
    .forUpdate()
    .executeTakeFirst()
  if (!subscription) return false
  const { abandoned } = await tx
    .selectFrom('webhook_deliveries')
    .where('organisation_id', 'in', (theirs) =>
      theirs
        .selectFrom('user_organisations')
        .where('user_id', '=', subscription.user_id)
        .select('organisation_id'),
    )
    .where('subscription_id', '=', subscriptionId)
    .where('state', '=', 'abandoned')
    .where('ended_at', '>', new Date(now.getTime() - countedMs))
    .select(({ fn }) => fn.countAll<number>().as('abandoned'))
    .executeTakeFirstOrThrow()
  return abandoned >= abandonedToDisable
}

const reason = `${abandonedToDisable} notifications were abandoned within 24 hours`

/** Disables the subscription for good, keeps what waits as suppressed, and tells its owner. */
function disable(app: App, subscriptionId: number): Promise<void> {
  return change(app, systemActor('webhooks'), async (tx, now) => {
    const subscription = await tx
      .updateTable('webhook_subscriptions')
      .set((eb) => ({
        status: 'disabled',
        disabled_because: reason,
        modified_at: now,
        modified_by: eb.ref('user_id'),
      }))
      .where('id', '=', subscriptionId)
      .where('status', '=', 'active')
      .returning(['user_id', 'url'])
      .executeTakeFirst()
    if (!subscription) return { result: undefined, events: [] }
    const owner = await tx
      .selectFrom('users')
      .where('id', '=', subscription.user_id)
      .select(['organisation_id', 'email'])
      .executeTakeFirstOrThrow()
    await suppressWaiting(tx, { subscriptionId, userId: subscription.user_id, now })
    await app.mail.send(
      tx,
      {
        organisationId: owner.organisation_id,
        to: owner.email,
        subject: 'A webhook subscription was disabled',
        text: `Your subscription ${subscriptionId} was disabled, because ${reason}.\n\nIts receiver:\n${new URL(subscription.url).host}\n\nWhen the receiver answers again, create a new subscription. What happened meanwhile has been kept.\n`,
      },
      now,
    )
    return {
      result: undefined,
      events: [
        {
          name: 'subscription.disabled',
          organisationId: owner.organisation_id,
          resource: { kind: 'subscription', id: subscriptionId },
          subject: null,
          facts: { because: reason, host: new URL(subscription.url).host },
        },
      ],
    }
  })
}

async function suppressWaiting(
  tx: Tx,
  { subscriptionId, userId, now }: { subscriptionId: number; userId: string; now: Date },
): Promise<void> {
  await tx
    .updateTable('webhook_deliveries')
    .set({
      state: 'suppressed',
      collecting: false,
      // an attempt under way has lost it: its outcome is not to make it due again
      claim: null,
      claimed_until: null,
      ended_at: now,
      ended_because: 'the subscription is disabled',
    })
    .where('organisation_id', 'in', (theirs) =>
      theirs.selectFrom('user_organisations').where('user_id', '=', userId).select('organisation_id'),
    )
    .where('subscription_id', '=', subscriptionId)
    .where('state', '=', 'pending')
    .execute()
}

/** Ends a delivery that must not be sent (any more). Answers false: it was not acknowledged. */
export async function endUnsent(
  app: App,
  { organisationId, id, claim }: Claimed,
  state: 'cancelled' | 'suppressed',
  because: string,
): Promise<false> {
  await bookkeeping(app, (tx, now) =>
    tx
      .updateTable('webhook_deliveries')
      .set({ state, ended_at: now, ended_because: because, claim: null, claimed_until: null })
      .where('organisation_id', '=', organisationId)
      .where('id', '=', id)
      .where('claim', '=', claim)
      .execute(),
  )
  return false
}
