// Work that only one process of an installation does at a time.
import pg from 'pg'

/**
 * Runs the work while holding an advisory lock; others with the same key wait until it has finished. The lock belongs
 * to a transaction on a separate connection, outside the pool, so that it holds through a connection pooler and leaves
 * the whole pool to the work.
 */
export async function withExclusiveLock<Result>(
  pool: pg.Pool,
  key: number,
  work: () => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client(pool.options)
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query('begin')
    await client.query('set local statement_timeout = 0')
    await client.query('set local idle_in_transaction_session_timeout = 0')
    await client.query('select pg_advisory_xact_lock($1)', [key])
    return await work()
  } finally {
    // ends the transaction and releases the lock
    await client.end().catch(() => undefined)
  }
}
