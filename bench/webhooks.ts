// Notifications: what an engine sends in a second against bare posts by the same client to the same receivers in the
// same rounds, and how that grows with the number of receivers; then the time from commit to receipt. Everything shares
// the machine: database, engines (in this process, because their work is not asked for over HTTP), receivers.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { runMigrations as migrateJobs } from 'graphile-worker'
import pg from 'pg'
import { buildApp, type RunningApp } from '../server/operations/process/app.ts'
import { readConfig } from '../server/platform/settings/config.ts'
import { internalTransaction, change, systemActor } from '../server/platform/events/change.ts'
import { startEmbeddedPostgres } from '../server/platform/postgres/packaged/embedded-postgres.ts'
import { readPidFile } from '../server/platform/postgres/packaged/postgres-pid-file.ts'
import { createLog } from '../server/platform/installation/log.ts'
import { migrate } from '../server/platform/postgres/migrations.ts'
import { startWebhookEngine } from '../server/webhooks/delivery/engine.ts'
import {
  newSigningSecret,
  signatureHeaders,
  signingKey,
} from '../server/platform/secrets/webhook-signatures.ts'
import { secretPurpose } from '../server/webhooks/secret-purpose.ts'
import { insertContract } from '../test/fixtures/contracts.ts'
import { createContractTemplate, createOrganisation, createUser } from '../test/factories.ts'
import { type Receivers, startReceivers } from '../test/webhooks/receivers.ts'
import { readOptions } from './parts/options.ts'
import { processorTime } from './parts/processor-time.ts'
import { type Figure, spreadOf } from './parts/report.ts'

const topic = 'contract.status.updated'
const atOnce = 64

/**
 * `--notifications` of each round (10000), `--receivers` (1,10,100,1000), `--rounds` (5), `--engines` (1); then the
 * time from commit to receipt at `--events` a second (300; 0 for not at all) for `--seconds` (5).
 */
export async function run(words: readonly string[], signal: AbortSignal): Promise<readonly Figure[]> {
  const own = { notifications: '10000', receivers: '1,10,100,1000', engines: '1', events: '300' }
  const options = readOptions(words, { size: 1, seconds: 5, own })
  const stateDir = await mkdtemp(join(tmpdir(), 'chancery-bench-'))
  const postgres = await startEmbeddedPostgres({ stateDir })
  const receivers = await startReceivers()
  try {
    const app = await openApp(stateDir, postgres.connection)
    const databasePid = readPidFile(join(stateDir, 'postgres'))?.pid ?? 0
    const { notifications, engines, events } = options.own
    const figures: Figure[] = []
    for (const count of options.own.receivers.split(',').map(Number)) {
      const here = { app, databasePid, receivers, count, notifications: Number(notifications) }
      const source = await subscribe(here)
      const rounds = { ...here, rounds: options.rounds, engines: Number(engines), signal }
      figures.push(await measure(rounds, source))
      if (Number(events) > 0 && count <= 10)
        figures.push(await measureDelay(here, source, { perSecond: Number(events), ...options }))
      await internalTransaction(app, (tx) => tx.deleteFrom('webhook_subscriptions').execute())
    }
    await app.close()
    return figures
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

async function measure({ rounds, engines, signal, ...here }: Rounds, source: Source): Promise<Figure> {
  const all: Record<'perSecond' | 'ratio' | 'sender' | 'database' | 'bareSender', number[]> = {
    perSecond: [],
    ratio: [],
    sender: [],
    database: [],
    bareSender: [],
  }
  // the first round warms up and does not count
  for (let round = 0; round <= rounds; round++) {
    signal.throwIfAborted()
    const bare = await timed(here, () => postBare(here, source.urls))
    await happen(here, source, Math.ceil(here.notifications / here.count))
    const sent = await timed(here, () => notify(here, engines))
    if (round === 0) continue
    all.perSecond.push(sent.perSecond)
    all.ratio.push(sent.perSecond / bare.perSecond)
    all.sender.push(sent.senderMs)
    all.database.push(sent.databaseMs)
    all.bareSender.push(bare.senderMs)
  }
  return {
    name: `notifications to ${here.count} receivers`,
    perSecond: spreadOf(all.perSecond),
    ratios: { 'bare posts': spreadOf(all.ratio) },
    goal: 0.4,
    serverMs: spreadOf(all.sender),
    databaseMs: spreadOf(all.database),
    more: { 'a bare post (ms)': spreadOf(all.bareSender) },
  }
}

interface Pace {
  readonly perSecond: number
  readonly milliseconds: number
}

const burstEveryMs = 50

/** How long it takes from the commit of an event to its receipt, while so many happen in a second. */
async function measureDelay(
  here: Measured,
  source: Source,
  { perSecond, milliseconds }: Pace,
): Promise<Figure> {
  const { app, receivers, count } = here
  const engine = startWebhookEngine(app)
  await receivers.take()
  const committed = new Map<number, number>()
  let next = 0
  for (let burst = 0; burst < milliseconds / burstEveryMs; burst++) {
    const began = Date.now()
    const events = Math.round((perSecond * burstEveryMs) / 1_000)
    await happen(here, source, events, next)
    const at = Date.now()
    for (let each = 0; each < events; each++) committed.set(++next, at)
    await pause(Math.max(0, burstEveryMs - (Date.now() - began)))
  }
  while ((await receivers.count()).received < next * count) await pause(50)
  await engine.stop()
  const { received } = await receivers.take()
  const times = received.map(({ id, at }) => at - (committed.get(id) ?? at)).toSorted((a, b) => a - b)
  const share = (part: number) => times[Math.ceil(part * times.length) - 1] ?? Number.NaN
  return {
    name: `from commit to receipt, ${perSecond} events a second, ${count} receivers (ms)`,
    more: { p50: share(0.5), p99: share(0.99) },
  }
}

/** How many a second, and the processor time of each, in this process and in the database. */
async function timed({ databasePid, notifications }: Measured, work: () => Promise<void>) {
  const began = performance.now()
  const [own, databases] = [process.cpuUsage(), processorTime(databasePid)]
  await work()
  const { user, system } = process.cpuUsage(own)
  return {
    perSecond: (notifications / (performance.now() - began)) * 1_000,
    senderMs: (user + system) / 1_000 / notifications,
    databaseMs: (processorTime(databasePid) - databases) / notifications,
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

/** So many events, of which the first is about the resource after `after`. */
async function happen({ app }: Measured, { organisationId, contractId }: Source, events: number, after = 0) {
  for (let from = 0; from < events; from += 100) {
    await change(app, systemActor('bench'), async () => ({
      result: undefined,
      events: Array.from({ length: Math.min(100, events - from) }, (_, i) => ({
        name: topic,
        organisationId,
        resource: { kind: 'contract', id: after + from + i + 1 },
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
