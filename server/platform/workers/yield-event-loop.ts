// Long work on the main thread, split so that it does not block the event loop.
const longestMs = 8

/** Calls it in the next turn of the loop: where data has arrived, the first immediate belongs to the same turn. */
export const callNextTurn = (call: () => void): void => void setImmediate(() => setImmediate(call))

/** Yields to the event loop between two steps that are long themselves. */
export const yieldToEventLoop = (): Promise<void> => new Promise(callNextTurn)

/** Returns a function to call between the steps of long work: from time to time it yields to the event loop. */
export function createYielder(): () => Promise<void> | undefined {
  // real time: how long this turn has taken
  let since = performance.now()
  return () => {
    if (performance.now() - since < longestMs) return undefined
    return yieldToEventLoop().then(() => {
      since = performance.now()
    })
  }
}
