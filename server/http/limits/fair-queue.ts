// Who may run now: requests of different organisations share a process by turns. An organisation that sends more than its share
// waits in a queue of its own, and a free place goes to the organisations in turn, not to whoever has sent the most.

export interface FairQueueOptions {
  /** Requests that run at the same time. */
  readonly capacity: number
  /** Requests of one group that run at the same time while other groups are active. */
  readonly share: number
  /** Requests of one group that may wait, and of all groups. */
  readonly mostWaiting: { readonly ofGroup: number; readonly ofAll: number }
  /** For how long a group counts as active after its last request. */
  readonly activeMs?: number
  /** For how long a group with requests waiting lets the running ones of groups without finish before its next one starts. */
  readonly patienceMs?: number
  /** Milliseconds that only move on. */
  readonly monotonic?: () => number
}

/** Gives the place back; a second call does nothing. */
export type Leave = () => void

/** Told when a waiting request gets its place. */
export type OnTurn = (leave: Leave) => void

export interface FairQueue {
  /**
   * Asks for a place: `turn` is called at once or later, in the order of the group. The answer says if the request was not even
   * queued, because its group or all groups together have too many waiting.
   */
  enter(group: number, turn: OnTurn): 'accepted' | 'group full' | 'all full'
  /** Requests that run, and that wait. */
  readonly running: number
  readonly waiting: number
}

interface Group {
  readonly key: number
  running: number
  /** When it last got a place. */
  started: number
  readonly queue: OnTurn[]
}

interface State extends Required<FairQueueOptions> {
  readonly groups: Map<number, Group>
  /** Groups with somebody waiting, in the order of their turns. */
  readonly turns: Group[]
  running: number
  waiting: number
  /** The group that asked last, and the one that asked last before it. */
  latest: { readonly key: number; readonly at: number }
  other: { readonly key: number; readonly at: number }
  wake: NodeJS.Timeout | undefined
}

const longAgo = { key: Number.NaN, at: Number.NEGATIVE_INFINITY }

/** A queue without anybody in it. */
export function createFairQueue(options: FairQueueOptions): FairQueue {
  const state: State = {
    activeMs: 10_000,
    patienceMs: 100,
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
    enter: (key, turn) => enter(state, key, turn),
    get running() {
      return state.running
    },
    get waiting() {
      return state.waiting
    },
  }
}

function enter(state: State, key: number, turn: OnTurn): ReturnType<FairQueue['enter']> {
  const { groups, turns, mostWaiting } = state
  if (state.latest.key !== key) state.other = state.latest
  state.latest = { key, at: state.monotonic() }
  const group = groups.get(key) ?? { key, running: 0, started: Number.NEGATIVE_INFINITY, queue: [] }
  if (group.queue.length === 0 && mayRun(state, group)) {
    groups.set(key, group)
    run(state, group, turn)
    return 'accepted'
  }
  if (group.queue.length >= mostWaiting.ofGroup) return 'group full'
  if (state.waiting >= mostWaiting.ofAll) return 'all full'
  groups.set(key, group)
  group.queue.push(turn)
  state.waiting++
  if (group.queue.length === 1) turns.push(group)
  return 'accepted'
}

function run(state: State, group: Group, turn: OnTurn): void {
  state.running++
  group.running++
  group.started = state.monotonic()
  let left = false
  turn(() => {
    if (left) return
    left = true
    state.running--
    group.running--
    if (group.running === 0 && group.queue.length === 0) state.groups.delete(group.key)
    next(state)
  })
}

/** Gives free places to the groups that wait, one each, beginning with the one whose turn it is. */
function next(state: State): void {
  const { turns, capacity } = state
  for (let passed = 0; state.running < capacity && passed < turns.length; ) {
    const [group] = turns
    if (!group) return
    const waits = !mayRun(state, group) || letsOthersFinish(state, group)
    turns.shift()
    if (waits) {
      turns.push(group)
      passed++
      continue
    }
    passed = 0
    const turn = group.queue.shift()
    if (group.queue.length > 0) turns.push(group)
    if (!turn) continue
    state.waiting--
    run(state, group, turn)
  }
}

const mayRun = (state: State, group: Group): boolean =>
  state.running < state.capacity && (group.running < state.share || !othersAreActive(state, group))

function othersAreActive(state: State, { key, running, queue }: Group): boolean {
  if (state.running > running || state.waiting > queue.length) return true
  const { at } = state.latest.key === key ? state.other : state.latest
  return state.monotonic() - at <= state.activeMs
}

/** A group with many waiting lets the running requests of those without finish first, for as long as it has patience. */
function letsOthersFinish(state: State, group: Group): boolean {
  const light = state.turns.reduce((others, each) => others - each.running, state.running)
  if (light === 0) return false
  const waited = state.monotonic() - group.started
  if (waited >= state.patienceMs) return false
  state.wake ??= setTimeout(() => {
    state.wake = undefined
    next(state)
  }, state.patienceMs - waited).unref()
  return true
}
