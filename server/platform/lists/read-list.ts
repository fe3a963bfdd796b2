// Reading lists within a time: what somebody filters and sorts as they like must not take the database from others for
// long.
import { sql } from 'kysely'
import type { App } from '../app.ts'
import { AppError } from '../errors.ts'
import { databaseErrorCode, readTogether } from '../postgres/database.ts'
import { readFresh } from '../postgres/replica.ts'
import { statement } from '../postgres/statement.ts'

const mostSeconds = 5

const limitTime = statement<object, never>(
  () => sql`set local statement_timeout = ${sql.lit(`${mostSeconds}s`)}`,
)

const canceled = '57014'

/**
 * Reads a list as `readFresh` does. One that is filtered, sorted or counted as its caller likes is `demanding`: each of
 * its statements ends after five seconds. Throws unavailable then, saying what to leave out.
 */
export async function readList<Result>(
  app: App,
  { demanding }: { readonly demanding: boolean },
  read: (app: App) => Promise<Result>,
): Promise<Result> {
  if (!demanding) return readFresh(app, read)
  try {
    return await readFresh(app, (reading) =>
      readTogether(reading.db, async (db) => {
        // async, because what throws at once, such as a wrong id, would leave the first promise to nobody: its
        // rejection would end the process
        const [, result] = await Promise.all([
          limitTime.run(db, {}),
          (async () => read({ ...reading, db }))(),
        ])
        return result
      }),
    )
  } catch (error) {
    if (databaseErrorCode(error) !== canceled) throw error
    throw new AppError(
      'unavailable',
      `Reading this list took longer than ${mostSeconds} seconds and was stopped. Narrow it with another condition, or leave out the order, the count or the conditions that search in texts.`,
      { cause: error, headers: { 'retry-after': '2' } },
    )
  }
}
