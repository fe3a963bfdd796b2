// Checks deliveries after all kills: each event must have been delivered at least once, whether acknowledged or not.
import { setTimeout as pause } from 'node:timers/promises'
import type { App } from '../../server/platform/app.ts'
import { topicRules } from '../../server/platform/events/topics.ts'
import { type Acknowledged, hooks, topics } from './acknowledged.ts'
import type { Answered } from './notifications.ts'

type Topic = (typeof topics)[number]

interface StoredEvent {
  readonly topic: Topic
  readonly resourceId: number
  readonly at: Date
  readonly requestId: string | null
}

/** Waits until no notification is due any more; a claim whose server was killed delays one by half a minute. */
export async function untilDelivered(app: App, patienceMs: number): Promise<void> {
  for (const deadline = Date.now() + patienceMs; ; await pause(200)) {
    const waiting = await countWaiting(app)
    if (waiting === 0) return
    if (Date.now() > deadline)
      throw new Error(`${waiting} events or notifications still wait to be delivered`)
  }
}

async function countWaiting(app: App): Promise<number> {
  const events = await app.db
    .selectFrom('event_dispatches')
    .select(({ fn }) => fn.countAll<number>().as('waiting'))
    .executeTakeFirstOrThrow()
  const deliveries = await app.db
    .selectFrom('webhook_deliveries')
    .where('state', '=', 'pending')
    .select(({ fn }) => fn.countAll<number>().as('waiting'))
    .executeTakeFirstOrThrow()
  return events.waiting + deliveries.waiting
}

/** Every event since the given moment that subscribers are notified of. */
export async function eventsSince(app: App, since: Date): Promise<readonly StoredEvent[]> {
  const rows = await app.db
    .selectFrom('events')
    .where('at', '>=', since)
    .where('name', 'in', [...topics])
    .orderBy('id')
    .select(['name', 'resource_id', 'at', 'request_id'])
    .execute()
  return rows.map((row) => ({
    topic: row.name as Topic,
    resourceId: Number(row.resource_id),
    at: row.at,
    requestId: row.request_id,
  }))
}

/**
 * Describes events that were acknowledged and are not in the history, or are there and were never sent to one of the
 * hooks.
 */
export function missingEvents(
  acknowledged: Acknowledged,
  events: readonly StoredEvent[],
  answered: readonly Answered[],
): string[] {
  const kept = new Set(events.map((event) => `${event.requestId} ${nameOf(event)}`))
  const forgotten = acknowledged.events.filter((event) => !kept.has(`${event.requestId} ${nameOf(event)}`))
  const byName = Map.groupBy(events, nameOf)
  const acknowledgedNames = new Set(acknowledged.events.map(nameOf))
  const unannounced = hooks.flatMap((hook) => {
    const delivered = Map.groupBy(
      answered.filter((each) => each.hook === hook),
      nameOf,
    )
    const lacking = [...byName]
      .filter(([name, of]) => !isAnnounced(of, delivered.get(name) ?? []))
      .map(([name]) => name)
    // compares the receiver with the client, whatever the history says
    const never = [...acknowledgedNames].filter((name) => !delivered.has(name))
    return [...new Set([...lacking, ...never])].map((name) => `not delivered to ${hook}: ${name}`)
  })
  return [
    ...forgotten.map((event) => `acknowledged, but not in the history: ${nameOf(event)}`),
    ...unannounced,
  ]
}

/** Notifications without an event in the history: of changes that were rolled back or never made. */
export function missingNotifications(
  events: readonly StoredEvent[],
  answered: readonly Answered[],
): string[] {
  const happened = new Set(events.map(nameOf))
  const untrue = answered.map(nameOf).filter((name) => !happened.has(name))
  return [...new Set(untrue)].map((name) => `notified, but not in the history: ${name}`)
}

const nameOf = ({ topic, resourceId }: { topic: string; resourceId: number }) => `${topic} of ${resourceId}`

/** Of collected events the last one covers those before it; other events each have a message of their own. */
function isAnnounced(events: readonly StoredEvent[], answered: readonly Answered[]): boolean {
  const [first] = events
  if (first && topicRules[first.topic].deduplicated) {
    const last = Math.max(...events.map(({ at }) => at.getTime()))
    return answered.some(({ timestamp }) => Date.parse(timestamp) >= last)
  }
  return new Set(answered.map(({ messageId }) => messageId)).size >= events.length
}
