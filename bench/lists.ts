// Reading, listing, finding and creating contracts in organisations of different sizes: against a bare server of Node and against
// the same operations without HTTP, in the same rounds; and whether any plan of a list scans or sorts its whole table.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { runMigrations as migrateJobs } from 'graphile-worker'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { buildApp, type RunningApp } from '../server/app.ts'
import { readConfig } from '../server/config.ts'
import {
  contractColumnsFor,
  countContracts,
  getContractDetails,
  listContracts,
} from '../server/contracts/queries.ts'
import { quickFindContracts } from '../server/contracts/quick-find.ts'
import { seedLarge } from '../server/demo/large/seed-large.ts'
import type { Actor } from '../server/platform/actor.ts'
import { createLog } from '../server/platform/log.ts'
import { migrate } from '../server/platform/migrations.ts'
import type { Tables } from '../server/platform/tables.ts'
import { temporaryPostgres } from '../server/platform/temporary-postgres.ts'
import { serverParts } from '../server/server-parts.ts'
import { buildServer } from '../server/server.ts'
import { actorFor } from '../test/actors.ts'
import { accessTokenFor } from '../test/tokens.ts'
import { wrongInPlans } from './parts/plans.ts'

const connections = 16

// what a row of v1 has when nothing is chosen
const columns = [
  'id',
  'name',
  'stage',
  'category',
  'templateId',
  'templateName',
  'groupName',
  'ownerId',
  'ownerName',
  'matterId',
  'matterNumber',
  'teamId',
  'restricted',
  'externalId',
  'parentId',
  'documentFileId',
  'expiry',
  'executedAt',
  'createdAt',
  'lastActivityAt',
] as const

/** `--sizes` of the organisations (1000,100000), `--seconds` of each measurement (2), `--rounds` (3). */
export async function run(words: readonly string[], signal: AbortSignal): Promise<void> {
  const { values } = parseArgs({
    args: [...words],
    options: {
      sizes: { type: 'string', default: '1000,100000' },
      seconds: { type: 'string', default: '2' },
      rounds: { type: 'string', default: '3' },
    },
  })
  const { app, url, end } = await startEverything()
  const load = fork(fileURLToPath(new URL('parts/load.ts', import.meta.url)))
  try {
    for (const size of values.sizes.split(',').map(Number)) {
      const began = performance.now()
      const { email } = await seedLarge(app, { size })
      console.log(
        `\n${size} contracts and ${size} matters, made in ${((performance.now() - began) / 1000).toFixed(1)} s`,
      )
      await app.database.pool.query('vacuum analyze')
      const world = await worldOf(app, email, url)
      await measure({
        ...world,
        app,
        load,
        signal,
        milliseconds: Number(values.seconds) * 1000,
        rounds: Number(values.rounds),
      })
      await tellPlans(app, world.actor)
    }
  } finally {
    load.disconnect()
    await end()
  }
}

async function startEverything() {
  const postgres = await temporaryPostgres()
  const folder = await mkdtemp(join(tmpdir(), 'chancery-bench-'))
  const pool = new pg.Pool({ ...postgres.connection, max: 1 })
  await migrate(pool)
  await migrateJobs({ pgPool: pool })
  await pool.end()
  const config = readConfig({ CHANCERY_STATE_DIR: folder, CHANCERY_LOG_LEVEL: 'silent' })
  const app = await buildApp(config, postgres.connection, { log: createLog('silent') })
  const server = await buildServer(app, serverParts(app))
  const address = await server.listen({ port: 0, host: '127.0.0.1' })
  const end = async () => {
    await server.close()
    await app.close()
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
  return { app, url: address, end }
}

interface World {
  readonly actor: Actor
  readonly contractId: number
  readonly requests: Readonly<Record<string, Request>>
}

interface Request {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  /** The same without HTTP. */
  readonly without?: () => Promise<unknown>
}

async function worldOf(app: RunningApp, email: string, url: string): Promise<World> {
  const user = await app.db
    .selectFrom('users')
    .where('email_key', '=', email)
    .select(['id', 'email', 'organisation_id as organisationId'])
    .executeTakeFirstOrThrow()
  const actor = await actorFor(app, user)
  const token = await accessTokenFor(app, { ...user, name: 'Administrator' })
  const { id: contractId, template_id: templateId } = await app.database.kysely
    .selectFrom('contracts')
    .where('organisation_id', '=', user.organisationId)
    .where('restricted', '=', false)
    .select(['id', 'template_id'])
    .executeTakeFirstOrThrow()
  const headers = { authorization: `Bearer ${token}` }
  const { catalogue } = await contractColumnsFor(app, actor, 'All', [])
  const query = { filter: null, sort: [{ name: 'createdAt', descending: true }], skip: 0, take: 50 }
  const list = { scope: 'All', query, catalogue } as const
  const contracts = `${url}/contract-apis/v1/contracts`
  const at = (path: string, without: () => Promise<unknown>): Request => ({
    url: contracts + path,
    headers,
    without,
  })
  const body = JSON.stringify({
    ContractTemplateId: templateId,
    Name: 'Bench %',
    ContractFile: 'JVBERi0xLjQ=',
  })
  return {
    actor,
    contractId,
    requests: {
      details: at(`/${contractId}`, () => getContractDetails(app, actor, contractId)),
      'list of 50 with its total': at('?context=All', () =>
        Promise.all([listContracts(app, actor, { ...list, columns }), countContracts(app, actor, list)]),
      ),
      'quick find of a frequent word': at('/quickfind?term=supply', () =>
        quickFindContracts(app, actor, { typed: 'supply', take: 50 }),
      ),
      'quick find of a mistake': at('/quickfind?term=agreemnet', () =>
        quickFindContracts(app, actor, { typed: 'agreemnet', take: 50 }),
      ),
      create: { url: contracts, headers: { ...headers, 'content-type': 'application/json' }, body },
    },
  }
}

interface Measurement extends World {
  readonly app: RunningApp
  readonly load: ChildProcess
  readonly signal: AbortSignal
  readonly milliseconds: number
  readonly rounds: number
}

async function measure({ load, signal, milliseconds, rounds, requests }: Measurement): Promise<void> {
  const answer = Buffer.alloc(1536, 'x')
  const bare = createServer((_, response) => response.end(answer)).listen(0, '127.0.0.1')
  await once(bare, 'listening')
  const bareRequest = { url: `http://127.0.0.1:${(bare.address() as AddressInfo).port}`, headers: {} }
  const figures = new Map<string, { perSecond: number[]; toBare: number[]; toWithout: number[] }>()
  // the first round warms up and does not count
  for (let round = 0; round <= rounds; round++) {
    for (const [name, { without, ...request }] of Object.entries(requests)) {
      signal.throwIfAborted()
      const limit = await perSecond(load, bareRequest, milliseconds)
      const reached = await perSecond(load, request, milliseconds)
      const direct = without ? await perSecondWithout(without, milliseconds) : Number.NaN
      if (round === 0) continue
      const all = figures.get(name) ?? { perSecond: [], toBare: [], toWithout: [] }
      all.perSecond.push(reached)
      all.toBare.push(reached / limit)
      all.toWithout.push(reached / direct)
      figures.set(name, all)
    }
  }
  bare.close()
  bare.closeAllConnections()
  console.log(`${connections} connections, ${rounds} rounds, medians [least..most]`)
  for (const [name, all] of figures) {
    console.log(
      `  ${name.padEnd(30)} ${inWords(all.perSecond, 0)} per second; to bare HTTP ${inWords(all.toBare, 4)}${Number.isNaN(all.toWithout[0]) ? '' : `; to the same without HTTP ${inWords(all.toWithout, 2)}`}`,
    )
  }
}

async function perSecond(load: ChildProcess, request: Request, milliseconds: number): Promise<number> {
  load.send({ ...request, connections, milliseconds })
  const [result] = (await once(load, 'message')) as [{ answered?: number; error?: string }]
  if (result.error !== undefined) throw new Error(result.error)
  return ((result.answered ?? 0) / milliseconds) * 1000
}

async function perSecondWithout(work: () => Promise<unknown>, milliseconds: number): Promise<number> {
  const end = performance.now() + milliseconds
  let done = 0
  const one = async () => {
    for (; performance.now() < end; done++) await work()
  }
  await Promise.all(Array.from({ length: connections }, one))
  return (done / milliseconds) * 1000
}

/** Says of every list and its total how long they take, and what in their plans grows with the table. */
async function tellPlans(app: RunningApp, actor: Actor): Promise<void> {
  const statements: { sql: string; parameters: readonly unknown[] }[] = []
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: app.database.pool }),
    log({ query }) {
      statements.push(query)
    },
  })
  console.log('plans')
  for (const scope of ['Personal', 'Teams', 'All', 'Restricted'] as const) {
    const { catalogue } = await contractColumnsFor(app, actor, scope, [])
    for (const name of ['createdAt', 'name', 'lastActivityAt'] as const) {
      const query = { filter: null, sort: [{ name, descending: true }], skip: 0, take: 50 }
      await listContracts({ ...app, db }, actor, { scope, query, catalogue, columns })
      console.log(`  ${scope} by ${name}: ${await wrongInPlans(app.database.pool, statements.splice(0))}`)
    }
    await countContracts({ ...app, db }, actor, {
      scope,
      catalogue,
      query: { filter: null, sort: [], skip: 0, take: 50 },
    })
    console.log(`  ${scope}, total: ${await wrongInPlans(app.database.pool, statements.splice(0))}`)
  }
}

function inWords(all: readonly number[], digits: number): string {
  const sorted = all.toSorted((a, b) => a - b)
  const at = (place: number) => (sorted[Math.round(place * (sorted.length - 1))] ?? 0).toFixed(digits)
  return `${at(0.5)} [${at(0)}..${at(1)}]`
}
