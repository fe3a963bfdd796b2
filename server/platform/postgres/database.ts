// The PostgreSQL connection: a read-only interface for everyone, transactions for those who may write.
import { Kysely, type Transaction } from 'kysely'
import pg from 'pg'
import { constraintOf } from './constraint-refusal.ts'
import type { Logger } from '../installation/log.ts'
import { type Announcements, createAnnouncements } from './announcements.ts'
import { sessionOf, transact } from './driver.ts'
import { PreparingDialect } from './prepared.ts'
import type { Tables } from './tables.ts'

declare const writes: unique symbol

/** Reads, on the pool or inside a transaction. Writing through it does not compile. */
export type Reader = Pick<
  Kysely<Tables>,
  'selectFrom' | 'selectNoFrom' | 'with' | 'fn' | 'dynamic' | 'getExecutor'
>

/** A transaction that may write: only `change` and `internalTransaction` create one. */
export type Tx = Transaction<Tables> & { readonly [writes]: true }

export interface Database {
  readonly kysely: Kysely<Tables>
  readonly pool: pg.Pool
  /** How processes learn at once of changes to what they keep copies of. */
  readonly announcements: Announcements
  close(): Promise<void>
}

// int8 is safe as a number: ids stay below 2^31, counters below 2^53. Money (numeric) stays text. A `date` is a day,
// not a time.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text)
pg.types.setTypeParser(pg.types.builtins.TIMESTAMP, (text) => text.replace(' ', 'T'))

interface DatabaseOptions {
  readonly connection: pg.PoolConfig
  readonly connections: number
  /** How long to wait for a connection; 5 seconds if not given. */
  readonly connectSeconds?: number
  readonly log: Pick<Logger, 'warn'>
}

/** Opens the pool. Broken connections are replaced; the server survives a restart of the database. */
export function openDatabase({
  connection,
  connections,
  connectSeconds = 5,
  log,
}: DatabaseOptions): Database {
  const pool = new pg.Pool({
    ...connection,
    max: connections,
    application_name: 'chancery',
    connectionTimeoutMillis: connectSeconds * 1_000,
    idleTimeoutMillis: 30_000,
    statement_timeout: 30_000,
    idle_in_transaction_session_timeout: 60_000,
  })
  pool.on('error', (error) => {
    // while closing, the database may be faster than the pool
    if (!pool.ending) log.warn({ err: error }, 'an idle database connection broke')
  })
  // a connection that breaks in use fails its query; the listener only keeps the event from ending the process
  pool.on('connect', (client) => client.on('error', () => undefined))
  const announcements = createAnnouncements({ pool, log })
  const kysely = new Kysely<Tables>({ dialect: new PreparingDialect(pool, announcements) })
  return { kysely, pool, announcements, close: () => kysely.destroy() }
}

const serializationFailure = '40001'
const deadlock = '40P01'

/** Runs `work` in a transaction; repeats it up to four times if the database asks for it (40001, 40P01). */
export async function inTransaction<Result>(
  database: Pick<Database, 'kysely'>,
  work: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  // part of the transaction that it is called in, which runs again as a whole: see events/joined.ts
  if (sessionOf(database.kysely)) return work(database.kysely as Tx)
  for (let attempt = 1; ; attempt++) {
    try {
      return await transact(database.kysely, (tx) => work(tx as Tx))
    } catch (error) {
      const code = databaseErrorCode(error)
      if (attempt === 4 || (code !== serializationFailure && code !== deadlock)) throw error
    }
  }
}

/**
 * Runs reads in one transaction, on the pool or replica that `db` is: what is issued together is one round trip. In a
 * transaction they are part of it.
 */
export const readTogether = <Result>(db: Reader, work: (db: Reader) => Promise<Result>): Promise<Result> =>
  sessionOf(db) ? work(db) : transact(db, work)

/** The SQLSTATE of a database error, or undefined for anything else. */
export function databaseErrorCode(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.code : undefined
}

/** Whether the error is a violation of the named constraint (a sharded database appends `_<digits>` to the name). */
export function violates(error: unknown, constraint: string): boolean {
  return error instanceof pg.DatabaseError && constraintOf(error) === constraint
}
