// A database that fails at a chosen statement, for tests that ask whether anything is left half done.
import type pg from 'pg'
import type { App } from '../server/platform/app.ts'

/**
 * Runs `work` while the statement with this number (from 1) never reaches the database. Answers whether there was such a
 * statement.
 */
export async function failingAtStatement(
  { database: { pool } }: Pick<App, 'database'>,
  number: number,
  work: () => Promise<unknown>,
): Promise<boolean> {
  let count = 0
  const failing = (client: pg.PoolClient) =>
    new Proxy(client, {
      get(target, name) {
        const member: unknown = Reflect.get(target, name)
        if (typeof member !== 'function') return member
        if (name !== 'query') return member.bind(target) as unknown
        return (...args: unknown[]) => {
          count++
          if (count === number) return Promise.reject(new Error('This statement was chosen to fail'))
          return Reflect.apply(member, target, args) as unknown
        }
      },
    })
  const connect = pool.connect.bind(pool) as () => Promise<pg.PoolClient>
  Object.assign(pool, { connect: async () => failing(await connect()) })
  try {
    await work()
  } finally {
    Object.assign(pool, { connect })
  }
  return count >= number
}
