// Limits the concurrent attempts of one process, per receiver and in total, so that a few receivers cannot use up its
// capacity however much is queued for them.
import type { Exclusions, Quota, DueSubscription } from './claim-deliveries.ts'

/**
 * Limits for one process: concurrent attempts in total, per host, and per subscription that answers quickly or slowly;
 * and the shared limits of all newcomers, all slow and all failing receivers.
 */
export const defaultLimits = {
  total: 512,
  perHost: 64,
  perQuick: 16,
  perSlow: 8,
  newcomers: 224,
  slow: 128,
  failing: 64,
} as const

type Limits = { readonly [Name in keyof typeof defaultLimits]: number }
type Receiver = Pick<DueSubscription, 'subscriptionId' | 'host'>

/** The result of the last attempt to a receiver. */
interface AttemptResult {
  readonly acknowledged: boolean
  readonly durationMs: number
}

/**
 * A newcomer has not answered yet; the others answered quickly, slowly, or failed on the last attempt. Newcomers, slow
 * and failing receivers each share a limited part of the capacity, so that receivers that hang leave the rest to the
 * others.
 */
type ReceiverState = 'newcomer' | 'quick' | 'slow' | 'failing'

interface Account {
  state: ReceiverState
  /**
   * Concurrent attempts: one until the receiver has answered, doubled after each answer, back to one after a failure.
   */
  limit: number
  /** Deliveries claimed and not finished, and how many of them have been sent. */
  claimed: number
  sending: number
  /** When it last answered, or was first sent something while no attempt was in progress. */
  since: number
  /** How long its last answer took. */
  durationMs: number
}

export interface ConcurrencyLimiter {
  /** Subscriptions and hosts without capacity. */
  exclusions(): Exclusions
  /** How many deliveries may be claimed per subscription: an equal share each, up to its own limit. */
  allocate(waiting: readonly DueSubscription[]): readonly Quota[]
  claimed(receiver: Receiver): void
  /** Whether an attempt to it may start now, of `ready` that could be sent to it. */
  canStart(receiver: Receiver, ready: number): boolean
  start(receiver: Receiver): void
  finish(receiver: Receiver, how: AttemptResult): void
  /** A claimed delivery will not be sent after all. */
  release(receiver: Receiver): void
  /** Whether it is time to claim more for it, if more is due. */
  wantsMore(receiver: Pick<Receiver, 'subscriptionId'>): boolean
}

// Deliveries claimed ahead: about as many as a receiver answers in this time, so that the next one is ready when one
// finishes, and none waits until its claim is given back.
const claimedAheadMs = 300
const claimsPerAttempt = { least: 2, most: 32 }
// a receiver that takes longer than this to answer is slow
const slowMs = 1_000
// a receiver with attempts in progress that has not answered for this long is sent nothing more until it does
const unresponsiveMs = 250
// No receiver uses more than this share of the remaining capacity: if many stop answering at once, some capacity is
// left for those using little.
const maxShareOfRemaining = 1 / 16
const sharedEqually = 3 / 4
// a new connection costs about as much as so many notifications
const worthConnection = 16
const recentMs = 1_000
const rememberedSubscriptions = 10_000

interface LimiterState {
  readonly limits: Limits
  readonly monotonic: () => number
  readonly accounts: Map<number, Account>
  /** Attempts in progress, per receiver and in total. */
  readonly byHost: Map<string, number>
  sending: number
  /** Receivers with claimed deliveries. */
  active: number
  /** Receivers that were sent something since a moment ago, and how many there were in the period before. */
  readonly recent: { since: number; readonly now: Set<number>; before: number }
  /** Claimed deliveries, by receiver state. */
  readonly claimedByState: Record<ReceiverState, number>
}

/** A limiter with nothing in progress. `monotonic` is a monotonic clock in milliseconds. */
export function createConcurrencyLimiter(
  limits: Limits = defaultLimits,
  monotonic = () => performance.now(),
): ConcurrencyLimiter {
  const claimedByState = { newcomer: 0, quick: 0, slow: 0, failing: 0 }
  const state: LimiterState = {
    limits,
    monotonic,
    accounts: new Map(),
    byHost: new Map(),
    sending: 0,
    active: 0,
    recent: { since: monotonic(), now: new Set(), before: 0 },
    claimedByState,
  }
  return {
    exclusions: () => exclusions(state),
    allocate: (waiting) => allocate(state, waiting),
    claimed(receiver) {
      const account = accountOf(state, receiver)
      if (account.claimed === 0) state.active += 1
      account.claimed += 1
      claimedByState[account.state] += 1
    },
    canStart(receiver, ready) {
      const account = accountOf(state, receiver)
      const most = Math.min(sendLimit(state, account), equalShare(state, account, ready))
      if (account.sending >= most || isUnresponsive(state, account)) return false
      return (state.byHost.get(receiver.host) ?? 0) < limits.perHost && state.sending < limits.total
    },
    start(receiver) {
      const account = accountOf(state, receiver)
      if (account.sending === 0) account.since = monotonic()
      noteRecent(state, receiver)
      account.sending += 1
      state.sending += 1
      state.byHost.set(receiver.host, (state.byHost.get(receiver.host) ?? 0) + 1)
    },
    finish: (receiver, how) => finish(state, receiver, how),
    release: (receiver) => release(state, accountOf(state, receiver)),
    wantsMore(receiver) {
      const account = accountOf(state, receiver)
      if (remainingByState(state)[account.state] <= 0) return false
      return claimable(state, account) * 2 >= claimLimit(state, account)
    },
  }
}

function accountOf(state: LimiterState, { subscriptionId }: Pick<Receiver, 'subscriptionId'>): Account {
  const known = state.accounts.get(subscriptionId)
  if (known) return known
  const account: Account = { state: 'newcomer', limit: 1, claimed: 0, sending: 0, since: 0, durationMs: 0 }
  if (state.accounts.size >= rememberedSubscriptions) forgetIdle(state.accounts)
  state.accounts.set(subscriptionId, account)
  return account
}

function forgetIdle(accounts: Map<number, Account>): void {
  for (const [id, { claimed }] of accounts) if (claimed === 0) accounts.delete(id)
}

const isUnresponsive = ({ monotonic }: LimiterState, { sending, since }: Account) =>
  sending > 0 && monotonic() - since > unresponsiveMs

/** When an account changes state, all its claimed deliveries are counted under the new one. */
function moveTo({ claimedByState }: LimiterState, account: Account, receiverState: ReceiverState): void {
  claimedByState[account.state] -= account.claimed
  claimedByState[receiverState] += account.claimed
  account.state = receiverState
}

const shareOf = (left: number) => Math.max(1, Math.floor(left * maxShareOfRemaining))

const sendLimit = ({ limits: { total }, sending }: LimiterState, account: Account) =>
  Math.min(account.limit, shareOf(total - sending))

/**
 * With many receivers, one at a time to each is enough, on the connection that it has: more would need new ones. Those
 * of a moment ago count as well, because they soon have something again, unless so much is ready that a connection is
 * worth it.
 */
function equalShare({ limits: { total }, active, recent }: LimiterState, account: Account, ready: number) {
  const sharing =
    ready > account.sending * worthConnection ? active : Math.max(active, recent.now.size, recent.before)
  return Math.max(1, Math.floor((total * sharedEqually) / Math.max(1, sharing)))
}

function noteRecent({ recent, monotonic }: LimiterState, { subscriptionId }: Receiver): void {
  const periods = Math.floor((monotonic() - recent.since) / recentMs)
  if (periods > 0) {
    recent.before = periods === 1 ? recent.now.size : 0
    recent.now.clear()
    recent.since += periods * recentMs
  }
  recent.now.add(subscriptionId)
}

const claimLimit = (state: LimiterState, account: Account) =>
  account.state === 'quick'
    ? Math.min(sendLimit(state, account) * claimsAhead(account), shareOf(remainingByState(state).quick))
    : account.limit

const claimsAhead = ({ durationMs }: Account) =>
  Math.min(
    Math.max(Math.floor(claimedAheadMs / Math.max(1, durationMs)), claimsPerAttempt.least),
    claimsPerAttempt.most,
  )

const claimable = (state: LimiterState, account: Account): number =>
  isUnresponsive(state, account) ? 0 : claimLimit(state, account) - account.claimed

const remainingByState = ({ limits, claimedByState }: LimiterState): Record<ReceiverState, number> => ({
  newcomer: limits.newcomers - claimedByState.newcomer,
  slow: limits.slow - claimedByState.slow,
  failing: limits.failing - claimedByState.failing,
  quick: limits.total * 16 - claimedByState.quick,
})

function exclusions(state: LimiterState): Exclusions {
  const left = remainingByState(state)
  const subscriptions = [...state.accounts]
    .filter(([, each]) => claimable(state, each) <= 0 || left[each.state] <= 0)
    .map(([id]) => id)
  const hosts = [...state.byHost]
    .filter(([, sending]) => sending >= state.limits.perHost)
    .map(([host]) => host)
  return { subscriptions, hosts }
}

function allocate(state: LimiterState, waiting: readonly DueSubscription[]): readonly Quota[] {
  const left = remainingByState(state)
  const fair = Math.max(1, Math.floor(state.limits.total / Math.max(1, waiting.length)))
  const quotas: Quota[] = []
  for (const each of waiting) {
    const account = state.accounts.get(each.subscriptionId)
    const receiverState = account?.state ?? 'newcomer'
    const limit = Math.min(account ? claimable(state, account) : 1, fair, left[receiverState])
    if (limit <= 0) continue
    left[receiverState] -= limit
    quotas.push({ ...each, limit })
  }
  return quotas
}

function release(state: LimiterState, account: Account): void {
  account.claimed -= 1
  if (account.claimed === 0) state.active -= 1
  state.claimedByState[account.state] -= 1
}

function finish(state: LimiterState, receiver: Receiver, { acknowledged, durationMs }: AttemptResult): void {
  const account = accountOf(state, receiver)
  release(state, account)
  account.sending -= 1
  account.since = state.monotonic()
  account.durationMs = durationMs
  state.sending -= 1
  const atHost = (state.byHost.get(receiver.host) ?? 1) - 1
  if (atHost === 0) state.byHost.delete(receiver.host)
  else state.byHost.set(receiver.host, atHost)
  const answered = durationMs <= slowMs ? 'quick' : 'slow'
  moveTo(state, account, acknowledged ? answered : 'failing')
  const { perQuick, perSlow } = state.limits
  account.limit = acknowledged ? Math.min(account.limit * 2, answered === 'quick' ? perQuick : perSlow) : 1
}
