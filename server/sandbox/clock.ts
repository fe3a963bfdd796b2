// The sandbox's clock: how far the platform's time is ahead of real time.
import { sql } from 'kysely'
import type { App } from '../platform/app.ts'
import { internalTransaction } from '../platform/events/change.ts'
import type { Tx } from '../platform/postgres/database.ts'
import { badInput, notFound, sentence } from '../platform/errors.ts'

export interface SandboxClock {
  readonly now: Date
  readonly offsetSeconds: number
}

const furthestAhead = 20 * 365 * 24 * 60 * 60

/** The current state of the clock. Throws not_found in production, where the clock cannot be moved. */
export async function readSandboxClock(app: App): Promise<SandboxClock> {
  refuseProduction(app)
  const { offset_ms } = await app.db.selectFrom('clock').select('offset_ms').executeTakeFirstOrThrow()
  return { now: app.clock.now(), offsetSeconds: offset_ms / 1_000 }
}

/**
 * Advances the clock by some seconds, or resets it to real time. Every process follows before this returns, and with
 * them whatever becomes due. What was planned while the clock was ahead (notifications and their retries) comes
 * back with it by as much; what has happened keeps its time. Throws bad_request beyond twenty years, and not_found in
 * production.
 */
export async function moveSandboxClock(
  app: App,
  move: { readonly advanceSeconds: number } | { readonly reset: true },
): Promise<SandboxClock> {
  refuseProduction(app)
  await internalTransaction(app, async (tx, now) => {
    const before = await tx.selectFrom('clock').select('offset_ms').forUpdate().executeTakeFirstOrThrow()
    if ('reset' in move) await bringBack(tx, now, before.offset_ms)
    const { offset_ms } = await tx
      .updateTable('clock')
      .set({
        offset_ms: 'reset' in move ? 0 : sql<number>`offset_ms + ${Math.round(move.advanceSeconds * 1_000)}`,
      })
      .returning('offset_ms')
      .executeTakeFirstOrThrow()
    if (offset_ms > furthestAhead * 1_000) {
      throw badInput('advanceSeconds', sentence('The clock can be at most 20 years ahead. Reset it first.'))
    }
  })
  await app.clock.refresh()
  app.signals.eventsCommitted()
  app.signals.notificationsDue()
  app.signals.deliveriesDue()
  return readSandboxClock(app)
}

/** Notifications that wait come back by the distance, as the clock does: they would wait for days otherwise. */
async function bringBack(tx: Tx, now: Date, offsetMs: number): Promise<void> {
  const realTime = new Date(now.getTime() - offsetMs)
  await sql`/* every organisation: the clock is one for all */
    update webhook_deliveries set due_at = due_at - ${offsetMs} * interval '1 millisecond'
    where state in ('pending', 'held') and due_at > ${realTime}`.execute(tx)
}

/** The sandbox's own operations do not exist in production. */
export function refuseProduction({ config }: Pick<App, 'config'>): void {
  if (config.environment === 'production') throw notFound()
}
