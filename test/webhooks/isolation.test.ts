// Receivers that hang: notifications to those that answer do not wait for those that do not.
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { setTimeout as pause } from 'node:timers/promises'
import { internalTransaction } from '../../server/platform/events/change.ts'
import { startWebhookEngine, type WebhookEngine } from '../../server/webhooks/delivery/engine.ts'
import { insertContract } from '../fixtures/contracts.ts'
import { createContractTemplate, createOrganisation, createUser } from '../factories.ts'
import { useTestApp } from '../test-app.ts'
import { happen, subscribeMany } from './happen.ts'
import { type Receivers, startReceivers } from './receivers.ts'
import { delays, patience, size, print } from './whole.ts'

const parts = useTestApp()
let receivers: Receivers
let engine: WebhookEngine | undefined
beforeEach(async () => {
  receivers = await startReceivers()
})
afterEach(async () => {
  await engine?.stop()
  receivers.close()
  await internalTransaction(parts.app, (tx) => tx.deleteFrom('webhook_subscriptions').execute())
})

/** An organisation with a contract, and this many receivers of its owner, from a starting number. */
async function subscribed({ first, count, path }: { first: number; count: number; path: string }) {
  const { app } = parts
  const { id: organisationId } = await createOrganisation(app)
  const owner = await createUser(app, { organisationId })
  const templateId = await createContractTemplate(app, { organisationId })
  const contractId = await insertContract(app, { owner, templateId })
  const hosts = Array.from({ length: count }, (_, i) => receivers.host(first + i))
  await subscribeMany(
    app,
    owner,
    hosts.map((host) => `https://${host}${path}`),
  )
  return { app, organisationId, contractId, hosts }
}
type Subscribed = Awaited<ReturnType<typeof subscribed>>

const healthyReceivers = size(4, 20)

/** This many events per second to the healthy ones; returns how long each took from commit to receipt. */
async function notifySteadily(healthy: Subscribed, count: number): Promise<readonly number[]> {
  const before = (await receivers.count()).received
  const committed = new Map<number, number>()
  const began = performance.now()
  const firstId = 1_000_000
  for (let i = 0; i < count; i++) {
    for (const [id, at] of await happen(healthy, { count: 1, first: firstId + i })) committed.set(id, at)
    await pause(Math.max(0, began + (i + 1) * 100 - performance.now()))
  }
  const all = before + count * healthyReceivers
  await expect.poll(async () => (await receivers.count()).received, patience).toBe(all)
  const { received } = await receivers.take()
  return received
    .filter(({ id }) => id >= firstId)
    .map(({ id, at }) => at - (committed.get(id) ?? Number.NaN))
}

const waiting = async ({ organisationId }: Subscribed) => {
  const { count } = await parts.app.db
    .selectFrom('webhook_deliveries')
    .where('organisation_id', '=', organisationId)
    .where('state', '=', 'pending')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}
const hangs = async (count: number) =>
  expect.poll(async () => (await receivers.count()).hanging.now, patience).toBeGreaterThanOrEqual(count)

describe('notifications to receivers that answer', () => {
  test('do not wait for one that hangs with a long backlog [W-74]', async () => {
    const backlog = size(300, 5_000)
    const healthy = await subscribed({ first: 0, count: healthyReceivers, path: '/hook' })
    const stuck = await subscribed({ first: 500, count: 1, path: '/hang' })
    engine = startWebhookEngine(parts.app)
    await happen(stuck, { count: backlog })
    await hangs(1)
    const took = await notifySteadily(healthy, size(10, 200))
    print(`one hanging receiver with ${backlog} waiting; ${healthyReceivers} healthy ones: ${delays(took)}`)
    expect(await waiting(stuck)).toBeGreaterThan(backlog / 2)
    // a receiver that has not answered yet gets one at a time
    expect((await receivers.count()).hanging.most).toBeLessThanOrEqual(1)
  })

  test('do not wait for many that hang [W-74]', async () => {
    const hanging = size(20, 200)
    const healthy = await subscribed({ first: 0, count: healthyReceivers, path: '/hook' })
    const stuck = await subscribed({ first: 500, count: hanging, path: '/hang' })
    engine = startWebhookEngine(parts.app)
    await happen(stuck, { count: 25 })
    await hangs(hanging / 2)
    const rss = process.memoryUsage.rss()
    const took = await notifySteadily(healthy, size(10, 200))
    const { hanging: held } = await receivers.count()
    print(
      `${hanging} hanging receivers with 25 waiting each: ${delays(took)}; ${held.most} connections held at most, memory ${((process.memoryUsage.rss() - rss) / 1024 ** 2).toFixed(0)} MiB more`,
    )
    expect(await waiting(stuck)).toBeGreaterThan(0)
    expect(held.most).toBeLessThanOrEqual(hanging)
  })

  test('do not wait for many that answered and suddenly hang [W-74]', async () => {
    const turning = size(20, 200)
    const healthy = await subscribed({ first: 0, count: healthyReceivers, path: '/hook' })
    const turns = await subscribed({ first: 500, count: turning, path: '/turns' })
    engine = startWebhookEngine(parts.app)
    await happen(turns, { count: 10 })
    await expect.poll(async () => (await receivers.count()).received, patience).toBe(turning * 10)
    await receivers.turn()
    await receivers.take()
    await happen(turns, { count: 25, first: 100 })
    await hangs(1)
    const took = await notifySteadily(healthy, size(10, 200))
    print(
      `${turning} receivers that answered and then hang, 25 waiting each: ${delays(took)}; ${(await receivers.count()).hanging.most} connections held at most`,
    )
    expect(await waiting(turns)).toBeGreaterThan(0)
  })
})
