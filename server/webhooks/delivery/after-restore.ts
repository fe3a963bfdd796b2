// Notifications after a restore: anything unsent at the time of the backup may have been sent since, so it is not sent
// automatically. It stays in the log, where subscribers can replay it.
import { sql } from 'kysely'
import type { App } from '../../platform/app.ts'
import { internalTransaction } from '../../platform/events/change.ts'
import { fanOut } from './fan-out.ts'

const because = 'the database was restored from a backup: replay it if it is missing'

/**
 * Suppresses everything waiting to be sent, including events not yet fanned out; returns the number of notifications.
 */
export async function suppressAfterRestore(app: App): Promise<number> {
  while ((await fanOut(app)) > 0);
  return internalTransaction(app, async (tx, now) => {
    await sql`set local statement_timeout = 0`.execute(tx)
    // dispatches of events that could not be fanned out, which has been logged
    await sql`/* every organisation: a restore concerns all of them */ delete from event_dispatches`.execute(
      tx,
    )
    const { numAffectedRows } = await sql`
      /* every organisation: a restore concerns all of them */
      update webhook_deliveries
      set state = 'suppressed', collecting = false, claim = null, claimed_until = null,
        ended_at = ${now}, ended_because = ${because}
      where state in ('pending', 'held')`.execute(tx)
    return Number(numAffectedRows ?? 0n)
  })
}
