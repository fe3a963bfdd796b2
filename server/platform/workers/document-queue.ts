// The queue of document tasks: organisations run in turn, each with a limited number running and waiting.
import { purposeOfGuest } from '../place-in-queue.ts'

export interface QueueLimits {
  /** How many run concurrently, in total and of one organisation. */
  readonly running: number
  readonly runningOfOne: number
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

/** The key of an organisation's documents; those of guests are apart, by what they do. */
export const laneOf = (organisationId: number | undefined): string =>
  [purposeOfGuest(), organisationId].filter((part) => part !== undefined).join(' ')

/**
 * A round-robin queue with limited concurrency: each waiting key gets one turn before any gets its next, and none takes
 * the slots that are kept for others.
 */
export function createDocumentQueue(limits: QueueLimits): DocumentQueue {
  const { waitingOfOne, waitingOfAll } = limits
  // in the order of the keys' next turns
  const waiting = new Map<string, (() => void)[]>()
  const running = new Map<string, number>()
  let waitingNow = 0
  let runningNow = 0
  const mayRun = (key: string) => runningNow < limits.running && (running.get(key) ?? 0) < limits.runningOfOne
  const startNext = () => {
    const next = [...waiting].find(([key]) => mayRun(key))
    if (!next) return
    const [key, [start, ...others]] = next
    waiting.delete(key)
    if (others.length > 0) waiting.set(key, others)
    waitingNow--
    start?.()
  }
  const begin = (key: string) => {
    runningNow++
    running.set(key, (running.get(key) ?? 0) + 1)
    let ended = false
    return () => {
      if (ended) return
      ended = true
      runningNow--
      const left = (running.get(key) ?? 1) - 1
      if (left > 0) running.set(key, left)
      else running.delete(key)
      startNext()
    }
  }
  return {
    take(key) {
      if (mayRun(key)) return Promise.resolve(begin(key))
      const own = waiting.get(key) ?? []
      if (own.length >= waitingOfOne || waitingNow >= waitingOfAll) return undefined
      waitingNow++
      return new Promise((resolve) => {
        own.push(() => resolve(begin(key)))
        waiting.set(key, own)
      })
    },
  }
}
