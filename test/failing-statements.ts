// A database that fails at a chosen statement, for tests that ask whether anything is left half done.
import pg from 'pg'
import type { App } from '../server/platform/app.ts'

interface Statement {
  readonly client: pg.PoolClient
  send(): unknown
}

/**
 * Runs `work` while the statement with this number (from 1) never reaches the database. Answers whether there was such a
 * statement.
 */
export async function failingAtStatement(
  { database: { pool } }: Pick<App, 'database'>,
  number: number,
  work: () => Promise<unknown>,
): Promise<boolean> {
  const fail = () => Promise.reject(new Error('This statement was chosen to fail'))
  return (await atStatement(pool, { number, instead: fail }, work)) !== undefined
}

/**
 * Runs `work` and takes the connection away at the statement with this number (from 1): before it is sent, or while its answer
 * is on the way. Answers the text of that statement, or undefined when there were fewer.
 */
export async function cutAtStatement(
  { database: { pool } }: Pick<App, 'database'>,
  { number, when }: { readonly number: number; readonly when: 'before' | 'while under way' },
  work: () => Promise<unknown>,
): Promise<string | undefined> {
  const other = new pg.Client(pool.options)
  await other.connect()
  const cut = async ({ client, send }: Statement) => {
    const { processID, connection } = client as unknown as {
      processID: number
      connection: { stream: { destroy(): void } }
    }
    if (when === 'before') await other.query('select pg_terminate_backend($1)', [processID])
    const answer = send()
    if (when === 'while under way') connection.stream.destroy()
    return answer
  }
  try {
    return await atStatement(pool, { number, instead: cut }, work)
  } finally {
    await other.end()
  }
}

async function atStatement(
  pool: pg.Pool,
  { number, instead }: { readonly number: number; readonly instead: (statement: Statement) => unknown },
  work: () => Promise<unknown>,
): Promise<string | undefined> {
  let count = 0
  let reached: string | undefined
  const watched = (client: pg.PoolClient) =>
    new Proxy(client, {
      get(target, name) {
        const member: unknown = Reflect.get(target, name)
        if (typeof member !== 'function') return member
        if (name !== 'query') return member.bind(target) as unknown
        return (...args: unknown[]) => {
          const send = () => Reflect.apply(member, target, args) as unknown
          count++
          if (count !== number) return send()
          const [query] = args
          reached = typeof query === 'string' ? query : (query as { text: string }).text
          return instead({ client: target, send })
        }
      },
    })
  const connect = pool.connect.bind(pool) as () => Promise<pg.PoolClient>
  Object.assign(pool, { connect: async () => watched(await connect()) })
  try {
    await work()
  } finally {
    Object.assign(pool, { connect })
  }
  return reached
}
