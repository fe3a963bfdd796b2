// Recovery from outages: when no process has worked on notifications for a while, the backlog is spread over time, so
// that neither receivers nor this platform are overloaded.
import { sql } from 'kysely'
import type { App } from '../../platform/app.ts'
import { internalTransaction } from '../../platform/events/change.ts'

const silenceMs = 30_000
// deliveries a receiver gets at once after an outage, and the spacing of the rest: 500 a second
const immediate = 100
const spacingMs = 2

/**
 * Records that this process is working on notifications. The first to do so after a silence spreads the overdue
 * deliveries of each receiver, in the order in which they were due; returns how many.
 */
export function recordHeartbeat(app: App): Promise<number> {
  return internalTransaction(app, async (tx, now) => {
    const { rows } = await sql<{ looked_at: Date; real_now: Date }>`
      select looked_at, clock_timestamp() as real_now from webhook_engine for update`.execute(tx)
    const [engine] = rows
    if (!engine) return 0
    const silent = engine.real_now.getTime() - engine.looked_at.getTime() > silenceMs
    const spread = silent ? await spreadOverdue(now).execute(tx) : undefined
    await tx.updateTable('webhook_engine').set({ looked_at: engine.real_now }).execute()
    return Number(spread?.numAffectedRows ?? 0n)
  })
}

// not through access.ts: spreads the work of the engine, for no caller
const spreadOverdue = (now: Date) => sql`
  /* every organisation: a receiver may be notified of several */
  update webhook_deliveries d
  set due_at = ${now}::timestamptz + (overdue.place - ${immediate}) * ${spacingMs} * interval '1 millisecond'
  from (
    select w.organisation_id, w.id, row_number() over (partition by s.host order by w.due_at, w.id) as place
    from webhook_deliveries w join webhook_subscriptions s on s.id = w.subscription_id
    where w.state = 'pending' and w.due_at <= ${now}
      and (w.claimed_until is null or w.claimed_until < clock_timestamp())) overdue
  where overdue.place > ${immediate}
    and d.organisation_id = overdue.organisation_id and d.id = overdue.id`
