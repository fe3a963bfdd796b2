// Attempts and windows by the sandbox's clock over the API, at a real server with the delays of the specification: what
// an integrator does to see what happens after eight minutes.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createVictim, type Victim } from '../kill/victim.ts'
import { type Receiver, startReceiver } from '../peers/receiver.ts'
import { type Client, createClient } from './client.ts'
import { patience, print } from './whole.ts'

let victim: Victim
let receiver: Receiver
let client: Client

beforeAll(async () => {
  receiver = await startReceiver()
  victim = await createVictim({
    CHANCERY_WEBHOOK_RETRY_DELAYS: '60,120,300',
    CHANCERY_WEBHOOK_DEDUPE_WINDOW: '120',
  })
  await victim.start(1)
  client = await createClient(victim)
})
afterAll(async () => {
  await victim.remove()
  await receiver.close()
})

const moveClock = (seconds: number) => client.call('PUT', '/v2/sandbox/clock', { advanceSeconds: seconds })
const newest = async (subscriptionId: number) => (await client.deliveries(subscriptionId))[0]
const attempts = (subscriptionId: number) =>
  expect.poll(async () => (await newest(subscriptionId))?.attemptCount, patience)

test('each retry is sent when the clock is moved to it, and the fourth failure abandons [W-92]', async () => {
  receiver.react(503)
  const subscriptionId = await client.subscribe(`${receiver.url}/hook`)
  await client.move(await client.findContract())
  await attempts(subscriptionId).toBe(1)
  for (const [seconds, made] of [
    [60, 2],
    [120, 3],
    [300, 4],
  ] as const) {
    expect(receiver.requests).toHaveLength(made - 1)
    await moveClock(seconds)
    await attempts(subscriptionId).toBe(made)
  }
  expect(await newest(subscriptionId)).toMatchObject({ state: 'Abandoned', attemptCount: 4 })
  await moveClock(20 * 60)
  expect(receiver.requests).toHaveLength(4)
  expect(new Set(receiver.requests.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  print(
    'attempts after the clock was moved by 60, 120 and 300 s; then abandoned, and none twenty minutes later',
  )
})

test('the tenth abandoned notification disables the subscription, the ninth does not [W-92]', async () => {
  receiver.react(500)
  receiver.clear()
  const subscriptionId = await client.subscribe(`${receiver.url}/ten`)
  const contractId = await client.findContract()
  const status = async () => {
    const answer = await client.call('GET', `/account-apis/v1/webhooks/subscriptions/${subscriptionId}`)
    return (answer?.body as { status: string } | undefined)?.status
  }
  const abandon = async (count: number) => {
    for (let i = 0; i < count; i++) await client.move(contractId)
    const ended = async () =>
      (await client.deliveries(subscriptionId)).filter(({ state }) => state === 'Abandoned').length
    const before = await ended()
    // moving further would skip what is due in between: each attempt waits for the previous one
    for (const [i, seconds] of [0, 60, 120, 300].entries()) {
      if (seconds > 0) await moveClock(seconds)
      const made = async () =>
        (await client.deliveries(subscriptionId)).filter(({ attemptCount }) => attemptCount > i).length
      await expect.poll(made, patience).toBe(before + count)
    }
    expect(await ended()).toBe(before + count)
  }
  await abandon(9)
  expect(await status()).toBe('active')
  await abandon(1)
  expect(await status()).toBe('disabled')
  print('nine abandoned: active; ten: disabled')
})
