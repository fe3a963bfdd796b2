// What must hold under load: each event once, answers at the edge of the time limit, an event with thousands of
// subscriptions.
import { afterEach, expect, test } from 'vitest'
import { internalTransaction } from '../../server/platform/events/change.ts'
import { startWebhookEngine, type WebhookEngine } from '../../server/webhooks/delivery/engine.ts'
import { fanOut } from '../../server/webhooks/delivery/fan-out.ts'
import type { ReceivedRequest } from '../peers/receiver.ts'
import { createSubscribed, deliveriesOf, type Subscribed, useReceiver } from '../peers/subscribed.ts'
import { own } from '../peers/subscription-care.ts'
import { useTestApp } from '../test-app.ts'
import { happen, topic } from './happen.ts'
import { patience, size, print } from './whole.ts'

const topics = [topic]
const parts = useTestApp()
const receiver = useReceiver()
const engines: WebhookEngine[] = []

afterEach(async () => {
  receiver().react(204)
  await Promise.all(engines.splice(0).map((engine) => engine.stop()))
  await internalTransaction(parts.app, (tx) => tx.deleteFrom('webhook_subscriptions').execute())
})
const startEngines = (count: number) => {
  for (let i = 0; i < count; i++) engines.push(startWebhookEngine(parts.app))
}
const on = ({ owner, contractId }: Subscribed) => ({
  app: parts.app,
  organisationId: owner.organisationId,
  contractId,
})
const to = (target: string) => receiver().requests.filter((request) => request.target === target)
const idOf = ({ body }: ReceivedRequest) => (JSON.parse(body.toString()) as { ResourceId: number }).ResourceId

test('four engines deliver every event once [W-75]', async () => {
  const count = size(200, 10_000)
  const here = await createSubscribed(parts, receiver(), { topics })
  startEngines(4)
  await happen(on(here), { count })
  await expect.poll(() => to('/hook').length, patience).toBeGreaterThanOrEqual(count)
  await Promise.all(engines.splice(0).map((engine) => engine.stop()))
  expect(new Set(to('/hook').map(idOf)).size).toBe(count)
  expect(to('/hook'), 'duplicates').toHaveLength(count)
  print(`${count} events by 4 engines of one process: no duplicates`)
})

test('an answer within five seconds counts, a later one does not [W-95]', async () => {
  const count = size(4, 200)
  const late = await createSubscribed(parts, receiver(), { topics, query: '?late' })
  const tooLate = await createSubscribed(parts, receiver(), { topics, query: '?too-late' })
  receiver().react(({ target }: ReceivedRequest) => ({
    status: 204,
    // close to the limit only in the full run: here, the machine may be too busy to keep to 150 ms
    afterMs: target.endsWith('?late') ? size(2_000, 4_850) : 5_150,
  }))
  await happen(on(late), { count })
  await happen(on(tooLate), { count: 1 })
  startEngines(2)
  const states = async (here: Subscribed) =>
    [
      ...new Set(
        (await deliveriesOf(parts, here)).map(({ state, attempts }) => `${state} after ${attempts}`),
      ),
    ].join()
  await expect.poll(() => states(tooLate), patience).toBe('pending after 1')
  await expect.poll(() => states(late), patience).toBe('acknowledged after 1')
  expect(to('/hook?late'), 'duplicates').toHaveLength(count)
  expect(to('/hook?too-late')).toHaveLength(1)
  expect((await tooLate.caller.get(`${own(tooLate)}/health`)).json()).toMatchObject({
    lastFailure: { status: null, error: 'no answer within 5 seconds' },
  })
  print(`${count} answered after 4.85 s: acknowledged, no duplicates; after 5.15 s: failed, due again`)
})

test('an event with many subscriptions is fanned out in few statements', async () => {
  const count = size(200, 5_000)
  const here = await createSubscribed(parts, receiver(), { topics })
  const now = parts.clock.now()
  const values = Array.from({ length: count - 1 }, () => ({
    user_id: here.owner.id,
    topics,
    url: 'https://hooks.example.com/',
    status: 'disabled',
    secret: Buffer.alloc(0),
    created_at: now,
    modified_at: now,
    modified_by: here.owner.id,
  }))
  for (let from = 0; from < values.length; from += 1_000) {
    await internalTransaction(parts.app, (tx) =>
      tx
        .insertInto('webhook_subscriptions')
        .values(values.slice(from, from + 1_000))
        .execute(),
    )
  }
  const causeBegan = performance.now()
  await happen(on(here), { count: 1 })
  const causeMs = performance.now() - causeBegan
  const began = performance.now()
  await fanOut(parts.app)
  const ms = performance.now() - began
  const { made } = await parts.app.db
    .selectFrom('webhook_deliveries')
    .where('organisation_id', '=', here.owner.organisationId)
    .select(({ fn }) => fn.countAll<number>().as('made'))
    .executeTakeFirstOrThrow()
  expect(made).toBe(count)
  print(
    `${count} subscriptions of one topic: the change took ${causeMs.toFixed(0)} ms, fanning out ${ms.toFixed(0)} ms`,
  )
})
