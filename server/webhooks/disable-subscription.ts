// Disabling a subscription whose notifications are abandoned too often.
import { defineMail } from '../platform/mail/mail-kind.ts'
import { type Selectable, sql } from 'kysely'
import type { App } from '../platform/app.ts'
import type { DomainEvent } from '../platform/events/change.ts'
import type { Tx } from '../platform/postgres/database.ts'
import type { WebhookSubscriptionsTable } from '../platform/postgres/tables.ts'
import type { Claimed } from './delivery/claim-deliveries.ts'

/** The mail to the person whose subscription it was. */
export const subscriptionDisabled = defineMail({
  name: 'subscriptionDisabled',
  label: 'Webhook subscription disabled',
  when: 'A webhook subscription was disabled, because its receiver did not answer.',
  subject: 'A webhook subscription was disabled',
  body: `Your subscription {{subscription}} was disabled, because {{reason}}.

Its receiver:
{{receiver}}

When the receiver is working again, create a new subscription. Notifications from the meantime have been kept and can be replayed to the new one.`,
  placeholders: {
    subscription: { label: 'its id', sample: '12', required: true },
    reason: { label: 'why', sample: 'ten notifications could not be delivered within a day' },
    receiver: { label: 'the host of its receiver', sample: 'hooks.legal.example' },
  },
})

// from the limits table of the specification: this many abandoned within this period disable a subscription
export const abandonedToDisable = 10
const countedMs = 24 * 60 * 60_000
const reason = `${abandonedToDisable} notifications were abandoned within 24 hours`

interface Abandoned {
  readonly delivery: Pick<Claimed, 'subscriptionId'>
  readonly now: Date
}

/**
 * Disables the subscription for good when too many of its notifications were abandoned, including this one. Returns the
 * event.
 */
export async function disableIfAbandonedTooOften(
  app: App,
  tx: Tx,
  { delivery: { subscriptionId }, now }: Abandoned,
): Promise<readonly DomainEvent[]> {
  // locked, so that two abandoned at once cannot miss each other; not through access.ts: the engine works for all users
  const subscription = await tx
    .selectFrom('webhook_subscriptions')
    .where('id', '=', subscriptionId)
    .where('status', '<>', 'disabled')
    .select(['id', 'user_id', 'url'])
    .forUpdate()
    .executeTakeFirst()
  if (!subscription || (await countAbandoned(tx, subscriptionId, now)) < abandonedToDisable) return []
  return [await disableSubscription(app, tx, { subscription, reason, by: subscription.user_id, now })]
}

interface Disabling {
  /** Locked, and not disabled yet. */
  readonly subscription: Pick<Selectable<WebhookSubscriptionsTable>, 'id' | 'user_id' | 'url'>
  readonly reason: string
  /** The id of the person to whom it is put down. */
  readonly by: string
  readonly now: Date
}

/** Disables it for good; pending deliveries become suppressed, and the owner is notified by mail. Returns the event. */
export async function disableSubscription(
  app: App,
  tx: Tx,
  { subscription: { id, user_id: owner, url }, reason: because, by, now }: Disabling,
): Promise<DomainEvent> {
  await tx
    .updateTable('webhook_subscriptions')
    .set({ status: 'disabled', disabled_because: because, modified_at: now, modified_by: by })
    .where('id', '=', id)
    .execute()
  await suppressWaiting(tx, id, now)
  const { organisation_id: organisationId, email } = await tx
    .selectFrom('users')
    .where('id', '=', owner)
    .select(['organisation_id', 'email'])
    .executeTakeFirstOrThrow()
  const { host } = new URL(url)
  const values = { subscription: String(id), reason: because, receiver: host }
  await app.mail.write(tx, subscriptionDisabled, { organisationId, to: email, values }, now)
  return {
    name: 'subscription.disabled',
    organisationId,
    resource: { kind: 'subscription', id },
    subject: null,
    facts: { because, host },
  }
}

async function countAbandoned(tx: Tx, subscriptionId: number, now: Date): Promise<number> {
  const { rows } = await sql<{ abandoned: number }>`
    /* every organisation: a subscription counts as a whole, also what is of organisations that its owner has left */
    select count(*) as abandoned from webhook_deliveries
    where subscription_id = ${subscriptionId} and state = 'abandoned' and kind <> 'test'
      and ended_at > ${new Date(now.getTime() - countedMs)}`.execute(tx)
  return rows[0]?.abandoned ?? 0
}

async function suppressWaiting(tx: Tx, subscriptionId: number, now: Date): Promise<void> {
  // an attempt in progress loses its claim, so that its outcome cannot make the delivery due again
  await sql`
    /* every organisation: a subscription ends as a whole */
    update webhook_deliveries
    set state = 'suppressed', collecting = false, claim = null, claimed_until = null,
      ended_at = ${now}, ended_because = 'the subscription is disabled'
    where subscription_id = ${subscriptionId} and state in ('pending', 'held')`.execute(tx)
}
