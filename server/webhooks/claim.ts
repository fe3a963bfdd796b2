// Taking deliveries that are due: for a while nobody else may send them. Who takes too long loses the claim, and what they
// then report is not believed.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { App } from '../platform/app.ts'
import { bookkeeping } from '../platform/change.ts'
import type { Subject } from '../platform/granted.ts'
import type { Topic } from '../platform/topics.ts'
import type { DeliveryKind } from './subscription.ts'

// five seconds of an attempt, and time to write its outcome down; by the database's clock, which all processes share and the
// sandbox does not move
const leaseMs = 12_000

export interface Claimed {
  readonly organisationId: number
  readonly id: number
  readonly claim: string
  readonly subscriptionId: number
  readonly messageId: string
  readonly kind: DeliveryKind
  readonly topic: Topic
  readonly eventAt: Date
  readonly resourceId: number
  readonly subject: Subject
  readonly attempts: number
  readonly body: Buffer | null
}

/** A delivery that is due. */
export interface Due {
  readonly organisationId: number
  readonly id: number
  readonly subscriptionId: number
  /** Name and port of the receiver. */
  readonly host: string
}

interface DueRow {
  readonly organisation_id: number
  readonly id: number
  readonly subscription_id: number
  readonly host: string
}

const dueOf = (row: DueRow): Due => ({
  organisationId: row.organisation_id,
  id: row.id,
  subscriptionId: row.subscription_id,
  host: row.host,
})

/** Whom there is no room for now. */
export interface Except {
  readonly subscriptions: readonly number[]
  readonly hosts: readonly string[]
}

const looked = 512
// of one subscription, when there is more than can be looked at
const lookedOfOne = 8

/**
 * What is due and not being sent, the longest due first. When there is more than is looked at, some of each subscription, going on
 * after the last one of the call before, so that each has its turn however much waits for the others.
 */
export function createLook(app: App): (except: Except) => Promise<readonly Due[]> {
  // processes begin in different places, so that they seldom reach for the same deliveries
  let after = 0
  return async (except) => {
    const longest = await longestDue(app, except)
    if (longest.length < looked) return longest
    const ahead = await someOfEach(app, except, { after, upTo: 2 ** 53 })
    const around = ahead.length < looked ? await someOfEach(app, except, { after: 0, upTo: after }) : []
    after = ahead.length < looked ? 0 : (ahead.at(-1)?.subscriptionId ?? 0)
    return [...ahead, ...around]
  }
}

const isFree = sql`(d.claimed_until is null or d.claimed_until < clock_timestamp())`

async function longestDue(app: App, { subscriptions, hosts }: Except): Promise<readonly Due[]> {
  const { rows } = await sql<DueRow>`
    /* every organisation: work is found here and claimed by its keys */
    select d.organisation_id, d.id, d.subscription_id, s.host
    from webhook_deliveries d join webhook_subscriptions s on s.id = d.subscription_id
    where d.state = 'pending' and d.due_at <= ${app.clock.now()} and ${isFree}
      and d.subscription_id <> all(${[...subscriptions]}::bigint[]) and s.host <> all(${[...hosts]}::text[])
    order by d.due_at limit ${looked}`.execute(app.db)
  return rows.map(dueOf)
}

/** Goes from subscription to subscription in the index, without reading through the backlog of any. */
async function someOfEach(
  app: App,
  { subscriptions, hosts }: Except,
  { after, upTo }: { readonly after: number; readonly upTo: number },
): Promise<readonly Due[]> {
  const { rows } = await sql<DueRow>`
    /* every organisation: work is found here and claimed by its keys */
    with recursive waiting (subscription_id) as (
      select min(f.subscription_id) from webhook_deliveries f
      where f.state = 'pending' and f.subscription_id > ${after} and f.subscription_id <= ${upTo}
      union all
      select (select min(n.subscription_id) from webhook_deliveries n
        where n.state = 'pending' and n.subscription_id > w.subscription_id and n.subscription_id <= ${upTo})
      from waiting w where w.subscription_id is not null)
    select due.organisation_id, due.id, w.subscription_id, s.host
    from waiting w join webhook_subscriptions s on s.id = w.subscription_id
    cross join lateral (
      select d.organisation_id, d.id from webhook_deliveries d
      where d.subscription_id = w.subscription_id and d.state = 'pending' and d.due_at <= ${app.clock.now()}
        and ${isFree}
      order by d.due_at, d.id limit ${lookedOfOne}) due
    where w.subscription_id <> all(${[...subscriptions]}::bigint[]) and s.host <> all(${[...hosts]}::text[])
    limit ${looked}`.execute(app.db)
  return rows.map(dueOf)
}

/** Claims those of the deliveries that nobody else has claimed meanwhile. From then on they collect no more events. */
export async function claim(app: App, due: readonly Due[]): Promise<readonly Claimed[]> {
  if (due.length === 0) return []
  const id = randomUUID()
  // in one order everywhere, so that processes that want the same ones wait for each other and not in a circle
  const keys = due.toSorted((a, b) => a.organisationId - b.organisationId || a.id - b.id)
  return bookkeeping(app, async (tx, platformNow) => {
    const { rows: clock } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(tx)
    const now = clock[0]?.now ?? platformNow
    const { rows } = await sql<ClaimedRow>`
      update webhook_deliveries d
      set claim = ${id}, claimed_until = ${new Date(now.getTime() + leaseMs)}, collecting = false
      from unnest(${keys.map(({ organisationId }) => organisationId)}::bigint[],
        ${keys.map((each) => each.id)}::bigint[]) as named (organisation_id, id)
      where d.organisation_id = named.organisation_id and d.id = named.id
        and d.state = 'pending' and d.due_at <= ${platformNow} and ${isFree}
      returning d.organisation_id, d.id, d.subscription_id, d.message_id, d.kind, d.topic, d.event_at, d.resource_id,
        d.subject_kind, d.subject_id, d.attempts, d.body`.execute(tx)
    return rows.map((row) => claimedOf(row, id))
  })
}

interface ClaimedRow {
  readonly organisation_id: number
  readonly id: number
  readonly subscription_id: number
  readonly message_id: string
  readonly kind: DeliveryKind
  readonly topic: Topic
  readonly event_at: Date
  readonly resource_id: number
  readonly subject_kind: Subject['kind']
  readonly subject_id: number
  readonly attempts: number
  readonly body: Buffer | null
}

const claimedOf = (row: ClaimedRow, id: string): Claimed => ({
  organisationId: row.organisation_id,
  id: row.id,
  claim: id,
  subscriptionId: row.subscription_id,
  messageId: row.message_id,
  kind: row.kind,
  topic: row.topic,
  eventAt: row.event_at,
  resourceId: row.resource_id,
  subject: { kind: row.subject_kind, id: row.subject_id, organisationId: row.organisation_id },
  attempts: row.attempts,
  body: row.body,
})

/** The claimed deliveries as a table `named (organisation_id, id, claim)`. */
export const ownKeys = (claimed: readonly Claimed[]) => sql`
  unnest(${claimed.map(({ organisationId }) => organisationId)}::bigint[], ${claimed.map(({ id }) => id)}::bigint[],
    ${claimed.map(({ claim: own }) => own)}::uuid[]) as named (organisation_id, id, claim)`
