// Connection poolers in front of the database, such as PgBouncer. In transaction mode a client connection is not one
// server connection: a prepared statement must be carried from one to the next, which older poolers do not do.
import pg from 'pg'

/**
 * A connection to the database with which the server would fail later; the message tells the operator what to change.
 */
export class UnusablePooler extends Error {}

const tries = 5

/**
 * Throws `UnusablePooler` if connections are shared between clients and prepared statements do not survive that. Tests
 * with two connections: two clients on one server connection prove a pooler in transaction mode.
 */
export async function checkPooler(connection: pg.ClientConfig): Promise<void> {
  const [first, second] = [new pg.Client(connection), new pg.Client(connection)]
  for (const client of [first, second]) client.on('error', () => undefined)
  try {
    await Promise.all([first.connect(), second.connect()])
    for (let tried = 0; tried < tries; tried += 1) await tryOnce(first, second, tried)
  } finally {
    await Promise.all([first.end(), second.end()].map((ended) => ended.catch(() => undefined)))
  }
}

/**
 * Prepares on one client, then keeps the other one busy on the same server connection, and runs the prepared statement.
 */
async function tryOnce(first: pg.Client, second: pg.Client, attempt: number): Promise<void> {
  const named = { name: `pooler_probe_${attempt}`, text: 'select pg_backend_pid() as pid' }
  try {
    const before = await pidOf(first.query(named))
    await second.query('begin')
    const shared = (await pidOf(second.query('select pg_backend_pid() as pid'))) === before
    if (shared) await first.query(named)
    // the same name for another text, as two of our processes may have it
    await second.query({ name: named.name, text: 'select 1 as one, pg_backend_pid() as pid' })
  } catch (error) {
    if (error instanceof pg.DatabaseError && lostStatement.has(error.code ?? '')) throw unusable(error)
    throw error
  } finally {
    await second.query('rollback').catch(() => undefined)
  }
}

// it does not exist, or there is another one with this name
const lostStatement = new Set(['26000', '42P05', '08P01'])

async function pidOf(query: Promise<pg.QueryResult<{ pid: number }>>): Promise<number | undefined> {
  return (await query).rows[0]?.pid
}

const unusable = (cause: Error) =>
  new UnusablePooler(
    'DATABASE_URL leads to a connection pooler in transaction mode that loses prepared statements ' +
      `(${cause.message}). With PgBouncer, use version 1.21 or newer with max_prepared_statements = 500, or ` +
      'pool_mode = session for this database; or set DATABASE_URL to the PostgreSQL server itself.',
    { cause },
  )
