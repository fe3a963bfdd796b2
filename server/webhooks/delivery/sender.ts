// The sender of one process: claims due deliveries ahead of time, keeps started attempts ready, and sends the next one
// whenever one finishes, so that the pace is set by the receivers and not by the database.
import type { App } from '../../platform/app.ts'
import {
  claimDeliveries,
  createDueScanner,
  type DueSubscription,
  subscriptionsAtOnce,
} from './claim-deliveries.ts'
import { beginAttempts, releaseClaims, type ReadyAttempt, sendAttempt } from './attempts.ts'
import { isAcknowledged } from './attempt-outcome.ts'
import { recordHeartbeat } from './outage-recovery.ts'
import { createOutcomeWriter, type OutcomeWriter } from './outcome-writer.ts'
import { createConcurrencyLimiter, type ConcurrencyLimiter } from './concurrency-limiter.ts'

export interface Sender {
  /** Claims and starts what there is capacity for; returns how many deliveries were claimed. */
  sendSome(): Promise<number>
  /** Whether to call `sendSome` again at once, after it has claimed so many. */
  hasMore(claimed: number): boolean
  /** Sends nothing more, releases unsent claims, and settles when the outcomes of all sent attempts are recorded. */
  finish(): Promise<void>
}

const heartbeatEveryMs = 5_000
// Attempts started but not sent within this time are released, because access was checked when they were started.
const maxReadyMs = 500
const checkReadyEveryMs = 100

interface ReadyEntry {
  readonly attempt: ReadyAttempt
  /** When access was checked. */
  readonly since: number
}

/** For whom more may be due than the last scan led to: without them, scanning again would find nothing. */
interface Scan {
  /** Those that something was claimed for, and those that were left out. */
  readonly subscriptions: ReadonlySet<number>
  readonly hosts: ReadonlySet<string>
  /** Others may have more as well. */
  readonly isPartial: boolean
}

const nothingScanned: Scan = { subscriptions: new Set(), hosts: new Set(), isPartial: true }

interface SenderState {
  readonly app: App
  readonly limiter: ConcurrencyLimiter
  readonly outcomes: OutcomeWriter
  /** Started and unsent attempts, by subscription. */
  readonly ready: Map<number, ReadyEntry[]>
  readonly sending: Set<Promise<void>>
  /** Called when there is capacity again and more deliveries are probably due. */
  readonly onCapacity: () => void
  lastScan: Scan
  /** While it claims, what has ended meanwhile is considered afterwards. */
  claiming: boolean
  sendSoon: NodeJS.Immediate | undefined
  lastHeartbeat: number
  finished: boolean
}

/** A sender with nothing in progress; `onCapacity` is called when it is worth calling `sendSome` again. */
export function createSender(app: App, onCapacity: () => void): Sender {
  const scanDue = createDueScanner(app)
  const state: SenderState = {
    app,
    limiter: createConcurrencyLimiter(),
    outcomes: createOutcomeWriter(app),
    ready: new Map(),
    sending: new Set(),
    onCapacity,
    lastScan: nothingScanned,
    claiming: false,
    sendSoon: undefined,
    lastHeartbeat: -Infinity,
    finished: false,
  }
  const releaseTimer = setInterval(() => void releaseUnsent(state, maxReadyMs), checkReadyEveryMs)
  return {
    async sendSome() {
      await heartbeat(state)
      state.claiming = true
      try {
        return await claimSome(state, scanDue)
      } finally {
        state.claiming = false
      }
    },
    hasMore: (claimed) =>
      (state.lastScan.isPartial && claimed > 0) ||
      [...state.lastScan.subscriptions].some((subscriptionId) => state.limiter.wantsMore({ subscriptionId })),
    async finish() {
      clearInterval(releaseTimer)
      state.finished = true
      const released = releaseUnsent(state, 0)
      await Promise.all(state.sending)
      await Promise.all([released, state.outcomes.idle()])
    },
  }
}

/** Claims and starts what there is capacity for; returns how many deliveries were claimed. */
async function claimSome(state: SenderState, scanDue: ReturnType<typeof createDueScanner>): Promise<number> {
  const { app, limiter, ready } = state
  const except = limiter.exclusions()
  const due = await scanDue(except)
  const quotas = limiter.allocate(due)
  const claimed = await claimDeliveries(app, quotas)
  state.lastScan = {
    subscriptions: new Set([...claimed.map((each) => each.subscriptionId), ...except.subscriptions]),
    hosts: new Set(except.hosts),
    isPartial: quotas.length < due.length || due.length >= subscriptionsAtOnce,
  }
  const since = performance.now()
  for (const attempt of await beginAttempts(app, claimed)) {
    const { subscriptionId } = attempt.delivery
    limiter.claimed(receiverOf(attempt))
    const queue = ready.get(subscriptionId)
    if (queue) queue.push({ attempt, since })
    else ready.set(subscriptionId, [{ attempt, since }])
  }
  sendReady(state)
  return claimed.length
}

async function heartbeat(state: SenderState): Promise<void> {
  // real time: how long this process has been silent
  if (performance.now() - state.lastHeartbeat < heartbeatEveryMs) return
  const spread = await recordHeartbeat(state.app)
  if (spread > 0)
    state.app.log.info({ spread }, 'notifications delayed by an outage are being spread over time')
  state.lastHeartbeat = performance.now()
}

const mayHaveMore = (
  { subscriptions, hosts, isPartial }: Scan,
  { subscriptionId, host }: DueSubscription,
): boolean => isPartial || subscriptions.has(subscriptionId) || hosts.has(host)

const receiverOf = ({ delivery, recipient }: ReadyAttempt) => ({
  subscriptionId: delivery.subscriptionId,
  host: recipient.host,
})

/** Sends one per subscription, then a second one each, and so on, as far as capacity allows. */
function sendReady(state: SenderState): void {
  state.sendSoon = undefined
  for (let sent = true; sent && !state.finished; ) {
    sent = false
    for (const [subscriptionId, queue] of state.ready) {
      const [first] = queue
      if (!first || !state.limiter.canStart(receiverOf(first.attempt), queue.length)) continue
      queue.shift()
      if (queue.length === 0) state.ready.delete(subscriptionId)
      begin(state, first.attempt)
      sent = true
    }
  }
}

function begin(state: SenderState, attempt: ReadyAttempt): void {
  const { app, limiter, outcomes, sending } = state
  const receiver = receiverOf(attempt)
  limiter.start(receiver)
  const sent = sendAttempt(app, attempt).then((outcome) => {
    const { answer } = outcome
    sending.delete(sent)
    outcomes.write(outcome)
    limiter.finish(receiver, { acknowledged: isAcknowledged(answer), durationMs: answer.durationMs })
    // once for all attempts that finish at the same moment
    state.sendSoon ??= setImmediate(sendReady, state)
    if (!state.claiming && limiter.wantsMore(receiver) && mayHaveMore(state.lastScan, receiver))
      state.onCapacity()
  })
  sending.add(sent)
}

/** Releases attempts that have been ready for too long, so that access is checked again. */
async function releaseUnsent(state: SenderState, maxAgeMs: number): Promise<void> {
  const { app, limiter, ready } = state
  const old: ReadyAttempt[] = []
  for (const [subscriptionId, queue] of ready) {
    // oldest first
    const firstYoung = queue.findIndex(({ since }) => performance.now() - since < maxAgeMs)
    const some = firstYoung === -1 ? queue.splice(0) : queue.splice(0, firstYoung)
    old.push(...some.map(({ attempt }) => attempt))
    if (queue.length === 0) ready.delete(subscriptionId)
  }
  if (old.length === 0) return
  state.lastScan = nothingScanned
  for (const attempt of old) limiter.release(receiverOf(attempt))
  await releaseClaims(app, old).catch((error: unknown) => {
    // the lease expires on its own
    app.log.warn({ err: error }, 'claims could not be released')
  })
}
