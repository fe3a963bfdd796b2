// Several server processes on one database, as `npm start` starts them: each event once when nothing fails, and when
// they are stopped cleanly under load.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { setTimeout as pause } from 'node:timers/promises'
import { createVictim, type Victim } from '../kill/victim.ts'
import { type Client, createClient } from './client.ts'
import { type Receivers, startReceivers } from './receivers.ts'
import { delays, patience, size, print } from './whole.ts'

let victim: Victim
let receivers: Receivers
let client: Client
let contractId: number

beforeAll(async () => {
  receivers = await startReceivers()
  victim = await createVictim()
  await victim.start(size(2, 4))
  client = await createClient(victim)
  contractId = await client.findContract()
  await client.subscribe(`https://${receivers.host(0)}/hook`)
})
afterAll(async () => {
  await victim.remove()
  receivers.close()
})

/** Moves the contract, one move after another, until stopped; returns when each was acknowledged. */
async function moveOn(goesOn: (moved: number) => boolean): Promise<number[]> {
  const moved: number[] = []
  while (goesOn(moved.length)) {
    if (await client.move(contractId)) moved.push(Date.now())
    else await pause(50)
  }
  return moved
}

test('four processes send each of many events once [W-75]', async () => {
  const count = size(100, 10_000)
  const began = performance.now()
  const moved = await moveOn((made) => made < count)
  const seconds = (performance.now() - began) / 1_000
  await expect.poll(async () => (await receivers.count()).received, patience).toBeGreaterThanOrEqual(count)
  // gives duplicates the time to arrive
  await pause(500)
  const { received, duplicates } = await receivers.take()
  expect(received).toHaveLength(count)
  expect(duplicates).toBe(0)
  const inOrder = received.map(({ at }) => at).sort((a, b) => a - b)
  print(
    `${count} changes by ${size(2, 4)} processes, ${(count / seconds).toFixed(0)} a second: no duplicates; from the answer to the receipt ${delays(inOrder.map((at, i) => at - (moved[i] ?? at)))}`,
  )
})

test('servers stopped cleanly under load lose nothing and send nothing twice [W-75]', async () => {
  const stops = size(2, 50)
  const slowest = { ms: 0 }
  let moves = 0
  for (let i = 0; i < stops; i++) {
    let stopped = false
    const moving = moveOn(() => !stopped)
    await pause(size(500, 1_000))
    const began = performance.now()
    await victim.stop()
    slowest.ms = Math.max(slowest.ms, performance.now() - began)
    stopped = true
    moves += (await moving).length
    await victim.start(size(1, 2))
  }
  await expect.poll(async () => (await receivers.count()).received, patience).toBeGreaterThanOrEqual(moves)
  await pause(500)
  const { received, duplicates } = await receivers.take()
  // a move may have been made and its response cut off
  expect(received.length).toBeGreaterThanOrEqual(moves)
  expect(duplicates).toBe(0)
  print(
    `${stops} stops in order during ${moves} changes: ${received.length} delivered, no duplicates, slowest stop ${(slowest.ms / 1_000).toFixed(1)} s`,
  )
})
