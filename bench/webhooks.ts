// Notifications: what an engine sends in a second against bare posts by the same client to the same receivers in the same rounds,
// and how that grows with the number of receivers. Everything shares the machine: database, engines, receiver.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { runMigrations as migrateJobs } from 'graphile-worker'
import pg from 'pg'
import { buildApp, type RunningApp } from '../server/process/app.ts'
import { readConfig } from '../server/settings/config.ts'
import { internalTransaction, change, systemActor } from '../server/platform/change.ts'
import { startEmbeddedPostgres } from '../server/platform/postgres/packaged/embedded-postgres.ts'
import { readPidFile } from '../server/platform/postgres/packaged/postgres-pid-file.ts'
import { createLog } from '../server/platform/installation/log.ts'
import { migrate } from '../server/platform/postgres/migrations.ts'
import { startWebhookEngine } from '../server/webhooks/delivery/engine.ts'
import {
  newSigningSecret,
  secretPurpose,
  signatureHeaders,
  signingKey,
} from '../server/webhooks/delivery/signature.ts'
import { insertContract } from '../test/contracts.ts'
import { createContractTemplate, createOrganisation, createUser } from '../test/factories.ts'
import { type Receivers, startReceivers } from '../test/webhooks/receivers.ts'
import { processorTime } from './parts/processor-time.ts'

const topic = 'contract.status.updated'
const atOnce = 64

/** `--notifications` of each round (10000), `--receivers` (1,10,100,1000), `--rounds` (3), `--engines` (1). */
export async function run(words: readonly string[], signal: AbortSignal): Promise<void> {
  const { values } = parseArgs({
    args: [...words],
    options: {
      notifications: { type: 'string', default: '10000' },
      receivers: { type: 'string', default: '1,10,100,1000' },
      rounds: { type: 'string', default: '3' },
      engines: { type: 'string', default: '1' },
    },
  })
  const stateDir = await mkdtemp(join(tmpdir(), 'chancery-bench-'))
  const postgres = await startEmbeddedPostgres({ stateDir })
  const receivers = await startReceivers()
  try {
    const app = await openApp(stateDir, postgres.connection)
    const databasePid = readPidFile(join(stateDir, 'postgres'))?.pid ?? 0
    for (const count of values.receivers.split(',').map(Number)) {
      const here = { app, databasePid, receivers, count, notifications: Number(values.notifications) }
      await measure({ ...here, rounds: Number(values.rounds), engines: Number(values.engines), signal })
    }
    await app.close()
  } finally {
    receivers.close()
    await postgres.stop()
    await rm(stateDir, { recursive: true, force: true })
  }
}

async function openApp(stateDir: string, connection: pg.PoolConfig): Promise<RunningApp> {
  const pool = new pg.Pool({ ...connection, max: 1 })
  await migrate(pool)
  await migrateJobs({ pgPool: pool })
  await pool.end()
  const config = readConfig({ CHANCERY_STATE_DIR: stateDir, CHANCERY_LOG_LEVEL: 'warn' })
  return buildApp(config, connection, { log: createLog('warn') })
}

interface Measured {
  readonly app: RunningApp
  readonly databasePid: number
  readonly receivers: Receivers
  /** Of receivers, each at an address of its own. */
  readonly count: number
  readonly notifications: number
}

interface Rounds extends Measured {
  readonly rounds: number
  readonly engines: number
  readonly signal: AbortSignal
}

async function measure({ rounds, engines, signal, ...here }: Rounds): Promise<void> {
  const source = await subscribe(here)
  const all: Record<'perSecond' | 'bare' | 'ratio' | 'sender' | 'database' | 'bareSender', number[]> = {
    perSecond: [],
    bare: [],
    ratio: [],
    sender: [],
    database: [],
    bareSender: [],
  }
  // the first round warms up and does not count
  for (let round = 0; round <= rounds; round++) {
    signal.throwIfAborted()
    const bare = await timed(here, () => postBare(here, source.urls))
    await happen(here, source)
    const sent = await timed(here, () => notify(here, engines))
    if (round === 0) continue
    all.bare.push(bare.perSecond)
    all.perSecond.push(sent.perSecond)
    all.ratio.push(sent.perSecond / bare.perSecond)
    all.sender.push(sent.senderUs)
    all.database.push(sent.databaseUs)
    all.bareSender.push(bare.senderUs)
  }
  await internalTransaction(here.app, (tx) => tx.deleteFrom('webhook_subscriptions').execute())
  console.log(
    `${here.count} receivers: ${inWords(all.perSecond, 0)} notifications a second from the event on, ${inWords(all.bare, 0)} bare posts; ratio ${inWords(all.ratio, 2)}
  processor time of each: sender ${inWords(all.sender, 0)} µs, database ${inWords(all.database, 0)} µs; of a bare post ${inWords(all.bareSender, 0)} µs`,
  )
}

/** How many a second, and the processor time of each, in this process and in the database. */
async function timed({ databasePid, notifications }: Measured, work: () => Promise<void>) {
  const began = performance.now()
  const [own, databases] = [process.cpuUsage(), processorTime(databasePid)]
  await work()
  const { user, system } = process.cpuUsage(own)
  return {
    perSecond: (notifications / (performance.now() - began)) * 1_000,
    senderUs: (user + system) / notifications,
    databaseUs: ((processorTime(databasePid) - databases) * 1_000) / notifications,
  }
}

interface Source {
  readonly organisationId: number
  readonly contractId: number
  readonly urls: readonly string[]
}

async function subscribe({ app, receivers, count }: Measured): Promise<Source> {
  const { id: organisationId } = await createOrganisation(app)
  const owner = await createUser(app, { organisationId })
  const templateId = await createContractTemplate(app, { organisationId })
  const contractId = await insertContract(app, { owner, templateId })
  const secret = await app.vault.seal(newSigningSecret(), secretPurpose)
  const hosts = Array.from({ length: count }, (_, number) => receivers.host(number))
  await internalTransaction(app, (tx, now) =>
    tx
      .insertInto('webhook_subscriptions')
      .values(
        hosts.map((host) => ({
          user_id: owner.id,
          topics: [topic],
          url: `https://${host}/hook`,
          host,
          status: 'active',
          secret,
          created_at: now,
          modified_at: now,
          modified_by: owner.id,
        })),
      )
      .execute(),
  )
  return { organisationId, contractId, urls: hosts.map((host) => `https://${host}/hook`) }
}

async function postBare({ app, receivers, notifications }: Measured, urls: readonly string[]): Promise<void> {
  const at = new Date()
  const body = Buffer.from(
    JSON.stringify({ Timestamp: at, ResourceId: 1, EventType: topic, ClientState: 'state' }),
  )
  const key = signingKey(newSigningSecret())
  let begun = 0
  const one = async () => {
    while (begun < notifications) {
      const url = urls[begun % urls.length] ?? ''
      begun += 1
      const headers = signatureHeaders([key], { messageId: '', body, at: new Date() })
      delete headers['webhook-id']
      await app.outbound.post({ url, headers: { 'content-type': 'application/json', ...headers }, body })
    }
  }
  await Promise.all(Array.from({ length: atOnce }, one))
  await receivers.take()
}

/** The events that will be published, before timing starts. */
async function happen({ app, count, notifications }: Measured, { organisationId, contractId }: Source) {
  const events = Math.ceil(notifications / count)
  for (let from = 0; from < events; from += 100) {
    await change(app, systemActor('bench'), async () => ({
      result: undefined,
      events: Array.from({ length: Math.min(100, events - from) }, (_, i) => ({
        name: topic,
        organisationId,
        resource: { kind: 'contract', id: from + i + 1 },
        subject: { kind: 'contract', id: contractId },
      })),
    }))
  }
  // an event of a moment ago was no outage
  await app.database.pool.query('update webhook_engine set looked_at = clock_timestamp()')
}

/** From the start of the engines, which find the events only, to the last outcome that is written down. */
async function notify({ app, receivers, count, notifications }: Measured, engines: number): Promise<void> {
  const expected = Math.ceil(notifications / count) * count
  const running = Array.from({ length: engines }, () => startWebhookEngine(app))
  while ((await receivers.count()).received < expected) await pause(20)
  await Promise.all(running.map((engine) => engine.stop()))
  const all = await receivers.take()
  if (all.received.length !== expected || all.duplicates > 0)
    throw new Error(`${all.received.length} came of ${expected}, ${all.duplicates} more than once`)
}

function inWords(all: readonly number[], digits: number): string {
  const sorted = all.toSorted((a, b) => a - b)
  const at = (place: number) => (sorted[Math.round(place * (sorted.length - 1))] ?? 0).toFixed(digits)
  return `${at(0.5)} [${at(0)}..${at(1)}]`
}
