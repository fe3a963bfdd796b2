// Notifications after a restore: what was still to be sent when the backup was made may have been sent since, so none of it is
// sent by itself. It stays in the log, from where its subscribers can have it replayed.
import { sql } from 'kysely'
import type { App } from '../../platform/app.ts'
import { bookkeeping } from '../../platform/change.ts'
import { fanOut } from './fan-out.ts'

const because = 'the database was restored from a backup: replay it if it is missing'

/** Suppresses everything that waits to be sent, also of events that were not fanned out yet; answers how many notifications. */
export async function suppressAfterRestore(app: App): Promise<number> {
  while ((await fanOut(app)) > 0);
  return bookkeeping(app, async (tx, now) => {
    await sql`set local statement_timeout = 0`.execute(tx)
    // of events that could not be fanned out, which the log tells
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
