// Who runs next when more wants to run than may run at once: organisations in turn, each with a bounded number waiting.

export interface TurnLimits {
  /** How many run at the same time. */
  readonly running: number
  /** How many may wait, of one organisation and of all together. */
  readonly waitingOfOne: number
  readonly waitingOfAll: number
}

export interface FairTurns {
  /**
   * Waits for a turn and returns the function that ends it. Undefined, at once, when too many are waiting already. `key` says
   * whose turn it is: those who wait under one key never hold up another key for more than one turn.
   */
  take(key: string): Promise<() => void> | undefined
}

/** Turns for a limited number of runners. Of several keys that wait, each gets one turn before any gets its next. */
export function createFairTurns({ running, waitingOfOne, waitingOfAll }: TurnLimits): FairTurns {
  // in the order in which the keys have their next turn
  const waiting = new Map<string, (() => void)[]>()
  let waitingNow = 0
  let runningNow = 0
  const startNext = () => {
    const next = waiting.entries().next()
    if (next.done) return
    const [key, [start, ...others]] = next.value
    waiting.delete(key)
    if (others.length > 0) waiting.set(key, others)
    waitingNow--
    start?.()
  }
  const begin = () => {
    runningNow++
    let ended = false
    return () => {
      if (ended) return
      ended = true
      runningNow--
      startNext()
    }
  }
  return {
    take(key) {
      if (runningNow < running) return Promise.resolve(begin())
      const own = waiting.get(key) ?? []
      if (own.length >= waitingOfOne || waitingNow >= waitingOfAll) return undefined
      waitingNow++
      return new Promise((resolve) => {
        own.push(() => resolve(begin()))
        waiting.set(key, own)
      })
    },
  }
}
