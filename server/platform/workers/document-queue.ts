// The queue of document tasks: organisations run in turn, each with a limited number waiting.

export interface QueueLimits {
  /** How many run concurrently. */
  readonly running: number
  /** How many may wait, of one organisation and in total. */
  readonly waitingOfOne: number
  readonly waitingOfAll: number
}

export interface DocumentQueue {
  /**
   * Waits for a turn and returns the function that ends it. Undefined, at once, if too many are already waiting. `key`
   * identifies the owner: those waiting under one key never delay another key by more than one turn.
   */
  take(key: string): Promise<() => void> | undefined
}

/** A round-robin queue with limited concurrency: each waiting key gets one turn before any gets its next. */
export function createDocumentQueue({ running, waitingOfOne, waitingOfAll }: QueueLimits): DocumentQueue {
  // in the order of the keys' next turns
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
