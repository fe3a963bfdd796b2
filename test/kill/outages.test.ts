// The database is lost again and again, at random moments and with requests on their way: no process ends, callers are
// told to try again, and background work goes on afterwards. `npm run scale-test -- outages` does so fifty times with a
// pooler and without.
import { execFileSync } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  connectionUrl,
  type PostgresConnection,
} from '../../server/platform/postgres/packaged/embedded-postgres.ts'
import { freePort } from '../peers/free-port.ts'
import { pgbouncerPath, startPgbouncer } from '../peers/pgbouncer.ts'
import { type KilledPostgres, startKilledPostgres } from '../scale/killed-postgres.ts'
import { fillStateFolder } from '../servers/prepared-state.ts'
import { cleanEnvironment, type ServerProcess, startServerProcess } from '../servers/server-process.ts'
import { size, print } from '../webhooks/whole.ts'
import { createRequests, formOf, type Requests } from './requests.ts'
import { makeThrowAwayFolder } from '../../server/platform/postgres/packaged/temporary-folder.ts'

const contracts = '/contract-apis/v1/contracts'
const longestAwayMs = 2_000
const longestBackMs = 4_000

interface JobLeft {
  readonly job: string
  readonly locked_at: string | null
}

// $1 is when the database came back for the last time: a process that locked a job before that has lost it
const jobsLeft = `
  select * from (
    select tasks.identifier as job, jobs.id, attempts, max_attempts, run_at::text, locked_at::text, locked_by, last_error,
      coalesce(locked_at < $1::timestamptz, run_at <= now() or attempts >= max_attempts) as is_forgotten
    from graphile_worker._private_jobs as jobs
    join graphile_worker._private_tasks as tasks on tasks.id = jobs.task_id
  ) as jobs`

describe.each([['no pooler'], ['a pooler in session mode']])('with %s', (name) => {
  const pooled = name !== 'no pooler'
  let database: KilledPostgres
  let pooler: Awaited<ReturnType<typeof startPgbouncer>> | undefined
  let server: ServerProcess
  let stateDir: string
  let requests: Requests

  beforeAll(async () => {
    if (pooled && !pgbouncerPath()) return
    stateDir = makeThrowAwayFolder('chancery-outages-state-')
    await fillStateFolder(stateDir)
    database = await startKilledPostgres(stateDir)
    pooler = pooled
      ? await startPgbouncer(database.connection, 'session', ['server_login_retry = 1'])
      : undefined
    const address = (pooler?.connection ?? database.connection) as PostgresConnection
    const env = {
      DATABASE_URL: connectionUrl({ ...address, ssl: false }),
      PORT: String(await freePort()),
      CHANCERY_RATE_LIMITS: 'off',
      CHANCERY_PROCESSES: '2',
    }
    server = await startServerProcess({ stateDir, env })
    const words = ['server/operations/cli/chancery.ts', 'token', 'admin@harbour.example', '--access-token']
    const token = execFileSync(process.execPath, words, {
      encoding: 'utf8',
      env: { ...cleanEnvironment(), ...env, CHANCERY_STATE_DIR: stateDir },
    }).trim()
    requests = createRequests(server.url, token)
  })
  afterAll(async () => {
    await requests?.close()
    await server?.stop()
    await pooler?.stop()
    await database?.stop()
    if (stateDir) await rm(stateDir, { recursive: true, force: true })
  })

  /** The rows of a query, asked of the database without the pooler. */
  async function read<Row extends object>(query: string, values: readonly unknown[]): Promise<Row[]> {
    const client = new pg.Client({ ...database.connection, user: 'postgres', ssl: false })
    await client.connect()
    try {
      return (await client.query<Row>(query, [...values])).rows
    } finally {
      await client.end()
    }
  }

  /** Whether the file has been indexed. */
  const isIndexed = async (fileId: number): Promise<boolean> =>
    (await read('select from file_words where file_id = $1', [fileId])).length > 0

  /** The jobs that nobody works on: locked before the time given, due, or tried as often as they may be. */
  const forgottenJobs = (since: string) => read<JobLeft>(`${jobsLeft} where is_forgotten`, [since])

  test.skipIf(pooled && !pgbouncerPath())('no outage at any moment ends a process [G-141]', async () => {
    const outages = size(2, 50)
    const over = new AbortController()
    const wrong: string[] = []
    const counts = new Map<number, number>()
    const list = await requests.ask('GET', `${contracts}?context=All&take=4`)
    const id = (JSON.parse(list.text) as { data: { id: number }[] }).data[0]?.id
    const client = async (index: number) => {
      for (let turn = index; !over.signal.aborted; turn++) {
        const kinds = [
          () => requests.ask('GET', `${contracts}/${id}`),
          () => requests.ask('GET', '/v2/matters?$top=5&$count=true'),
          () =>
            requests.ask('PATCH', `${contracts}/${id}`, { body: JSON.stringify({ Name: `Name ${turn}` }) }),
          // has a job
          () => requests.ask('POST', `${contracts}/${id}/files`, formOf(2_000)),
        ]
        const answer = await kinds[turn % kinds.length]?.().catch(
          (error: unknown) => void wrong.push(String(error)),
        )
        if (!answer) continue
        counts.set(answer.status, (counts.get(answer.status) ?? 0) + 1)
        if (answer.status >= 300 && answer.status !== 503) wrong.push(`${answer.status} ${answer.text}`)
        await pause(answer.status === 503 ? 50 : 10)
      }
    }
    const clients = Array.from({ length: 6 }, (_, index) => client(index))
    for (let count = 0; count < outages; count++) {
      await database.kill()
      await pause(Math.random() * longestAwayMs)
      await database.startAgain()
      // every other outage meets a server that is still finding it again
      if (count % 2 === 0)
        await expect.poll(async () => (await requests.ask('GET', '/readyz')).status).toBe(200)
      await pause(Math.random() * longestBackMs)
    }
    await expect.poll(async () => (await requests.ask('GET', '/readyz')).status).toBe(200)
    const since = (await read<{ now: string }>('select now()::text', []))[0]?.now ?? ''
    over.abort()
    await Promise.all(clients)
    const said = server.output.stdout + server.output.stderr
    expect(said).not.toMatch(/A server process exited|uncaught|released/i)
    // background work goes on, in every lane
    const added = await requests.ask('POST', `${contracts}/${id}/files`, formOf(2_000))
    const fileId = /\d+/.exec(added.text)?.[0]
    await expect.poll(() => isIndexed(Number(fileId))).toBe(true)
    const longer = await read<{ id: string }>(`select id from graphile_worker.add_job('sweep-storage')`, [])
    const isLeft = 'select from graphile_worker._private_jobs where id = $1'
    await expect.poll(() => read(isLeft, [longer[0]?.id])).toEqual([])
    // no job stays locked by a runner that has lost it; what failed meanwhile waits for its next attempt
    await expect.poll(() => forgottenJobs(since)).toEqual([])
    const waiting = (await read<JobLeft>(jobsLeft, [since])).filter(({ locked_at }) => locked_at === null)
    expect(wrong).toEqual([])
    expect(counts.get(503)).toBeGreaterThan(0)
    const figures = [...counts].map(([status, all]) => `${all} x ${status}`).join(', ')
    print(
      `${outages} outages with ${name}: no process ended; ${figures}; ${waiting.length} jobs wait for another attempt`,
    )
  })
})
