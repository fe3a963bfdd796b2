// Events are stored in one table per month, so that old ones can be moved as a whole. Tables are created ahead of time.
import { sql } from 'kysely'
import type { App } from '../app.ts'
import { internalTransaction } from '../events/change.ts'
import { databaseErrorCode } from './database.ts'
import { defineRecurring, type Job } from '../jobs.ts'

const monthsAhead = 3

/**
 * Creates the missing tables of this month and the next three. A month whose first events are already in `events_other`
 * (the clock jumped) stays there: nothing is moved.
 */
export async function makeEventPartitions(app: App): Promise<readonly string[]> {
  const now = app.clock.now()
  const made: string[] = []
  for (let month = 0; month <= monthsAhead; month++) {
    const from = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + month, 1))
    const name = `events_${from.toISOString().slice(0, 7).replace('-', '_')}`
    if (
      await makePartition(app, { name, ...monthFrom(from) }).catch((error: unknown) => isBackedUp(app, error))
    )
      made.push(name)
  }
  return made
}

interface Month {
  readonly from: Date
  readonly to: Date
}

const monthFrom = (from: Date): Month => ({
  from,
  to: new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + 1, 1)),
})

/** The month whose events are in the table of this name; undefined if it is no name of such a table. */
export function monthOfPartition(name: string): Month | undefined {
  const [, year, month] = /^events_([1-9]\d{3})_(0[1-9]|1[0-2])$/.exec(name) ?? []
  return year && month ? monthFrom(new Date(Date.UTC(Number(year), Number(month) - 1, 1))) : undefined
}

/** The statement that makes the table of a month; its name must be that of the month. */
export const partitionText = (name: string, { from, to }: Month): string =>
  `create table "${name}" partition of events for values from ('${from.toISOString()}') to ('${to.toISOString()}')`

// A backup reads for minutes, and waiting for it would block everyone from writing events. The job runs again later,
// and until then there is `events_other`.
function isBackedUp({ log }: App, error: unknown): false {
  if (databaseErrorCode(error) !== '55P03') throw error
  log.warn('the tables for the events of the coming months could not be created now: a backup is in progress')
  return false
}

// an arbitrary advisory lock key that no other program uses on the same database
const lockKey = 7_264_832

function makePartition(app: App, { name, from, to }: Month & { readonly name: string }): Promise<boolean> {
  return internalTransaction(app, async (tx) => {
    await sql`set local lock_timeout = '2s'`.execute(tx)
    await sql`select pg_advisory_xact_lock(${lockKey})`.execute(tx)
    const { rows } = await sql<{ present: boolean; begun: boolean }>`
      /* every organisation: one table holds a month of all of them */
      select to_regclass(${name}) is not null as present,
        exists (select 1 from events_other where at >= ${from} and at < ${to}) as begun`.execute(tx)
    if (rows[0]?.present || rows[0]?.begun) return false
    await sql.raw(partitionText(name, { from, to })).execute(tx)
    return true
  })
}

export const partitionJobs: readonly Job[] = [
  defineRecurring({
    name: 'make-event-partitions',
    at: '17 3 * * *',
    run: async (app) => (await makeEventPartitions(app)).length,
    message: 'created tables for the events of the coming months',
  }),
]
