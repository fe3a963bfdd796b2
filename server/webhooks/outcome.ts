// What becomes of a delivery after an attempt: acknowledged, due again, or abandoned.
import type { App } from '../platform/app.ts'
import { bookkeeping, change, systemActor } from '../platform/change.ts'
import type { Tx } from '../platform/database.ts'
import type { OutboundAnswer } from '../platform/outbound-http.ts'
import type { Claimed } from './claim.ts'
import { disableIfAbandonedTooOften } from './disable.ts'

interface Outcome {
  readonly body: Buffer
  readonly answer: OutboundAnswer
}

/**
 * Writes the outcome of an attempt and what follows from it, in one transaction: the tenth abandoned notification and the end of
 * its subscription are one. Nothing but the attempt itself is written when the claim was lost meanwhile: somebody else has the
 * delivery then.
 */
export async function recordOutcome(app: App, delivery: Claimed, outcome: Outcome): Promise<void> {
  const next = (now: Date) => nextOf(app, delivery, outcome.answer, now)
  if (next(app.clock.now()).state !== 'abandoned') {
    await bookkeeping(app, (tx, now) => write(tx, delivery, { ...outcome, next: next(now) }))
    return
  }
  await change(app, systemActor('webhooks'), async (tx, now) => {
    const written = await write(tx, delivery, { ...outcome, next: next(now) })
    return {
      result: undefined,
      events: written ? await disableIfAbandonedTooOften(app, tx, { delivery, now }) : [],
    }
  })
}

/** Whether the receiver took the notification: any 2xx, in time. */
export const isAcknowledged = ({ status }: OutboundAnswer): boolean =>
  status !== null && status >= 200 && status < 300

type Next = ReturnType<typeof nextOf>

function nextOf(app: App, { attempts, kind }: Claimed, answer: OutboundAnswer, now: Date) {
  if (isAcknowledged(answer)) return { state: 'acknowledged', ended_at: now }
  // whoever sends a test looks at what comes of it
  const delay = kind === 'test' ? undefined : app.config.webhookRetryDelays[attempts]
  if (delay !== undefined) return { state: 'pending', due_at: new Date(now.getTime() + delay * 1_000) }
  return { state: 'abandoned', ended_at: now, ended_because: 'the last attempt failed' }
}

/** Answers whether the claim still stood. */
async function write(
  tx: Tx,
  { organisationId, id, claim, attempts }: Claimed,
  { body, answer, next }: Outcome & { readonly next: Next },
): Promise<boolean> {
  await tx
    .updateTable('webhook_attempts')
    .set({
      duration_ms: answer.durationMs,
      status: answer.status,
      error: answer.error,
      excerpt: answer.excerpt,
    })
    .where('organisation_id', '=', organisationId)
    .where('delivery_id', '=', id)
    .where('claim', '=', claim)
    .execute()
  const updated = await tx
    .updateTable('webhook_deliveries')
    .set({ ...next, attempts: attempts + 1, body, claim: null, claimed_until: null })
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .where('claim', '=', claim)
    .executeTakeFirst()
  return updated.numUpdatedRows > 0n
}
