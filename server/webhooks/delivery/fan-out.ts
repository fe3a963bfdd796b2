// From events to deliveries: each committed event becomes one delivery per subscriber who may see its subject.
import { sql } from 'kysely'
import type { App } from '../../platform/app.ts'
import {
  type DispatchedEvent,
  selectDispatched,
  takeDispatched,
} from '../../platform/events/dispatched-events.ts'
import { internalTransaction } from '../../platform/events/change.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { sendBuilt } from '../../platform/postgres/send-built.ts'
import { isOfOrganisation, isTopic } from '../../platform/events/topics.ts'
import { organisationSubject, type SubjectKind } from '../../platform/subject.ts'
import { type NewDelivery, storeDeliveries } from './store-deliveries.ts'
import { findSubscribers, visibilityOfSubscribers, type NotifiableEvent } from '../subscribers.ts'

const eventsAtOnce = 500
// deliveries stored per transaction: an event with thousands of subscribers ends its batch, which keeps transactions
// bounded
const deliveriesAtOnce = 10_000

/**
 * Fans out waiting events, one batch per organisation so that none waits behind another, and returns how many events
 * were processed. Processes share the work.
 */
export async function fanOut(app: App): Promise<number> {
  const { rows: waiting } = await sql<{ organisation_id: number }>`
    /* every organisation: work is found here and done within one */
    select organisation_id from event_dispatches
    group by organisation_id order by min(event_id) limit 50`.execute(app.db)
  let done = 0
  for (const { organisation_id: organisationId } of waiting) {
    const some = await fanOutSome(app, organisationId).catch((error: unknown) => {
      app.log.error({ err: error, organisationId }, 'could not fan out the events of an organisation')
      return nothing
    })
    done += some.events
    if (some.deliveries > 0) app.signals.deliveriesDue()
  }
  return done
}

interface StoredEvent extends NotifiableEvent {
  readonly id: number
  readonly at: Date
}

/** What became of a batch. */
interface FannedOut {
  readonly events: number
  readonly deliveries: number
}

const nothing: FannedOut = { events: 0, deliveries: 0 }

function fanOutSome(app: App, organisationId: number): Promise<FannedOut> {
  return internalTransaction(app, async (tx, now) => {
    const taken = await takeDispatched(tx, 'event_dispatches', organisationId, eventsAtOnce)
    if (taken.length === 0) return nothing
    const resolve = createRecipientResolver(app, tx, organisationId)
    const deliveries: NewDelivery[] = []
    const events = await readEvents(tx, organisationId, taken)
    const next = await resolve(events)
    let last = 0
    for (const event of events) {
      if (last > 0 && deliveries.length >= deliveriesAtOnce) break
      deliveries.push(...next(event))
      last = event.id
    }
    const all = events.at(-1)?.id === last || events.length === 0
    const done = taken.map(({ event_id }) => event_id).filter((id) => all || id <= last)
    storeDeliveries(app, tx, { organisationId, deliveries, now })
    sendBuilt(
      tx,
      tx
        .deleteFrom('event_dispatches')
        .where('organisation_id', '=', organisationId)
        .where('event_id', '=', sql<number>`any(${done}::bigint[])`),
    )
    return { events: done.length, deliveries: deliveries.length }
  })
}

async function readEvents(
  tx: Tx,
  organisationId: number,
  taken: readonly DispatchedEvent[],
): Promise<readonly StoredEvent[]> {
  const rows = await selectDispatched(tx, organisationId, taken)
    .select(['id', 'at', 'name', 'resource_id', 'subject_kind', 'subject_id'])
    .execute()
  return rows.flatMap((row): readonly StoredEvent[] => {
    const { id, at, name: topic, resource_id: resourceId, subject_kind, subject_id } = row
    if (!isTopic(topic)) return []
    if (isOfOrganisation(topic))
      return [{ id, at, topic, resourceId: id, subject: organisationSubject(organisationId) }]
    if (resourceId === null || subject_kind === null || subject_id === null) return []
    const subject = { kind: subject_kind as SubjectKind, id: subject_id, organisationId }
    return [{ id, at, topic, resourceId, subject }]
  })
}

/** Finds the recipients of a list of events with a fixed number of queries, however many subscribers there are. */
function createRecipientResolver(app: App, tx: Tx, organisationId: number) {
  return async (events: readonly StoredEvent[]): Promise<(event: StoredEvent) => readonly NewDelivery[]> => {
    const topics = [...new Set(events.map(({ topic }) => topic))]
    const subscribers = topics.length === 0 ? [] : await findSubscribers(tx, topics, organisationId)
    if (subscribers.length === 0) return () => []
    const maySee = await visibilityOfSubscribers(app, tx, {
      userIds: subscribers.map(({ userId }) => userId),
      events,
    })
    return (event) =>
      subscribers
        .filter(({ topics: theirs, userId }) => theirs.includes(event.topic) && maySee(userId, event))
        .map(({ subscriptionId, status }) => ({ event, subscriptionId, status }))
  }
}
