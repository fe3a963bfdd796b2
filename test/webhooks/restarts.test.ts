// A database that is killed and restarted repeatedly while there is traffic: the server recovers by itself and nothing
// is lost.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  connectionUrl,
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../server/platform/postgres/packaged/embedded-postgres.ts'
import { readPidFile } from '../../server/platform/postgres/packaged/postgres-pid-file.ts'
import { query } from '../servers/embedded-server.ts'
import { createVictim, type Victim } from '../kill/victim.ts'
import { fillStateFolder } from '../servers/prepared-state.ts'
import { type Client, createClient } from './client.ts'
import { type Receivers, startReceivers } from './receivers.ts'
import { patience, size, print } from './whole.ts'

let folder: string
let database: EmbeddedPostgres
let victim: Victim
let receivers: Receivers
let client: Client

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'chancery-database-'))
  await fillStateFolder(folder)
  database = await startEmbeddedPostgres({ stateDir: folder })
  receivers = await startReceivers()
  victim = await createVictim({ DATABASE_URL: connectionUrl(database.connection) })
  // the files and the key that belong to this database
  await fillStateFolder(victim.stateDir)
  await victim.start(1)
  client = await createClient(victim)
  await client.subscribe(`https://${receivers.host(0)}/hook`)
})
afterAll(async () => {
  await victim.remove()
  await database.stop()
  receivers.close()
  await rm(folder, { recursive: true, force: true })
})

/** Ends it as a power failure would; it is back at once. */
async function restart(): Promise<void> {
  const { pid } = readPidFile(join(folder, 'postgres')) ?? {}
  if (!pid) throw new Error('The database does not run')
  process.kill(pid, 'SIGKILL')
  await database.stop()
  database = await startEmbeddedPostgres({ stateDir: folder })
}

/**
 * Moves the contracts in turn, this many times a second if the server answers; returns how often that was acknowledged.
 */
async function moveSteadily(
  perSecond: number,
  stopped: AbortSignal,
): Promise<{ moved: number; refused: number }> {
  const contractId = await client.findContract()
  let [moved, refused] = [0, 0]
  const began = performance.now()
  for (let i = 0; !stopped.aborted; i++) {
    if (await client.move(contractId)) moved += 1
    else refused += 1
    await pause(Math.max(0, began + ((i + 1) * 1_000) / perSecond - performance.now()))
  }
  return { moved, refused }
}

/** Moves in the history. */
async function countEvents(): Promise<number> {
  const rows = await query<{ count: number }>(
    database.connection,
    `select count(*)::int as count from events where name = 'contract.status.updated'`,
  )
  return rows[0]?.count ?? 0
}

test('nothing that was acknowledged is lost when the database is killed repeatedly [W-76]', async () => {
  const [restarts, everyMs] = size([2, 2_000], [30, 10_000])
  const before = await countEvents()
  const stopping = new AbortController()
  const moving = moveSteadily(100, stopping.signal)
  for (let i = 0; i < restarts; i++) {
    await pause(everyMs)
    await restart()
  }
  await pause(size(500, 5_000))
  stopping.abort()
  const { moved, refused } = await moving
  const happened = (await countEvents()) - before
  expect(happened).toBeGreaterThanOrEqual(moved)
  const published = async () => {
    const { received, duplicates } = await receivers.count()
    return received - duplicates
  }
  await expect.poll(published, patience).toBe(happened)
  const { duplicates } = await receivers.take()
  print(
    `${restarts} restarts of the database, one each ${everyMs / 1_000} s: ${moved} changes acknowledged, ${refused} not answered or refused with 5xx, ${happened} happened, all published, ${duplicates} more than once (${((duplicates / happened) * 100).toFixed(2)} %)`,
  )
})
