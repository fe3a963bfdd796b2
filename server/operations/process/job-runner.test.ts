// The job runner loses the database and is stopped: stopping ends all the same.
import { setTimeout as pause } from 'node:timers/promises'
import pg, { type QueryResult } from 'pg'
import { expect, test } from 'vitest'
import { useTestApp } from '../../../test/test-app.ts'
import { createRunnerEvents, keepRunning } from './job-runner.ts'

const parts = useTestApp()

// the query for the next job
const locksJob = /set\s+attempts = jobs\.attempts \+ 1/

type Pool = (typeof parts)['app']['database']['pool']

/** The pool, whose clients refuse some statements. */
const refusing = (pool: Pool, isRefused: (text: string) => boolean): Pool =>
  answering(pool, (text) =>
    isRefused(text) ? Promise.reject(new Error('No space left on device')) : undefined,
  )

/**
 * The pool, whose clients answer some statements by themselves; `ask` sends the statement to the database all the same.
 */
function answering(
  pool: Pool,
  answer: (text: string, ask: () => Promise<QueryResult>) => Promise<unknown> | undefined,
): Pool {
  const connect = async () => {
    const client = await pool.connect()
    const query = client.query.bind(client) as (...args: unknown[]) => unknown
    const release = client.release.bind(client)
    return Object.assign(client, {
      query(...args: unknown[]) {
        const [first] = args as [string | { readonly text: string }]
        const text = typeof first === 'string' ? first : first.text
        return answer(text, () => query(...args) as Promise<QueryResult>) ?? query(...args)
      },
      release(...args: Parameters<typeof release>) {
        Object.assign(client, { query, release })
        release(...args)
      },
    })
  }
  return Object.assign(Object.create(pool) as Pool, {
    // by way of its own `connect`, which the pool of tests avoids
    query: pg.Pool.prototype.query,
    connect: (done?: (error: Error | undefined, client?: object, release?: () => void) => void) =>
      done
        ? void connect().then(
            (client) => done(undefined, client, client.release),
            (error: Error) => done(error),
          )
        : connect(),
  })
}

test('a runner that is stopped while it starts again stops', async () => {
  const { log, database } = parts.app
  const events = createRunnerEvents()
  const startsAgain = Promise.withResolvers<void>()
  const query = database.pool.query.bind(database.pool) as (...args: unknown[]) => unknown
  const pool = Object.assign(Object.create(database.pool) as typeof database.pool, {
    query(...args: unknown[]) {
      if (String(args[0]).includes('force_unlock_workers')) startsAgain.resolve()
      return query(...args)
    },
  })
  const work = { concurrency: 1, taskList: { nothing: () => undefined } }
  const runner = await keepRunning({ log, database: { ...database, pool } }, work, events)
  // what a lost answer does
  events.emit('worker:getJob:error', { ctx: {} as never, worker: {} as never, error: new Error('lost') })
  await startsAgain.promise
  await expect(runner.stop()).resolves.toBeUndefined()
})

const terminated = new Error('Connection terminated unexpectedly')
const timedOut = Object.assign(new Error('read ETIMEDOUT'), { code: 'ETIMEDOUT' })
const unreachable = Object.assign(new Error('read EHOSTUNREACH'), { code: 'EHOSTUNREACH' })

test.each([
  ['terminated', true, terminated],
  ['terminated, and it does not listen', false, terminated],
  ['timed out', true, timedOut],
  ['unreachable', true, unreachable],
])('a job locked by a query whose answer was lost is run: %s', async (_how, listens, error) => {
  const { log, database } = parts.app
  const events = createRunnerEvents()
  let lost = 0
  const pool = answering(database.pool, (text, ask) =>
    locksJob.test(text)
      ? ask().then((answer) => {
          if (answer.rows.length === 0 || lost > 0) return answer
          lost++
          throw error
        })
      : undefined,
  )
  await database.pool.query(`select graphile_worker.add_job('note', '{}')`)
  let runs = 0
  const work = { concurrency: 2, pollInterval: 50, listens, taskList: { note: () => void runs++ } }
  const runner = await keepRunning({ log, database: { ...database, pool } }, work, events)
  await expect.poll(() => runs).toBe(1)
  expect(lost).toBe(1)
  await expect(runner.stop()).resolves.toBeUndefined()
})

test('a runner that loses an answer while it is being started is replaced itself', async () => {
  const { log, database } = parts.app
  const events = createRunnerEvents()
  const loseAnswer = () =>
    events.emit('worker:getJob:error', { ctx: {} as never, worker: {} as never, error: new Error('lost') })
  const started: string[] = []
  const ended: string[] = []
  events.on('pool:create', ({ workerPool }) => {
    // its first query, before the runner is known to those who asked for it
    if (started.push(workerPool.id) === 2) loseAnswer()
  })
  events.on('pool:release', ({ workerPool }) => ended.push(workerPool.id))
  const work = { concurrency: 1, taskList: { nothing: () => undefined } }
  const runner = await keepRunning({ log, database }, work, events)
  loseAnswer()
  await expect.poll(() => started.length).toBe(3)
  expect(ended).toEqual(started.slice(0, 2))
  await runner.stop()
  expect(ended).toEqual(started)
})

test('a runner that could not record several outcomes is replaced, runs these jobs again and stops', async () => {
  const { log, database } = parts.app
  const events = createRunnerEvents()
  let refused = 0
  // each outcome on its own, so that one is refused after the other
  const runs = new Map<number, number>()
  const work = {
    concurrency: 4,
    pollInterval: 50,
    taskList: {
      async wait(payload: unknown) {
        const { number } = payload as { number: number }
        runs.set(number, (runs.get(number) ?? 0) + 1)
        await pause(100 * number)
      },
    },
  }
  const pool = refusing(
    database.pool,
    (text) => /^\s*delete from .*_private_jobs/.test(text) && refused++ < 4,
  )
  for (const number of [1, 2, 3, 4]) {
    await database.pool.query(
      `select graphile_worker.add_job('wait', json_build_object('number', ${number}::int))`,
    )
  }
  const runner = await keepRunning({ log, database: { ...database, pool } }, work, events)
  const left = async () => {
    const { rows } = await database.pool.query<{ jobs: number }>(
      'select count(*)::int as jobs from graphile_worker._private_jobs',
    )
    return rows[0]?.jobs
  }
  await expect.poll(left).toBe(0)
  expect(Math.min(...runs.values())).toBeGreaterThan(1)
  await expect(runner.stop()).resolves.toBeUndefined()
})

test('a listener that is given up while it begins to listen is released once, and the process goes on', async () => {
  const { log, database } = parts.app
  const warnings: string[] = []
  const noted = Object.assign(Object.create(log) as typeof log, {
    warn: (first: unknown, message?: string) => warnings.push(message ?? String(first)),
  })
  const listening = Promise.withResolvers<void>()
  const lost = Promise.withResolvers<never>()
  lost.promise.catch(() => undefined)
  let lastSaid = 0
  const pool = answering(database.pool, (text) => {
    if (text.startsWith('LISTEN')) {
      listening.resolve()
      return lost.promise
    }
    // the connection is lost while both answers are on their way
    if (text.startsWith('UNLISTEN')) {
      lastSaid++
      lost.reject(new Error('Connection terminated unexpectedly'))
      return lost.promise
    }
    return undefined
  })
  const work = { concurrency: 1, taskList: { nothing: () => undefined } }
  const runner = await keepRunning(
    { log: noted, database: { ...database, pool } },
    work,
    createRunnerEvents(),
  )
  await listening.promise
  // an error that nobody watches would end the process, and this test
  await expect(runner.stop()).resolves.toBeUndefined()
  await expect.poll(() => lastSaid).toBe(2)
  await expect.poll(() => warnings).toContain('a database connection was released twice')
})
