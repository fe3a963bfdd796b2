// A connection that receives notifications of the database, and is replaced when it breaks.
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { Logger } from '../installation/log.ts'

/** The class of the advisory locks by which listeners say that they are there; their ids are the second number. */
export const listenerLock = 7_264_701

const retryMs = 250
const longestRetryMs = 5_000
// through a pooler in transaction mode nothing arrives, however often it is tried
const impossibleRetryMs = 60_000
const probeMs = 2_000
const probeEveryMs = 10_000
const patienceMs = 5_000

interface ListenerOptions {
  readonly connection: pg.ClientConfig
  /** Whose connections send the probe. */
  readonly pool: Pick<pg.Pool, 'query'>
  readonly log: Pick<Logger, 'warn'>
  readonly id: number
  /** The first is for what arrives, the second for what is answered. */
  readonly channels: readonly [received: string, answers: string]
  /** Handles a notification; what it returns is sent as the answer. */
  receive(channel: string, payload: string): Promise<string | undefined>
  /** From now on everything arrives. */
  began(): Promise<void>
  /** Something may be missed from now on. */
  ended(): void
}

/** Listens until `stop`; resolves when it does for the first time, or when that has failed. */
export async function keepListening(options: ListenerOptions): Promise<{ stop(): Promise<void> }> {
  const stopping = new AbortController()
  const first = Promise.withResolvers<void>()
  const supervise = async () => {
    let retry = retryMs
    let warned = false
    const onBegin = () => {
      retry = retryMs
      warned = false
      first.resolve()
    }
    const onFailure = (error: unknown) => {
      if (!warned) options.log.warn({ err: error }, notListening)
      warned = true
    }
    while (!stopping.signal.aborted) {
      const outcome = await listenOnce(options, stopping.signal, { onBegin, onFailure })
      first.resolve()
      if (outcome === 'impossible') retry = impossibleRetryMs
      await pause(retry, undefined, { signal: stopping.signal }).catch(() => undefined)
      retry = Math.min(retry * 2, longestRetryMs)
    }
  }
  const supervised = supervise()
  await first.promise
  return {
    async stop() {
      stopping.abort()
      await supervised
    },
  }
}

/** Listens on one connection until it breaks or is no longer wanted. */
async function listenOnce(
  options: ListenerOptions,
  stop: AbortSignal,
  { onBegin, onFailure }: { onBegin(): void; onFailure(error: unknown): void },
): Promise<'ended' | 'impossible'> {
  const { connection, id, channels, log } = options
  const client = new pg.Client({
    ...connection,
    // not enumerable in the options of a pool
    password: connection.password,
    application_name: 'chancery listener',
    keepAlive: true,
    // an address behind which nobody answers must hold up neither the start nor the next attempt
    connectionTimeoutMillis: patienceMs,
    query_timeout: patienceMs,
  })
  const broken = Promise.withResolvers<void>()
  client.on('error', () => broken.resolve())
  client.on('end', () => broken.resolve())
  const probes = new Map<string, () => void>()
  client.on('notification', ({ channel, payload = '' }) => {
    if (payload.startsWith('probe ')) return probes.get(payload)?.()
    answer(options, client, channel, payload).catch(() => broken.resolve())
  })
  try {
    await client.connect()
    // a machine that is gone must not be waited for until the usual two hours are over
    await client.query(
      'set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3',
    )
    // an acknowledgement needs no disk
    await client.query('set synchronous_commit = off; set idle_session_timeout = 0')
    for (const channel of channels) await client.query(`listen ${channel}`)
    if (!(await probeArrives(options, probes))) {
      log.warn(unheard)
      return 'impossible'
    }
    await client.query('select pg_advisory_lock($1, $2)', [listenerLock, id])
    await options.began()
    onBegin()
    await Promise.race([broken.promise, aborted(stop), untilProbeFails(options, probes, stop)])
  } catch (error) {
    // it is tried again
    onFailure(error)
  } finally {
    options.ended()
    // a connection that has gone silent is not waited for
    await Promise.race([client.end().catch(() => undefined), pause(patienceMs, undefined, { ref: false })])
  }
  return 'ended'
}

const notListening =
  'The connection for announcements could not be opened and is tried again: until then this process reads rights with each request.'
const unheard =
  'Notifications of the database do not arrive, as through a connection pooler in transaction mode: this process reads ' +
  'rights with each request, and changes of rights take half a second. Set CHANCERY_DATABASE_LISTEN_URL to the PostgreSQL server itself.'

async function answer(
  { receive, channels: [, answers] }: ListenerOptions,
  client: pg.Client,
  channel: string,
  payload: string,
): Promise<void> {
  const text = await receive(channel, payload)
  if (text !== undefined) await client.query('select pg_notify($1, $2)', [answers, text])
}

/** Whether a notification that another connection sends arrives here. */
async function probeArrives(
  { pool, id, channels: [received] }: ListenerOptions,
  probes: Map<string, () => void>,
): Promise<boolean> {
  const payload = `probe ${id} ${performance.now()}`
  const { promise, resolve } = Promise.withResolvers<true>()
  probes.set(payload, () => resolve(true))
  const timer = new AbortController()
  try {
    await pool.query('select pg_notify($1, $2)', [received, payload])
    return await Promise.race([
      promise,
      pause(probeMs, false as const, { signal: timer.signal }).catch(() => false as const),
    ])
  } finally {
    timer.abort()
    probes.delete(payload)
  }
}

/** Resolves when the connection has gone silent without breaking. */
async function untilProbeFails(
  options: ListenerOptions,
  probes: Map<string, () => void>,
  stop: AbortSignal,
): Promise<void> {
  do {
    await pause(probeEveryMs, undefined, { signal: stop, ref: false }).catch(() => undefined)
  } while (!stop.aborted && (await probeArrives(options, probes).catch(() => false)))
}

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
