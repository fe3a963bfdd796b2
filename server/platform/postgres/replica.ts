// A streaming replica of the database, for lists and searches. Nobody ever sees an older state there than in the
// database itself: a request asks the database how far its log is, and reads from the replica only once that has
// replayed as much. So a reader finds what they have just written, through whichever process, and someone who lost a
// right has lost it there too.
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { Counter } from 'prom-client'
import type { App } from '../app.ts'
import type { Logger } from '../installation/log.ts'
import { DatabaseUnavailable } from './database-failures.ts'
import { type Database, databaseErrorCode, type Reader } from './database.ts'

/** Where lists are read from. */
export interface Replica {
  /** Runs the work on the replica if it is up to date, and otherwise, or if that fails, on the database itself. */
  read<Result>(work: (db: Reader) => Promise<Result>): Promise<Result>
  /** How often each of them was read from. */
  readonly reads: { replica: number; database: number }
  close(): Promise<void>
}

interface Parts {
  readonly database: Database
  readonly replica: Database
  readonly log: Pick<Logger, 'warn'>
  /** How long a request waits for the replica before it reads from the database. */
  readonly patienceMs?: number
}

// a replica that is down or is no replica is tried again after this
const restMs = 5_000
const pollMs = 2

// positions are bytes of log since its beginning: exact as numbers for eight petabytes
const flushed = sql<{
  position: number
}>`select (pg_current_wal_flush_lsn() - '0/0'::pg_lsn)::bigint as position`
const replayed = sql<{ position: number | null }>`select case when pg_is_in_recovery()
  then (pg_last_wal_replay_lsn() - '0/0'::pg_lsn)::bigint end as position`

const listReads = new Counter({
  name: 'chancery_list_reads_total',
  help: 'Lists and searches by where they were read, in installations with a replica',
  labelNames: ['from'],
})

/** Reads through the replica of this database. */
export function useReplica({ database, replica, log, patienceMs = 20 }: Parts): Replica {
  const reads = { replica: 0, database: 0 }
  const positionOfDatabase = coalesced(async () => (await flushed.execute(database.kysely)).rows[0]?.position)
  const positionOfReplica = coalesced(async () => {
    const position = (await replayed.execute(replica.kysely)).rows[0]?.position
    if (typeof position !== 'number')
      throw new Error('CHANCERY_REPLICA_URL leads to a server that is not a replica')
    return position
  })
  const counted = (from: keyof typeof reads) => {
    reads[from]++
    listReads.inc({ from })
  }
  let usableFrom = 0
  const rest = (error: unknown) => {
    if (performance.now() >= usableFrom)
      log.warn({ err: error }, 'the replica cannot be read: lists come from the database')
    usableFrom = performance.now() + restMs
  }

  /** Whether the replica has everything that was committed before this call. */
  async function isUpToDate(): Promise<boolean> {
    if (performance.now() < usableFrom) return false
    const needed = await positionOfDatabase()
    if (needed === undefined) return false
    try {
      for (const deadline = performance.now() + patienceMs; ; await pause(pollMs)) {
        if ((await positionOfReplica()) >= needed) return true
        if (performance.now() > deadline) return false
      }
    } catch (error) {
      rest(error)
      return false
    }
  }

  return {
    reads,
    async read(work) {
      if (await isUpToDate()) {
        try {
          const result = await work(replica.kysely)
          counted('replica')
          return result
        } catch (error) {
          if (!isOfReplica(error)) throw error
          if (error instanceof DatabaseUnavailable) rest(error)
        }
      }
      counted('database')
      return work(database.kysely)
    },
    close: () => replica.close(),
  }
}

/**
 * Whether reading from the database itself may succeed: the replica is gone, or had to end the statement to replay
 * changes.
 */
const isOfReplica = (error: unknown): boolean =>
  error instanceof DatabaseUnavailable || databaseErrorCode(error) === '40001'

/** One call at a time for all who ask meanwhile. Each caller gets an answer that was asked for after their own call. */
function coalesced<Answer>(ask: () => Promise<Answer>): () => Promise<Answer> {
  let current: Promise<unknown> = Promise.resolve()
  let next: Promise<Answer> | undefined
  return () => {
    next ??= current
      .catch(() => undefined)
      .then(() => {
        const answer = ask()
        current = answer
        next = undefined
        return answer
      })
    return next
  }
}

/** Runs the reading with the app's parts, from the replica if the installation has one. */
export const readFresh = <Result>(app: App, read: (app: App) => Promise<Result>): Promise<Result> =>
  app.replica ? app.replica.read((db) => read({ ...app, db })) : read(app)
