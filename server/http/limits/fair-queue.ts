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

/** A queue without anybody in it. */
export function createFairQueue({
  capacity,
  share,
  mostWaiting,
  activeMs = 10_000,
  patienceMs = 100,
  monotonic = () => performance.now(),
}: FairQueueOptions): FairQueue {
  const groups = new Map<number, Group>()
  // groups with somebody waiting, in the order of their turns
  const turns: Group[] = []
  let running = 0
  let waiting = 0
  // the group that asked last, and the one that asked last before it
  let latest = { key: Number.NaN, at: Number.NEGATIVE_INFINITY }
  let other = latest
  let wake: NodeJS.Timeout | undefined

  const groupOf = (key: number): Group => {
    const known = groups.get(key)
    if (known) return known
    const made: Group = { key, running: 0, started: Number.NEGATIVE_INFINITY, queue: [] }
    groups.set(key, made)
    return made
  }
  const note = (key: number, at: number) => {
    if (latest.key !== key) other = latest
    latest = { key, at }
  }
  const othersAreActive = ({ key, running: own, queue }: Group): boolean =>
    running > own ||
    waiting > queue.length ||
    monotonic() - (latest.key === key ? other : latest).at <= activeMs
  const mayRun = (group: Group) => running < capacity && (group.running < share || !othersAreActive(group))
  // requests of groups that have nobody waiting
  const light = () => turns.reduce((others, each) => others - each.running, running)
  /** A group with many waiting lets those with few finish first, for as long as it has patience. */
  const letsOthersFinish = (group: Group): boolean => {
    if (light() === 0) return false
    const waited = monotonic() - group.started
    if (waited >= patienceMs) return false
    wake ??= setTimeout(() => {
      wake = undefined
      next()
    }, patienceMs - waited).unref()
    return true
  }

  const run = (group: Group, turn: OnTurn) => {
    running++
    group.running++
    group.started = monotonic()
    let left = false
    turn(() => {
      if (left) return
      left = true
      running--
      group.running--
      if (group.running === 0 && group.queue.length === 0) groups.delete(group.key)
      next()
    })
  }
  /** Gives free places to the groups that wait, one each, beginning with the one whose turn it is. */
  const next = () => {
    for (let passed = 0; running < capacity && passed < turns.length; ) {
      const [group] = turns
      if (!group) return
      const waits = !mayRun(group) || letsOthersFinish(group)
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
      waiting--
      run(group, turn)
    }
  }

  return {
    enter(key, turn) {
      note(key, monotonic())
      const group = groupOf(key)
      if (group.queue.length === 0 && mayRun(group)) {
        run(group, turn)
        return 'accepted'
      }
      if (group.queue.length >= mostWaiting.ofGroup) return 'group full'
      if (waiting >= mostWaiting.ofAll) {
        if (group.running === 0 && group.queue.length === 0) groups.delete(key)
        return 'all full'
      }
      group.queue.push(turn)
      waiting++
      if (group.queue.length === 1) turns.push(group)
      return 'accepted'
    },
    get running() {
      return running
    },
    get waiting() {
      return waiting
    },
  }
}
