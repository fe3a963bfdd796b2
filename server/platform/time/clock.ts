// The single source of the current time. In production it follows the database's clock, so that all processes agree; in
// the sandbox it can be moved forward; tests provide their own.
import { sql } from 'kysely'
import { Gauge } from 'prom-client'
import { copiesLiveMs } from '../postgres/announcements.ts'
import type { Database } from '../postgres/database.ts'
import type { Logger } from '../installation/log.ts'

export interface Clock {
  now(): Date
  /**
   * The time of the database, unaffected by the sandbox: for times that others compare with their own clocks. Also
   * unaffected by a wrong clock on this machine.
   */
  databaseTime(): Date
  /** Re-reads the database's time and the sandbox's offset now; this also happens by itself. */
  refresh(): Promise<void>
  stop(): void
}

const refreshEvery = 1_000
// in the sandbox as often as copies are read again that nobody announced
const refreshMovableEvery = copiesLiveMs
const largestDifference = 5_000

const difference = new Gauge({
  name: 'chancery_clock_difference_seconds',
  help: 'How far the clock of the database is ahead of that of this machine',
  aggregator: 'average',
})

interface ClockOptions {
  /** Whether it applies the sandbox's offset. */
  readonly movable: boolean
  readonly log: Pick<Logger, 'warn' | 'info'>
  /** The clock of this machine; tests may provide a wrong one. */
  readonly machine?: () => number
}

/**
 * A clock that follows the database, and in the sandbox the offset stored there: every process has moved its clock
 * before a move is answered.
 */
export async function startClock(
  database: Pick<Database, 'kysely' | 'announcements'>,
  { movable, log, machine = () => Date.now() }: ClockOptions,
): Promise<Clock> {
  let ahead = 0
  let moved = 0
  let latest = 0
  const warn = createDifferenceWarning(log)
  const refresh = async () => {
    const asked = performance.now()
    const { rows } = await sql<{
      now: Date
      offset_ms: number
    }>`select clock_timestamp() as now, offset_ms from clock`.execute(database.kysely)
    const row = rows[0]
    if (!row)
      throw new Error('The table clock has lost its row; restore it with: insert into clock default values')
    // one that was asked later may have been answered before, and knows of a move that this one does not
    if (asked < latest) return
    latest = asked
    // the database answered about half a round trip ago
    const elapsed = (performance.now() - asked) / 2
    ahead = row.now.getTime() + elapsed - machine()
    moved = movable ? row.offset_ms : 0
    warn(ahead)
  }
  await refresh()
  if (movable) database.announcements.on('clock', refresh)
  const timer = setInterval(
    () => {
      refresh().catch((error: unknown) =>
        log.warn({ err: error }, 'the clock could not be compared with the database'),
      )
    },
    movable ? refreshMovableEvery : refreshEvery,
  )
  timer.unref()
  const databaseTime = () => machine() + ahead
  return {
    now: () => new Date(Math.round(databaseTime() + moved)),
    databaseTime: () => new Date(Math.round(databaseTime())),
    refresh,
    stop: () => clearInterval(timer),
  }
}

/** Warns when the two clocks start to differ by more than usual, and reports when they agree again. */
function createDifferenceWarning(log: ClockOptions['log']): (ahead: number) => void {
  let differs = false
  return (ahead) => {
    difference.set(ahead / 1_000)
    if (Math.abs(ahead) > largestDifference === differs) return
    differs = !differs
    const seconds = Math.round(ahead / 1_000)
    if (!differs) return log.info({ seconds }, 'the clocks of this machine and of the database agree again')
    const text = `the clock of the database is ${Math.abs(seconds)} s ${seconds > 0 ? 'ahead of' : 'behind'} the one of this machine; the database's is used. Set both by NTP.`
    log.warn({ seconds }, text)
  }
}
