// The notification log as the owner of a subscription sees it: deliveries, their attempts, and the health of the
// receiver.
import { type Selectable, sql } from 'kysely'
import type { Actor } from '../platform/actor.ts'
import type { App } from '../platform/app.ts'
import type { Reader } from '../platform/postgres/database.ts'
import type { Tables } from '../platform/postgres/tables.ts'
import { notFound } from '../platform/errors.ts'
import type { Concern } from '../platform/subject.ts'
import type { Topic } from '../platform/events/topics.ts'
import { getSubscription } from './access.ts'
import { abandonedToDisable } from './disable-subscription.ts'
import type { DeliveryKind, DeliveryState } from './subscription.ts'

export interface Delivery {
  readonly organisationId: number
  readonly id: number
  readonly messageId: string
  readonly kind: DeliveryKind
  readonly replayOf: number | null
  readonly topic: Topic
  readonly resourceId: number
  /** The matter, contract or organisation it concerns; null for a test. */
  readonly subject: Pick<Concern, 'kind' | 'id'> | null
  readonly state: DeliveryState
  /** Whether it waits for the end of its window, with all changes until then. */
  readonly collecting: boolean
  /** Excludes interrupted attempts. */
  readonly attempts: number
  readonly eventAt: Date
  readonly createdAt: Date
  /** When it is sent next; null when it is finished or held. */
  readonly dueAt: Date | null
  readonly endedAt: Date | null
  readonly endedBecause: string | null
}

export interface Attempt {
  readonly number: number
  readonly startedAt: Date
  readonly outcome: 'acknowledged' | 'failed' | 'interrupted' | 'under way'
  readonly durationMs: number | null
  readonly status: number | null
  readonly error: string | null
  /** The headers of the response, a line each; null if there was no response, or none was kept. */
  readonly headers: string | null
  /** The first bytes of the response. */
  readonly excerpt: Buffer
}

export interface LogFilter {
  readonly topic: Topic | undefined
  readonly state: DeliveryState | undefined
  /** Created at or after `from`, and before `to`. */
  readonly from: Date | undefined
  readonly to: Date | undefined
  readonly limit: number
  readonly offset: number
}

const columns = [
  'organisation_id',
  'id',
  'message_id',
  'kind',
  'replay_of',
  'topic',
  'resource_id',
  'subject_kind',
  'subject_id',
  'state',
  'collecting',
  'attempts',
  'event_at',
  'created_at',
  'due_at',
  'ended_at',
  'ended_because',
] as const

/** Deliveries of the actor's subscription, limited to organisations the actor still has access to. */
const deliveriesOf = (db: Reader, actor: Actor, subscriptionId: number) =>
  db
    .selectFrom('webhook_deliveries')
    .where('organisation_id', 'in', [...actor.organisationIds])
    .where('subscription_id', '=', subscriptionId)

/**
 * A page of the log, newest first, and how many there are if requested; throws not_found if the subscription is not the
 * actor's own.
 */
export async function listDeliveries(
  app: App,
  actor: Actor,
  { id, counted, ...filter }: LogFilter & { readonly id: number; readonly counted: boolean },
): Promise<{ readonly deliveries: readonly Delivery[]; readonly count: number | undefined }> {
  const { id: own } = await getSubscription(app.db, actor, id)
  const { topic, state, from, to } = filter
  const found = deliveriesOf(app.db, actor, own)
    .$if(topic !== undefined, (query) => query.where('topic', '=', topic ?? ''))
    .$if(state !== undefined, (query) => query.where('state', '=', state ?? ''))
    .$if(from !== undefined, (query) => query.where('created_at', '>=', from ?? new Date(0)))
    .$if(to !== undefined, (query) => query.where('created_at', '<', to ?? new Date(0)))
  const [rows, total] = await Promise.all([
    found
      .select([...columns])
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(filter.limit)
      .offset(filter.offset)
      .execute(),
    counted ? found.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow() : undefined,
  ])
  return { deliveries: rows.map(deliveryOf), count: total?.total }
}

interface Which {
  readonly subscriptionId: number
  readonly deliveryId: number
}

/** One delivery of a subscription already known to be the actor's own; throws not_found. */
export async function getDelivery(
  db: Reader,
  actor: Actor,
  { subscriptionId, deliveryId }: Which,
): Promise<Delivery> {
  const row = await deliveriesOf(db, actor, subscriptionId)
    .where('id', '=', deliveryId)
    .select([...columns])
    .executeTakeFirst()
  if (!row) throw notFound()
  return deliveryOf(row)
}

/** A delivery with all that was sent and came back. */
export interface DeliveryDetails extends Delivery {
  /** Oldest first. */
  readonly tries: readonly Attempt[]
  readonly url: string
  /** The bytes that are sent; null until they are rendered, with the first attempt. */
  readonly body: Buffer | null
}

/** A delivery with its attempts and what is sent. Throws not_found. */
export async function getDeliveryWithAttempts(
  app: App,
  actor: Actor,
  which: Which,
): Promise<DeliveryDetails> {
  const { url } = await getSubscription(app.db, actor, which.subscriptionId)
  const row = await deliveriesOf(app.db, actor, which.subscriptionId)
    .where('id', '=', which.deliveryId)
    .select([...columns, 'body'])
    .executeTakeFirst()
  if (!row) throw notFound()
  const delivery = deliveryOf(row)
  const rows = await app.db
    .selectFrom('webhook_attempts as a')
    .innerJoin('webhook_deliveries as d', (join) =>
      join.onRef('d.organisation_id', '=', 'a.organisation_id').onRef('d.id', '=', 'a.delivery_id'),
    )
    .where('a.organisation_id', '=', delivery.organisationId)
    .where('a.delivery_id', '=', delivery.id)
    .select(attemptColumns)
    .select(
      sql<boolean>`coalesce(a.claim = d.claim and d.claimed_until > clock_timestamp(), false)`.as('claimed'),
    )
    .orderBy('a.id')
    .execute()
  return { ...delivery, tries: rows.map(attemptOf), url, body: row.body }
}

const attemptColumns = [
  'a.number',
  'a.started_at',
  'a.duration_ms',
  'a.status',
  'a.error',
  'a.answer_headers',
  'a.excerpt',
] as const

type Row = Pick<Selectable<Tables['webhook_deliveries']>, (typeof columns)[number]>

const deliveryOf = (row: Row): Delivery => ({
  organisationId: row.organisation_id,
  id: row.id,
  messageId: row.message_id,
  kind: row.kind as DeliveryKind,
  replayOf: row.replay_of,
  topic: row.topic as Topic,
  resourceId: row.resource_id,
  subject: row.kind === 'test' ? null : { kind: row.subject_kind as Concern['kind'], id: row.subject_id },
  state: row.state as DeliveryState,
  collecting: row.collecting,
  attempts: row.attempts,
  eventAt: row.event_at,
  createdAt: row.created_at,
  dueAt: row.state === 'pending' ? row.due_at : null,
  endedAt: row.ended_at,
  endedBecause: row.ended_because,
})

interface AttemptRow {
  readonly number: number
  readonly started_at: Date
  readonly duration_ms: number | null
  readonly status: number | null
  readonly error: string | null
  readonly answer_headers: string | null
  readonly excerpt: Buffer | null
  readonly claimed: boolean
}

const attemptOf = (row: AttemptRow): Attempt => ({
  number: row.number,
  startedAt: row.started_at,
  outcome: outcomeOf(row),
  durationMs: row.duration_ms,
  status: row.status,
  error: row.error,
  headers: row.answer_headers,
  excerpt: row.excerpt ?? Buffer.alloc(0),
})

function outcomeOf({ duration_ms, status, claimed }: AttemptRow): Attempt['outcome'] {
  if (duration_ms === null) return claimed ? 'under way' : 'interrupted'
  return status !== null && status >= 200 && status < 300 ? 'acknowledged' : 'failed'
}

export interface Health {
  readonly waiting: number
  readonly held: number
  /** In the last 24 hours, by when they finished. */
  readonly acknowledged: number
  readonly abandoned: number
  readonly suppressed: number
  /** How many abandoned within 24 hours disable the subscription. */
  readonly abandonedToDisable: number
  readonly oldestDue: Date | null
  readonly lastAcknowledged: Date | null
  readonly lastFailure: Attempt | null
}

const day = 24 * 60 * 60_000

/** The health of the receiver over the last day; throws not_found. */
export async function getHealth(app: App, actor: Actor, id: number): Promise<Health> {
  const { id: own } = await getSubscription(app.db, actor, id)
  const since = new Date(app.clock.now().getTime() - day)
  const organisationIds = [...actor.organisationIds]
  const counts = await app.db
    .selectFrom('webhook_deliveries')
    .where('organisation_id', 'in', organisationIds)
    .where('subscription_id', '=', own)
    .where((eb) => eb.or([eb('state', 'in', ['pending', 'held']), eb('ended_at', '>', since)]))
    .select([
      sql<number>`count(*) filter (where state = 'pending')`.as('waiting'),
      sql<number>`count(*) filter (where state = 'held')`.as('held'),
      sql<number>`count(*) filter (where state = 'acknowledged')`.as('acknowledged'),
      sql<number>`count(*) filter (where state = 'abandoned' and kind <> 'test')`.as('abandoned'),
      sql<number>`count(*) filter (where state = 'suppressed')`.as('suppressed'),
      sql<Date | null>`min(due_at) filter (where state = 'pending' and due_at <= ${app.clock.now()})`.as(
        'oldestDue',
      ),
      sql<Date | null>`max(ended_at) filter (where state = 'acknowledged')`.as('lastAcknowledged'),
    ])
    .executeTakeFirstOrThrow()
  const failure = await app.db
    .selectFrom('webhook_deliveries as d')
    .innerJoin('webhook_attempts as a', (join) =>
      join.onRef('a.organisation_id', '=', 'd.organisation_id').onRef('a.delivery_id', '=', 'd.id'),
    )
    .where('d.organisation_id', 'in', organisationIds)
    .where('d.subscription_id', '=', own)
    // attempts of the last day belong to deliveries created then or, at the earliest, one retry schedule before
    .where('d.created_at', '>', new Date(since.getTime() - day))
    .where('a.started_at', '>', since)
    .where('a.duration_ms', 'is not', null)
    .where((eb) => eb.or([eb('a.status', 'is', null), eb('a.status', '<', 200), eb('a.status', '>=', 300)]))
    .select(attemptColumns)
    .select(sql<boolean>`false`.as('claimed'))
    .orderBy('a.started_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return { ...counts, abandonedToDisable, lastFailure: failure ? attemptOf(failure) : null }
}
