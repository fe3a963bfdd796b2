// What one process changes, all processes know before the change is answered. A transaction that wrote rows of which
// processes keep copies (cached-rows.ts) notifies them after its commit, and waits until every listening process has
// forgotten its copies. docs/decisions/0071-announced-changes.md
//
// listener    a process that receives announcements; an advisory lock of its connection says that it is there
// deaf        a process without that connection: it keeps no copies
import { randomInt } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { Histogram } from 'prom-client'
import type { Logger } from '../installation/log.ts'
import { type CacheTopic, cacheTopics } from './cached-rows.ts'
import { keepListening, listenerLock } from './listener.ts'

/** The longest time for which a process uses a copy, and so the longest wait for one that does not acknowledge. */
export const copiesLiveMs = 450

/** One process's part in announcing changes. */
export interface Announcements {
  /** Whether this process receives what others announce; while it does not, it must not use copies. */
  readonly listening: boolean
  /** Calls the handler before a change of this topic is acknowledged, and when listening begins. */
  on(topic: CacheTopic, handler: () => void | Promise<void>): void
  /**
   * Starts to receive what others announce, for processes that keep copies; through a connection to this address when
   * the usual ones lead through a pooler in transaction mode.
   */
  listen(address?: string): Promise<{ stop(): Promise<void> }>
  /**
   * After a commit: resolves when every listening process has forgotten its copies, or cannot have any left. Never
   * throws.
   */
  announce(topics: ReadonlySet<CacheTopic>): Promise<void>
}

const waited = new Histogram({
  name: 'chancery_announcement_seconds',
  help: 'How long changes of rights, sessions, features and the clock waited until all processes knew of them',
  buckets: [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5],
})

interface Parts {
  readonly pool: pg.Pool
  readonly log: Pick<Logger, 'warn'>
}

/** The announcements of one process; it sends from the beginning, and receives after `listen`. */
export function createAnnouncements({ pool, log }: Parts): Announcements {
  const own = randomInt(1, 2 ** 31)
  const handlers = createHandlers()
  const acknowledgements = createAcknowledgements()
  let listening = false

  const waitForOthers = async ({ number, change, deadline }: Waiting) => {
    const others = await notifyListeners(pool, own, change)
    if (others.length === 0) return
    // nobody can answer a process that does not listen
    await Promise.race([deadline, ...(listening ? [acknowledgements.of(number, others)] : [])])
  }

  return {
    get listening() {
      return listening
    },
    on: handlers.add,
    listen: (address) =>
      keepListening({
        connection: address === undefined ? pool.options : { connectionString: address },
        pool,
        log,
        id: own,
        channels: [changedChannel, acknowledgedChannel],
        receive: receiving(own, handlers, acknowledgements),
        async began() {
          await handlers.forget(cacheTopics)
          listening = true
        },
        ended() {
          listening = false
        },
      }),
    async announce(topics) {
      const number = acknowledgements.open()
      await measured(async (deadline) => {
        const change = `${own} ${number} ${[...topics].join()}`
        const all = [handlers.forget(topics), waitForOthers({ number, change, deadline })]
        // The change is committed: what goes wrong now only takes the time after which no copy is left, a pool without
        // a free connection included.
        await Promise.race([deadline, Promise.all(all)]).catch(() => deadline)
      })
      acknowledgements.close(number)
    },
  }
}

/** Handles what arrives on either channel; a change is answered with its acknowledgement. */
const receiving =
  (own: number, handlers: Handlers, acknowledgements: Acknowledgements) =>
  async (channel: string, payload: string): Promise<string | undefined> => {
    if (channel === acknowledgedChannel) {
      const [sender, number = 0, by = 0] = payload.split(' ').map(Number)
      if (sender === own) acknowledgements.add(number, by)
      return undefined
    }
    const { sender, number, topics } = readChange(payload)
    if (sender === own) return undefined
    await handlers.forget(topics)
    return `${sender} ${number} ${own}`
  }

interface Waiting {
  readonly number: number
  readonly change: string
  readonly deadline: Promise<unknown>
}

type Handlers = ReturnType<typeof createHandlers>
type Acknowledgements = ReturnType<typeof createAcknowledgements>
type Handler = () => void | Promise<void>

/** What a process does when a change of a topic is announced. */
function createHandlers() {
  const handlers = new Map<CacheTopic, Handler[]>()
  return {
    add: (topic: CacheTopic, handler: Handler) =>
      void handlers.set(topic, [...(handlers.get(topic) ?? []), handler]),
    async forget(topics: Iterable<CacheTopic>) {
      const called = [...topics].flatMap((topic) => handlers.get(topic) ?? [])
      await Promise.all(called.map(async (handle) => handle()))
    },
  }
}

/** Who has acknowledged the announcements that are being waited for, by their numbers. */
function createAcknowledgements() {
  const open = new Map<number, { readonly by: Set<number>; check(): void }>()
  let last = 0
  return {
    open() {
      open.set(++last, { by: new Set(), check: () => undefined })
      return last
    },
    close: (number: number) => void open.delete(number),
    add(number: number, by: number) {
      open.get(number)?.by.add(by)
      open.get(number)?.check()
    },
    /** Resolves when all of these have acknowledged. */
    of(number: number, listeners: readonly number[]): Promise<void> {
      const { promise, resolve } = Promise.withResolvers<void>()
      const waiting = open.get(number)
      if (!waiting) return Promise.resolve()
      waiting.check = () => {
        if (listeners.every((listener) => waiting.by.has(listener))) resolve()
      }
      waiting.check()
      return promise
    },
  }
}

/** Runs the wait with its deadline, and records how long it took. */
async function measured(wait: (deadline: Promise<unknown>) => Promise<void>): Promise<void> {
  const began = performance.now()
  const timer = new AbortController()
  try {
    await wait(pause(copiesLiveMs, undefined, { signal: timer.signal }).catch(() => undefined))
  } finally {
    timer.abort()
    waited.observe((performance.now() - began) / 1_000)
  }
}

const changedChannel = 'chancery_changed'
const acknowledgedChannel = 'chancery_acknowledged'

function readChange(payload: string) {
  const [sender = '', number = '', topics = ''] = payload.split(' ')
  return { sender: Number(sender), number: Number(number), topics: topics.split(',') as CacheTopic[] }
}

/**
 * Notifies all listeners and returns the others, as their locks say. Who begins to listen meanwhile has no copies from
 * before the commit that this announces.
 */
async function notifyListeners(pool: pg.Pool, own: number, change: string): Promise<readonly number[]> {
  const { rows } = await pool.query<{ ids: number[] }>(
    `select pg_notify('${changedChannel}', $1), array(
      select objid::int8 from pg_locks where locktype = 'advisory' and classid = $2 and objsubid = 2
        and database = (select oid from pg_database where datname = current_database()) and objid <> $3) as ids`,
    [change, listenerLock, own],
  )
  return (rows[0]?.ids ?? []).map(Number)
}
