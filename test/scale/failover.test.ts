// The database fails in the middle of work and its replica takes over: whatever was acknowledged is still there, once.
// The replica is synchronous, as docs/operating.md requires of those who want this.
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrateEverything } from '../../server/operations/process/database-server.ts'
import { matterWorld, mattersPath } from '../fixtures/matters.ts'
import { size, print } from '../webhooks/whole.ts'
import { type Replicated, startReplicated } from './replicated-postgres.ts'
import { startServerOn } from './server-on.ts'

let servers: Replicated
let parts: Awaited<ReturnType<typeof startServerOn>>

beforeAll(async () => {
  servers = await startReplicated({ synchronous: true })
  await migrateEverything(servers.connection, () => undefined)
  parts = await startServerOn(servers.connection)
})
afterAll(async () => {
  await parts.end()
  await servers.stop()
})

test('no acknowledged matter is lost when the database fails over to its replica, and numbers have no gaps', async () => {
  const { caller, categoryId } = await matterWorld(parts)
  const acknowledged = new Map<number, string>()
  const goal = size(150, 5_000)
  let refused = 0
  let sent = 0
  const write = async () => {
    while (acknowledged.size < goal) {
      const name = `Matter ${++sent}`
      const response = await caller.post(mattersPath, { categoryId, name })
      if (response.statusCode === 200) acknowledged.set(response.json<number>(), name)
      else {
        // the server says that it cannot, and does not break
        expect(response.statusCode).toBe(503)
        refused++
        await pause(20)
      }
    }
  }
  const fail = async () => {
    while (acknowledged.size < goal / 3) await pause(5)
    await servers.kill('database')
    const before = acknowledged.size
    const began = performance.now()
    await servers.failOver()
    while (acknowledged.size === before) await pause(5)
    print(
      `the first matter after the failure was acknowledged ${(performance.now() - began).toFixed(0)} ms later`,
    )
  }
  await Promise.all([fail(), ...Array.from({ length: 4 }, write)])
  const { rows } = await parts.app.database.pool.query<{
    id: number
    name: string
    number: number
    events: number
  }>(
    `select m.id, m.name, m.number, (select count(*) from events e where e.organisation_id = m.organisation_id
       and e.name = 'matter.created' and e.resource_id = m.id) as events from matters m order by m.number`,
  )
  const stored = new Map(rows.map(({ id, name }) => [id, name]))
  for (const [id, name] of acknowledged) expect([id, stored.get(id)]).toEqual([id, name])
  expect(rows.map(({ number }) => number)).toEqual(rows.map((_, index) => index + 1))
  expect(rows.filter(({ events }) => events !== 1)).toEqual([])
  // of those that were under way, some were stored and could not be acknowledged any more
  expect(stored.size - acknowledged.size).toBeLessThanOrEqual(refused)
  print(`${acknowledged.size} acknowledged, ${stored.size} stored, ${refused} refused meanwhile`)
})
