// What happens to a delivery after an attempt: acknowledged, retried, or abandoned.
import { sql } from 'kysely'
import type { App } from '../../platform/app.ts'
import { internalTransaction, change, systemActor } from '../../platform/events/change.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { sendBuilt } from '../../platform/postgres/send-built.ts'
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
  const now = app.clock.now()
  const known = outcomes.map((each) => ({ ...each, next: resolveNext(app, each, now) }))
  for (const { next, answer } of known) {
    countAttempt(next.state === 'pending' ? 'retried' : next.state, answer.durationMs)
  }
  const common = known.filter(({ next }) => next.state !== 'abandoned')
  if (common.length > 0) await internalTransaction(app, async (tx) => sendOutcomes(tx, common))
  for (const each of known) {
    if (each.next.state === 'abandoned') await recordAbandoned(app, each)
  }
}

function recordAbandoned(app: App, outcome: ResolvedOutcome): Promise<void> {
  return change(app, systemActor('webhooks'), async (tx, now) => {
    sendBuilt(tx, attemptsWith([outcome]))
    const { numAffectedRows = 0n } = await deliveriesAfter([outcome]).execute(tx)
    const { delivery } = outcome
    return {
      result: undefined,
      events: numAffectedRows > 0n ? await disableIfAbandonedTooOften(app, tx, { delivery, now }) : [],
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

/**
 * Writes them with the commit of the transaction, acknowledged ones, by far the most, without what they have in common.
 */
function sendOutcomes(tx: Tx, outcomes: readonly ResolvedOutcome[]): void {
  // the same order everywhere, so that processes that write the same rows queue up instead of deadlocking
  const sorted = outcomes.toSorted(
    ({ delivery: a }, { delivery: b }) => a.organisationId - b.organisationId || a.id - b.id,
  )
  sendBuilt(tx, attemptsWith(sorted))
  const byState = Map.groupBy(sorted, ({ next }) => next.state)
  const acknowledged = byState.get('acknowledged') ?? []
  const [first] = acknowledged
  if (first) sendBuilt(tx, deliveriesAcknowledged(acknowledged, first.next.endedAt))
  const retried = byState.get('pending') ?? []
  if (retried.length > 0) sendBuilt(tx, deliveriesAfter(retried))
}

const keysOf = (outcomes: readonly ResolvedOutcome[]) =>
  sql`${outcomes.map(({ delivery }) => delivery.organisationId)}::bigint[],
    ${outcomes.map(({ delivery }) => delivery.id)}::bigint[], ${outcomes.map(({ delivery }) => delivery.claim)}::uuid[]`

const attemptsWith = (outcomes: readonly ResolvedOutcome[]) => sql`
  update webhook_attempts a
  set duration_ms = o.duration_ms, status = o.status, error = o.error, excerpt = o.excerpt,
    answer_headers = o.answer_headers
  from unnest(${keysOf(outcomes)}, ${outcomes.map(({ answer }) => answer.durationMs)}::bigint[],
    ${outcomes.map(({ answer }) => answer.status)}::bigint[], ${outcomes.map(({ answer }) => answer.error)}::text[],
    ${outcomes.map(({ answer }) => answer.excerpt)}::bytea[], ${outcomes.map(({ answer }) => answer.headers)}::text[]
  ) as o (organisation_id, delivery_id, claim, duration_ms, status, error, excerpt, answer_headers)
  where a.organisation_id = o.organisation_id and a.delivery_id = o.delivery_id and a.claim = o.claim`

const deliveriesAcknowledged = (outcomes: readonly ResolvedOutcome[], endedAt: Date | null) => sql`
  update webhook_deliveries d
  set state = 'acknowledged', ended_at = ${endedAt}, ended_because = null, attempts = d.attempts + 1, body = o.body,
    claim = null, claimed_until = null
  from unnest(${keysOf(outcomes)}, ${outcomes.map(({ body }) => body)}::bytea[]) as o (organisation_id, id, claim, body)
  where d.organisation_id = o.organisation_id and d.id = o.id and d.claim = o.claim`

const deliveriesAfter = (outcomes: readonly ResolvedOutcome[]) => sql`
  update webhook_deliveries d
  set state = o.state, due_at = coalesce(o.due_at, d.due_at), ended_at = o.ended_at, ended_because = o.ended_because,
    attempts = o.attempts, body = o.body, claim = null, claimed_until = null
  from unnest(${keysOf(outcomes)}, ${outcomes.map(({ next }) => next.state)}::text[],
    ${outcomes.map(({ next }) => next.dueAt)}::timestamptz[], ${outcomes.map(({ next }) => next.endedAt)}::timestamptz[],
    ${outcomes.map(({ next }) => next.endedBecause)}::text[],
    ${outcomes.map(({ delivery }) => delivery.attempts + 1)}::bigint[], ${outcomes.map(({ body }) => body)}::bytea[]
  ) as o (organisation_id, id, claim, state, due_at, ended_at, ended_because, attempts, body)
  where d.organisation_id = o.organisation_id and d.id = o.id and d.claim = o.claim`
