// Which connections are kept when there is no space for all of them.
import type { Client } from 'undici'
import { expect, test } from 'vitest'
import { createConnectionPool } from './outbound-pool.ts'

/** A connection that is open until it is destroyed. */
function connection() {
  const client = { closed: false, destroyed: false, stats: { connected: true }, on: () => client, destroy }
  async function destroy() {
    client.destroyed = true
  }
  return client
}

const urlOf = (number: number) => new URL(`https://receiver-${number}.example/`)

test('when all places are taken, every origin keeps one connection before any keeps a second', async () => {
  const pool = createConnectionPool(async () => connection() as unknown as Client)
  const signal = new AbortController().signal
  const open = async (number: number, count: number) => {
    const clients: Client[] = []
    for (let i = 0; i < count; i++) clients.push(await pool.open(urlOf(number), signal))
    for (const client of clients) pool.giveBack(urlOf(number), client, { reusable: true })
    return clients
  }
  for (let number = 0; number < 1_022; number++) await open(number, 1)
  const two = await open(1_022, 2)
  const [late] = await open(1_023, 1)
  expect(two.filter(({ destroyed }) => destroyed)).toHaveLength(1)
  expect(pool.takeKept(urlOf(1_023))).toBe(late)
  expect(pool.takeKept(urlOf(1_022))).toBeDefined()
  expect(pool.takeKept(urlOf(1_022))).toBeUndefined()
  await open(1_022, 1)
  await open(1_023, 1)
  // no origin has two, and none is idle
  const [refused] = await open(1_024, 1)
  expect(refused?.destroyed).toBe(true)
  expect(pool.takeKept(urlOf(0))).toBeDefined()
  await pool.close()
})
