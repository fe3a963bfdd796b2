// The notifications of one process: turns events into notifications, alongside any number of other processes.
import type { App } from '../platform/app.ts'
import { internalTransaction } from '../platform/events/change.ts'
import { workLoop } from '../platform/work-loop.ts'
import { sql } from 'kysely'
import { notifyPeople } from './fan-out.ts'

// for the events of other processes
const pollEveryMs = 1_000

/** Starts turning events into notifications; `stop` ends with the batch in progress. */
export function startNotifications(app: App): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const loop = workLoop(app, {
    name: 'notifications of people',
    stopping: stopping.signal,
    pollEveryMs,
    listen: app.signals.onNotifications,
    work: () => notifyPeople(app),
  })
  return {
    async stop() {
      stopping.abort()
      await loop
    },
  }
}

/**
 * Turns everything that waits into notifications in the app, and mails none of it: after a restore, because it may have
 * been mailed since the backup, and of what the demo did.
 */
export async function notifyWithoutMail(app: App): Promise<void> {
  while ((await notifyPeople(app)) > 0);
  await internalTransaction(app, async (tx) => {
    // dispatches of events that could not be turned into notifications, which has been logged
    await sql`/* every organisation: all of them are concerned */ delete from notification_dispatches`.execute(
      tx,
    )
    await sql`/* every organisation: all of them are concerned */
      update notifications set mail_due_at = null, in_digest = false where mail_due_at is not null or in_digest`.execute(
      tx,
    )
  })
}
