// Claims, attempts recorded before they are sent, and recovery from an outage.
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import {
  contractsPath,
  createSubscribed,
  type Subscribed,
  useReceiver,
} from '../../../test/peers/subscribed.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { internalTransaction } from '../../platform/events/change.ts'
import { claimDeliveries, createDueScanner } from './claim-deliveries.ts'
import { beginAttempts, releaseClaims, type ReadyAttempt, sendAttempt } from './attempts.ts'
import { runWebhooksOnce } from './engine.ts'
import { fanOut } from './fan-out.ts'
import { recordHeartbeat } from './outage-recovery.ts'
import { recordOutcomes } from './attempt-outcome.ts'

const parts = useTestApp()
const receiver = useReceiver()
const nobody = { subscriptions: [], hosts: [] }

/** A contract with an undelivered change of stage. */
async function waiting(): Promise<Subscribed> {
  await runWebhooksOnce(parts.app)
  const here = await createSubscribed(parts, receiver(), { topics: ['contract.status.updated'] })
  await here.caller.patch(`${contractsPath}/${here.contractId}`, { Status: 'Negotiating' })
  await fanOut(parts.app)
  return here
}
const quotas = async () =>
  (await createDueScanner(parts.app)(nobody)).map((each) => ({ ...each, limit: 100 }))
const claimAll = async () => claimDeliveries(parts.app, await quotas())
const sendAndRecord = async (ready: ReadyAttempt) =>
  recordOutcomes(parts.app, [await sendAttempt(parts.app, ready)])

const leaseEnds = ({ owner }: Subscribed) =>
  internalTransaction(parts.app, (tx) =>
    tx
      .updateTable('webhook_deliveries')
      // real time: leases run by the database's clock
      .set({ claimed_until: new Date(Date.now() - 1_000) })
      .where('organisation_id', '=', owner.organisationId)
      .execute(),
  )

const attemptsOf = ({ owner }: Subscribed) =>
  parts.app.db
    .selectFrom('webhook_attempts')
    .where('organisation_id', '=', owner.organisationId)
    .orderBy('id')
    .select(['number', 'status', 'duration_ms'])
    .execute()

test('a delivery claimed by one process is not claimed by another until the lease expires by the database clock [W-91]', async () => {
  const here = await waiting()
  const due = await quotas()
  const both = await Promise.all([claimDeliveries(parts.app, due), claimDeliveries(parts.app, due)])
  expect(both.flat()).toHaveLength(1)
  // moving the sandbox's clock does not expire a lease
  parts.clock.advance({ hours: 1 })
  expect(await claimAll()).toEqual([])
  await leaseEnds(here)
  expect(await claimAll()).toHaveLength(1)
})

test('an attempt is recorded before it is sent; an interrupted one stays in the log and is not counted [W-91]', async () => {
  const here = await waiting()
  await beginAttempts(parts.app, await claimAll())
  expect(await attemptsOf(here)).toEqual([{ number: 1, status: null, duration_ms: null }])
  await leaseEnds(here)
  await runWebhooksOnce(parts.app)
  expect(receiver().requests).toHaveLength(1)
  expect(await attemptsOf(here)).toEqual([
    { number: 1, status: null, duration_ms: null },
    { number: 1, status: 204, duration_ms: expect.any(Number) },
  ])
})

test('a process that has lost its claim changes nothing by recording an outcome', async () => {
  const here = await waiting()
  const [stale] = await beginAttempts(parts.app, await claimAll())
  await leaseEnds(here)
  const [fresh] = await beginAttempts(parts.app, await claimAll())
  receiver().react(500)
  if (!stale || !fresh) throw new Error('Nothing was claimed')
  await sendAndRecord(stale)
  const state = () =>
    parts.app.db
      .selectFrom('webhook_deliveries')
      .where('organisation_id', '=', here.owner.organisationId)
      .select(['state', 'attempts', 'claim'])
      .executeTakeFirstOrThrow()
  expect(await state()).toMatchObject({ state: 'pending', attempts: 0, claim: fresh.delivery.claim })
  receiver().react(204)
  await sendAndRecord(fresh)
  expect(await state()).toMatchObject({ state: 'acknowledged', attempts: 1 })
})

test('started attempts can be released unsent: the delivery is due as before and shows no attempt [W-79]', async () => {
  const here = await waiting()
  const ready = await beginAttempts(parts.app, await claimAll())
  expect(await attemptsOf(here)).toHaveLength(1)
  await releaseClaims(parts.app, ready)
  expect(await attemptsOf(here)).toEqual([])
  const again = await claimAll()
  expect(again).toHaveLength(1)
  await releaseClaims(parts.app, await beginAttempts(parts.app, again))
})

test('scans rotate through all subscriptions when the backlog exceeds one scan', async () => {
  const busy = await waiting()
  const quiet = await waiting()
  await internalTransaction(parts.app, (tx) =>
    sql`insert into webhook_deliveries (organisation_id, subscription_id, message_id, event_id, event_at, topic,
        resource_id, subject_kind, subject_id, collecting, state, due_at, created_at)
      select organisation_id, subscription_id, 'msg_' || n, -n, event_at, topic, resource_id, subject_kind,
        subject_id, false, 'pending', due_at - interval '1 hour', created_at
      from webhook_deliveries, generate_series(1, 700) n
      where organisation_id = ${busy.owner.organisationId}`.execute(tx),
  )
  const due = await createDueScanner(parts.app)(nobody)
  expect(due.map(({ subscriptionId }) => subscriptionId)).toEqual(
    expect.arrayContaining([busy.subscriptionId, quiet.subscriptionId]),
  )
  const claimed = await claimDeliveries(
    parts.app,
    due.map((each) => ({ ...each, limit: 8 })),
  )
  const of = ({ subscriptionId }: Subscribed) =>
    claimed.filter((each) => each.subscriptionId === subscriptionId).length
  expect(of(busy)).toBe(8)
  expect(of(quiet)).toBe(1)
  await releaseClaims(parts.app, await beginAttempts(parts.app, claimed))
  // and those without capacity are left out
  const rest = await createDueScanner(parts.app)({ subscriptions: [busy.subscriptionId], hosts: [] })
  expect(rest.map(({ subscriptionId }) => subscriptionId)).not.toContain(busy.subscriptionId)
})

test('deliveries delayed by an outage are spread, and nothing else is', async () => {
  const here = await waiting()
  const dueTimes = async () => {
    const rows = await parts.app.db
      .selectFrom('webhook_deliveries')
      .where('organisation_id', '=', here.owner.organisationId)
      .orderBy('due_at')
      .select('due_at')
      .execute()
    return rows.map(({ due_at }) => due_at.getTime())
  }
  await internalTransaction(parts.app, (tx) =>
    sql`insert into webhook_deliveries (organisation_id, subscription_id, message_id, event_id, event_at, topic,
        resource_id, subject_kind, subject_id, collecting, state, due_at, created_at)
      select organisation_id, subscription_id, 'msg_' || n, -n, event_at, topic, resource_id, subject_kind,
        subject_id, false, 'pending', due_at, created_at
      from webhook_deliveries, generate_series(1, 5099) n
      where organisation_id = ${here.owner.organisationId}`.execute(tx),
  )
  await recordHeartbeat(parts.app)
  const overdue = await dueTimes()
  expect(await recordHeartbeat(parts.app)).toBe(0)
  await internalTransaction(parts.app, (tx) =>
    sql`update webhook_engine set looked_at = looked_at - interval '1 minute'`.execute(tx),
  )
  const now = parts.clock.now().getTime()
  expect(overdue.every((at) => at <= now)).toBe(false)
  expect(await recordHeartbeat(parts.app)).toBeLessThanOrEqual(5_000)
  const spread = (await dueTimes()).filter((at) => at > now)
  expect(spread).toHaveLength(5_000)
  expect(Math.max(...spread) - now).toBeGreaterThanOrEqual(10_000)
})
