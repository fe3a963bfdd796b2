// What one process of an installation does while the others wait.
import type pg from 'pg'

/**
 * Runs the work while holding an advisory lock; others with the same key wait until it has ended. The lock belongs to a
 * transaction on a connection of its own, so that it holds through a connection pooler too: the pool needs a second
 * connection for the work.
 */
export async function withExclusiveLock<Result>(
  pool: pg.Pool,
  key: number,
  work: () => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query('set local statement_timeout = 0')
    await client.query('set local idle_in_transaction_session_timeout = 0')
    await client.query('select pg_advisory_xact_lock($1)', [key])
    return await work()
  } finally {
    await client.query('rollback').catch(() => undefined)
    client.release()
  }
}
