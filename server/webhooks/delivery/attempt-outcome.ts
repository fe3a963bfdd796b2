// What happens to a delivery after an attempt: acknowledged, retried, or abandoned.
import { sql } from 'kysely'
import type { App } from '../../platform/app.ts'
import { internalTransaction, change, systemActor } from '../../platform/change.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { OutboundAnswer } from '../../platform/outbound/outbound-http.ts'
import { countAttempt } from './attempt-metrics.ts'
import type { Claimed } from './claim-deliveries.ts'
import { disableIfAbandonedTooOften } from '../disable-subscription.ts'

/** The result of an attempt. */
export interface Outcome {
  readonly delivery: Claimed
  readonly body: Buffer
  readonly answer: OutboundAnswer
}

/**
 * Records outcomes of attempts and updates their deliveries: in one transaction for all that are not abandoned, and in
 * one transaction each for the abandoned ones, because the tenth abandoned delivery also disables its subscription. If
 * the claim was lost meanwhile, only the attempt is updated: another process has the delivery.
 */
export async function recordOutcomes(app: App, outcomes: readonly Outcome[]): Promise<void> {
  const known = outcomes.map((each) => ({ ...each, next: resolveNext(app, each, app.clock.now()) }))
  for (const { next, answer } of known) {
    countAttempt(next.state === 'pending' ? 'retried' : next.state, answer.durationMs)
  }
  const common = known.filter(({ next }) => next.state !== 'abandoned')
  if (common.length > 0) await internalTransaction(app, (tx) => writeOutcomes(tx, common))
  for (const each of known) {
    if (each.next.state === 'abandoned') await recordAbandoned(app, each)
  }
}

function recordAbandoned(app: App, outcome: ResolvedOutcome): Promise<void> {
  return change(app, systemActor('webhooks'), async (tx, now) => {
    const written = await writeOutcomes(tx, [outcome])
    const { delivery } = outcome
    return {
      result: undefined,
      events: written > 0 ? await disableIfAbandonedTooOften(app, tx, { delivery, now }) : [],
    }
  })
}

/** Whether the receiver accepted the notification: any 2xx within the time limit. */
export const isAcknowledged = ({ status }: Pick<OutboundAnswer, 'status'>): boolean =>
  status !== null && status >= 200 && status < 300

interface ResolvedOutcome extends Outcome {
  readonly next: NextState
}

interface NextState {
  readonly state: 'acknowledged' | 'pending' | 'abandoned'
  /** When it is due again. */
  readonly dueAt: Date | null
  readonly endedAt: Date | null
  readonly endedBecause: string | null
}

function resolveNext(app: App, { delivery: { attempts, kind }, answer }: Outcome, now: Date): NextState {
  if (isAcknowledged(answer)) return { state: 'acknowledged', dueAt: null, endedAt: now, endedBecause: null }
  // not retried: the sender of a test is watching for its result
  const delay = kind === 'test' ? undefined : app.config.webhookRetryDelays[attempts]
  if (delay === undefined) {
    return { state: 'abandoned', dueAt: null, endedAt: now, endedBecause: 'the last attempt failed' }
  }
  return {
    state: 'pending',
    dueAt: new Date(now.getTime() + delay * 1_000),
    endedAt: null,
    endedBecause: null,
  }
}

/** Returns how many of the claims were still valid. */
async function writeOutcomes(tx: Tx, outcomes: readonly ResolvedOutcome[]): Promise<number> {
  // the same order everywhere, so that processes that write the same rows queue up instead of deadlocking
  const sorted = outcomes.toSorted(
    ({ delivery: a }, { delivery: b }) => a.organisationId - b.organisationId || a.id - b.id,
  )
  const column = <Value>(value: (outcome: ResolvedOutcome) => Value) => sorted.map(value)
  const keys = sql`${column(({ delivery }) => delivery.organisationId)}::bigint[],
    ${column(({ delivery }) => delivery.id)}::bigint[], ${column(({ delivery }) => delivery.claim)}::uuid[]`
  await sql`
    update webhook_attempts a
    set duration_ms = o.duration_ms, status = o.status, error = o.error, excerpt = o.excerpt
    from unnest(${keys}, ${column(({ answer }) => answer.durationMs)}::bigint[],
      ${column(({ answer }) => answer.status)}::bigint[], ${column(({ answer }) => answer.error)}::text[],
      ${column(({ answer }) => answer.excerpt)}::bytea[]
    ) as o (organisation_id, delivery_id, claim, duration_ms, status, error, excerpt)
    where a.organisation_id = o.organisation_id and a.delivery_id = o.delivery_id and a.claim = o.claim`.execute(
    tx,
  )
  const { numAffectedRows } = await sql`
    update webhook_deliveries d
    set state = o.state, due_at = coalesce(o.due_at, d.due_at), ended_at = o.ended_at, ended_because = o.ended_because,
      attempts = o.attempts, body = o.body, claim = null, claimed_until = null
    from unnest(${keys}, ${column(({ next }) => next.state)}::text[], ${column(({ next }) => next.dueAt)}::timestamptz[],
      ${column(({ next }) => next.endedAt)}::timestamptz[], ${column(({ next }) => next.endedBecause)}::text[],
      ${column(({ delivery }) => delivery.attempts + 1)}::bigint[], ${column(({ body }) => body)}::bytea[]
    ) as o (organisation_id, id, claim, state, due_at, ended_at, ended_because, attempts, body)
    where d.organisation_id = o.organisation_id and d.id = o.id and d.claim = o.claim`.execute(tx)
  return Number(numAffectedRows ?? 0n)
}
