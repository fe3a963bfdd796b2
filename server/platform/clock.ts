// The one source of now. Production follows the database's clock, so that all processes agree; the sandbox's can be moved
// ahead; a test holds its own.
import { sql } from 'kysely'
import type { Database } from './database.ts'
import type { Logger } from './log.ts'

export interface Clock {
  now(): Date
  /** Reads the database's time and the sandbox's offset again, now; it happens each second by itself. */
  refresh(): Promise<void>
  stop(): void
}

const refreshEvery = 1_000

/** A clock that follows the database, and in the sandbox the offset stored there. Every process sees a move within a second. */
export async function startClock(
  database: Pick<Database, 'kysely'>,
  { movable, log }: { movable: boolean; log: Pick<Logger, 'warn'> },
): Promise<Clock> {
  let ahead = 0
  const refresh = async () => {
    const asked = performance.now()
    const { rows } = await sql<{
      now: Date
      offset_ms: number
    }>`select clock_timestamp() as now, offset_ms from clock`.execute(database.kysely)
    const row = rows[0]
    if (!row)
      throw new Error('The table clock has lost its row; restore it with: insert into clock default values')
    // the database answered about half a round trip ago
    const elapsed = (performance.now() - asked) / 2
    ahead = row.now.getTime() + elapsed - Date.now() + (movable ? row.offset_ms : 0)
  }
  await refresh()
  const timer = setInterval(() => {
    refresh().catch((error: unknown) =>
      log.warn({ err: error }, 'the clock could not be compared with the database'),
    )
  }, refreshEvery)
  timer.unref()
  return { now: () => new Date(Math.round(Date.now() + ahead)), refresh, stop: () => clearInterval(timer) }
}
