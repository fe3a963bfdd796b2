// The retry schedule in real time, by a real server, without a controlled clock: in full with the delays of the
// specification.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createVictim, type Victim } from '../kill/victim.ts'
import { type Receiver, startReceiver } from '../peers/receiver.ts'
import { type Client, createClient } from './client.ts'
import { patience, size, print } from './whole.ts'

let victim: Victim
let receiver: Receiver
let client: Client
// the specification's delays; in the short run, the same order scaled down
const delays = size([1, 2, 3], [60, 120, 300])

beforeAll(async () => {
  receiver = await startReceiver()
  victim = await createVictim({ CHANCERY_WEBHOOK_RETRY_DELAYS: delays.join(',') })
  await victim.start(1)
  client = await createClient(victim)
})
afterAll(async () => {
  await victim.remove()
  await receiver.close()
})

test('a notification that is never answered is sent four times, each delay counted from the previous failure, and is abandoned [W-92]', async () => {
  receiver.react(503)
  const subscriptionId = await client.subscribe(`${receiver.url}/hook`)
  const contractId = await client.findContract()
  const began = Date.now()
  await client.move(contractId)
  await expect.poll(() => receiver.requests.length, patience).toBe(4)
  const log = () => client.deliveries(subscriptionId)
  await expect.poll(async () => (await log())[0]?.state, patience).toBe('Abandoned')
  expect(await log()).toMatchObject([{ state: 'Abandoned', attemptCount: 4 }])
  const gaps = receiver.requests.map(({ at }, i) => at - (receiver.requests[i - 1]?.at ?? began))
  // never early: the previous failure is known later than its request arrived
  delays.forEach((seconds, i) => expect(gaps[i + 1]).toBeGreaterThanOrEqual(seconds * 1_000 - 50))
  expect(new Set(receiver.requests.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  expect(new Set(receiver.requests.map(({ body }) => body.toString())).size).toBe(1)
  print(
    `attempts ${gaps.map((ms) => `${(ms / 1_000).toFixed(2)} s`).join(', ')} after the one before, for delays of ${delays.join(', ')} s`,
  )
})
