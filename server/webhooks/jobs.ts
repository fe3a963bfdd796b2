// Cleanup jobs of notifications: log entries past the retention period, and secrets that no longer sign.
import { sql } from 'kysely'
import type { App } from '../platform/app.ts'
import { internalTransaction } from '../platform/events/change.ts'
import { defineRecurring, type Job } from '../platform/jobs.ts'

const day = 24 * 60 * 60_000
const atOnce = 5_000

/**
 * Removes old deliveries with their attempts in short transactions; those still to be sent stay. Returns how many were
 * removed.
 */
export async function purgeDeliveryLog(app: App): Promise<number> {
  const before = new Date(app.clock.now().getTime() - app.config.webhookLogDays * day)
  // not through access.ts: the retention period is the same for everybody
  const subscriptions = await app.db.selectFrom('webhook_subscriptions').select('id').orderBy('id').execute()
  let removed = 0
  for (const { id } of subscriptions) {
    for (let some = atOnce; some === atOnce && !app.stopping(); removed += some) {
      some = await purgeSome(app, id, before)
    }
  }
  return removed
}

function purgeSome(app: App, subscriptionId: number, before: Date): Promise<number> {
  return internalTransaction(app, async (tx) => {
    const { numAffectedRows } = await sql`
      /* every organisation: the log of a subscription goes as a whole */
      delete from webhook_deliveries where (organisation_id, id) in (
        select organisation_id, id from webhook_deliveries
        where subscription_id = ${subscriptionId} and created_at < ${before} and state <> 'pending'
        limit ${atOnce})`.execute(tx)
    return Number(numAffectedRows ?? 0n)
  })
}

const purge = defineRecurring({
  name: 'purge-webhook-log',
  at: '41 2 * * *',
  lane: 'long',
  async run(app) {
    const removed = await purgeDeliveryLog(app)
    await internalTransaction(app, (tx, now) =>
      tx.deleteFrom('webhook_previous_secrets').where('expires_at', '<', now).execute(),
    )
    return removed
  },
  message: 'removed old entries of the notification log',
})

export const webhookJobs: readonly Job[] = [purge]
