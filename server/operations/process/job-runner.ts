// The job runner, kept running: losing the database ends it, and it starts again once the database is back.
import { EventEmitter } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import {
  Logger,
  type Runner,
  type RunnerOptions,
  run,
  type WorkerEvents,
  type WorkerPool,
} from 'graphile-worker'
import type { Pool, PoolClient } from 'pg'
import type { App } from '../../platform/app.ts'

const retryMs = 500

/** What is run, and when. */
interface Work
  extends Pick<RunnerOptions, 'concurrency' | 'crontab' | 'pollInterval' | 'taskList' | 'forbiddenFlags'> {
  /** Whether new jobs begin at once, which takes a connection, or with the next look; yes if not given. */
  readonly listens?: boolean
}

/**
 * Runs jobs until `stop`, which waits for those in progress. When the outcome of a job cannot be recorded, or the next
 * one cannot be fetched, the runner is replaced and whatever it had locked is released; otherwise those jobs would stay
 * locked for hours. A job whose outcome was not recorded runs again. Events of every runner are emitted on `events`.
 */
export async function keepRunning(
  app: Pick<App, 'database' | 'log'>,
  work: Work,
  events: WorkerEvents,
): Promise<{ stop(): Promise<void> }> {
  const pools = watchPools(events)
  const stopping = new AbortController()
  // none while one starts
  let runner: Runner | undefined
  let isUncertain = false
  // rejected when it has ended by itself
  const stop = () => runner?.stop().catch(() => undefined)
  // The query may have locked a job before its answer was lost. A runner may ask before it is known here.
  events.on('worker:getJob:error', () => {
    isUncertain = true
    void stop()
  })
  const start = async () => {
    runner = undefined
    isUncertain = false
    runner = await startRunner(app, work, events)
    if (isUncertain || stopping.signal.aborted) void stop()
    return runner
  }
  const startAgain = () =>
    untilDone(async () => {
      const lost = pools.ids()
      await app.database.pool.query('select graphile_worker.force_unlock_workers($1::text[])', [lost])
      const started = await start()
      pools.forget(lost)
      return started
    }, stopping.signal)
  const supervise = async (first: Runner) => {
    for (let current: Runner | undefined = first; current; current = await startAgain()) {
      await Promise.race([current.promise.catch(() => undefined), pools.lastIsLost()])
      await stop()
      if (stopping.signal.aborted) return
      app.log.warn('Background jobs lost the database and go on once it answers')
    }
  }
  const supervised = supervise(await start())
  return {
    async stop() {
      stopping.abort()
      await stop()
      await supervised
    },
  }
}

/**
 * The pools of the runners. One that could not record an outcome may never say that it has ended, because it counts
 * wrongly what it still has to record: it is lost once its jobs have ended.
 */
function watchPools(events: WorkerEvents) {
  const pools = new Map<
    string,
    { failed: boolean; idle: boolean; readonly lost: PromiseWithResolvers<void> }
  >()
  const note = (what: 'failed' | 'idle', { id }: Pick<WorkerPool, 'id'>) => {
    const pool = pools.get(id)
    if (!pool) return
    pool[what] = true
    if (pool.failed && pool.idle) pool.lost.resolve()
  }
  events.on('pool:create', ({ workerPool: { id } }) =>
    pools.set(id, { failed: false, idle: false, lost: Promise.withResolvers() }),
  )
  events.on('pool:fatalError', ({ workerPool }) => note('failed', workerPool))
  for (const end of [
    'pool:gracefulShutdown:complete',
    'pool:forcefulShutdown:complete',
    'pool:forcefulShutdown:error',
  ] as const) {
    events.on(end, ({ workerPool }) => note('idle', workerPool))
  }
  return {
    ids: () => [...pools.keys()],
    /** Resolves when the latest pool is lost. */
    lastIsLost: () => [...pools.values()].at(-1)?.lost.promise ?? new Promise<never>(() => undefined),
    forget: (ids: readonly string[]) => ids.forEach((id) => pools.delete(id)),
  }
}

async function startRunner(
  { database, log }: Pick<App, 'database' | 'log'>,
  { listens = true, ...work }: Work,
  events: WorkerEvents,
): Promise<Runner> {
  return run({
    ...work,
    events,
    pgPool: poolForRunner(database.pool, { listens, log }),
    noHandleSignals: true,
    // Outcomes recorded one by one are promises that nobody watches: a failure would end the process.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    logger: new Logger(() => (level, message) => {
      // its own lifecycle messages matter only for debugging
      if (level === 'error') log.error(message)
      else if (level === 'warning') log.warn(message)
      else log.debug(message)
    }),
  })
}

interface ForRunner {
  readonly listens: boolean
  readonly log: Pick<App['log'], 'warn'>
}

/**
 * The pool for the runner, which may release the connection it listens on twice: when it is stopped while it begins to
 * listen and the database is lost at that moment, it gives the connection up on the one account and on the other. The
 * second time is an error in a promise that nobody watches, which would end the process.
 */
function poolForRunner(pool: Pool, { listens, log }: ForRunner): Pool {
  const once = (client: PoolClient): PoolClient => {
    const release = client.release.bind(client)
    let released = false
    client.release = (error) => {
      if (released) return log.warn('a database connection was released twice')
      released = true
      release(error)
    }
    return client
  }
  const connect = (done?: Parameters<Pool['connect']>[0]) => {
    if (!done) return pool.connect().then((client) => unrepeated(once(client)))
    // only what listens asks in this way, because `query` does not come by here
    if (!listens) return undefined
    return pool.connect((error, client, release) => {
      if (!client) return done(error, client, release)
      const kept = once(client)
      done(error, kept, kept.release)
    })
  }
  return Object.assign(Object.create(pool) as Pool, { connect, query: pool.query.bind(pool) })
}

// of errors of a connection after which the runner sends a statement once more, without saying so
const repeatedCodes = new Set(['ETIMEDOUT', 'EHOSTUNREACH'])

/**
 * The client, until it is released: no statement is sent once more after its answer was lost. The one that locks a job
 * would lock another, and nobody would know of the first.
 */
function unrepeated(client: PoolClient): PoolClient {
  const { query, release } = client
  const ask = query.bind(client) as (...args: unknown[]) => Promise<unknown>
  return Object.assign(client, {
    query: (...args: unknown[]) =>
      ask(...args).catch((error: NodeJS.ErrnoException) => {
        throw repeatedCodes.has(error.code ?? '') ? new Error(error.message, { cause: error }) : error
      }),
    release(...args: Parameters<typeof release>) {
      Object.assign(client, { query, release })
      release(...args)
    },
  })
}

/** Repeats the attempt until it succeeds; undefined if that is no longer wanted. */
async function untilDone<Result>(
  attempt: () => Promise<Result>,
  noLonger: AbortSignal,
): Promise<Result | undefined> {
  while (!noLonger.aborted) {
    try {
      return await attempt()
    } catch {
      await pause(retryMs)
    }
  }
  return undefined
}

/** Where the events of runners are emitted. */
export function createRunnerEvents(): WorkerEvents {
  return new EventEmitter()
}
