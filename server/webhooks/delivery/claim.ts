// Taking deliveries that are due: for a while nobody else may send them. Who takes too long loses the claim, and what they
// then report is not believed.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { App } from '../../platform/app.ts'
import { bookkeeping } from '../../platform/change.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { Subject } from '../../platform/granted.ts'
import type { Topic } from '../../platform/topics.ts'
import type { DeliveryKind } from '../subscription.ts'

/**
 * How long a claim stands: a moment until it is sent, five seconds of an attempt, and time to write its outcome down; by the
 * database's clock, which all processes share and the sandbox does not move.
 */
export const leaseMs = 12_000

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

/** A subscription of which something is due. */
export interface Waiting {
  readonly subscriptionId: number
  /** Name and port of the receiver. */
  readonly host: string
}

/** How many of a subscription may be claimed. */
export interface Quota extends Waiting {
  readonly most: number
}

/** Whom there is no room for now. */
export interface Except {
  readonly subscriptions: readonly number[]
  readonly hosts: readonly string[]
}

interface WaitingRow {
  readonly subscription_id: number
  readonly host: string
}

const waitingOf = ({ subscription_id, host }: WaitingRow): Waiting => ({
  subscriptionId: subscription_id,
  host,
})

// deliveries that are looked through for their subscriptions, before it is gone from subscription to subscription instead
const looked = 256
const subscriptionsAtOnce = 256
// when much was due, it is for a moment
const muchForMs = 1_000

/**
 * The subscriptions of which something is due and not being sent, the longest due first. When much is due, some of them, going on
 * after the last one of the call before, so that each has its turn however much waits for the others.
 */
export function createLook(app: App): (except: Except) => Promise<readonly Waiting[]> {
  let after = 0
  let muchSince = -Infinity
  return async (except) => {
    if (performance.now() - muchSince > muchForMs) {
      const longest = await longestDue(app, except)
      if (longest) return longest
      muchSince = performance.now()
    }
    const ahead = await nextOnes(app, except, { after, upTo: 2 ** 53 })
    const around =
      ahead.length < subscriptionsAtOnce ? await nextOnes(app, except, { after: 0, upTo: after }) : []
    after = ahead.length < subscriptionsAtOnce ? 0 : (ahead.at(-1)?.subscriptionId ?? 0)
    return [...ahead, ...around]
  }
}

const isFree = sql`(d.claimed_until is null or d.claimed_until < clock_timestamp())`

/** Undefined when so much is due that looking through it would miss somebody. */
async function longestDue(app: App, except: Except): Promise<readonly Waiting[] | undefined> {
  const { rows } = await sql<WaitingRow & { readonly due: number; readonly free: number }>`
    /* every organisation: work is found here and claimed by its keys */
    select d.subscription_id, s.host, count(*) as due, count(*) filter (where ${isFree}) as free
    from (select subscription_id, claimed_until, due_at from webhook_deliveries
      where state = 'pending' and due_at <= ${app.clock.now()} order by due_at limit ${looked}) d
    join webhook_subscriptions s on s.id = d.subscription_id
    group by d.subscription_id, s.host order by min(d.due_at)`.execute(app.db)
  if (rows.reduce((sum, { due }) => sum + due, 0) >= looked) return undefined
  const subscriptions = new Set(except.subscriptions)
  const hosts = new Set(except.hosts)
  return rows
    .filter((row) => row.free > 0 && !subscriptions.has(row.subscription_id) && !hosts.has(row.host))
    .map(waitingOf)
}

/** Goes from subscription to subscription in the index, without reading through the backlog of any. */
async function nextOnes(
  app: App,
  { subscriptions, hosts }: Except,
  { after, upTo }: { readonly after: number; readonly upTo: number },
): Promise<readonly Waiting[]> {
  const { rows } = await sql<WaitingRow>`
    /* every organisation: work is found here and claimed by its keys */
    with recursive waiting (subscription_id, due_at) as (
      (select f.subscription_id, f.due_at from webhook_deliveries f
        where f.state = 'pending' and f.subscription_id > ${after} order by f.subscription_id, f.due_at limit 1)
      union all
      select n.subscription_id, n.due_at from waiting w cross join lateral (
        select o.subscription_id, o.due_at from webhook_deliveries o
        where o.state = 'pending' and o.subscription_id > w.subscription_id and o.subscription_id <= ${upTo}
        order by o.subscription_id, o.due_at limit 1) n)
    select w.subscription_id, s.host
    from waiting w join webhook_subscriptions s on s.id = w.subscription_id
    where w.subscription_id <= ${upTo} and w.due_at <= ${app.clock.now()}
      and w.subscription_id <> all(${[...subscriptions]}::bigint[]) and s.host <> all(${[...hosts]}::text[])
    limit ${subscriptionsAtOnce}`.execute(app.db)
  return rows.map(waitingOf)
}

/**
 * Claims what has been due long, of each subscription as much as its quota says, and of that what nobody else has claimed meanwhile.
 * From then on it collects no more events.
 */
export async function claim(app: App, quotas: readonly Quota[]): Promise<readonly Claimed[]> {
  if (quotas.length === 0) return []
  const id = randomUUID()
  return bookkeeping(app, async (tx, now) => {
    const { keys, realNow } = await findDue(tx, quotas, now)
    if (keys.length === 0) return []
    const { rows } = await sql<ClaimedRow>`
      update webhook_deliveries d
      set claim = ${id}, claimed_until = ${new Date(realNow.getTime() + leaseMs)}, collecting = false
      from unnest(${keys.map(({ organisation_id }) => organisation_id)}::bigint[],
        ${keys.map((key) => key.id)}::bigint[]) as named (organisation_id, id)
      where d.organisation_id = named.organisation_id and d.id = named.id
        and d.state = 'pending' and d.due_at <= ${now} and ${isFree}
      returning d.organisation_id, d.id, d.subscription_id, d.message_id, d.kind, d.topic, d.event_at, d.resource_id,
        d.subject_kind, d.subject_id, d.attempts, d.body`.execute(tx)
    return rows.map((row) => claimedOf(row, id))
  })
}

interface DueRow {
  readonly organisation_id: number
  readonly id: number
  readonly subscription_id: number
  readonly real_now: Date
}

// of those that have been due longest so many times the quota are looked at: processes that claim at the same moment mostly
// choose different ones
const choice = 4

async function findDue(tx: Tx, quotas: readonly Quota[], now: Date) {
  const { rows } = await sql<DueRow>`
    /* every organisation: a subscription is told of several */
    select due.organisation_id, due.id, quota.subscription_id, clock_timestamp() as real_now
    from unnest(${quotas.map(({ subscriptionId }) => subscriptionId)}::bigint[],
      ${quotas.map(({ most }) => most * choice)}::bigint[]) as quota (subscription_id, most)
    cross join lateral (
      select d.organisation_id, d.id from webhook_deliveries d
      where d.subscription_id = quota.subscription_id and d.state = 'pending' and d.due_at <= ${now} and ${isFree}
      order by d.due_at, d.id limit quota.most) due`.execute(tx)
  const bySubscription = Map.groupBy(rows, ({ subscription_id }) => subscription_id)
  const keys = quotas.flatMap(({ subscriptionId, most }) => {
    const own = bySubscription.get(subscriptionId) ?? []
    const from = Math.floor(Math.random() * Math.ceil(own.length / most)) * most
    return own.slice(from, from + most)
  })
  // in one order everywhere, so that processes that want the same ones wait for each other and not in a circle
  keys.sort((a, b) => a.organisation_id - b.organisation_id || a.id - b.id)
  return { keys, realNow: rows[0]?.real_now ?? now }
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
export const ownKeys = (claimed: readonly Pick<Claimed, 'organisationId' | 'id' | 'claim'>[]) => sql`
  unnest(${claimed.map(({ organisationId }) => organisationId)}::bigint[], ${claimed.map(({ id }) => id)}::bigint[],
    ${claimed.map(({ claim: own }) => own)}::uuid[]) as named (organisation_id, id, claim)`
