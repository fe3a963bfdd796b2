// Storing deliveries of many events for many subscriptions in few statements.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { App } from '../../platform/app.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { sendBuilt } from '../../platform/postgres/send-built.ts'
import { topicRules, type Topic } from '../../platform/events/topics.ts'
import type { Concern } from '../../platform/subject.ts'
import type { SubscriptionStatus } from '../subscription.ts'

export interface NewDelivery {
  readonly event: {
    readonly id: number
    readonly at: Date
    readonly topic: Topic
    readonly resourceId: number
    readonly subject: Pick<Concern, 'kind' | 'id'>
  }
  readonly subscriptionId: number
  readonly status: SubscriptionStatus
}

interface Batch {
  readonly organisationId: number
  readonly deliveries: readonly NewDelivery[]
  readonly now: Date
}

const rowsAtOnce = 2_000

/**
 * Stores one delivery per entry with the commit of the transaction, due at once, or at the end of the collection window
 * of its topic; an open window absorbs the event. For a disabled subscription it is stored as suppressed.
 */
export function storeDeliveries(app: App, tx: Tx, { deliveries, ...batch }: Batch): void {
  for (const round of roundsOf(deliveries)) {
    for (let from = 0; from < round.length; from += rowsAtOnce) {
      const some = { ...batch, deliveries: round.slice(from, from + rowsAtOnce) }
      closeWindows(tx, some)
      insert(app, tx, some)
    }
  }
}

const isCollected = ({ status, event }: NewDelivery) =>
  status !== 'disabled' && topicRules[event.topic].deduplicated

/**
 * One statement can add only one event to a window, so events collected for the same resource go into separate rounds.
 */
function roundsOf(deliveries: readonly NewDelivery[]): readonly (readonly NewDelivery[])[] {
  const seen = new Map<string, number>()
  const rounds: NewDelivery[][] = [[]]
  for (const delivery of deliveries) {
    const { topic, resourceId } = delivery.event
    const key = `${delivery.subscriptionId} ${topic} ${resourceId}`
    const place = isCollected(delivery) ? (seen.get(key) ?? 0) : 0
    seen.set(key, place + 1)
    const round = rounds[place] ?? []
    rounds[place] = round
    round.push(delivery)
  }
  return rounds
}

/** An event after the end of a window opens a new one, even if the previous one has not been sent yet. */
function closeWindows(tx: Tx, { organisationId, deliveries }: Batch): void {
  const collected = deliveries.filter(isCollected)
  if (collected.length === 0) return
  sendBuilt(
    tx,
    sql`
    update webhook_deliveries d set collecting = false
    from unnest(
      ${collected.map(({ subscriptionId }) => subscriptionId)}::bigint[],
      ${collected.map(({ event }) => event.topic)}::text[],
      ${collected.map(({ event }) => event.resourceId)}::bigint[],
      ${collected.map(({ event }) => event.at)}::timestamptz[]
    ) as later (subscription_id, topic, resource_id, at)
    where d.organisation_id = ${organisationId} and d.collecting
      and d.subscription_id = later.subscription_id and d.topic = later.topic
      and d.resource_id = later.resource_id and d.due_at <= later.at`,
  )
}

function insert(app: App, tx: Tx, { organisationId, deliveries, now }: Batch): void {
  if (deliveries.length === 0) return
  const windowMs = app.config.webhookDedupeWindow * 1_000
  const column = <Value>(value: (delivery: NewDelivery) => Value) => deliveries.map(value)
  sendBuilt(
    tx,
    sql`
    insert into webhook_deliveries (organisation_id, subscription_id, message_id, event_id, event_at, topic,
      resource_id, subject_kind, subject_id, collecting, state, due_at, ended_at, ended_because, created_at)
    select ${organisationId}::bigint, n.subscription_id, n.message_id, n.event_id, n.event_at, n.topic,
      n.resource_id, n.subject_kind, n.subject_id, n.collecting, n.state, n.due_at,
      case when n.state = 'suppressed' then ${now}::timestamptz end,
      case when n.state = 'suppressed' then 'the subscription is disabled' end, ${now}::timestamptz
    from unnest(
      ${column(({ subscriptionId }) => subscriptionId)}::bigint[],
      ${column(() => `msg_${randomUUID()}`)}::text[],
      ${column(({ event }) => event.id)}::bigint[],
      ${column(({ event }) => event.at)}::timestamptz[],
      ${column(({ event }) => event.topic)}::text[],
      ${column(({ event }) => event.resourceId)}::bigint[],
      ${column(({ event }) => event.subject.kind)}::text[],
      ${column(({ event }) => event.subject.id)}::bigint[],
      ${column(isCollected)}::boolean[],
      ${column(({ status }) => stateFor[status])}::text[],
      ${column((each) => new Date(each.event.at.getTime() + (isCollected(each) ? windowMs : 0)))}::timestamptz[]
    ) as n (subscription_id, message_id, event_id, event_at, topic, resource_id, subject_kind, subject_id,
      collecting, state, due_at)
    on conflict (organisation_id, subscription_id, topic, resource_id) where collecting
    -- the window was opened by the first change and is not prolonged
    do update set event_id = greatest(webhook_deliveries.event_id, excluded.event_id),
      event_at = greatest(webhook_deliveries.event_at, excluded.event_at)`,
  )
}

// deliveries of a paused subscription are held when they come to be sent, not here: it may have been resumed by then
const stateFor: Record<SubscriptionStatus, string> = {
  active: 'pending',
  paused: 'pending',
  disabled: 'suppressed',
}
