// Claiming due deliveries: while a claim is valid, no other process sends them. A process that takes too long loses its
// claim, and its outcome is then ignored.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { App } from '../../platform/app.ts'
import { internalTransaction } from '../../platform/events/change.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { type Statement, statement } from '../../platform/postgres/statement.ts'
import type { Concern } from '../../platform/subject.ts'
import type { Topic } from '../../platform/events/topics.ts'
import type { DeliveryKind } from '../subscription.ts'

/**
 * How long a claim is valid: a moment before sending, five seconds for the attempt, and time to write the outcome.
 * Measured by the database's clock, which all processes share and the sandbox cannot move.
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
  readonly subject: Concern
  readonly attempts: number
  readonly body: Buffer | null
}

/** A subscription with deliveries that are due. */
export interface DueSubscription {
  readonly subscriptionId: number
  /** Host name and port of the receiver. */
  readonly host: string
}

/** How many deliveries of a subscription may be claimed. */
export interface Quota extends DueSubscription {
  readonly limit: number
}

/** Subscriptions and hosts that have no capacity at the moment. */
export interface Exclusions {
  readonly subscriptions: readonly number[]
  readonly hosts: readonly string[]
}

interface DueSubscriptionRow {
  readonly subscription_id: number
  readonly host: string
}

const dueSubscriptionFromRow = ({ subscription_id, host }: DueSubscriptionRow): DueSubscription => ({
  subscriptionId: subscription_id,
  host,
})

// due deliveries scanned for their subscriptions; with a larger backlog, subscriptions are visited one by one instead
const scannedRows = 256

/** As many as this found at once may not be all. */
export const subscriptionsAtOnce = 256
// how long to assume that a large backlog remains
const backlogModeMs = 1_000

/**
 * Creates a scanner that finds subscriptions with unclaimed due deliveries, the longest due first. With a large backlog
 * it returns a slice of the subscriptions and continues from there on the next call, so that every subscription gets
 * its turn however much is queued for the others.
 */
export function createDueScanner(app: App): (except: Exclusions) => Promise<readonly DueSubscription[]> {
  let after = 0
  let backlogSince = -Infinity
  return async (except) => {
    if (performance.now() - backlogSince > backlogModeMs) {
      const longest = await findLongestDue(app, except)
      if (longest) return longest
      backlogSince = performance.now()
    }
    const ahead = await findNextDue(app, except, { after, upTo: 2 ** 53 })
    const around =
      ahead.length < subscriptionsAtOnce ? await findNextDue(app, except, { after: 0, upTo: after }) : []
    after = ahead.length < subscriptionsAtOnce ? 0 : (ahead.at(-1)?.subscriptionId ?? 0)
    return [...ahead, ...around]
  }
}

const unclaimed = sql`(d.claimed_until is null or d.claimed_until < clock_timestamp())`

// Until the transaction ends: plans that read in the order of an index. Statistics know nothing of a backlog that has
// just come, so that reading all of it again for each subscription, and sorting it, would seem as good.
const planning = statement<object, never>(
  () => sql`select set_config('plan_cache_mode', 'force_generic_plan', true), set_config('enable_sort', 'off', true),
    set_config('enable_incremental_sort', 'off', true), set_config('enable_seqscan', 'off', true)`,
)

const scan = <Input, Row>(app: App, query: Statement<Input, Row>, input: Input): Promise<readonly Row[]> =>
  internalTransaction(app, (tx) => {
    planning.send(tx, {})
    return query.run(tx, input)
  })

interface LongestDueRow extends DueSubscriptionRow {
  /** How many of those scanned, and how many of these are not claimed. */
  readonly due: number
  readonly free: number
}

const selectLongestDue = statement<{ readonly now: Date }, LongestDueRow>(
  // not through access.ts: finds work for the engine, not for a caller
  ({ now }) => sql`
    /* every organisation: work is found here and claimed by its keys */
    select d.subscription_id, s.host, count(*) as due, count(*) filter (where ${unclaimed}) as free
    from (select subscription_id, claimed_until, due_at from webhook_deliveries
      where state = 'pending' and due_at <= ${now} order by due_at limit ${sql.lit(scannedRows)}) d
    join webhook_subscriptions s on s.id = d.subscription_id
    group by d.subscription_id, s.host order by min(d.due_at)`,
)

/** Undefined when the backlog is so large that a scan of this size could miss a subscription. */
async function findLongestDue(app: App, except: Exclusions): Promise<readonly DueSubscription[] | undefined> {
  const rows = await scan(app, selectLongestDue, { now: app.clock.now() })
  if (rows.reduce((sum, { due }) => sum + due, 0) >= scannedRows) return undefined
  const subscriptions = new Set(except.subscriptions)
  const hosts = new Set(except.hosts)
  return rows
    .filter((row) => row.free > 0 && !subscriptions.has(row.subscription_id) && !hosts.has(row.host))
    .map(dueSubscriptionFromRow)
}

interface Range {
  /** Ids of subscriptions. */
  readonly after: number
  readonly upTo: number
}

// not through access.ts: finds work for the engine, not for a caller
const selectNextDue = statement<Exclusions & Range & { readonly now: Date }, DueSubscriptionRow>(
  ({ subscriptions, hosts, after, upTo, now }) => sql`
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
    where w.subscription_id <= ${upTo} and w.due_at <= ${now}
      and w.subscription_id <> all(${subscriptions}::bigint[]) and s.host <> all(${hosts}::text[])
    limit ${sql.lit(subscriptionsAtOnce)}`,
)

/** Steps from subscription to subscription in the index, without reading through any backlog. */
async function findNextDue(app: App, except: Exclusions, range: Range): Promise<readonly DueSubscription[]> {
  const rows = await scan(app, selectNextDue, { ...except, ...range, now: app.clock.now() })
  return rows.map(dueSubscriptionFromRow)
}

/**
 * Claims the deliveries that have been due longest, for each subscription up to its quota, skipping what other
 * processes have claimed meanwhile. A claimed delivery no longer collects events.
 */
export async function claimDeliveries(app: App, quotas: readonly Quota[]): Promise<readonly Claimed[]> {
  if (quotas.length === 0) return []
  const id = randomUUID()
  const claimed = await internalTransaction(app, async (tx, now) => {
    const keys = await findDue(tx, quotas, now)
    if (keys.length === 0) return undefined
    const answer = claimAll.run(tx, {
      organisationIds: keys.map(({ organisation_id }) => organisation_id),
      ids: keys.map((key) => key.id),
      claim: id,
      now,
    })
    // not awaited here, so that the commit goes out in the same packet; what it fails with, the transaction does
    answer.catch(() => undefined)
    return { answer }
  })
  const rows = (await claimed?.answer) ?? []
  return rows.map((row) => claimedOf(row, id))
}

interface ClaimInput {
  readonly organisationIds: readonly number[]
  readonly ids: readonly number[]
  readonly claim: string
  readonly now: Date
}

const claimAll = statement<ClaimInput, ClaimedRow>(
  ({ organisationIds, ids, claim, now }) => sql`
  update webhook_deliveries d
  set claim = ${claim}, claimed_until = statement_timestamp() + ${sql.lit(leaseMs)} * interval '1 millisecond', collecting = false
  from unnest(${organisationIds}::bigint[], ${ids}::bigint[]) as named (organisation_id, id)
  where d.organisation_id = named.organisation_id and d.id = named.id
    -- not the state alone: while statistics say that little is pending, all of it would be compared with each of these
    and d.state || '' = 'pending' and d.due_at <= ${now} and ${unclaimed}
  returning d.organisation_id, d.id, d.subscription_id, d.message_id, d.kind, d.topic, d.event_at, d.resource_id,
    d.subject_kind, d.subject_id, d.attempts, d.body`,
)

interface DueRow {
  readonly organisation_id: number
  readonly id: number
}

// candidates considered per claimed delivery: processes that claim at the same moment mostly pick different ones
const candidateFactor = 4

interface DueInput {
  readonly subscriptionIds: readonly number[]
  readonly limits: readonly number[]
  /** Which part of its candidates each takes: at least 0 and less than 1. */
  readonly parts: readonly number[]
  readonly now: Date
}

const selectDue = statement<DueInput, DueRow>(
  ({ subscriptionIds, limits, parts, now }) => sql`
    /* every organisation: a subscription is notified of several */
    select due.organisation_id, due.id
    from unnest(${subscriptionIds}::bigint[], ${limits}::bigint[], ${parts}::float[]) as quota (subscription_id, max_rows, part)
    cross join lateral (
      select d.organisation_id, d.id, row_number() over (order by d.due_at, d.id) - 1 as place, count(*) over () as candidates
      from (select organisation_id, id, due_at from webhook_deliveries d
        where d.subscription_id = quota.subscription_id and d.state = 'pending' and d.due_at <= ${now} and ${unclaimed}
        order by d.due_at, d.id limit quota.max_rows * ${sql.lit(candidateFactor)}) d) due
    where due.place / quota.max_rows = floor(quota.part * ceil(due.candidates::float / quota.max_rows))
    -- the same order everywhere, so that processes that want the same rows queue up instead of deadlocking
    order by due.organisation_id, due.id`,
)

/** Of the candidates of each subscription a part as large as its quota, chosen at random. */
function findDue(tx: Tx, quotas: readonly Quota[], now: Date): Promise<readonly DueRow[]> {
  planning.send(tx, {})
  return selectDue.run(tx, {
    subscriptionIds: quotas.map(({ subscriptionId }) => subscriptionId),
    limits: quotas.map(({ limit }) => limit),
    parts: quotas.map(() => Math.random()),
    now,
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
  readonly subject_kind: Concern['kind']
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
export const claimedKeys = (claimed: readonly Pick<Claimed, 'organisationId' | 'id' | 'claim'>[]) => sql`
  unnest(${claimed.map(({ organisationId }) => organisationId)}::bigint[], ${claimed.map(({ id }) => id)}::bigint[],
    ${claimed.map(({ claim: own }) => own)}::uuid[]) as named (organisation_id, id, claim)`
