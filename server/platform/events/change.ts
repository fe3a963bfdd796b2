// The only way to write customer data: the change, its events and their dispatch are one transaction.
import { sql } from 'kysely'
import type { Actor } from '../actor.ts'
import type { App } from '../app.ts'
import { inTransaction, type Tx } from '../postgres/database.ts'
import { statement } from '../postgres/statement.ts'
import type { EventName } from './event-names.ts'
import type { Subject } from '../subject.ts'
import { mayNotify } from './notified-events.ts'
import { refuseRemovalsUnderHold } from './removals.ts'
import { isTopic } from './topics.ts'

/** A fact, recorded once and never changed: the history of the organisation and the source of notifications. */
export interface DomainEvent {
  /** A topic of the wire (`contract.created`), or a name of our own in its style, which is history only. */
  readonly name: EventName
  readonly organisationId: number
  readonly resource: { readonly kind: string; readonly id: number | null }
  /** The record whose visibility decides who may learn of it. Every topic has one. */
  readonly subject: Pick<Subject, 'kind' | 'id'> | null
  /** What changed, from what to what. Never a secret: history is kept for decades. */
  readonly facts?: Readonly<Record<string, unknown>>
}

/**
 * What follows from events in the same transaction: writes it, and returns the events of that. It may run again, as
 * `work` of a change may.
 */
export type FollowUp = (
  tx: Tx,
  happened: { readonly actor: By; readonly now: Date; readonly events: readonly DomainEvent[] },
) => Promise<readonly DomainEvent[]>

interface Outcome<Result> {
  readonly result: Result
  /** Everything that happened; a change nobody needs to know of says so with `[]`. */
  readonly events: readonly DomainEvent[]
}

/**
 * Runs `work` in one transaction and stores the events it returns in it. `work` may run again after a conflict in the
 * database, so it must do nothing but read and write through `tx`: no network, no files. Throws conflict for what takes
 * something away from a record under a legal hold.
 */
export async function change<Result>(
  app: App,
  actor: By,
  work: (tx: Tx, now: Date) => Promise<Outcome<Result>>,
): Promise<Result> {
  const { result, events } = await inTransaction(app.database, async (tx) => {
    const now = app.clock.now()
    const outcome = await withFollowing(app, tx, { actor, now }, await work(tx, now))
    await refuseRemovalsUnderHold(app, tx, outcome.events)
    await storeEvents(tx, app.silent ? { ...actor, silent: app.silent } : actor, outcome.events, now)
    await app.beforeCommit?.(tx, outcome.events)
    return outcome
  })
  if (app.silent) return result
  const notifies = events.some((event) => mayNotify(event, actor.userId))
  if (notifies) app.signals.notificationsDue()
  if (notifies || events.some((event) => isTopic(event.name))) app.signals.eventsCommitted()
  return result
}

/** What has happened elsewhere brings nothing with it here. */
async function withFollowing<Result>(
  { followUps, silent }: Pick<App, 'followUps' | 'silent'>,
  tx: Tx,
  by: { readonly actor: By; readonly now: Date },
  { result, events }: Outcome<Result>,
): Promise<Outcome<Result>> {
  if (silent) return { result, events }
  const all = [...events]
  for (const followUp of followUps) all.push(...(await followUp(tx, { ...by, events })))
  return { result, events: all }
}

/**
 * A transaction on an engine's own rows: claims, leases, tokens, sessions, purges. Nothing that a customer calls a
 * change goes through here, because it leaves no event.
 */
export function internalTransaction<Result>(
  app: Pick<App, 'database' | 'clock'>,
  work: (tx: Tx, now: Date) => Promise<Result>,
): Promise<Result> {
  return inTransaction(app.database, (tx) => work(tx, app.clock.now()))
}

/** The system as the one who acts: named after the job, so that the history says what did it. */
export interface SystemActor {
  readonly userId: null
  readonly via: { readonly kind: 'system'; readonly name: string }
  readonly requestId: string | null
}

/** Who acts when no person does: a job by its name. */
export const systemActor = (name: string): SystemActor => ({
  userId: null,
  via: { kind: 'system', name },
  requestId: null,
})

const mostAtOnce = 1_000
// more go in one statement, whose text depends on their number
const usualEvents = 4

interface EventRow {
  readonly organisation_id: number
  readonly at: Date
  readonly name: EventName
  readonly resource_kind: string
  readonly resource_id: number | null
  readonly subject_kind: string | null
  readonly subject_id: number | null
  readonly user_id: string | null
  readonly client_id: number | null
  readonly request_id: string | null
  readonly facts: string
}

const insertEvent = statement<EventRow, never>(
  (event) => sql`insert into events
    (organisation_id, at, name, resource_kind, resource_id, subject_kind, subject_id, user_id, client_id, request_id, facts)
    values (${event.organisation_id}, ${event.at}, ${event.name}, ${event.resource_kind}, ${event.resource_id},
      ${event.subject_kind}, ${event.subject_id}, ${event.user_id}, ${event.client_id}, ${event.request_id}, ${event.facts})`,
)

// of the event that was inserted just before on this connection
const insertDispatch = statement<EventRow, never>(
  (event) => sql`insert into event_dispatches (organisation_id, event_id, event_at)
    values (${event.organisation_id}, currval('events_id'), ${event.at})`,
)

// the same for the notifications of people
const insertNotificationDispatch = statement<EventRow, never>(
  (event) => sql`insert into notification_dispatches (organisation_id, event_id, event_at)
    values (${event.organisation_id}, currval('events_id'), ${event.at})`,
)

type By = Pick<Actor, 'userId' | 'via' | 'requestId'> | SystemActor
/** Who made events; with the facts of a silent change, nobody is notified of them. */
type Author = By & Pick<App, 'silent'>

const rowOf = (event: DomainEvent, actor: Author, now: Date): EventRow => ({
  organisation_id: event.organisationId,
  at: now,
  name: event.name,
  resource_kind: event.resource.kind,
  resource_id: event.resource.id,
  subject_kind: event.subject?.kind ?? null,
  subject_id: event.subject?.id ?? null,
  user_id: actor.userId,
  client_id: actor.via.kind === 'token' ? actor.via.clientId : null,
  request_id: actor.requestId,
  facts: JSON.stringify({
    ...event.facts,
    ...actor.silent,
    ...(actor.via.kind === 'system' ? { by: actor.via.name } : {}),
  }),
})

async function storeEvents(tx: Tx, actor: Author, events: readonly DomainEvent[], now: Date): Promise<void> {
  // a statement has a limit of parameters
  if (events.length > mostAtOnce) {
    await storeEvents(tx, actor, events.slice(0, mostAtOnce), now)
    return storeEvents(tx, actor, events.slice(mostAtOnce), now)
  }
  const rows = events.map((event) => ({
    row: rowOf(event, actor, now),
    notifies: !actor.silent && mayNotify(event, actor.userId),
    isTopic: !actor.silent && isTopic(event.name),
  }))
  if (rows.length > usualEvents) return storeTogether(tx, rows)
  for (const { row, notifies, isTopic: isDispatched } of rows) {
    insertEvent.send(tx, row)
    if (isDispatched) insertDispatch.send(tx, row)
    if (notifies) insertNotificationDispatch.send(tx, row)
  }
}

interface Stored {
  readonly row: EventRow
  readonly notifies: boolean
  readonly isTopic: boolean
}

async function storeTogether(tx: Tx, rows: readonly Stored[]): Promise<void> {
  const stored = await tx
    .insertInto('events')
    .values(rows.map(({ row }) => row))
    .returning(['organisation_id', 'id', 'at'])
    .execute()
  // rows are returned in the order of the values
  const dispatchesOf = (isOne: (each: Stored) => boolean) =>
    stored
      .filter((_, index) => rows[index] && isOne(rows[index]))
      .map(({ organisation_id, id, at }) => ({ organisation_id, event_id: id, event_at: at }))
  const webhooks = dispatchesOf((each) => each.isTopic)
  if (webhooks.length > 0) await tx.insertInto('event_dispatches').values(webhooks).execute()
  const notifications = dispatchesOf(({ notifies }) => notifies)
  if (notifications.length > 0) {
    await tx.insertInto('notification_dispatches').values(notifications).execute()
  }
}
