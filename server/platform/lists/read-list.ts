// Reading lists within a time: what somebody filters and sorts as they like must not take the database from others for
// long.
import type { App } from '../app.ts'
import { AppError } from '../errors.ts'
import { databaseErrorCode, readTogether } from '../postgres/database.ts'
import { packetsBeginningWith, runQuery } from '../postgres/driver.ts'
import { readFresh } from '../postgres/replica.ts'

const mostSeconds = 5

const limitTime = {
  name: 'limit_time',
  text: `select set_config('statement_timeout', '${mostSeconds}s', true)`,
  values: [],
}

const limitTransaction = {
  ...limitTime,
  name: 'limit_transaction',
  text: `set local statement_timeout = '${mostSeconds}s'`,
}

const canceled = '57014'

interface Reading {
  readonly demanding: boolean
  /** Whether its statements are many, to be read in one transaction: what is issued together is one round trip. */
  readonly together?: boolean
}

/**
 * Reads a list as `readFresh` does. One that is filtered, sorted or counted as its caller likes is `demanding`: each of
 * its statements ends after five seconds. Throws unavailable then, saying what to leave out.
 */
export async function readList<Result>(
  app: App,
  { demanding, together = false }: Reading,
  read: (app: App) => Promise<Result>,
): Promise<Result> {
  if (!demanding) return readFresh(app, read)
  try {
    return await readFresh(app, async (reading) =>
      together
        ? readTogether(reading.db, async (db) => {
            // async, because what throws at once, such as a wrong id, would leave the first promise to nobody: its
            // rejection would end the process
            const [, result] = await Promise.all([
              runQuery(db, limitTransaction),
              (async () => read({ ...reading, db }))(),
            ])
            return result
          })
        : read({ ...reading, db: await packetsBeginningWith(reading.db, limitTime) }),
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
