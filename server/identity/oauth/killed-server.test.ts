// Integrations whose refresh is in progress when the server is killed.
import { execFile } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectionIn, query } from '../../../test/servers/embedded-server.ts'
import { freePort } from '../../../test/peers/free-port.ts'
import { fillStateFolder } from '../../../test/servers/prepared-state.ts'
import {
  cleanEnvironment,
  type ServerProcess,
  startServerProcess,
} from '../../../test/servers/server-process.ts'
import { makeThrowAwayFolder } from '../../platform/postgres/packaged/temporary-folder.ts'

let stateDir: string
let server: ServerProcess
let port: number
beforeAll(async () => {
  stateDir = makeThrowAwayFolder('chancery-killed-')
  await fillStateFolder(stateDir)
  port = await freePort()
  server = await start()
})
afterAll(async () => {
  await server.stop()
  await rm(stateDir, { recursive: true, force: true })
})

const start = () =>
  startServerProcess({
    stateDir,
    detached: true,
    env: { PORT: `${port}`, CHANCERY_PROCESSES: '2', CHANCERY_RATE_LIMITS: 'off' },
  })

const commandLine = fileURLToPath(new URL('../../operations/cli/chancery.ts', import.meta.url))
async function chancery<Answer>(...words: string[]): Promise<Answer> {
  const env = { ...cleanEnvironment(), CHANCERY_STATE_DIR: stateDir }
  const { stdout } = await promisify(execFile)(process.execPath, [commandLine, ...words], { env })
  return JSON.parse(stdout) as Answer
}

async function refresh(refreshToken: string, secret: string) {
  const form = { client_id: 'chancery-demo', client_secret: secret, refresh_token: refreshToken }
  const answer = await fetch(`${server.url}/account-apis/v1/auth/token`, {
    method: 'POST',
    body: new URLSearchParams({ ...form, grant_type: 'refresh_token' }),
  })
  const body = (await answer.json()) as { refresh_token: string; error_description?: string }
  return { status: answer.status, refreshToken: body.refresh_token, message: body.error_description }
}

/** A transaction that stays open until `release`, and the process of the database that it runs in. */
interface Held {
  readonly pid: number
  release(): Promise<void>
}

async function hold(statement: string): Promise<Held> {
  const client = new pg.Client(connectionIn(stateDir))
  // the database exits with the killed server
  client.on('error', () => undefined)
  await client.connect()
  await client.query('begin')
  await client.query(statement)
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return { pid: rows[0]?.pid ?? 0, release: () => client.query('commit').then(() => client.end()) }
}

const select = async <Row extends pg.QueryResultRow>(text: string) => query<Row>(connectionIn(stateDir), text)
const waiting = () =>
  select<{ pid: number }>(`select pid from pg_stat_activity where wait_event_type = 'Lock'`)

function isRunning({ pid }: { pid: number }): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
const generations = async () =>
  (await select<{ sum: number }>('select sum(generation)::int as sum from oauth_grants'))[0]?.sum ?? 0

const commitLock = 4_711

/** From now on the transaction of a refresh waits for the lock as its last step before the commit. */
async function waitAtCommit(): Promise<void> {
  await select(`create or replace function wait_at_commit() returns trigger language plpgsql as
    'begin perform pg_advisory_xact_lock_shared(${commitLock}); return null; end'`)
  await select('drop trigger if exists wait_at_commit on refresh_tokens')
  await select(`create constraint trigger wait_at_commit after insert on refresh_tokens
    deferrable initially deferred for each row execute function wait_at_commit()`)
}

/** Each point brings a refresh to where it waits, and kills the server there. */
const points = {
  'before its transaction is committed': {
    lock: 'select id from oauth_grants for update',
    async end(held: Held) {
      const waiters = await waiting()
      // The database ends its connections one after the other when the server is gone. If the one with the lock were
      // the first, those that wait for it could still commit.
      process.kill(held.pid, 'SIGSTOP')
      await server.stop('SIGKILL')
      await expect.poll(() => waiters.filter(isRunning)).toEqual([])
      process.kill(held.pid, 'SIGCONT')
    },
    expected: { status: 200, message: undefined },
  },
  'after its transaction is committed and before it is answered': {
    lock: `select pg_advisory_xact_lock(${commitLock})`,
    async end(held: Held) {
      const before = await generations()
      // it no longer reads the database's response
      process.kill(-server.pid, 'SIGSTOP')
      await held.release()
      await expect.poll(generations).toBe(before + interrupted)
      await server.stop('SIGKILL')
    },
    expected: { status: 400, message: 'Refresh token is not valid' },
  },
} as const

// one: a second in the same process would not reach the database before the first is stored
const interrupted = 1
const settled = 2

test('a client that got a response continues with it; one that got none keeps its old token or gets an error [A-72]', async () => {
  const { clientSecret } = await chancery<{ clientSecret: string }>('client', 'demo')
  await waitAtCommit()
  for (const [point, { lock, end, expected }] of Object.entries(points)) {
    const tokens = await Promise.all(
      Array.from({ length: interrupted + settled }, async () => {
        const pair = await chancery<{ refresh_token: string }>('token', 'counsel@harbour.example')
        return (await refresh(pair.refresh_token, clientSecret)).refreshToken
      }),
    )
    const held = await hold(lock)
    const unanswered = tokens.slice(0, interrupted).map((token) => refresh(token, clientSecret))
    const outcomes = Promise.allSettled(unanswered)
    await expect.poll(async () => (await waiting()).length).toBe(interrupted)
    await end(held)
    expect((await outcomes).map(({ status }) => status)).toEqual(['rejected'])
    server = await start()
    for (const [place, token] of tokens.entries()) {
      const answer = await refresh(token, clientSecret)
      const { status, message } = place < interrupted ? expected : { status: 200, message: undefined }
      expect([answer.status, answer.message], `${place} ${point}`).toEqual([status, message])
      if (status === 200) expect((await refresh(answer.refreshToken, clientSecret)).status).toBe(200)
    }
  }
})
