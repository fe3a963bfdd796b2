// Replaying past notifications: a single one or everything in a time range, to the same subscription or another one.
import { createHash, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { change } from '../../platform/events/change.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { badInput, badInputs, conflict, sentence } from '../../platform/errors.ts'
import { checkNotDisabled, getSubscription, getSubscriptionToChange } from '../access.ts'
import { type Delivery, getDelivery } from '../delivery-log.ts'
import type { DeliveryState, Subscription } from '../subscription.ts'
import { subscriptionEvent } from '../subscription-event.ts'

/** Only finished deliveries can be replayed. */
export const endedStates = [
  'acknowledged',
  'abandoned',
  'suppressed',
  'cancelled',
] as const satisfies readonly DeliveryState[]
export type EndedState = (typeof endedStates)[number]

// one transaction; for more, callers choose a shorter range
const maxReplays = 10_000
// 500 a second, as after an outage
const spacingMs = 2

interface ReplayTarget {
  /** The subscription whose deliveries are replayed. */
  readonly id: number
  /** Another subscription of the same owner; defaults to the same one. */
  readonly toId: number | undefined
}

interface RangeReplay extends ReplayTarget {
  readonly from: Date
  readonly to: Date
  readonly states: readonly EndedState[]
  /** Defaults to all topics. */
  readonly topics: readonly string[] | undefined
  /** An idempotency key: the same key is the same replay and creates nothing twice. */
  readonly key: string | undefined
}

const inRange = ({ from, to, states, topics }: RangeReplay, target: Subscription) => sql`
      and d.kind = 'event' and d.created_at >= ${from} and d.created_at < ${to}
      and d.state = any(${[...states]}::text[])
      and d.topic = any(${[...(topics ?? target.topics)]}::text[])`

/**
 * How many deliveries `replayRange` would send, without the key. Throws what it throws.
 */
export async function countReplays(
  app: App,
  actor: Actor,
  wanted: Omit<RangeReplay, 'key'>,
): Promise<number> {
  checkRange(wanted)
  const source = await getSubscription(app.db, actor, wanted.id)
  const target = await getSubscription(app.db, actor, wanted.toId ?? wanted.id)
  checkNotDisabled(target)
  const { rows } = await sql<{ count: number }>`
    select count(*) from (
      select from webhook_deliveries d
      where d.organisation_id = any(${[...actor.organisationIds]}::bigint[]) and d.subscription_id = ${source.id}
        ${inRange({ ...wanted, key: undefined }, target)}
      limit ${maxReplays + 1}) found`.execute(app.db)
  return checkCount(Number(rows[0]?.count))
}

function checkRange({ from, to }: Pick<RangeReplay, 'from' | 'to'>): void {
  if (from >= to) throw badInput('from', 'must be before to.')
}

function checkCount(count: number): number {
  if (count <= maxReplays) return count
  const reason = sentence(
    `There are more than ${maxReplays} notifications between from and to. Choose a shorter time range.`,
  )
  throw badInputs({ from: [reason], to: [reason] })
}

/**
 * Replays deliveries created from `from` (inclusive) to `to` (exclusive) and returns how many. When sent to another
 * subscription, only the topics it subscribes to are replayed. Message ids stay the same. Throws not_found, conflict if
 * the target is disabled, and bad_request if the range contains too many.
 */
export async function replayRange(app: App, actor: Actor, wanted: RangeReplay): Promise<number> {
  checkRange(wanted)
  const replayed = await change(app, actor, async (tx, now) => {
    const { source, target } = await getSourceAndTarget(tx, actor, wanted)
    const replay = { id: replayIdOf(source, target, wanted.key), now, source, target }
    const count = checkCount(await insertReplays(tx, actor, replay, inRange(wanted, target)))
    const facts = { count, from: wanted.from, to: wanted.to, target: target.id }
    return {
      result: count,
      events: count === 0 ? [] : [subscriptionEvent('subscription.replayed', actor, source.id, facts)],
    }
  })
  app.signals.deliveriesDue()
  return replayed
}

/**
 * Replays one delivery and returns the id of the new one. Throws not_found, and conflict if the delivery is not
 * finished yet.
 */
export async function replayOne(
  app: App,
  actor: Actor,
  { deliveryId, ...ends }: ReplayTarget & { readonly deliveryId: number },
): Promise<number> {
  const made = await change(app, actor, async (tx, now) => {
    const { source, target } = await getSourceAndTarget(tx, actor, ends)
    const delivery = await getDelivery(tx, actor, { subscriptionId: source.id, deliveryId })
    if (delivery.kind === 'test')
      throw conflict('A test notification cannot be replayed. Send another test instead.')
    if (!endedStates.some((state) => state === delivery.state)) {
      throw conflict(
        `Only a notification that has ended (acknowledged, abandoned, suppressed or cancelled) can be replayed. ${adviceFor(delivery)}`,
      )
    }
    const replay = { id: randomUUID(), now, source, target }
    await insertReplays(tx, actor, replay, sql`and d.id = ${deliveryId}`)
    const { id } = await tx
      .selectFrom('webhook_deliveries')
      .where('organisation_id', '=', delivery.organisationId)
      .where('replay_id', '=', replay.id)
      .select('id')
      .executeTakeFirstOrThrow()
    const facts = { count: 1, target: target.id }
    return { result: id, events: [subscriptionEvent('subscription.replayed', actor, source.id, facts)] }
  })
  app.signals.deliveriesDue()
  return made
}

function adviceFor({ state, collecting }: Pick<Delivery, 'state' | 'collecting'>): string {
  if (state === 'held') return 'This one is held because the subscription is paused: resume the subscription.'
  if (collecting)
    return 'This one still collects changes: it is sent at the end of its two minutes, with all of them.'
  return 'This one is still to be sent. Send it now instead: POST …/sendNow.'
}

async function getSourceAndTarget(tx: Tx, actor: Actor, { id, toId }: ReplayTarget) {
  const source = await getSubscription(tx, actor, id)
  const target = await getSubscriptionToChange(tx, actor, toId ?? id)
  checkNotDisabled(target)
  return { source, target }
}

function replayIdOf(source: Subscription, target: Subscription, key: string | undefined): string {
  if (key === undefined) return randomUUID()
  const hash = createHash('sha256').update(`${source.id} ${target.id} ${key}`).digest('hex')
  return hash.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

interface Replay {
  readonly id: string
  readonly now: Date
  readonly source: Subscription
  readonly target: Subscription
}

/**
 * Returns how many replays were created, at most one more than allowed. The body includes the client state of the
 * subscription, so it is rendered again when the target is a different one.
 */
async function insertReplays(
  tx: Tx,
  actor: Actor,
  { id, now, source, target }: Replay,
  which: ReturnType<typeof sql>,
): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into webhook_deliveries (organisation_id, subscription_id, message_id, kind, replay_id, replay_of, event_id,
      event_at, topic, resource_id, subject_kind, subject_id, collecting, state, due_at, body, created_at)
    select d.organisation_id, ${target.id}, d.message_id, 'replay', ${id}::uuid, d.id, d.event_id,
      d.event_at, d.topic, d.resource_id, d.subject_kind, d.subject_id, false, 'pending',
      ${now}::timestamptz + (row_number() over (order by d.created_at, d.id) - 1) * ${spacingMs} * interval '1 millisecond',
      case when ${source.id === target.id} then d.body end, ${now}
    from webhook_deliveries d
    where d.organisation_id = any(${[...actor.organisationIds]}::bigint[]) and d.subscription_id = ${source.id} ${which}
    order by d.created_at, d.id limit ${maxReplays + 1}
    on conflict (organisation_id, replay_id, replay_of) where replay_id is not null do nothing`.execute(tx)
  return Number(numAffectedRows ?? 0n)
}
