// A database that fails at a chosen statement, for tests that ask whether anything is left half done.
import pg from 'pg'
import type { App } from '../../server/platform/app.ts'
import type { Batch } from '../../server/platform/postgres/batch.ts'

interface Sending {
  readonly client: pg.PoolClient
  readonly batch: Pick<Batch, 'statements'>
  send(): unknown
}

/**
 * Runs `work` while the statement with this number (from 1) fails in the database. Answers whether there was such a
 * statement.
 */
export async function failingAtStatement(
  { database: { pool } }: Pick<App, 'database'>,
  number: number,
  work: () => Promise<unknown>,
): Promise<boolean> {
  let count = 0
  const failAt = ({ batch, send }: Sending) => {
    const statement = batch.statements[number - count - 1]
    count += batch.statements.length
    if (statement) statement.query = { text: 'select this_was_chosen_to_fail', values: [] }
    return send()
  }
  await whileSending(pool, failAt, work)
  return count >= number
}

/**
 * Runs `work` and takes the connection away at the packet with this number (from 1): before it is sent, or while its
 * answer is on the way. Answers the texts of its statements, or undefined when there were fewer packets.
 */
export async function cutAtPacket(
  { database: { pool } }: Pick<App, 'database'>,
  { number, when }: { readonly number: number; readonly when: 'before' | 'while under way' },
  work: () => Promise<unknown>,
): Promise<string | undefined> {
  const other = new pg.Client(pool.options)
  await other.connect()
  let count = 0
  let reached: string | undefined
  const cut = async ({ client, batch, send }: Sending) => {
    count++
    if (count !== number) return send()
    reached = batch.statements.map(({ query }) => query.text).join('; ')
    const { processID, connection } = client as unknown as {
      processID: number
      connection: { stream: { destroy(): void } }
    }
    if (when === 'before') await other.query('select pg_terminate_backend($1)', [processID])
    send()
    if (when === 'while under way') connection.stream.destroy()
    return undefined
  }
  try {
    await whileSending(pool, cut, work)
    return reached
  } finally {
    await other.end()
  }
}

async function whileSending(
  pool: pg.Pool,
  instead: (sending: Sending) => unknown,
  work: () => Promise<unknown>,
): Promise<void> {
  const watched = (client: pg.PoolClient) =>
    new Proxy(client, {
      get(target, name) {
        const member: unknown = Reflect.get(target, name)
        if (typeof member !== 'function') return member
        if (name !== 'query') return member.bind(target) as unknown
        return (batch: Batch) => instead({ client: target, batch, send: () => target.query(batch) })
      },
    })
  const connect = pool.connect.bind(pool) as () => Promise<pg.PoolClient>
  Object.assign(pool, { connect: async () => watched(await connect()) })
  try {
    await work()
  } finally {
    Object.assign(pool, { connect })
  }
}
