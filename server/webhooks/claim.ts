// Taking deliveries that are due: for a while nobody else may send them. Who takes too long loses the claim, and what they
// then report is not believed.
import { randomUUID } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import type { App } from '../platform/app.ts'
import { bookkeeping } from '../platform/change.ts'
import type { WebhookDeliveriesTable } from '../platform/tables.ts'
import type { Topic } from '../platform/topics.ts'

// five seconds of an attempt, and time to write its outcome down; in real time, which the sandbox's clock does not move
const leaseMs = 30_000

export interface Claimed {
  readonly organisationId: number
  readonly id: number
  readonly claim: string
  readonly subscriptionId: number
  readonly messageId: string
  readonly topic: Topic
  readonly eventAt: Date
  readonly resourceId: number
  readonly subject: { readonly kind: 'matter' | 'contract'; readonly id: number }
  readonly attempts: number
  readonly body: Buffer | null
}

export interface Room {
  /** Deliveries to take at most. */
  readonly total: number
  /** Of one subscription at most, so that a busy or slow one leaves room for the others. */
  readonly perSubscription: number
  /** Subscriptions that have no room now. */
  readonly except: readonly number[]
}

/** Claims deliveries that are due, some of each subscription that has any. From then on they collect no more events. */
export async function claimDue(app: App, room: Room): Promise<readonly Claimed[]> {
  const claimed: Claimed[] = []
  const now = app.clock.now()
  // real time: a lease must not run out because the sandbox's clock is moved
  const realNow = new Date()
  const waiting = await app.db
    .selectFrom('webhook_deliveries')
    .modifyFront(sql`/* every organisation: work is found here and done within one */`)
    .where('state', '=', 'pending')
    .where('due_at', '<=', now)
    .where((eb) => eb.or([eb('claimed_until', 'is', null), eb('claimed_until', '<', realNow)]))
    .$if(room.except.length > 0, (query) => query.where('subscription_id', 'not in', [...room.except]))
    .select('organisation_id')
    .distinct()
    .limit(50)
    .execute()
  for (const { organisation_id: organisationId } of waiting) {
    const total = room.total - claimed.length
    if (total <= 0) break
    claimed.push(...(await claimWithin(app, organisationId, { ...room, total })))
  }
  return claimed
}

function claimWithin(
  app: App,
  organisationId: number,
  { total, perSubscription, except }: Room,
): Promise<readonly Claimed[]> {
  const claim = randomUUID()
  return bookkeeping(app, async (tx, now) => {
    // real time: as above
    const realNow = new Date()
    // a few of each subscription, the longest due first: none waits behind another one's backlog
    const { rows } = await sql<{ id: number }>`
      select taken.id from (
        select d.subscription_id from webhook_deliveries d
        where d.organisation_id = ${organisationId} and d.state = 'pending' and d.due_at <= ${now}
          and (d.claimed_until is null or d.claimed_until < ${realNow})
          and d.subscription_id <> all(${[...except]}::bigint[])
        group by d.subscription_id order by min(d.due_at)
        limit ${total}) s
      cross join lateral (
        select d.id from webhook_deliveries d
        where d.organisation_id = ${organisationId} and d.subscription_id = s.subscription_id
          and d.state = 'pending' and d.due_at <= ${now}
          and (d.claimed_until is null or d.claimed_until < ${realNow})
        order by d.due_at, d.id limit ${perSubscription}
        for update skip locked) taken
      limit ${total}`.execute(tx)
    if (rows.length === 0) return []
    const taken = await tx
      .updateTable('webhook_deliveries')
      .set({ claim, claimed_until: new Date(realNow.getTime() + leaseMs), collecting: false })
      .where('organisation_id', '=', organisationId)
      .where(
        'id',
        'in',
        rows.map(({ id }) => id),
      )
      .returning([
        'id',
        'subscription_id',
        'message_id',
        'topic',
        'event_at',
        'resource_id',
        'subject_kind',
        'subject_id',
        'attempts',
        'body',
      ])
      .execute()
    return taken.map((row) => claimedOf(row, organisationId, claim))
  })
}

type ClaimedRow = Pick<
  Selectable<WebhookDeliveriesTable>,
  | 'id'
  | 'subscription_id'
  | 'message_id'
  | 'topic'
  | 'event_at'
  | 'resource_id'
  | 'subject_kind'
  | 'subject_id'
  | 'attempts'
  | 'body'
>

const claimedOf = (row: ClaimedRow, organisationId: number, claim: string): Claimed => ({
  organisationId,
  id: row.id,
  claim,
  subscriptionId: row.subscription_id,
  messageId: row.message_id,
  topic: row.topic as Topic,
  eventAt: row.event_at,
  resourceId: row.resource_id,
  subject: { kind: row.subject_kind as 'matter' | 'contract', id: row.subject_id },
  attempts: row.attempts,
  body: row.body,
})
