// A database that fails at a chosen statement, for tests that ask whether anything is left half done.
import pg from 'pg'
import type { App } from '../../server/platform/app.ts'
import type { Batch } from '../../server/platform/postgres/batch.ts'

interface Sending {
  readonly client: pg.PoolClient
  readonly batch: Pick<Batch, 'statements'>
  send(): unknown
}

const failing = 'select this_was_chosen_to_fail'
/** What a database answers whose disk is full. */
export const diskFull = `do $$ begin raise exception 'could not extend file: No space left on device'
  using errcode = '53100'; end $$`

/**
 * Runs `work` while the statement with this number (from 1) fails in the database, by default because it is wrong.
 * Answers whether there was such a statement.
 */
export async function failingAtStatement(
  { database: { pool } }: Pick<App, 'database'>,
  number: number,
  work: () => Promise<unknown>,
  text = failing,
): Promise<boolean> {
  let count = 0
  const failAt = ({ batch, send }: Sending) => {
    const statement = batch.statements[number - count - 1]
    count += batch.statements.length
    if (statement) statement.query = { text, values: [] }
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

/** How many packets `work` sends to the database. */
export async function packetsOf(
  { database: { pool } }: Pick<App, 'database'>,
  work: () => Promise<unknown>,
): Promise<number> {
  let count = 0
  await whileSending(pool, ({ send }) => (count++, send()), work)
  return count
}

/**
 * Runs `work` as a process that dies at the packet with this number (from 1), before it is sent or while its answer is
 * on the way: nothing that it sends afterwards arrives. Answers whether there were so many packets.
 */
export async function dyingAtPacket(
  { database: { pool } }: Pick<App, 'database'>,
  { number, when }: { readonly number: number; readonly when: 'before' | 'while under way' },
  work: () => Promise<unknown>,
): Promise<boolean> {
  let count = 0
  const die = ({ client, send }: Sending) => {
    count++
    if (count < number) return send()
    const { connection } = client as unknown as { connection: { stream: { destroy(): void } } }
    if (count === number && when === 'while under way') send()
    connection.stream.destroy()
    return count === number && when === 'while under way' ? undefined : send()
  }
  await whileSending(pool, die, work)
  return count >= number
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
  const connect = pool.connect.bind(pool)
  // with a callback it is the pool's own, for what is sent without waiting
  const connecting = (callback?: Parameters<typeof connect>[0]) =>
    callback ? connect(callback) : connect().then(watched)
  Object.assign(pool, { connect: connecting })
  try {
    await work()
  } finally {
    Object.assign(pool, { connect })
  }
}
