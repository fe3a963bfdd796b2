// Attempts to deliver notifications: begun for many at once, so that asking who may still be told costs little, and sent one by
// one. An attempt is written before it goes out, so that one that is cut short can be seen.
import type { KeyObject } from 'node:crypto'
import { sql } from 'kysely'
import type { App } from '../../platform/app.ts'
import { bookkeeping } from '../../platform/change.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { type Claimed, ownKeys } from './claim.ts'
import { renderBody } from './notification-body.ts'
import type { Outcome } from './outcome.ts'
import { secretPurpose, signatureHeaders, signingKey } from './signature.ts'
import { findRecipients, type Recipient, sightOfSubscribers } from '../subscribers.ts'

/** A claimed delivery whose attempt has been written and may go out. */
export interface Ready {
  readonly delivery: Claimed
  readonly recipient: Recipient
  readonly body: Buffer
  /** Those that sign now. */
  readonly keys: readonly KeyObject[]
}

/** Begins the attempts of those deliveries whose subscribers may still be told; holds or ends the others. */
export async function beginAttempts(app: App, claimed: readonly Claimed[]): Promise<readonly Ready[]> {
  if (claimed.length === 0) return []
  const recipients = await findRecipients(app.db, {
    ids: claimed.map(({ subscriptionId }) => subscriptionId),
    now: app.clock.now(),
  })
  const maySee = await sightOfSubscribers(app, app.db, {
    userIds: [...recipients.values()].map(({ userId }) => userId),
    told: claimed.filter(({ kind }) => kind !== 'test'),
  })
  const keys = await openSecrets(app, recipients)
  const ready: Ready[] = []
  const paused: Claimed[] = []
  const refused: Refused[] = []
  for (const delivery of claimed) {
    const recipient = recipients.get(delivery.subscriptionId)
    const isTest = delivery.kind === 'test'
    if (!recipient) refused.push({ ...delivery, ...refusals.ended })
    else if (recipient.status === 'disabled') refused.push({ ...delivery, ...refusals.disabled })
    // a test tells of nothing, and is how one sees whether to go on
    else if (!isTest && !maySee(recipient.userId, delivery)) refused.push({ ...delivery, ...refusals.blind })
    else if (!isTest && recipient.status === 'paused') paused.push(delivery)
    else {
      const body = bodyOf(delivery, recipient)
      ready.push({ delivery, recipient, body, keys: keys.get(delivery.subscriptionId) ?? [] })
    }
  }
  await bookkeeping(app, async (tx, now) => {
    await endUnsent(tx, refused, now)
    await hold(tx, paused)
    await writeAttempts(tx, ready, now)
  })
  return ready
}

const refusals = {
  ended: { state: 'cancelled', because: 'the subscription has ended' },
  disabled: { state: 'suppressed', because: 'the subscription is disabled' },
  blind: { state: 'cancelled', because: 'the subscriber has no access' },
} as const

type Refused = Claimed & (typeof refusals)[keyof typeof refusals]

async function endUnsent(tx: Tx, refused: readonly Refused[], now: Date): Promise<void> {
  for (const { state, because } of Object.values(refusals)) {
    const same = refused.filter((each) => each.because === because)
    if (same.length === 0) continue
    await sql`
      update webhook_deliveries d set state = ${state}, ended_at = ${now}, ended_because = ${because},
        claim = null, claimed_until = null
      from ${ownKeys(same)}
      where d.organisation_id = named.organisation_id and d.id = named.id and d.claim = named.claim`.execute(
      tx,
    )
  }
}

/** Held until the subscription goes on; when it has gone on meanwhile, due again at once. */
async function hold(tx: Tx, paused: readonly Claimed[]): Promise<void> {
  if (paused.length === 0) return
  // not through access.ts: the engine works on everybody's
  const subscriptions = await tx
    .selectFrom('webhook_subscriptions')
    .where('id', 'in', [...new Set(paused.map(({ subscriptionId }) => subscriptionId))])
    .where('status', '=', 'paused')
    .select('id')
    // whoever resumes one waits until what is held here can be seen
    .forShare()
    .execute()
  await sql`
    update webhook_deliveries d set claim = null, claimed_until = null,
      state = case when d.subscription_id = any(${subscriptions.map(({ id }) => id)}::bigint[])
        then 'held' else 'pending' end
    from ${ownKeys(paused)}
    where d.organisation_id = named.organisation_id and d.id = named.id and d.claim = named.claim`.execute(tx)
}

async function writeAttempts(tx: Tx, ready: readonly Ready[], now: Date): Promise<void> {
  if (ready.length === 0) return
  const claimed = ready.map(({ delivery }) => delivery)
  await sql`
    insert into webhook_attempts (organisation_id, delivery_id, number, started_at, claim)
    select begun.organisation_id, begun.delivery_id, begun.number, ${now}, begun.claim
    from unnest(${claimed.map(({ organisationId }) => organisationId)}::bigint[], ${claimed.map(({ id }) => id)}::bigint[],
      ${claimed.map(({ attempts }) => attempts + 1)}::bigint[], ${claimed.map(({ claim }) => claim)}::uuid[]
    ) as begun (organisation_id, delivery_id, number, claim)`.execute(tx)
}

/** Takes back attempts that have been begun and not sent: somebody else, or a later turn, may claim the deliveries at once. */
export async function giveBack(app: App, unsent: readonly Ready[]): Promise<void> {
  if (unsent.length === 0) return
  const claimed = unsent.map(({ delivery }) => delivery)
  await bookkeeping(app, async (tx) => {
    await sql`
      delete from webhook_attempts a using ${ownKeys(claimed)}
      where a.organisation_id = named.organisation_id and a.delivery_id = named.id and a.claim = named.claim`.execute(
      tx,
    )
    await sql`
      update webhook_deliveries d set claim = null, claimed_until = null from ${ownKeys(claimed)}
      where d.organisation_id = named.organisation_id and d.id = named.id and d.claim = named.claim`.execute(
      tx,
    )
  })
}

const bodyOf = (delivery: Claimed, { clientState }: Recipient) =>
  delivery.body ?? renderBody({ ...delivery, clientState })

/** Sends an attempt and answers what came of it, which is still to be written down. Does not throw. */
export async function send(app: App, { delivery, recipient, body, keys }: Ready): Promise<Outcome> {
  // receivers compare it with their own clocks, so neither the sandbox nor a wrong clock of this machine may move it
  const signedAt = app.clock.databaseTime()
  const answer = await app.outbound.post({
    url: recipient.url,
    body,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Chancery-Webhooks/1.0',
      ...signatureHeaders(keys, { messageId: delivery.messageId, body, at: signedAt }),
    },
  })
  return { delivery, body, answer }
}

/** The signing secrets of each subscription, opened once however much is sent to it. */
async function openSecrets(
  app: App,
  recipients: ReadonlyMap<number, Recipient>,
): Promise<ReadonlyMap<number, readonly KeyObject[]>> {
  const opened = [...recipients].map(async ([id, { secrets }]) => {
    const own = await Promise.all(
      secrets.map(async (sealed) => signingKey(await app.vault.open(sealed, secretPurpose))),
    )
    return [id, own] as const
  })
  return new Map(await Promise.all(opened))
}
