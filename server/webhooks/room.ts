// How many attempts a process has under way, for whom, and for whom there is room: few hold much of it however many wait.
import type { Due, Except } from './claim.ts'

/** The room of one process: attempts at once in all, for one receiver, for one subscription, and for those that failed last. */
export const limits = { total: 256, perHost: 64, perSubscription: 8, suspects: 128 } as const

type Limits = { readonly [Name in keyof typeof limits]: number }
type Receiver = Pick<Due, 'subscriptionId' | 'host'>

/**
 * What a subscription may have under way: one until its receiver has answered, twice as many after each answer, and one again
 * after a failure. A suspect failed last: all suspects together get part of the room only, so that receivers that hang leave
 * some to the others.
 */
interface Allowance {
  readonly used: number
  readonly most: number
  readonly suspect: boolean
}

export interface Room {
  /** Attempts that may be begun now. */
  free(): number
  /** Whom there is no room for. */
  full(): Except
  /** Of what is due, what there is room for: one of each subscription, then a second one of each, and so on. */
  choose(due: readonly Due[]): readonly Due[]
  begin(receiver: Receiver): void
  end(receiver: Receiver, how: { readonly acknowledged: boolean }): void
}

const unknown: Allowance = { used: 0, most: 1, suspect: false }
const rememberedSubscriptions = 10_000

/** An empty room. */
export function createRoom(most: Limits = limits): Room {
  const state: State = { bySubscription: new Map(), byHost: new Map(), used: 0, usedBySuspects: 0 }
  return {
    free: () => most.total - state.used,
    full: () => whoIsFull(state, most),
    choose: (due) => choose(state, most, due),
    begin({ subscriptionId, host }) {
      const allowance = state.bySubscription.get(subscriptionId) ?? unknown
      state.bySubscription.set(subscriptionId, { ...allowance, used: allowance.used + 1 })
      count(state.byHost, host)
      state.used += 1
      if (allowance.suspect) state.usedBySuspects += 1
    },
    end({ subscriptionId, host }, { acknowledged }) {
      const allowance = state.bySubscription.get(subscriptionId) ?? unknown
      const used = allowance.used - 1
      // a subscription changes sides with all it has under way
      if (allowance.suspect) state.usedBySuspects -= acknowledged ? allowance.used : 1
      else if (!acknowledged) state.usedBySuspects += used
      const next = acknowledged ? Math.min(allowance.most * 2, most.perSubscription) : 1
      state.bySubscription.set(subscriptionId, { used, most: next, suspect: !acknowledged })
      state.used -= 1
      const atHost = (state.byHost.get(host) ?? 1) - 1
      if (atHost === 0) state.byHost.delete(host)
      else state.byHost.set(host, atHost)
      if (state.bySubscription.size > rememberedSubscriptions) forgetIdle(state)
    },
  }
}

interface State {
  readonly bySubscription: Map<number, Allowance>
  readonly byHost: Map<string, number>
  used: number
  usedBySuspects: number
}

function whoIsFull({ bySubscription, byHost, usedBySuspects }: State, most: Limits): Except {
  const crowded = usedBySuspects >= most.suspects
  const subscriptions = [...bySubscription].filter(
    ([, each]) => each.used >= each.most || (crowded && each.suspect),
  )
  const hosts = [...byHost].filter(([, used]) => used >= most.perHost)
  return { subscriptions: subscriptions.map(([id]) => id), hosts: hosts.map(([host]) => host) }
}

function choose(state: State, most: Limits, due: readonly Due[]): readonly Due[] {
  const chosen: Due[] = []
  const hosts = new Map<string, number>()
  const subscriptions = new Map<number, number>()
  let suspects = 0
  for (const each of inTurns(due)) {
    if (chosen.length >= most.total - state.used) break
    const { subscriptionId, host } = each
    const allowance = state.bySubscription.get(subscriptionId) ?? unknown
    if (allowance.used + (subscriptions.get(subscriptionId) ?? 0) >= allowance.most) continue
    if ((state.byHost.get(host) ?? 0) + (hosts.get(host) ?? 0) >= most.perHost) continue
    if (allowance.suspect && state.usedBySuspects + suspects >= most.suspects) continue
    count(subscriptions, subscriptionId)
    count(hosts, host)
    if (allowance.suspect) suspects += 1
    chosen.push(each)
  }
  return chosen
}

function forgetIdle({ bySubscription }: State): void {
  for (const [id, { used }] of bySubscription) if (used === 0) bySubscription.delete(id)
}

const count = <Key>(counts: Map<Key, number>, key: Key) => counts.set(key, (counts.get(key) ?? 0) + 1)

/** The first of each subscription, then the second of each, and so on; within a turn as they came. */
function inTurns(due: readonly Due[]): readonly Due[] {
  const turns: Due[][] = []
  const seen = new Map<number, number>()
  for (const each of due) {
    const turn = seen.get(each.subscriptionId) ?? 0
    seen.set(each.subscriptionId, turn + 1)
    const same = turns[turn] ?? []
    turns[turn] = same
    same.push(each)
  }
  return turns.flat()
}
