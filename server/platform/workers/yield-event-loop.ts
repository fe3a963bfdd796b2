// Long work on the main thread, split so that it does not block the event loop.
import { setImmediate } from 'node:timers/promises'

const longestMs = 8

/** Yields to the event loop between two steps that are long themselves. */
export async function yieldToEventLoop(): Promise<void> {
  await setImmediate()
  // what was called when data arrived goes on in the same turn once
  await setImmediate()
}

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
