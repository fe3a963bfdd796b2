// Attempts to deliver notifications: started in batches, so that checking access costs little, and sent one by one. An
// attempt is recorded before it is sent, so that an interrupted one can be seen.
import type { KeyObject } from 'node:crypto'
import { sql } from 'kysely'
import type { App } from '../../platform/app.ts'
import { internalTransaction } from '../../platform/events/change.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { sendBuilt } from '../../platform/postgres/send-built.ts'
import { type Claimed, claimedKeys } from './claim-deliveries.ts'
import { fixedHeaders, renderBody } from './notification-body.ts'
import type { Outcome } from './attempt-outcome.ts'
import { signatureHeaders, signingKey } from '../../platform/secrets/webhook-signatures.ts'
import { secretPurpose } from '../secret-purpose.ts'
import { findRecipients, type Recipient, visibilityOfSubscribers } from '../subscribers.ts'

/** A claimed delivery whose attempt has been recorded and can be sent. */
export interface ReadyAttempt {
  readonly delivery: Claimed
  readonly recipient: Recipient
  readonly body: Buffer
  /** Current signing keys. */
  readonly keys: readonly KeyObject[]
}

/** Starts attempts for the deliveries whose subscribers may still be notified; holds or ends the others. */
export async function beginAttempts(app: App, claimed: readonly Claimed[]): Promise<readonly ReadyAttempt[]> {
  if (claimed.length === 0) return []
  const recipients = await findRecipients(app.db, {
    ids: claimed.map(({ subscriptionId }) => subscriptionId),
    now: app.clock.now(),
  })
  const maySee = await visibilityOfSubscribers(app, app.db, {
    userIds: [...recipients.values()].map(({ userId }) => userId),
    events: claimed.filter(({ kind }) => kind !== 'test'),
  })
  const keys = await openSecrets(app, recipients)
  const ready: ReadyAttempt[] = []
  const paused: Claimed[] = []
  const refused: Unsendable[] = []
  for (const delivery of claimed) {
    const recipient = recipients.get(delivery.subscriptionId)
    const isTest = delivery.kind === 'test'
    if (!recipient) refused.push({ ...delivery, ...refusals.ended })
    else if (recipient.status === 'disabled') refused.push({ ...delivery, ...refusals.disabled })
    // a test carries no data and shows whether a paused receiver is ready to resume
    else if (!isTest && !maySee(recipient.userId, delivery))
      refused.push({ ...delivery, ...refusals.noAccess })
    else if (!isTest && recipient.status === 'paused') paused.push(delivery)
    else {
      const body = bodyOf(delivery, recipient)
      ready.push({ delivery, recipient, body, keys: keys.get(delivery.subscriptionId) ?? [] })
    }
  }
  await internalTransaction(app, async (tx, now) => {
    endUnsent(tx, refused, now)
    await hold(tx, paused)
    writeAttempts(tx, ready, now)
  })
  return ready
}

const refusals = {
  ended: { state: 'cancelled', because: 'the subscription has ended' },
  disabled: { state: 'suppressed', because: 'the subscription is disabled' },
  noAccess: { state: 'cancelled', because: 'the subscriber has no access' },
} as const

type Unsendable = Claimed & (typeof refusals)[keyof typeof refusals]

function endUnsent(tx: Tx, refused: readonly Unsendable[], now: Date): void {
  for (const { state, because } of Object.values(refusals)) {
    const same = refused.filter((each) => each.because === because)
    if (same.length === 0) continue
    sendBuilt(
      tx,
      sql`
      update webhook_deliveries d set state = ${state}, ended_at = ${now}, ended_because = ${because},
        claim = null, claimed_until = null
      from ${claimedKeys(same)}
      where d.organisation_id = named.organisation_id and d.id = named.id and d.claim = named.claim`,
    )
  }
}

/** Held until the subscription is resumed; due at once if it has been resumed meanwhile. */
async function hold(tx: Tx, paused: readonly Claimed[]): Promise<void> {
  if (paused.length === 0) return
  // not through access.ts: the engine works for all users
  const subscriptions = await tx
    .selectFrom('webhook_subscriptions')
    .where('id', 'in', [...new Set(paused.map(({ subscriptionId }) => subscriptionId))])
    .where('status', '=', 'paused')
    .select('id')
    // blocks a concurrent resume until the rows held here are visible to it
    .forShare()
    .execute()
  sendBuilt(
    tx,
    sql`
    update webhook_deliveries d set claim = null, claimed_until = null,
      state = case when d.subscription_id = any(${subscriptions.map(({ id }) => id)}::bigint[])
        then 'held' else 'pending' end
    from ${claimedKeys(paused)}
    where d.organisation_id = named.organisation_id and d.id = named.id and d.claim = named.claim`,
  )
}

function writeAttempts(tx: Tx, ready: readonly ReadyAttempt[], now: Date): void {
  if (ready.length === 0) return
  const claimed = ready.map(({ delivery }) => delivery)
  sendBuilt(
    tx,
    sql`
    insert into webhook_attempts (organisation_id, delivery_id, number, started_at, claim)
    select begun.organisation_id, begun.delivery_id, begun.number, ${now}, begun.claim
    from unnest(${claimed.map(({ organisationId }) => organisationId)}::bigint[], ${claimed.map(({ id }) => id)}::bigint[],
      ${claimed.map(({ attempts }) => attempts + 1)}::bigint[], ${claimed.map(({ claim }) => claim)}::uuid[]
    ) as begun (organisation_id, delivery_id, number, claim)`,
  )
}

/** Undoes attempts that were started but not sent: this or another process can claim the deliveries again at once. */
export async function releaseClaims(app: App, unsent: readonly ReadyAttempt[]): Promise<void> {
  if (unsent.length === 0) return
  const claimed = unsent.map(({ delivery }) => delivery)
  await internalTransaction(app, async (tx) => {
    const named = claimedKeys(claimed)
    sendBuilt(
      tx,
      sql`
      delete from webhook_attempts a using ${named}
      where a.organisation_id = named.organisation_id and a.delivery_id = named.id and a.claim = named.claim`,
    )
    sendBuilt(
      tx,
      sql`
      update webhook_deliveries d set claim = null, claimed_until = null from ${named}
      where d.organisation_id = named.organisation_id and d.id = named.id and d.claim = named.claim`,
    )
  })
}

const bodyOf = (delivery: Claimed, { clientState }: Recipient) =>
  delivery.body ?? renderBody({ ...delivery, clientState })

/** Sends an attempt and returns its outcome, which the caller still has to record. Does not throw. */
export async function sendAttempt(
  app: App,
  { delivery, recipient, body, keys }: ReadyAttempt,
): Promise<Outcome> {
  // receivers compare it with their own clocks, so neither the sandbox nor a wrong clock on this machine may change it
  const signedAt = app.clock.databaseTime()
  const answer = await app.outbound.post({
    url: recipient.url,
    body,
    headers: {
      ...fixedHeaders,
      ...signatureHeaders(keys, { messageId: delivery.messageId, body, at: signedAt }),
    },
  })
  return { delivery, body, answer }
}

/** The signing secrets of each subscription, opened once however many deliveries there are. */
async function openSecrets(
  app: App,
  recipients: ReadonlyMap<number, Recipient>,
): Promise<ReadonlyMap<number, readonly KeyObject[]>> {
  const opened = [...recipients].map(async ([id, { secrets }]) => {
    const own = await Promise.all(secrets.map((sealed) => openKey(app, sealed)))
    return [id, own] as const
  })
  return new Map(await Promise.all(opened))
}

// the same secrets are needed for batch after batch, and opening one takes longer than signing with it
const openedKeys = new Map<string, KeyObject>()
const rememberedKeys = 2_048

async function openKey({ vault }: App, sealed: Buffer): Promise<KeyObject> {
  const name = sealed.toString('base64')
  const known = openedKeys.get(name)
  if (known) return known
  const key = signingKey(await vault.open(sealed, secretPurpose))
  if (openedKeys.size >= rememberedKeys) openedKeys.clear()
  openedKeys.set(name, key)
  return key
}
