// A fair queue: requests of different organisations share a process in turn. An organisation that sends more than its
// share waits in its own queue, and free places are assigned round-robin, not to the heaviest sender.

export interface FairQueueOptions {
  /** Concurrent requests. */
  readonly capacity: number
  /** Concurrent requests of one group while other groups are active. */
  readonly share: number
  /**
   * Concurrent costly requests of one group, also while it is alone: the first request of another one must find a
   * place, and a database that is not busy with these.
   */
  readonly costlyShare: number
  /** Maximum waiting requests of one group, and of all groups. */
  readonly maxWaiting: { readonly ofGroup: number; readonly ofAll: number }
  /** How long a group counts as active after its last request. */
  readonly activeMs?: number
  /**
   * How long a group with waiting requests lets running requests of groups without any finish before its next one
   * starts.
   */
  readonly yieldMs?: number
  /** A monotonic clock in milliseconds. */
  readonly monotonic?: () => number
}

/** An organisation, or what is done without an account. */
export type GroupKey = number | string

/** Releases the place; a second call does nothing. */
export type ReleasePlace = () => void

/** Called when a waiting request gets its place. */
type OnTurn = (releasePlace: ReleasePlace) => void

export interface FairQueue {
  /**
   * Requests a place: `turn` is called now or later, in the order of the group. Returns whether the request was
   * rejected instead of queued, because its group or all groups together have too many waiting. While costly ones wait
   * for others of their group, cheaper ones go ahead of them. One that is back (`isBack`) goes first, and is always
   * accepted: it has begun.
   */
  enter(
    group: GroupKey,
    turn: OnTurn,
    request?: { readonly costly: boolean; readonly isBack?: boolean },
  ): 'accepted' | 'group full' | 'all full'
  /** Numbers of running and waiting requests. */
  readonly running: number
  readonly waiting: number
}

interface Waiting {
  readonly turn: OnTurn
  readonly costly: boolean
  readonly isBack: boolean
}

interface Group {
  readonly key: GroupKey
  running: number
  /** How many of them are costly. */
  costly: number
  /** When it last got a place. */
  started: number
  readonly queue: Waiting[]
}

interface State extends Required<FairQueueOptions> {
  readonly groups: Map<GroupKey, Group>
  /** Groups with waiting requests, in the order of their turns. */
  readonly turns: Group[]
  running: number
  waiting: number
  /** The group of the latest request, and that of the latest request before it from another group. */
  latest: { readonly key: GroupKey; readonly at: number }
  other: { readonly key: GroupKey; readonly at: number }
  wake: NodeJS.Timeout | undefined
}

const longAgo = { key: Number.NaN as GroupKey, at: Number.NEGATIVE_INFINITY }

/** An empty queue. */
export function createFairQueue(options: FairQueueOptions): FairQueue {
  const state: State = {
    activeMs: 10_000,
    yieldMs: 100,
    monotonic: () => performance.now(),
    ...options,
    groups: new Map(),
    turns: [],
    running: 0,
    waiting: 0,
    latest: longAgo,
    other: longAgo,
    wake: undefined,
  }
  return {
    enter: (key, turn, { costly, isBack = false } = { costly: false }) =>
      enter(state, key, { turn, costly, isBack }),
    get running() {
      return state.running
    },
    get waiting() {
      return state.waiting
    },
  }
}

function enter(state: State, key: GroupKey, request: Waiting): ReturnType<FairQueue['enter']> {
  const { groups, turns, maxWaiting } = state
  if (state.latest.key !== key) state.other = state.latest
  state.latest = { key, at: state.monotonic() }
  const group = groups.get(key) ?? emptyGroup(key)
  const isNext = request.isBack || !group.queue.some((waiting) => isAdmitted(state, group, waiting))
  if (isNext && isAdmitted(state, group, request) && mayRun(state, group)) {
    groups.set(key, group)
    run(state, group, request)
    return 'accepted'
  }
  if (!request.isBack) {
    if (group.queue.length >= maxWaiting.ofGroup) return 'group full'
    if (state.waiting >= maxWaiting.ofAll) return 'all full'
  }
  groups.set(key, group)
  if (request.isBack) group.queue.unshift(request)
  else group.queue.push(request)
  state.waiting++
  if (group.queue.length === 1) turns.push(group)
  return 'accepted'
}

const emptyGroup = (key: GroupKey): Group => ({
  key,
  running: 0,
  costly: 0,
  started: Number.NEGATIVE_INFINITY,
  queue: [],
})

/** Whether the group has room for one that costs as much. */
const isAdmitted = ({ costlyShare }: State, group: Group, { costly }: Waiting): boolean =>
  !costly || group.costly < costlyShare

function run(state: State, group: Group, { turn, costly }: Waiting): void {
  state.running++
  group.running++
  if (costly) group.costly++
  group.started = state.monotonic()
  let left = false
  turn(() => {
    if (left) return
    left = true
    state.running--
    group.running--
    if (costly) group.costly--
    if (group.running === 0 && group.queue.length === 0) state.groups.delete(group.key)
    next(state)
  })
}

/** Assigns free places to waiting groups, one each, starting with the group whose turn it is. */
function next(state: State): void {
  const { turns, capacity } = state
  for (let passed = 0; state.running < capacity && passed < turns.length; ) {
    const [group] = turns
    if (!group) return
    const place = group.queue.findIndex((waiting) => isAdmitted(state, group, waiting))
    const waits = place === -1 || !mayRun(state, group) || yieldsToOthers(state, group)
    turns.shift()
    if (waits) {
      turns.push(group)
      passed++
      continue
    }
    passed = 0
    const [request] = group.queue.splice(place, 1)
    if (group.queue.length > 0) turns.push(group)
    if (!request) continue
    state.waiting--
    run(state, group, request)
  }
}

const mayRun = (state: State, group: Group): boolean =>
  state.running < state.capacity && (group.running < state.share || !othersAreActive(state, group))

function othersAreActive(state: State, { key, running, queue }: Group): boolean {
  if (state.running > running || state.waiting > queue.length) return true
  const { at } = state.latest.key === key ? state.other : state.latest
  return state.monotonic() - at <= state.activeMs
}

/** A group with many waiting requests lets the running ones of groups without any finish first, for a limited time. */
function yieldsToOthers(state: State, group: Group): boolean {
  const light = state.turns.reduce((others, each) => others - each.running, state.running)
  if (light === 0) return false
  const waited = state.monotonic() - group.started
  if (waited >= state.yieldMs) return false
  state.wake ??= setTimeout(() => {
    state.wake = undefined
    next(state)
  }, state.yieldMs - waited).unref()
  return true
}
