// What must hold under load, in small with every run of the tests; whole, with figures, by `npm run webhook-test`.
import { afterEach, expect, test } from 'vitest'
import { bookkeeping, change, systemActor } from '../server/platform/change.ts'
import { startWebhookEngine, type WebhookEngine } from '../server/webhooks/engine.ts'
import { fanOut } from '../server/webhooks/fan-out.ts'
import type { ReceivedRequest } from './receiver.ts'
import { createSubscribed, deliveriesOf, type Subscribed, useReceiver } from './subscribed.ts'
import { own } from './subscription-care.ts'
import { useTestApp } from './test-app.ts'

const whole = process.env['CHANCERY_TEST_WHOLE_LOAD'] === 'yes'
const size = <Value>(small: Value, large: Value) => (whole ? large : small)
const tell = (line: string) => (whole ? process.stdout.write(`${line}\n`) : undefined)
const topics = ['contract.status.updated']
const parts = useTestApp()
const receiver = useReceiver()
const patience = { timeout: size(60_000, 600_000) }
const engines: WebhookEngine[] = []

afterEach(async () => {
  receiver().react(204)
  await Promise.all(engines.splice(0).map((engine) => engine.stop()))
  await bookkeeping(parts.app, (tx) => tx.deleteFrom('webhook_subscriptions').execute())
})
const startEngines = (count: number) => {
  for (let i = 0; i < count; i++) engines.push(startWebhookEngine(parts.app))
}

/** Events on the contract, of resources numbered from `first` on; when each was committed, in real time. */
async function happen(
  { owner, contractId }: Subscribed,
  count: number,
  { first = 1, name = 'contract.status.updated' } = {},
): Promise<Map<number, number>> {
  const committed = new Map<number, number>()
  for (let from = first; from < first + count; from += 25) {
    const ids = Array.from({ length: Math.min(25, first + count - from) }, (_, i) => from + i)
    await change(parts.app, systemActor('load'), async () => ({
      result: undefined,
      events: ids.map((id) => ({
        name,
        organisationId: owner.organisationId,
        resource: { kind: 'contract', id },
        subject: { kind: 'contract', id: contractId },
      })),
    }))
    // real time: how long it takes until it is received
    for (const id of ids) committed.set(id, Date.now())
  }
  return committed
}

const to = (target: string) => receiver().requests.filter((request) => request.target === target)
const idOf = ({ body }: ReceivedRequest) => (JSON.parse(body.toString()) as { ResourceId: number }).ResourceId

function delays(committed: ReadonlyMap<number, number>, requests: readonly ReceivedRequest[]) {
  const sorted = requests
    .map((request) => request.at - (committed.get(idOf(request)) ?? Number.NaN))
    .sort((a, b) => a - b)
  return { median: sorted[Math.floor(sorted.length / 2)], p99: sorted[Math.floor(sorted.length * 0.99)] }
}

test('four engines deliver every event once', async () => {
  const count = size(200, 10_000)
  const here = await createSubscribed(parts, receiver(), { topics })
  startEngines(4)
  const began = performance.now()
  await happen(here, count)
  await expect.poll(() => to('/hook').length, patience).toBeGreaterThanOrEqual(count)
  const seconds = (performance.now() - began) / 1_000
  await Promise.all(engines.splice(0).map((engine) => engine.stop()))
  expect(new Set(to('/hook').map(idOf)).size).toBe(count)
  expect(to('/hook'), 'duplicates').toHaveLength(count)
  const bareBegan = performance.now()
  const posts = Array.from({ length: 8 }, async () => {
    for (let i = 0; i < count / 8; i++) {
      await parts.app.outbound.post({ url: `${receiver().url}/bare`, headers: {}, body: Buffer.from('{}') })
    }
  })
  await Promise.all(posts)
  const bare = (performance.now() - bareBegan) / 1_000
  tell(
    `${count} events by 4 engines, no duplicates: ${(count / seconds).toFixed(0)}/s; bare posts, 8 at once: ${(count / bare).toFixed(0)}/s; ratio ${(bare / seconds).toFixed(2)}`,
  )
}, 700_000)

test('an answer after 4.9 seconds counts, one after 5.1 seconds does not', async () => {
  const late = await createSubscribed(parts, receiver(), { topics, query: '?late' })
  const tooLate = await createSubscribed(parts, receiver(), { topics, query: '?too-late' })
  receiver().react(({ target }: ReceivedRequest) => ({
    status: 204,
    afterMs: target.endsWith('?late') ? 4_850 : 5_150,
  }))
  await happen(late, 1)
  await happen(tooLate, 1)
  startEngines(2)
  const attempts = async (here: Subscribed) => (await deliveriesOf(parts, here)).map((each) => each.attempts)
  await expect.poll(() => attempts(tooLate), { timeout: 30_000 }).toEqual([1])
  await expect.poll(() => attempts(late), { timeout: 30_000 }).toEqual([1])
  expect((await deliveriesOf(parts, late))[0]).toMatchObject({ state: 'acknowledged' })
  expect((await deliveriesOf(parts, tooLate))[0]).toMatchObject({ state: 'pending' })
  expect(receiver().requests).toHaveLength(2)
  expect((await tooLate.caller.get(`${own(tooLate)}/health`)).json()).toMatchObject({
    lastFailure: { status: null, error: 'no answer within 5 seconds' },
  })
}, 60_000)

test('receivers that hang, one with a long backlog, do not hold up the others', async () => {
  const backlog = size(300, 5_000)
  const hanging = size(10, 200)
  const healthy = await createSubscribed(parts, receiver(), { topics })
  const stuck = await createSubscribed(parts, receiver(), { topics, query: '?stuck' })
  const subscribe = (caller: Subscribed['caller'], path: string) =>
    caller.post('/v2/webhookSubscriptions', {
      topics: ['contract.created'],
      subscriptionUrl: `${receiver().url}${path}`,
    })
  // each a receiver of its own, for the room that is shared by those of one
  for (let i = 0; i < hanging; i++) await subscribe(stuck.caller, `/hook?stuck-${i}`)
  await bookkeeping(parts.app, (tx) =>
    tx
      .updateTable('webhook_subscriptions')
      .set((eb) => ({ host: eb.cast<string>('id', 'text') }))
      .where('user_id', '=', stuck.owner.id)
      .execute(),
  )
  receiver().react(({ target }: ReceivedRequest) => (target.includes('stuck') ? 'hang' : 204))
  startEngines(1)
  await happen(stuck, 5, { name: 'contract.created' })
  await happen(stuck, backlog)
  const count = size(100, 1_000)
  const committed = await happen(healthy, count, { first: 1_000_000 })
  await expect.poll(() => to('/hook').length, patience).toBe(count)
  const { median, p99 } = delays(committed, to('/hook'))
  tell(
    `${backlog} waiting for one hanging receiver, and 5 each for ${hanging} others; ${count} to a healthy one: median ${median} ms, p99 ${p99} ms`,
  )
  // all of it came while those that hang still have to be told of theirs
  expect(to('/hook?stuck').length).toBeLessThan(backlog / 2)
}, 700_000)

test('an event with many subscriptions is fanned out in few statements and seconds', async () => {
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
    await bookkeeping(parts.app, (tx) =>
      tx
        .insertInto('webhook_subscriptions')
        .values(values.slice(from, from + 1_000))
        .execute(),
    )
  }
  const causeBegan = performance.now()
  await happen(here, 1)
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
  tell(
    `${count} subscriptions of one topic: the change took ${causeMs.toFixed(0)} ms, fanning out ${ms.toFixed(0)} ms`,
  )
}, 120_000)
