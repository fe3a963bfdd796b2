// From events to deliveries: each committed event becomes one delivery for every subscriber who may see its subject.
import { sql } from 'kysely'
import type { App } from '../../platform/app.ts'
import { bookkeeping } from '../../platform/change.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { isTopic } from '../../platform/topics.ts'
import { type NewDelivery, storeDeliveries } from './store-deliveries.ts'
import { findSubscribers, sightOfSubscribers, type Told } from '../subscribers.ts'

const eventsAtOnce = 100
// what one transaction stores: an event with thousands of subscribers ends its batch, so that none grows without bound
const deliveriesAtOnce = 10_000

/**
 * Fans out what is waiting, a batch of each organisation, so that none waits behind another one's; answers how many events that
 * were. Processes share the work.
 */
export async function fanOut(app: App): Promise<number> {
  const { rows: waiting } = await sql<{ organisation_id: number }>`
    /* every organisation: work is found here and done within one */
    select organisation_id from event_dispatches
    group by organisation_id order by min(event_id) limit 50`.execute(app.db)
  let done = 0
  for (const { organisation_id: organisationId } of waiting) {
    const some = await fanOutSome(app, organisationId).catch((error: unknown) => {
      app.log.error({ err: error, organisationId }, 'the events of an organisation could not be fanned out')
      return 0
    })
    done += some
    if (some > 0) app.signals.deliveriesDue()
  }
  return done
}

interface Event extends Told {
  readonly id: number
  readonly at: Date
}

interface Dispatch {
  readonly event_id: number
  readonly event_at: Date
}

function fanOutSome(app: App, organisationId: number): Promise<number> {
  return bookkeeping(app, async (tx, now) => {
    const taken: readonly Dispatch[] = await tx
      .selectFrom('event_dispatches')
      .where('organisation_id', '=', organisationId)
      .orderBy('event_id')
      .limit(eventsAtOnce)
      .select(['event_id', 'event_at'])
      .forUpdate()
      .skipLocked()
      .execute()
    if (taken.length === 0) return 0
    const told = whomToTell(app, tx, organisationId)
    const deliveries: NewDelivery[] = []
    const events = await readEvents(tx, organisationId, taken)
    const next = await told(events)
    let last = 0
    for (const event of events) {
      if (last > 0 && deliveries.length >= deliveriesAtOnce) break
      deliveries.push(...next(event))
      last = event.id
    }
    const all = events.at(-1)?.id === last || events.length === 0
    const done = taken.map(({ event_id }) => event_id).filter((id) => all || id <= last)
    await storeDeliveries(app, tx, { organisationId, deliveries, now })
    await tx
      .deleteFrom('event_dispatches')
      .where('organisation_id', '=', organisationId)
      .where('event_id', 'in', done)
      .execute()
    return done.length
  })
}

async function readEvents(
  tx: Tx,
  organisationId: number,
  taken: readonly Dispatch[],
): Promise<readonly Event[]> {
  const times = taken.map(({ event_at }) => event_at.getTime())
  const rows = await tx
    .selectFrom('events')
    .where('organisation_id', '=', organisationId)
    .where(
      'id',
      'in',
      taken.map(({ event_id }) => event_id),
    )
    // spares the look into the months that cannot hold them; a millisecond more, because the database counts finer
    .where('at', '>=', new Date(Math.min(...times) - 1))
    .where('at', '<=', new Date(Math.max(...times) + 1))
    .orderBy('id')
    .select(['id', 'at', 'name', 'resource_id', 'subject_kind', 'subject_id'])
    .execute()
  return rows.flatMap(({ id, at, name, resource_id, subject_kind, subject_id }) =>
    isTopic(name) && resource_id !== null && subject_kind !== null && subject_id !== null
      ? [
          {
            id,
            at,
            topic: name,
            resourceId: resource_id,
            subject: { kind: subject_kind as Told['subject']['kind'], id: subject_id, organisationId },
          },
        ]
      : [],
  )
}

/** Whom to tell of each of some events: asked once for all of them, in a handful of queries however many subscribers there are. */
function whomToTell(app: App, tx: Tx, organisationId: number) {
  return async (events: readonly Event[]): Promise<(event: Event) => readonly NewDelivery[]> => {
    const topics = [...new Set(events.map(({ topic }) => topic))]
    const subscribers = topics.length === 0 ? [] : await findSubscribers(tx, topics, organisationId)
    if (subscribers.length === 0) return () => []
    const maySee = await sightOfSubscribers(app, tx, {
      userIds: subscribers.map(({ userId }) => userId),
      told: events,
    })
    return (event) =>
      subscribers
        .filter(({ topics: theirs, userId }) => theirs.includes(event.topic) && maySee(userId, event))
        .map(({ subscriptionId, status }) => ({ event, subscriptionId, status }))
  }
}
