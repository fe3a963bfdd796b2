// How many attempts a process has under way, for whom, and for whom there is room: few hold much of it however many wait.
import type { Except, Quota, Waiting } from './claim.ts'

/**
 * The room of one process: attempts under way at once in all, for one receiver, for one subscription that answers at once and for one
 * that takes its time; and what newcomers, the slow and the failing have of it together.
 */
export const limits = {
  total: 512,
  perHost: 64,
  perQuick: 16,
  perSlow: 8,
  newcomers: 224,
  slow: 128,
  failing: 64,
} as const

type Limits = { readonly [Name in keyof typeof limits]: number }
type Receiver = Pick<Waiting, 'subscriptionId' | 'host'>

/** How a receiver took what was last sent to it. */
export interface Taken {
  readonly acknowledged: boolean
  readonly durationMs: number
}

/**
 * A newcomer has not answered yet; the others answered last at once, took long, or failed. Newcomers, the slow and the failing each get
 * a part of the room only, so that receivers that hang leave the rest to the others.
 */
type Standing = 'newcomer' | 'quick' | 'slow' | 'failing'

interface Account {
  standing: Standing
  /** Attempts at once: one until the receiver has answered, twice as many after each answer, one again after a failure. */
  most: number
  /** Claimed and not ended, and those of them that have been sent. */
  claimed: number
  sending: number
  /** When it last answered, or was first sent something while nothing was under way. */
  since: number
}

export interface Room {
  /** Whom there is no room for. */
  full(): Except
  /** How many may be claimed of what waits for each: the same for all, as far as their own limits go. */
  share(waiting: readonly Waiting[]): readonly Quota[]
  claimed(receiver: Receiver): void
  /** Whether an attempt for it may be begun now. */
  admits(receiver: Receiver): boolean
  begin(receiver: Receiver): void
  end(receiver: Receiver, how: Taken): void
  /** What was claimed is not sent after all. */
  drop(receiver: Receiver): void
  /** Whether it is time to claim more for it, after something of it has ended. */
  hungers(receiver: Receiver): boolean
}

// claimed for each attempt that may be under way, so that the next one is at hand when one ends
const ahead = 4
// an answer that takes longer makes a receiver slow
const slowMs = 1_000
// who has not answered for so long, with something under way, is sent nothing more until it does
const silentMs = 250
// Nobody holds more than this part of what is left: when many fall silent at once, they leave some to those that have little.
const partOfWhatIsLeft = 1 / 16
const rememberedSubscriptions = 10_000

interface State {
  readonly most: Limits
  readonly monotonic: () => number
  readonly accounts: Map<number, Account>
  /** Attempts under way for each receiver, and in all. */
  readonly byHost: Map<string, number>
  sending: number
  /** Claimed for those of each standing. */
  readonly under: Record<Standing, number>
}

/** An empty room. `monotonic` is time that only moves on, in milliseconds. */
export function createRoom(most: Limits = limits, monotonic = () => performance.now()): Room {
  const under = { newcomer: 0, quick: 0, slow: 0, failing: 0 }
  const state: State = { most, monotonic, accounts: new Map(), byHost: new Map(), sending: 0, under }
  return {
    full: () => whoIsFull(state),
    share: (waiting) => share(state, waiting),
    claimed(receiver) {
      const account = accountOf(state, receiver)
      account.claimed += 1
      under[account.standing] += 1
    },
    admits(receiver) {
      const account = accountOf(state, receiver)
      if (account.sending >= sentAtMost(state, account) || isSilent(state, account)) return false
      return (state.byHost.get(receiver.host) ?? 0) < most.perHost && state.sending < most.total
    },
    begin(receiver) {
      const account = accountOf(state, receiver)
      if (account.sending === 0) account.since = monotonic()
      account.sending += 1
      state.sending += 1
      state.byHost.set(receiver.host, (state.byHost.get(receiver.host) ?? 0) + 1)
    },
    end: (receiver, how) => end(state, receiver, how),
    drop: (receiver) => leave(state, accountOf(state, receiver)),
    hungers(receiver) {
      const account = accountOf(state, receiver)
      return claimable(state, account) * 2 >= claimedAtMost(state, account)
    },
  }
}

function accountOf(state: State, { subscriptionId }: Receiver): Account {
  const known = state.accounts.get(subscriptionId)
  if (known) return known
  const account: Account = { standing: 'newcomer', most: 1, claimed: 0, sending: 0, since: 0 }
  if (state.accounts.size >= rememberedSubscriptions) forgetIdle(state.accounts)
  state.accounts.set(subscriptionId, account)
  return account
}

function forgetIdle(accounts: Map<number, Account>): void {
  for (const [id, { claimed }] of accounts) if (claimed === 0) accounts.delete(id)
}

const isSilent = ({ monotonic }: State, { sending, since }: Account) =>
  sending > 0 && monotonic() - since > silentMs

/** An account changes sides with all that is claimed for it. */
function become({ under }: State, account: Account, standing: Standing): void {
  under[account.standing] -= account.claimed
  under[standing] += account.claimed
  account.standing = standing
}

const partOf = (left: number) => Math.max(1, Math.floor(left * partOfWhatIsLeft))

const sentAtMost = ({ most: { total }, sending }: State, account: Account) =>
  Math.min(account.most, partOf(total - sending))

const claimedAtMost = (state: State, account: Account) =>
  account.standing === 'quick'
    ? Math.min(sentAtMost(state, account) * ahead, partOf(leftFor(state).quick))
    : account.most

const claimable = (state: State, account: Account): number =>
  isSilent(state, account) ? 0 : claimedAtMost(state, account) - account.claimed

const leftFor = ({ most, under }: State): Record<Standing, number> => ({
  newcomer: most.newcomers - under.newcomer,
  slow: most.slow - under.slow,
  failing: most.failing - under.failing,
  quick: most.total * 2 - under.quick,
})

function whoIsFull(state: State): Except {
  const left = leftFor(state)
  const subscriptions = [...state.accounts]
    .filter(([, each]) => claimable(state, each) <= 0 || left[each.standing] <= 0)
    .map(([id]) => id)
  const hosts = [...state.byHost].filter(([, sending]) => sending >= state.most.perHost).map(([host]) => host)
  return { subscriptions, hosts }
}

function share(state: State, waiting: readonly Waiting[]): readonly Quota[] {
  const left = leftFor(state)
  const fair = Math.max(1, Math.floor(state.most.total / Math.max(1, waiting.length)))
  const quotas: Quota[] = []
  for (const each of waiting) {
    const account = state.accounts.get(each.subscriptionId)
    const standing = account?.standing ?? 'newcomer'
    const most = Math.min(account ? claimable(state, account) : 1, fair, left[standing])
    if (most <= 0) continue
    left[standing] -= most
    quotas.push({ ...each, most })
  }
  return quotas
}

function leave({ under }: State, account: Account): void {
  account.claimed -= 1
  under[account.standing] -= 1
}

function end(state: State, receiver: Receiver, { acknowledged, durationMs }: Taken): void {
  const account = accountOf(state, receiver)
  leave(state, account)
  account.sending -= 1
  account.since = state.monotonic()
  state.sending -= 1
  const atHost = (state.byHost.get(receiver.host) ?? 1) - 1
  if (atHost === 0) state.byHost.delete(receiver.host)
  else state.byHost.set(receiver.host, atHost)
  const answered = durationMs <= slowMs ? 'quick' : 'slow'
  become(state, account, acknowledged ? answered : 'failing')
  const { perQuick, perSlow } = state.most
  account.most = acknowledged ? Math.min(account.most * 2, answered === 'quick' ? perQuick : perSlow) : 1
}
