// Long reads of one moment, on a connection of their own.
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import type { Database, Reader } from './database.ts'
import type { Tables } from './tables.ts'

/**
 * Runs reads that all see the database as it is now, whatever is changed meanwhile, and that may take as long as they
 * need. They wait for nothing, and nothing waits for them.
 */
export async function withSnapshot<Result>(
  { pool: { options } }: Pick<Database, 'pool'>,
  work: (snapshot: Reader) => Promise<Result>,
): Promise<Result> {
  // the password of a pool's options is not enumerable, so spreading would lose it
  const pool = new pg.Pool({ ...options, password: options.password, max: 1 })
  pool.on('error', () => undefined)
  // a connection that breaks in use fails its query; the listener only keeps the event from ending the process
  pool.on('connect', (client) => client.on('error', () => undefined))
  const own = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  try {
    return await own
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async (snapshot) => {
        await sql`set local statement_timeout = 0`.execute(snapshot)
        await sql`set local idle_in_transaction_session_timeout = 0`.execute(snapshot)
        return work(snapshot)
      })
  } finally {
    await own.destroy()
  }
}
