// Background work on notifications: their mails, the digests, and removing old ones.
import { sql } from 'kysely'
import type { App } from '../platform/app.ts'
import { internalTransaction } from '../platform/events/change.ts'
import { defineRecurring, everyMinute, type Job } from '../platform/jobs.ts'
import { sendDigests, sendDueMails } from './mails/send-mails.ts'

const day = 24 * 60 * 60_000
/** How long notifications are kept; what happened stays in the history. */
const keptDays = 180
const atOnce = 5_000

/**
 * Removes old notifications and marks of digests in short transactions, and returns how many notifications there were.
 */
export async function purgeNotifications(app: App): Promise<number> {
  const before = new Date(app.clock.now().getTime() - keptDays * day)
  const organisations = await app.db.selectFrom('organisations').select('id').orderBy('id').execute()
  let removed = 0
  for (const { id } of organisations) {
    for (let some = atOnce; some === atOnce && !app.stopping(); removed += some) {
      some = await purgeSome(app, id, before)
    }
  }
  return removed
}

function purgeSome(app: App, organisationId: number, before: Date): Promise<number> {
  return internalTransaction(app, async (tx) => {
    await tx
      .deleteFrom('notification_digests')
      .where('organisation_id', '=', organisationId)
      .where('sent_at', '<', before)
      .execute()
    const { numAffectedRows } = await sql`
      delete from notifications where organisation_id = ${organisationId} and id in (
        select id from notifications where organisation_id = ${organisationId} and at < ${before} limit ${atOnce})`.execute(
      tx,
    )
    return Number(numAffectedRows ?? 0n)
  })
}

export const notificationJobs: readonly Job[] = [
  defineRecurring({
    name: 'mail-notifications',
    at: everyMinute,
    run: async (app) => (await sendDueMails(app)) + (await sendDigests(app)),
    message: 'sent mails of notifications',
  }),
  defineRecurring({
    name: 'purge-notifications',
    at: '17 3 * * *',
    run: purgeNotifications,
    message: 'removed old notifications',
  }),
]
